"""Exact bounds of binary measures over all ways to judge what is unjudged.

Unknown are, as for nDCG, the documents without a label in the top k and the other pooled
documents without one. Raising a grade never lowers P, Success or RR, so their bounds are the
values with everything unknown irrelevant, and relevant. (Under ``Topics.RELEVANT`` assignments
in which nothing is relevant do not count, which can raise the lower bound of R and RR.)
"""

from __future__ import annotations

import numpy as np

from metrics.arrays import BoolArray, count_in_rows
from metrics.binary import first_ranks, precision, reciprocal_rank, relevant_counts, success
from metrics.bounds import Bounds, unjudged_outside
from metrics.matrix import GradeMatrix, without_label
from metrics.topics import Topics, ratio


def _possible(matrix: GradeMatrix, k: int | None, rel: int) -> BoolArray:
    """Tell for each of the first `k` ranks whether its document may turn out relevant."""
    codes = matrix.top(k)
    return (codes >= rel) | without_label(codes)


def precision_bounds(matrix: GradeMatrix, k: int, rel: int = 1) -> Bounds:
    """Return the exact bounds of P@k: unknown documents all irrelevant, all relevant.

    Examples
    --------
    >>> codes = np.array([[0, 1, -1, 3, 0]])  # −1: a document without a label
    >>> row = GradeMatrix(codes, judged_counts=np.array([[3, 2, 0, 2]]), retrieved=np.array([5]))
    >>> low, high = precision_bounds(row, k=5)
    >>> float(low[0]), float(high[0])
    (0.4, 0.6)
    """
    possible = count_in_rows(_possible(matrix, k, rel))
    return Bounds(precision(matrix, k, rel), possible / k)


def success_bounds(matrix: GradeMatrix, k: int, rel: int = 1) -> Bounds:
    """Return the exact bounds of Success@k: unknown documents all irrelevant, all relevant."""
    possible = count_in_rows(_possible(matrix, k, rel)) > 0
    return Bounds(success(matrix, k, rel), possible.astype(np.float64))


def recall_bounds(
    matrix: GradeMatrix, k: int, rel: int = 1, topics: Topics = Topics.RELEVANT
) -> Bounds:
    """Return the exact bounds of R@k.

    Lowest when everything outside the top k is relevant and nothing unknown inside is,
    highest the other way round.

    Examples
    --------
    One unknown document is shown, and three more are in the pool: 2 found of 4 relevant
    documents become 2 of 7 at worst and 3 of 5 at best.

    >>> row = GradeMatrix(
    ...     np.array([[0, 1, -1, 3, 0]]),
    ...     judged_counts=np.array([[3, 2, 0, 2]]),
    ...     retrieved=np.array([5]),
    ...     pool_unjudged=np.array([4]),
    ... )
    >>> low, high = recall_bounds(row, k=5)
    >>> round(float(low[0]), 3), float(high[0])
    (0.286, 0.6)
    """
    found = count_in_rows(matrix.top(k) >= rel)
    unknown = count_in_rows(_possible(matrix, k, rel)) - found
    relevant, outside = relevant_counts(matrix, rel), unjudged_outside(matrix, k)
    low = ratio(found, relevant + outside, topics)
    high = ratio(found + unknown, relevant + unknown, topics)
    if topics is Topics.RELEVANT:
        # Where all that can be relevant is shown, every assignment that counts finds it all.
        low[np.isnan(low) & (unknown > 0)] = 1.0
        high[np.isnan(high) & (outside > 0)] = 0.0
    return Bounds(low, high)


def reciprocal_rank_bounds(
    matrix: GradeMatrix, k: int | None, rel: int = 1, topics: Topics = Topics.RELEVANT
) -> Bounds:
    """Return the exact bounds of RR@k: at best the first unknown document is relevant."""
    possible = _possible(matrix, k, rel)
    low = reciprocal_rank(matrix, k, rel, topics)
    high = 1.0 / first_ranks(possible)
    if topics is Topics.RELEVANT:
        # Something must be relevant: an outside document, else one that is shown.
        empty, outside = np.isnan(low), unjudged_outside(matrix, k) > 0
        lowest = possible.shape[1] + 1 - first_ranks(possible[:, ::-1])
        low[empty] = np.where(outside, 0.0, 1.0 / np.maximum(lowest, 0.5))[empty]
        high[empty & ~outside & ~possible.any(axis=1)] = np.nan
        low[np.isnan(high)] = np.nan
    return Bounds(low, high)
