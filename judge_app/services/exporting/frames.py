"""What every export holds, as a frame in an order that does not depend on how it came about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd

from judge_app.services.exporting.catalog import JUDGMENTS, POOL, QRELS, RUN, UNJUDGED
from judge_app.services.exporting.pool_table import pool_table
from judge_app.services.exporting.pseudonyms import Pseudonyms
from judge_app.services.labelling import Labelled
from judge_app.services.pooling import choose_runs
from judge_app.services.project import Project
from judge_app.services.states import State, pool_of

_KEYS = ["query_id", "doc_id"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be exported.

    Attributes
    ----------
    project : Project
        Where from.
    state : State
        Now, or a release.
    labelled : Labelled
        The labels of that state.
    pseudonyms : Pseudonyms or None
        None where people keep their names.
    run : str or None
        Name of one run; None for all.
    """

    project: Project
    state: State
    labelled: Labelled
    pseudonyms: Pseudonyms | None
    run: str | None


def frame_of(what: str, wanted: Wanted) -> pd.DataFrame:
    """Return the rows of an export.

    Parameters
    ----------
    what : str
        A key of `judge_app.services.exporting.catalog.FORMATS`.
    wanted : Wanted
        Of which state.

    Raises
    ------
    NotFoundError
        When there is no such run.
    """
    return _FRAMES[what](wanted)


def _judgments(wanted: Wanted) -> pd.DataFrame:
    log = wanted.project.store.exports.judgments(wanted.state.position)
    if wanted.pseudonyms is None:
        return log
    return log.assign(annotator=wanted.pseudonyms.in_column(log["annotator"]))


def _unjudged(wanted: Wanted) -> pd.DataFrame:
    labels = wanted.labelled.frame[_KEYS]
    pairs = pool_of(wanted.project, wanted.state)
    marked = pairs.merge(labels, on=_KEYS, how="left", indicator=True)
    return marked.loc[marked["_merge"] == "left_only", _KEYS]


def _run(wanted: Wanted) -> pd.DataFrame:
    """Fill in grades; a document without a label has none, which is not 0."""
    project = wanted.project
    chosen = choose_runs(project, None if wanted.run is None else [wanted.run])
    ranking = project.store.exports.rankings(tuple(run.run_id for run in chosen))
    graded = ranking.merge(wanted.labelled.frame, on=_KEYS, how="left")
    return graded.astype({"grade": "Int64"})


_FRAMES: dict[str, Callable[[Wanted], pd.DataFrame]] = {
    QRELS: lambda wanted: wanted.labelled.frame,
    JUDGMENTS: _judgments,
    UNJUDGED: _unjudged,
    POOL: lambda wanted: pool_table(wanted.project, wanted.state.pool_batch, wanted.pseudonyms),
    RUN: _run,
}
