"""The pool as a table: every pair, every run that brought it, and the batch it came in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from judge_app.domain.pool_log import PoolBatch, moment_text, runs_cell
from judge_app.services.exporting.pseudonyms import Pseudonyms
from judge_app.services.project import Project

_COLUMNS = [
    *("query_id", "doc_id", "batch", "strategy", "depth", "budget", "random_share", "seed"),
    *("added_at", "added_by", "batch_runs", "pool_priority", "inclusion_probability"),
    *("run", "rank"),
]


def pool_table(project: Project, up_to_batch: int, names: Pseudonyms | None) -> pd.DataFrame:
    """Return the pool with everything that an import needs to make the same one again.

    Parameters
    ----------
    project : Project
        Where.
    up_to_batch : int
        Last batch that counts.
    names : Pseudonyms or None
        What stands for people; None where they keep their names.

    Returns
    -------
    DataFrame
        ``query_id, doc_id``; of the batch that was the first to bring the pair ``batch, strategy,
        depth, budget, random_share, seed, added_at, added_by, batch_runs``, the moment in ISO 8601
        and UTC, the runs that the batch drew from as a JSON list; ``pool_priority,
        inclusion_probability``; and of a run that brought the pair, in this batch or another,
        ``run, rank``. A batch that was the first to bring nothing has one row without a pair.
    """
    batches = project.store.exports.pool_batches(up_to_batch)
    if names is not None:
        batches = tuple(replace(one, added_by=names.of(one.added_by)) for one in batches)
    pairs = project.store.exports.pool(up_to_batch)
    facts = _facts(batches).loc[pairs["batch"]].set_index(pairs.index)
    return pd.concat([pairs.rename(columns={"priority": "pool_priority"}), facts], axis=1)[_COLUMNS]


def _facts(batches: Sequence[PoolBatch]) -> pd.DataFrame:
    """Return what there is to say of batches, by their numbers."""
    return pd.DataFrame(
        {
            "strategy": pd.Series([batch.strategy for batch in batches], dtype="str"),
            "depth": pd.Series([batch.depth for batch in batches], dtype="Int64"),
            "budget": pd.Series([batch.budget for batch in batches], dtype="Int64"),
            "random_share": pd.Series([batch.random_share for batch in batches], dtype="Float64"),
            "seed": pd.Series([batch.seed for batch in batches], dtype="Int64"),
            "added_at": pd.Series([moment_text(one.added_at) for one in batches], dtype="str"),
            "added_by": pd.Series([batch.added_by for batch in batches], dtype="str"),
            "batch_runs": pd.Series([runs_cell(batch.runs) for batch in batches], dtype="str"),
        }
    ).set_index(pd.Index([batch.number for batch in batches], dtype="int64"))
