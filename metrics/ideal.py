"""The best DCG that the judged documents of a query allow."""

from __future__ import annotations

import numpy as np

from metrics.arrays import FloatArray, IntArray
from metrics.discount import cumulative_discounts
from metrics.gain import Gain, gain_steps


def counts_at_least(judged_counts: IntArray) -> IntArray:
    """Turn counts per grade into counts of documents that have at least a grade.

    Parameters
    ----------
    judged_counts : numpy.ndarray
        ``int[rows, max_grade + 1]``: judged documents of each grade, retrieved or not.

    Returns
    -------
    numpy.ndarray
        ``int64[rows, max_grade]``; column t − 1 counts the documents of grade t or higher.
    """
    from_the_top = judged_counts[:, :0:-1].cumsum(axis=1, dtype=np.int64)
    return from_the_top[:, ::-1]


def sum_over_levels(by_level: FloatArray, steps: FloatArray) -> FloatArray:
    """Return Σ_t D_t · by_level[:, t], always added in the order of t.

    The fixed order makes a row's result independent of the rows around it and keeps
    comparisons between sums exact: larger terms never give a smaller sum.

    Parameters
    ----------
    by_level : numpy.ndarray
        ``float64[rows, levels, …]``.
    steps : numpy.ndarray
        ``float64[levels]``, the D_t of `metrics.gain.gain_steps`.

    Returns
    -------
    numpy.ndarray
        ``float64[rows, …]``.
    """
    total: FloatArray = by_level[:, 0] * steps[0]
    for level in range(1, len(steps)):
        total += by_level[:, level] * steps[level]
    return total


def ideal_dcg(at_least: IntArray, k: int, gain: Gain) -> FloatArray:
    """Return the DCG@k of all judged documents sorted by falling grade.

    With n_t documents of grade t or higher this is Σ_t D_t · H(min(n_t, k)): all of them
    stand above all others in the ideal order, and each adds the step D_t at its rank. The
    ideal is never built from the retrieved documents alone, never left uncut, and never cut
    at the length of the ranking.

    Parameters
    ----------
    at_least : numpy.ndarray
        ``int64[rows, max_grade]`` as `counts_at_least` returns it.
    k : int
        Cut-off.
    gain : Gain
        Gain variant.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]``, 0 where nothing is relevant.
    """
    by_level = cumulative_discounts(k).take(at_least, mode="clip")
    return sum_over_levels(by_level, gain_steps(gain, at_least.shape[1]))
