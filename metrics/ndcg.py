"""Discounted cumulative gain, plain and divided by the ideal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from metrics.arrays import FloatArray, IntArray, sum_of_rows
from metrics.discount import discounts
from metrics.errors import MetricsError
from metrics.gain import Gain, gain_table
from metrics.ideal import counts_at_least, ideal_dcg
from metrics.matrix import GradeMatrix, gains_of
from metrics.topics import Topics, ratio


def _sum_of_discounted_gains(codes: IntArray, gain: Gain, max_grade: int) -> FloatArray:
    """Return Σ g(grade) / log2(rank + 1) over the columns of `codes`."""
    if not codes.shape[1]:
        return np.zeros(len(codes))
    return sum_of_rows(gains_of(codes, gain, max_grade) * discounts(codes.shape[1]))


def _ideal_cutoff(matrix: GradeMatrix, k: int | None) -> int:
    """Return `k`, or for None a cut-off that no judged document lies beyond."""
    return k if k is not None else max(1, int(matrix.judged_counts.sum(axis=1).max(initial=1)))


def dcg(matrix: GradeMatrix, k: int | None, gain: Gain) -> FloatArray:
    """Return DCG@k = Σ_{r ≤ k} g(grade at r) / log2(r + 1) of every row.

    Each document brings its gain, less the further down it stands: the whole of it at rank 1,
    0.63 of it at rank 2, 0.5 at rank 3, 0.29 at rank 10. Documents without a label bring
    nothing, ranks without a document neither. How large a DCG is good depends on the query,
    which is why nDCG divides it by the best one possible.

    Parameters
    ----------
    matrix : GradeMatrix
        Rankings.
    k : int or None
        Cut-off; None for whole rankings.
    gain : Gain
        Gain variant.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]``, at least 0.

    References
    ----------
    Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques, TOIS 2002; with
    gain 2^grade − 1: Burges et al., Learning to rank using gradient descent, ICML 2005.

    Examples
    --------
    Gains 3 at rank 1 and 7 at rank 3, where half of it counts:

    >>> row = GradeMatrix(
    ...     np.array([[2, 0, 3]]), judged_counts=np.array([[1, 0, 1, 1]]), retrieved=np.array([3])
    ... )
    >>> float(dcg(row, k=3, gain=Gain.EXPONENTIAL)[0]), float(dcg(row, k=3, gain=Gain.LINEAR)[0])
    (6.5, 3.5)
    """
    return _sum_of_discounted_gains(matrix.top(k), gain, matrix.max_grade)


def ndcg(
    matrix: GradeMatrix, k: int | None, gain: Gain, topics: Topics = Topics.RELEVANT
) -> FloatArray:
    """Return nDCG@k = DCG@k / ideal DCG@k of every row.

    1 is the best ranking that the judged documents allow, whatever their number and grades, so
    queries can be averaged. The ideal is made of all judged documents of the query, retrieved
    or not, cut at `k`; made of the retrieved ones alone it would hide what a system missed. The
    value takes unjudged documents as irrelevant; `metrics.bounds.ndcg_bounds` says how far
    it may move when they are judged. It is *not* a lower bound.

    Parameters
    ----------
    matrix : GradeMatrix
        Rankings.
    k : int or None
        Cut-off; None for whole rankings.
    gain : Gain
        Gain variant.
    topics : Topics
        What to return where nothing is relevant: NaN (``RELEVANT``) or 0 (``ALL``).

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1.

    References
    ----------
    Järvelin and Kekäläinen, TOIS 2002; with gain 2^grade − 1: Burges et al., ICML 2005.

    Examples
    --------
    Judged are grades 3, 2, 1, 0, 0; the run has them in the order 2, 0, 3, 1, 0.

    >>> row = GradeMatrix(
    ...     np.array([[2, 0, 3, 1, 0]]),
    ...     judged_counts=np.array([[2, 1, 1, 1]]),
    ...     retrieved=np.array([5]),
    ... )
    >>> [round(float(ndcg(row, k, Gain.EXPONENTIAL)[0]), 3) for k in (5, 3)]
    [0.738, 0.692]
    >>> [round(float(ndcg(row, k, Gain.LINEAR)[0]), 3) for k in (5, 3)]
    [0.825, 0.735]
    """
    ideal = ideal_dcg(counts_at_least(matrix.judged_counts), _ideal_cutoff(matrix, k), gain)
    # DCG never exceeds the ideal; the last digit of a sum taken in another order may.
    return np.minimum(ratio(dcg(matrix, k, gain), ideal, topics), 1.0)


def dcg_at_k(ranked_grades: Sequence[int], k: int, gain: Gain = Gain.EXPONENTIAL) -> float:
    """Return DCG@k of one ranking, as a textbook writes it.

    Parameters
    ----------
    ranked_grades : sequence of int
        Grades from rank 1 downwards. A grade below 0 brings no gain.
    k : int
        Cut-off.
    gain : Gain
        Gain variant.

    Examples
    --------
    >>> round(dcg_at_k([2, 0, 3, 1, 0], k=5), 3)
    6.931
    """
    if not all(isinstance(grade, int | np.integer) for grade in ranked_grades):
        raise MetricsError("A grade is no whole number.", "Grades are whole numbers from 0.")
    table = gain_table(gain, max(1, *ranked_grades, 1))
    return float(
        sum(
            table[max(grade, 0)] * discount
            for grade, discount in zip(ranked_grades, discounts(k), strict=False)
        )
    )


def ndcg_at_k(
    ranked_grades: Sequence[int],
    all_judged_grades: Sequence[int],
    k: int,
    gain: Gain = Gain.EXPONENTIAL,
) -> float | None:
    """Return nDCG@k of one ranking, as a textbook writes it.

    Parameters
    ----------
    ranked_grades : sequence of int
        Grades from rank 1 downwards, 0 for a document without a label.
    all_judged_grades : sequence of int
        Grades of all judged documents of the query, whether retrieved or not. The ideal
        comes from these: leaving out the documents that a system missed would hide its fault.
    k : int
        Cut-off.
    gain : Gain
        Gain variant.

    Returns
    -------
    float or None
        Between 0 and 1; None where nothing is relevant.

    Raises
    ------
    MetricsError
        If the ranking holds a grade above 0 more often than the judged ones do, or something
        is no grade.

    Examples
    --------
    >>> round(ndcg_at_k([2, 0, 3, 1, 0], [3, 2, 1, 0, 0], k=5), 3)
    0.738
    """
    foreign = Counter(grade for grade in ranked_grades if grade > 0) - Counter(all_judged_grades)
    if foreign:
        raise MetricsError(
            f"The ranking holds grade {max(foreign)} more often than it is among the judged ones.",
            "Pass the grades of all judged documents, the retrieved ones included.",
        )
    ideal = dcg_at_k(sorted(all_judged_grades, reverse=True), k, gain)
    if ideal == 0:
        return None
    return min(dcg_at_k(ranked_grades, k, gain) / ideal, 1.0)
