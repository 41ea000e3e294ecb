"""How far the difference of two runs may move in a measure that sums over documents."""

from __future__ import annotations

import numpy as np

from metrics.arrays import FloatArray, count_in_rows, sum_of_rows
from metrics.difference import DifferenceRows, shown_by_either
from metrics.discount import discounts
from metrics.gain import gain_table
from metrics.matrix import NUMBER_OF_CODES, GradeMatrix, without_label
from metrics.names import Measure
from metrics.user_models import reading_weights

SUMS = ("DCG", "P", "RBP")
"""Measures that add, over the top k, a weight of the rank times a worth of the grade."""


def sum_difference_rows(measure: Measure, a: GradeMatrix, b: GradeMatrix) -> DifferenceRows:
    """Compare two runs by DCG@k, P@k or RBP@k, query by query.

    The measure is Σ w(rank) · worth(grade). A document that both runs show weighs w^A − w^B,
    so where they show it at one rank its grade cancels out. Every unknown document stands for
    itself: the difference is lowest when those of negative weight have the top grade and the
    others none, highest the other way round. No ideal and no further document is involved.

    Parameters
    ----------
    measure : Measure
        One of `SUMS`, with a cut-off.
    a, b : GradeMatrix
        The same queries in the same order, with `documents` and `pool_unjudged`.

    Returns
    -------
    DifferenceRows
        Defined for every query.

    Raises
    ------
    MetricsError
        As `metrics.difference.shown_by_either`.
    """
    by_rank, worths = _weights(measure), _worths(measure, a.max_grade)
    shown = shown_by_either(a, b, by_rank)
    known = sum_of_rows(worths[shown.codes] * shown.weights)
    unknown = np.where(without_label(shown.codes), shown.weights, 0.0)
    best = worths[a.max_grade]
    return DifferenceRows(
        value=known,
        low=known + best * sum_of_rows(np.minimum(unknown, 0.0)),
        high=known + best * sum_of_rows(np.maximum(unknown, 0.0)),
        unjudged=count_in_rows(unknown != 0),
    )


def _weights(measure: Measure) -> FloatArray:
    k = measure.cutoff or 0
    if measure.name == "P":
        return np.full(k, 1 / k)
    return discounts(k) if measure.p is None else reading_weights(k, measure.p)


def _worths(measure: Measure, max_grade: int) -> FloatArray:
    """Return what each grade is worth, and 0 for the codes, which index from the end."""
    if measure.gain is not None:
        worths = gain_table(measure.gain, max_grade)
    else:
        worths = (np.arange(max_grade + 1) >= measure.rel).astype(np.float64)
    return np.concatenate([worths, np.zeros(NUMBER_OF_CODES)])
