"""Judgepool's own export of a pool: every batch with its runs, and which pairs it brought.

Other lists of pairs say that somebody pooled them; this one also says when, by whom and why.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from judge_app.domain.grade_map import POOLED_NOT_JUDGED
from judge_app.domain.pool_log import PoolBatch, PoolLog, moment_of, runs_in_cell
from judge_app.importing.checked_columns import CheckedColumns
from judge_app.importing.columns import Role
from judge_app.importing.values import score_of, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge_app.importing.findings import Findings

# By the name in the table that is checked, the role of the column that is read for it.
POOL_COLUMNS = {
    "batch": Role.BATCH,
    "strategy": Role.STRATEGY,
    "depth": Role.DEPTH,
    "budget": Role.BUDGET,
    "random_share": Role.RANDOM_SHARE,
    "seed": Role.SEED,
    "added_at": Role.ADDED_AT,
    "added_by": Role.ADDED_BY,
    "batch_runs": Role.BATCH_RUNS,
    "pool_priority": Role.POOL_PRIORITY,
    "inclusion_probability": Role.INCLUSION_PROBABILITY,
    "run": Role.TAG,
    "pool_rank": Role.RANK,
}

_PAIR = ["query_id", "doc_id"]
_OF_BATCH = [
    *("batch", "strategy", "depth", "added_at", "added_by", "batch_runs"),
    *("budget", "random_share", "seed"),
]
_OF_PAIR = [*_PAIR, "batch", "pool_priority", "inclusion_probability"]


def is_pool_log(table: pa.Table) -> bool:
    """Tell a pool with its history by the runs of its batches, which nothing else has."""
    if "batch_runs" not in table.column_names:
        return False
    return bool(pc.any(pc.greater(pc.binary_length(table["batch_runs"]), 0)).as_py())


def read_pool_log(table: pa.Table, findings: Findings) -> tuple[pd.DataFrame, PoolLog | None]:
    """Return the pairs as qrels that call them not judged, and the pool with its history.

    Parameters
    ----------
    table : pyarrow.Table
        ``query_id, doc_id, line`` and the names of ``POOL_COLUMNS``.
    findings : Findings
        Takes the faults.

    Returns
    -------
    DataFrame, PoolLog or None
        None where there are faults.
    """
    rows = table.to_pandas()
    batches = _batches(rows, findings)
    pairs = _pairs(rows, findings)
    ranks = _ranks(rows, batches, findings)
    frame = pairs[[*_PAIR, "line"]].assign(grade=POOLED_NOT_JUDGED)
    if findings.n_problems:
        return frame, None
    numbered = pairs[_PAIR].assign(
        batch=pairs["batch"].astype("int64"),
        priority=pairs["pool_priority"].astype("float64"),
        inclusion_probability=pairs["inclusion_probability"].astype("float64"),
    )
    return frame, PoolLog(batches, numbered, ranks)


def _batches(rows: pd.DataFrame, findings: Findings) -> tuple[PoolBatch, ...]:
    told = rows.drop_duplicates(_OF_BATCH)
    checked = _checked(told, _OF_BATCH, findings)
    checked.column("batch", lambda text, _: _whole_fault("batch", text))
    checked.column("depth", lambda text, _: text and _whole_fault("depth", text))
    checked.column("budget", lambda text, _: text and _whole_fault("budget", text))
    checked.column("seed", lambda text, _: text and _whole_fault("seed", text))
    checked.column("random_share", lambda text, _: text and _share_fault(text))
    checked.column("added_at", lambda text, _: _moment_fault(text))
    checked.column("batch_runs", lambda text, _: _runs_fault(text))
    for name in ("strategy", "added_by"):
        checked.identifier(name)
    again = told.loc[told["batch"].duplicated(), ["line", "batch"]]
    for line, number in again.itertuples(index=False):
        findings.problem(int(line), f"batch {number} is told otherwise than in a row above")
    if findings.n_problems:
        return ()
    batches = [_batch(*cells) for cells in told[_OF_BATCH].itertuples(index=False)]
    return tuple(sorted(batches, key=lambda batch: batch.number))


def _batch(
    number: str,
    strategy: str,
    depth: str,
    added_at: str,
    added_by: str,
    cell: str,
    budget: str,
    share: str,
    seed: str,
) -> PoolBatch:
    moment, runs = moment_of(added_at), runs_in_cell(cell)
    if moment is None or runs is None:
        message = "cells are checked before batches are made of them"
        raise ValueError(message)
    return PoolBatch(
        *(int(number), strategy, _whole(depth), moment, added_by, runs),
        budget=_whole(budget),
        random_share=float(share) if share else None,
        seed=_whole(seed),
    )


def _whole(text: str) -> int | None:
    return int(text) if text else None


def _pairs(rows: pd.DataFrame, findings: Findings) -> pd.DataFrame:
    """Return every pair once; a batch without pairs has a row that names none."""
    named = rows[(rows["query_id"] != "") | (rows["doc_id"] != "")]
    told = named.drop_duplicates(_OF_PAIR)
    checked = _checked(told, _OF_PAIR, findings)
    for name in _PAIR:
        checked.identifier(name)
    checked.column("pool_priority", lambda text, _: _priority_fault(text))
    checked.column("inclusion_probability", lambda text, _: _probability_fault(text))
    again = told.loc[told.duplicated(_PAIR), ["line", *_PAIR]]
    for line, query_id, doc_id in again.itertuples(index=False):
        pair = f"document {shown(doc_id)} of query {shown(query_id)}"
        findings.problem(
            int(line), f"{pair} has another batch, priority or probability than in a row above"
        )
    return told.reset_index(drop=True)


def _ranks(rows: pd.DataFrame, batches: Sequence[PoolBatch], findings: Findings) -> pd.DataFrame:
    """Return where runs had the pairs that they brought."""
    told = rows.loc[rows["run"] != "", [*_PAIR, "run", "pool_rank", "line"]]
    known = {name for batch in batches for name in batch.runs}
    unknown = set() if findings.n_problems else set(told["run"]) - known
    for name in sorted(unknown):
        line = told.loc[told["run"] == name, "line"].iloc[0]
        findings.problem(int(line), f"no batch_runs names the run {shown(name)}")
    _checked(told, ["pool_rank"], findings).column(
        "pool_rank", lambda text, _: _whole_fault("rank", text)
    )
    ranks = told.drop(columns="line").rename(columns={"pool_rank": "rank"})
    return ranks if findings.n_problems else ranks.astype({"rank": "int64"})


def _checked(rows: pd.DataFrame, names: list[str], findings: Findings) -> CheckedColumns:
    table = pa.Table.from_pandas(rows[[*names, "line"]], preserve_index=False)
    return CheckedColumns(table, findings)


def _whole_fault(name: str, text: str) -> str:
    is_whole = text.isascii() and text.isdigit()
    return "" if is_whole else f"the {name} {shown(text)} is no whole number from 0"


def _moment_fault(text: str) -> str:
    if moment_of(text) is not None:
        return ""
    return f"the added_at {shown(text)} is no moment; write it as 2026-01-31T12:00:00Z"


def _runs_fault(text: str) -> str:
    if runs_in_cell(text) is not None:
        return ""
    return (
        f"the batch_runs {shown(text)} is no list of runs as Judgepool writes it; write "
        '["first run", "second run"]'
    )


def _priority_fault(text: str) -> str:
    number = score_of(text)
    is_finite = number is not None and math.isfinite(number)
    return "" if is_finite else f"the pool_priority {shown(text)} is no number"


def _share_fault(text: str) -> str:
    number = score_of(text)
    is_share = number is not None and 0 <= number <= 1
    return "" if is_share else f"the random_share {shown(text)} is not from 0 to 1"


def _probability_fault(text: str) -> str:
    number = score_of(text)
    is_share = number is not None and 0 < number <= 1
    return "" if is_share else f"the inclusion_probability {shown(text)} is not above 0 and up to 1"
