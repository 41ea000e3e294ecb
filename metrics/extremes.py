"""The largest value that (known gain + unknown gain) / ideal can take."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from metrics.arrays import FloatArray, IntArray
from metrics.discount import cumulative_discounts
from metrics.gain import Gain, gain_steps, gain_table
from metrics.ideal import ideal_dcg, sum_over_levels
from metrics.topics import Topics, ratio


class OpenRatio(NamedTuple):
    """(known + Σ w_i g(x_i)) / ideal(x) with unknown grades x, one such ratio per row.

    The ideal is the DCG@k of the best ranking of the judged documents and those with unknown
    grades. For nDCG the weights are discounts, for a difference of two runs they are
    differences of discounts.

    Attributes
    ----------
    known : numpy.ndarray
        ``float64[rows]``: weighted gain of the judged documents.
    weights : numpy.ndarray
        ``float64[rows, n]``: weights of the documents with unknown grades in any order; −inf
        fills rows that have fewer.
    at_least : numpy.ndarray
        ``int64[rows, max_grade]``: judged documents of each grade or higher.
    k : int
        Cut-off of the ideal.
    gain : Gain
        Gain variant.
    """

    known: FloatArray
    weights: FloatArray
    at_least: IntArray
    k: int
    gain: Gain

    @property
    def steps(self) -> FloatArray:
        """What each grade adds to the gain of the one below."""
        return gain_steps(self.gain, self.at_least.shape[1])

    def at_vertices(self, sums: FloatArray, topics: Topics) -> FloatArray:
        """Return the values where s documents have the top grade and the others grade 0.

        Parameters
        ----------
        sums : numpy.ndarray
            ``float64[rows, n + 1]``: weight of the s documents chosen, s = 0 … n; infinite
            where there are not so many.
        topics : Topics
            What stands for 0/0.

        Returns
        -------
        numpy.ndarray
            ``float64[rows, n + 1]``; NaN where there are no s documents, or 0/0 is undefined.
        """
        ideal = sum_over_levels(self._ideal_levels(sums.shape[1]), self.steps)
        top_gain = gain_table(self.gain, self.at_least.shape[1])[-1]
        values = ratio(self.known[:, None] + top_gain * sums, ideal, topics)
        values[np.isinf(sums)] = np.nan
        return values

    def highest(self, topics: Topics) -> FloatArray:
        """Return the maximum over all grades x, exactly.

        Numerator and ideal are both sums over grade levels t, so a choice of x is a choice
        of nested sets of documents, one per level. For a given λ the maximum of numerator −
        λ·ideal falls apart into one small problem per level: take the s_t documents of
        largest weight, s_t = argmax_s (sum of the s largest − λ·H(c_t + s)), with c_t the
        judged documents of at least grade t. As c_t falls with t the smallest maximisers
        nest, so together they are feasible and optimal. Dinkelbach's iteration sets λ to the
        value reached and repeats until it rises no more: each round is strictly better than
        the last and there are finitely many choices, so it ends at the maximum.

        If the best vertex is negative so is the maximum; numerator − λ·ideal is then convex
        in the gains and the vertex is the answer.

        Returns
        -------
        numpy.ndarray
            ``float64[rows]``; NaN where `topics` is ``RELEVANT`` and no assignment makes
            anything relevant.

        References
        ----------
        Dinkelbach, On nonlinear fractional programming, Management Science 1967.
        """
        sums = sums_of_largest(self.weights)
        best: FloatArray = np.fmax.reduce(self.at_vertices(sums, topics), axis=1)
        rows = np.flatnonzero((best >= 0) & (self.weights > -np.inf).any(axis=1))
        while rows.size:
            value = self.of_rows(rows).improved(sums[rows], best[rows], topics)
            better = value > best[rows]
            rows = rows[better]
            best[rows] = value[better]
        return best

    def of_rows(self, rows: IntArray) -> OpenRatio:
        """Return the ratios of some rows."""
        return self._replace(
            known=self.known[rows], weights=self.weights[rows], at_least=self.at_least[rows]
        )

    def improved(self, sums: FloatArray, value: FloatArray, topics: Topics) -> FloatArray:
        """Return the ratio at the grades that maximise numerator − value · ideal."""
        surplus = sums[:, None, :] - value[:, None, None] * self._ideal_levels(sums.shape[1])
        chosen = surplus.argmax(axis=2)
        # Only rounding can break the nesting; restoring it keeps the choice feasible.
        chosen = np.maximum.accumulate(chosen[:, ::-1], axis=1)[:, ::-1]
        gained = sum_over_levels(sums[np.arange(len(sums))[:, None], chosen], self.steps)
        return ratio(
            self.known + gained, ideal_dcg(self.at_least + chosen, self.k, self.gain), topics
        )

    def _ideal_levels(self, width: int) -> FloatArray:
        """Return H(c_t + s): ``float64[rows, levels, width]`` for s = 0 … width − 1."""
        counts = self.at_least[:, :, None] + np.arange(width)
        return cumulative_discounts(self.k).take(counts, mode="clip")


def sums_of_largest(weights: FloatArray) -> FloatArray:
    """Return the sums of the s largest weights of each row, s = 0 … n.

    Parameters
    ----------
    weights : numpy.ndarray
        ``float64[rows, n]``; −inf marks an entry that is no document.

    Returns
    -------
    numpy.ndarray
        ``float64[rows, n + 1]``, starting with 0; −inf where a row has fewer documents.
    """
    sums = np.zeros((len(weights), weights.shape[1] + 1))
    np.cumsum(-np.sort(-weights, axis=1), axis=1, out=sums[:, 1:])
    return sums
