"""How far nDCG may move when the unjudged documents are judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from metrics.arrays import FloatArray, IntArray, count_in_rows
from metrics.discount import discounts
from metrics.errors import MetricsError
from metrics.extremes import OpenRatio, sums_of_largest
from metrics.gain import Gain
from metrics.ideal import counts_at_least
from metrics.matrix import UNJUDGED, GradeMatrix, with_top_grade, without_label
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


def unjudged_outside(matrix: GradeMatrix, k: int | None) -> IntArray:
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
    inside = count_in_rows(matrix.top(k) == UNJUDGED)
    outside: IntArray = matrix.pool_unjudged - inside
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

    Examples
    --------
    The run shows a document of grade 1 and one without a label; another of grade 1 was judged.
    At worst the unknown document gets the top grade 3 and stands one rank too low. Trying only
    the grades 0 and 3 for it would miss the best case, which is grade 1.

    >>> row = GradeMatrix(
    ...     np.array([[1, UNJUDGED]]),
    ...     judged_counts=np.array([[0, 2, 0, 0]]),
    ...     retrieved=np.array([2]),
    ...     pool_unjudged=np.array([1]),
    ... )
    >>> low, high = ndcg_bounds(row, k=2, gain=Gain.EXPONENTIAL)
    >>> round(float(low[0]), 4), float(high[0])
    (0.6131, 1.0)
    """
    outside = unjudged_outside(matrix, k)

    def of_rows(rows: slice) -> tuple[FloatArray, FloatArray]:
        ndcg = _open_ndcg(matrix.select(rows), k, gain)
        return _low(ndcg, outside[rows], topics), _high(ndcg, outside[rows], topics)

    return Bounds(*in_slices(of_rows, len(matrix.grades), matrix.max_grade * (k + 1)))


def ndcg_width_parts(
    matrix: GradeMatrix, k: int, gain: Gain, topics: Topics = Topics.RELEVANT
) -> WidthParts:
    """Split the width of `ndcg_bounds` into the ranking's part and the ideal's part.

    The ranking's part is the width if every pooled document outside the top k were
    irrelevant; such documents move only the lower bound, and the distance they move it is
    the ideal's part. Parameters and errors are those of `ndcg_bounds`.

    Returns
    -------
    WidthParts
        Both parts at least 0; NaN where the bounds are.

    Examples
    --------
    Everything the run shows is judged, yet two pooled documents may still raise the ideal:

    >>> row = GradeMatrix(
    ...     np.array([[3, 0]]),
    ...     judged_counts=np.array([[1, 0, 0, 1]]),
    ...     retrieved=np.array([2]),
    ...     pool_unjudged=np.array([2]),
    ... )
    >>> parts = ndcg_width_parts(row, k=2, gain=Gain.LINEAR)
    >>> float(parts.ranking[0]), round(float(parts.ideal[0]), 4)
    (0.0, 0.3869)
    """
    outside = unjudged_outside(matrix, k)

    def of_rows(rows: slice) -> tuple[FloatArray, FloatArray]:
        ndcg = _open_ndcg(matrix.select(rows), k, gain)
        high = _high(ndcg, outside[rows], topics)
        closed = _low(ndcg, np.zeros_like(outside[rows]), topics)
        # The closed pool may leave no assignment at all; the width is then the ideal's.
        closed = np.where(np.isnan(closed), high, closed)
        return high - closed, closed - _low(ndcg, outside[rows], topics)

    return WidthParts(*in_slices(of_rows, len(matrix.grades), matrix.max_grade * (k + 1)))


def dcg_bounds(matrix: GradeMatrix, k: int | None, gain: Gain) -> Bounds:
    """Return the exact bounds of DCG@k: everything unknown with grade 0, and with top grade."""
    return Bounds(dcg(matrix, k, gain), dcg(with_top_grade(matrix), k, gain))


def _open_ndcg(matrix: GradeMatrix, k: int, gain: Gain) -> OpenRatio:
    """Return nDCG@k with the grades of the unjudged documents in the top k left open."""
    unknown = without_label(matrix.top(k))
    return OpenRatio(
        known=dcg(matrix, k, gain),
        weights=np.where(unknown, discounts(k)[: unknown.shape[1]], -np.inf),
        at_least=counts_at_least(matrix.judged_counts),
        k=k,
        gain=gain,
    )


def _low(ndcg: OpenRatio, outside: IntArray, topics: Topics) -> FloatArray:
    """Return the least value: all documents outside and the s lowest ranks have top grade."""
    smallest_sums = -sums_of_largest(-np.abs(ndcg.weights))
    raised = ndcg._replace(at_least=ndcg.at_least + outside[:, None])
    low: FloatArray = np.fmin.reduce(raised.at_vertices(smallest_sums, topics), axis=1)
    return np.minimum(low, 1.0)


def _high(ndcg: OpenRatio, outside: IntArray, topics: Topics) -> FloatArray:
    """Return the greatest value: nothing outside is relevant."""
    high = ndcg.highest(topics)
    # Where only a document outside can be relevant, the ranking has no gain.
    high[np.isnan(high) & (outside > 0)] = 0.0
    return np.minimum(high, 1.0)


def in_slices(
    of_rows: Callable[[slice], tuple[FloatArray, FloatArray]], n_rows: int, cells_per_row: int
) -> tuple[FloatArray, FloatArray]:
    """Work through rows in slices whose largest array stays small, and join the results.

    Parameters
    ----------
    of_rows : callable
        Computes two values per row for a slice of the rows.
    n_rows : int
        Number of rows.
    cells_per_row : int
        Entries that one row has in the largest intermediate array.

    Returns
    -------
    tuple of numpy.ndarray
        Two ``float64[n_rows]``.
    """
    at_once = max(1, CELLS_AT_ONCE // cells_per_row)
    if n_rows <= at_once:
        return of_rows(slice(None))
    parts = [of_rows(slice(start, start + at_once)) for start in range(0, n_rows, at_once)]
    first, second = zip(*parts, strict=True)
    return np.concatenate(first), np.concatenate(second)
