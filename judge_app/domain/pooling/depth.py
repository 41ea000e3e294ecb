"""Depth: every run gives its first documents."""

from __future__ import annotations

import numpy as np
import pandas as pd

from judge_app.domain.errors import BadInputError
from judge_app.domain.pooling.view import QueryView
from metrics.arrays import FloatArray

DEFAULT_DEPTH = 10
GREATEST_DEPTH = 100_000


def require_depth(depth: int) -> int:
    """Return a depth that can be pooled.

    Raises
    ------
    BadInputError
        When it is below 1 or beyond ``GREATEST_DEPTH``.
    """
    if not 1 <= depth <= GREATEST_DEPTH:
        raise BadInputError(
            f"a depth of {depth} cannot be used", f"Use a depth from 1 to {GREATEST_DEPTH:,}."
        )
    return depth


def depth_pool(rankings: pd.DataFrame, depth: int) -> pd.DataFrame:
    """Return the union of every run's first ``depth`` documents per query.

    Parameters
    ----------
    rankings : DataFrame
        ``query_id, doc_id, rank`` of the contributing runs; rank counts from 1 by the tie rule.
    depth : int
        At least 1.

    Returns
    -------
    DataFrame
        ``query_id, doc_id, best_rank``, one row per pair, in byte order of the ids.

    References
    ----------
    Spärck Jones and van Rijsbergen, Report on the need for and provision of an "ideal"
    information retrieval test collection, 1975.
    """
    top = rankings[rankings["rank"] <= require_depth(depth)]
    best = top.groupby(["query_id", "doc_id"], sort=True)["rank"].min()
    return best.rename("best_rank").reset_index()


def by_depth(view: QueryView) -> FloatArray:
    """Return minus the best rank of each document in any run.

    A document that no run shows comes after all others.
    """
    last = int(view.ranks.max(initial=0)) + 1
    best = np.where(view.ranks > 0, view.ranks, last).min(axis=1, initial=last)
    ranks: FloatArray = best.astype(np.float64)
    return -ranks
