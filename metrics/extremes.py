"""The largest value that (known gain + unknown gain) / ideal can take."""

from __future__ import annotations

import numpy as np

from metrics.arrays import FloatArray, IntArray
from metrics.discount import cumulative_discounts
from metrics.gain import Gain, gain_steps, gain_table
from metrics.ideal import ideal_dcg, sum_over_levels
from metrics.topics import Topics, ratio


def prefix_sums(weights: FloatArray) -> FloatArray:
    """Return the sums of the s largest weights of each row, s = 0 … width.

    Parameters
    ----------
    weights : numpy.ndarray
        ``float64[rows, width]``; −inf marks an entry that is no document.

    Returns
    -------
    numpy.ndarray
        ``float64[rows, width + 1]``, starting with 0; −inf where a row has fewer documents.
    """
    sums = np.zeros((len(weights), weights.shape[1] + 1))
    np.cumsum(-np.sort(-weights, axis=1), axis=1, out=sums[:, 1:])
    return sums


def vertex_values(
    known: FloatArray,
    sums: FloatArray,
    at_least: IntArray,
    k: int,
    gain: Gain,
    topics: Topics,
) -> FloatArray:
    """Return the values where s unknown documents have the top grade and the others grade 0.

    Parameters
    ----------
    known : numpy.ndarray
        ``float64[rows]``: weighted gain of the judged documents.
    sums : numpy.ndarray
        ``float64[rows, n + 1]``: weight of the s documents chosen, s = 0 … n.
    at_least : numpy.ndarray
        ``int64[rows, max_grade]``: documents of each grade or higher that are in the ideal
        whatever s is.
    k : int
        Cut-off of the ideal.
    gain : Gain
        Gain variant.
    topics : Topics
        What stands for 0/0.

    Returns
    -------
    numpy.ndarray
        ``float64[rows, n + 1]``.
    """
    size = np.arange(sums.shape[1])
    by_level = cumulative_discounts(k).take(at_least[:, :, None] + size, mode="clip")
    max_grade = at_least.shape[1]
    ideal = sum_over_levels(by_level, gain_steps(gain, max_grade))
    top_gain = gain_table(gain, max_grade)[-1]
    return ratio(known[:, None] + top_gain * sums, ideal, topics)


def highest_ratio(
    known: FloatArray,
    sums: FloatArray,
    at_least: IntArray,
    k: int,
    gain: Gain,
    topics: Topics,
) -> FloatArray:
    """Return max over all grades x of (known + Σ w_i g(x_i)) / ideal(x), exactly.

    Numerator and ideal are both sums over grade levels t, so a choice of x is a choice of
    nested sets of documents, one per level. For a given λ the maximum of numerator − λ·ideal
    falls apart into one small problem per level: take the s_t documents of largest weight,
    with s_t = argmax_s (sums[s] − λ·H(c_t + s)). As c_t falls with t the smallest maximisers
    nest, so together they are feasible and optimal. Dinkelbach's iteration sets λ to the
    value reached and repeats until it rises no more; each round is strictly better than the
    last and there are finitely many choices, so it ends at the maximum.

    If the best vertex is negative so is the maximum; numerator − λ·ideal is then convex in
    the gains and the vertex is the answer.

    Parameters
    ----------
    known, at_least, k, gain, topics
        As in `vertex_values`.
    sums : numpy.ndarray
        ``float64[rows, n + 1]`` as `prefix_sums` returns it for the unknown documents.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]``; NaN where ``topics`` is ``RELEVANT`` and no assignment within
        these documents makes anything relevant.

    References
    ----------
    Dinkelbach, On nonlinear fractional programming, Management Science 1967.
    """
    best: FloatArray = np.fmax.reduce(
        vertex_values(known, sums, at_least, k, gain, topics), axis=1
    )
    steps = gain_steps(gain, at_least.shape[1])
    size = np.arange(sums.shape[1])
    rising = np.flatnonzero((best >= 0) & (sums[:, 1:2] > -np.inf).any(axis=1))
    while rising.size:
        counts, row_sums = at_least[rising], sums[rising]
        cost = cumulative_discounts(k).take(counts[:, :, None] + size, mode="clip")
        surplus = row_sums[:, None, :] - best[rising, None, None] * cost
        chosen = surplus.argmax(axis=2)
        # Only rounding can break the nesting; restoring it keeps the choice feasible.
        chosen = np.maximum.accumulate(chosen[:, ::-1], axis=1)[:, ::-1]
        gained = sum_over_levels(np.take_along_axis(row_sums, chosen, axis=1), steps)
        value = ratio(known[rising] + gained, ideal_dcg(counts + chosen, k, gain), topics)
        better = value > best[rising]
        rising = rising[better]
        best[rising] = value[better]
    return best
