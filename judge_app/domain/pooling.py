"""Which documents of the runs are put before annotators."""

from __future__ import annotations

import pandas as pd

from judge_app.domain.errors import BadInputError

DEFAULT_DEPTH = 10
GREATEST_DEPTH = 100_000
STRATEGIES = ("depth",)


def require_strategy(name: str) -> str:
    """Return the name of a known strategy.

    Raises
    ------
    BadInputError
        When there is none of that name.
    """
    if name not in STRATEGIES:
        raise BadInputError(
            f"there is no pool strategy {name!r}", f"Known strategies: {', '.join(STRATEGIES)}."
        )
    return name


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
    """
    top = rankings[rankings["rank"] <= require_depth(depth)]
    best = top.groupby(["query_id", "doc_id"], sort=True)["rank"].min()
    return best.rename("best_rank").reset_index()
