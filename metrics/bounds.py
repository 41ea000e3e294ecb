"""How far nDCG may move when the unjudged documents are judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from metrics.arrays import FloatArray, IntArray
from metrics.errors import MetricsError
from metrics.extremes import highest_ratio, prefix_sums, vertex_values
from metrics.gain import Gain
from metrics.discount import discounts
from metrics.ideal import counts_at_least
from metrics.matrix import UNJUDGED, UNPOOLED, GradeMatrix
from metrics.ndcg import dcg
from metrics.topics import Topics

CELLS_AT_ONCE = 1 << 18
"""Size of the largest intermediate array; keeps the work in the processor's cache."""


class Bounds(NamedTuple):
    """Smallest and largest value that a measure can still take, per row.

    Attributes
    ----------
    low, high : numpy.ndarray
        ``float64[rows]``; NaN where the measure is undefined whatever is judged.
    """

    low: FloatArray
    high: FloatArray


class WidthParts(NamedTuple):
    """Where the width of an interval comes from, per row; the two add up to it.

    Attributes
    ----------
    ranking : numpy.ndarray
        ``float64[rows]``: width that unjudged documents within the top k leave.
    ideal : numpy.ndarray
        ``float64[rows]``: width added by pooled documents outside the top k, which can only
        raise the ideal. It stays even when everything that the run shows is judged.
    """

    ranking: FloatArray
    ideal: FloatArray


def unjudged_outside(matrix: GradeMatrix, k: int) -> IntArray:
    """Return m, the number of pooled, unjudged documents of the query outside the top k.

    Raises
    ------
    MetricsError
        If the matrix knows no pool, or a smaller one than its own rankings show.
    """
    if matrix.pool_unjudged is None:
        raise MetricsError(
            "Bounds need to know the pool.",
            "Say for each query how many pooled documents have no label.",
        )
    inside = np.count_nonzero(matrix.top(k) == UNJUDGED, axis=1)
    outside = matrix.pool_unjudged - inside
    if (outside < 0).any():
        raise MetricsError(
            "A ranking shows more pooled, unjudged documents than its query has in the pool."
        )
    return outside


def ndcg_bounds(
    matrix: GradeMatrix, k: int, gain: Gain, topics: Topics = Topics.RELEVANT
) -> Bounds:
    """Return the exact interval of nDCG@k over all grades that unjudged documents may get.

    Unknown are the documents without a label in the top k (pooled or not) and the m other
    pooled documents without a label; labels and pool are fixed. Grading everything 0, or
    everything with the top grade, does not give bounds, since the ideal grows with what is
    found. With N the discounted gain of the judged documents, G the top gain and c_t the
    judged documents of at least grade t:

    - low is the minimum over s of (N + G·(s smallest discounts of unjudged ranks)) divided by
      the ideal with m + s more documents of top grade: the ratio is quasi-concave in the
      gains, so it is smallest at a vertex, and there the lowest ranks are the worst;
    - high is `metrics.extremes.highest_ratio`; nothing outside the top k is relevant there.

    Parameters
    ----------
    matrix : GradeMatrix
        Rankings with `pool_unjudged`.
    k : int
        Cut-off.
    gain : Gain
        Gain variant.
    topics : Topics
        What an assignment in which nothing is relevant counts: 0 (``ALL``), or it is left
        out (``RELEVANT``). The two differ only for queries with nothing relevant so far.

    Returns
    -------
    Bounds
        0 ≤ low ≤ high ≤ 1. Where nDCG is defined now it lies between the two. NaN where
        ``RELEVANT`` leaves no assignment.

    Raises
    ------
    MetricsError
        If the matrix knows no pool or is cut above rank `k`.
    """
    outside = unjudged_outside(matrix, k)

    def of_rows(rows: slice) -> FloatArray:
        unknown = _Unknown.of(matrix.select(rows), k, gain)
        return np.stack(
            [unknown.low(outside[rows], topics), unknown.high(outside[rows], topics)]
        )

    return Bounds(*_in_slices(of_rows, matrix, k))


def ndcg_width_parts(
    matrix: GradeMatrix, k: int, gain: Gain, topics: Topics = Topics.RELEVANT
) -> WidthParts:
    """Split the width of `ndcg_bounds` into the ranking's part and the ideal's part.

    The ranking's part is the width if every pooled document outside the top k were
    irrelevant; such documents move only the lower bound, and what they move it by is the
    ideal's part.

    Parameters, errors
        As in `ndcg_bounds`.

    Returns
    -------
    WidthParts
        Both parts at least 0.
    """
    outside = unjudged_outside(matrix, k)

    def of_rows(rows: slice) -> FloatArray:
        unknown = _Unknown.of(matrix.select(rows), k, gain)
        low = unknown.low(outside[rows], topics)
        low_closed = unknown.low(np.zeros_like(outside[rows]), topics)
        high = unknown.high(outside[rows], topics)
        # Without the outside documents nothing may be left to divide by; all is then theirs.
        low_closed = np.where(np.isnan(low_closed), high, low_closed)
        return np.stack([high - low_closed, low_closed - low])

    return WidthParts(*_in_slices(of_rows, matrix, k))


class _Unknown(NamedTuple):
    """What the bounds of some rows are made of."""

    k: int
    gain: Gain
    known: FloatArray
    weights: FloatArray
    missing: FloatArray
    at_least: IntArray

    @classmethod
    def of(cls, matrix: GradeMatrix, k: int, gain: Gain) -> _Unknown:
        """Collect the known gain and the discounts of the unjudged ranks."""
        codes = matrix.top(k)
        unjudged = (codes == UNJUDGED) | (codes == UNPOOLED)
        weights = discounts(k)[: codes.shape[1]]
        return cls(
            k=k,
            gain=gain,
            known=dcg(matrix, k, gain),
            weights=weights,
            missing=unjudged,
            at_least=counts_at_least(matrix.judged_counts),
        )
