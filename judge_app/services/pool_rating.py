"""What strategies make of a project's runs and labels."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import pandas as pd

from judge_app.domain.pooling import (
    DEFAULT_ORDER,
    STRATEGIES,
    Strategy,
    can_matter,
    query_views,
    stack,
)
from judge_app.services.project import Project
from metrics import Gain

_KEYS = ["query_id", "doc_id"]
_by_weight = STRATEGIES[DEFAULT_ORDER].priorities


def rated_pairs(
    project: Project,
    strategy: Strategy,
    runs: Sequence[str],
    rankings: pd.DataFrame,
    candidates: pd.DataFrame,
) -> pd.DataFrame:
    """Return ``query_id, doc_id, priority, weight`` of the candidates that can matter.

    Parameters
    ----------
    project, strategy
        Where, and how.
    runs : sequence of str
        Names; of two runs to be settled A comes first.
    rankings : DataFrame
        ``query_id, doc_id, run, rank`` of these runs.
    candidates : DataFrame
        ``query_id, doc_id``.
    """
    rankings = rankings[rankings["query_id"].isin(candidates["query_id"].unique())]
    if strategy.is_adaptive:
        return _rated_by_query(project, strategy, runs, rankings, candidates)
    stacked = stack(rankings, runs, candidates)
    view = stacked.as_one(Gain(project.settings.gain))
    return pd.DataFrame(
        {
            "query_id": np.repeat(stacked.query_ids, np.diff(stacked.starts)),
            "doc_id": stacked.doc_ids,
            "priority": strategy.priorities(view),
            "weight": _by_weight(view),
        }
    )[view.is_candidate]


def _rated_by_query(
    project: Project,
    strategy: Strategy,
    runs: Sequence[str],
    rankings: pd.DataFrame,
    candidates: pd.DataFrame,
) -> pd.DataFrame:
    settings = project.settings
    views = query_views(
        rankings,
        runs,
        max_grade=settings.scale.max_grade,
        gain=Gain(settings.gain),
        labels=_labels(project, candidates["query_id"].unique().tolist()),
        candidates=candidates,
    )
    parts = [candidates[_KEYS].iloc[:0].assign(priority=0.0, weight=0.0)]
    for query_id, view in views.items():
        if strategy.for_two_runs and not can_matter(view):
            continue
        rated = pd.DataFrame({"query_id": query_id, "doc_id": view.doc_ids})
        rated = rated.assign(priority=strategy.priorities(view), weight=_by_weight(view))
        parts.append(rated[view.is_candidate])
    return pd.concat(parts, ignore_index=True)


def _labels(project: Project, query_ids: Collection[str]) -> dict[str, Mapping[str, int]]:
    """Return the labels of some queries as they are now."""
    with project.board.held() as state:
        return {query_id: dict(state.labels_of(query_id)) for query_id in query_ids}


def unjudged_pairs(project: Project, pairs: pd.DataFrame, pooled: pd.DataFrame) -> pd.DataFrame:
    """Return pairs that are neither pooled nor labelled."""
    new = without(pairs, pooled)
    labels = _labels(project, new["query_id"].unique().tolist())
    known = [(query_id, doc_id) for query_id, told in labels.items() for doc_id in told]
    return without(new, pd.DataFrame(known, columns=_KEYS, dtype="str"))


def without(pairs: pd.DataFrame, others: pd.DataFrame) -> pd.DataFrame:
    """Return ``query_id, doc_id`` of the pairs that are not among others."""
    marked = pairs[_KEYS].merge(others[_KEYS], on=_KEYS, how="left", indicator=True)
    return marked.loc[marked["_merge"] == "left_only", _KEYS]
