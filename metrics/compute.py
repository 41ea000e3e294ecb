"""From a measure's name to its values and bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from metrics.arrays import BoolArray, FloatArray
from metrics.binary import (
    average_precision,
    bpref,
    precision,
    recall,
    reciprocal_rank,
    relevant_counts,
    success,
)
from metrics.binary_bounds import (
    precision_bounds,
    recall_bounds,
    reciprocal_rank_bounds,
    success_bounds,
)
from metrics.bounds import Bounds, dcg_bounds, ndcg_bounds
from metrics.coverage import judged_at
from metrics.errors import MetricsError
from metrics.matrix import GradeMatrix, condense
from metrics.names import Measure
from metrics.ndcg import dcg, ndcg
from metrics.topics import Topics
from metrics.user_models import err, err_bounds, rbp, rbp_bounds

_Part = TypeVar("_Part")


def measure_values(
    measure: Measure, matrix: GradeMatrix, topics: Topics = Topics.RELEVANT
) -> FloatArray:
    """Return the value of a measure for every row.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]``; where nothing is relevant NaN or 0, as `topics` says, for the
        measures that are undefined there.

    Raises
    ------
    MetricsError
        If the matrix was cut above a rank that the measure needs.
    """
    rankings = condense(matrix) if measure.judged_only else matrix
    return _VALUES[measure.name](rankings, measure, topics)


def measure_bounds(
    measure: Measure, matrix: GradeMatrix, topics: Topics = Topics.RELEVANT
) -> Bounds | None:
    """Return the exact bounds of a measure for every row.

    Returns
    -------
    Bounds or None
        None for measures without exact bounds (AP, bpref, Judged, condensed lists, nDCG
        without a cut-off) and for a matrix that knows no pool.

    Raises
    ------
    MetricsError
        If the matrix was cut above a rank that the measure needs.
    """
    unbounded = measure.name == "nDCG" and measure.cutoff is None
    if matrix.pool_unjudged is None or measure.judged_only or unbounded:
        return None
    bounds_of = _BOUNDS.get(measure.name)
    return None if bounds_of is None else bounds_of(matrix, measure, topics)


def is_defined(measure: Measure, matrix: GradeMatrix) -> BoolArray:
    """Tell for every row whether the measure has a value, whatever `Topics` says."""
    if not measure.needs_relevant:
        return np.ones(len(matrix.grades), dtype=np.bool_)
    return relevant_counts(matrix, measure.rel) > 0


def _given(part: _Part | None) -> _Part:
    """Return a part of a measure that its family always has."""
    if part is None:
        raise MetricsError("A measure lacks a part that its family requires.")
    return part


_VALUES: dict[str, Callable[[GradeMatrix, Measure, Topics], FloatArray]] = {
    "nDCG": lambda matrix, m, topics: ndcg(matrix, m.cutoff, _given(m.gain), topics),
    "DCG": lambda matrix, m, _: dcg(matrix, m.cutoff, _given(m.gain)),
    "P": lambda matrix, m, _: precision(matrix, _given(m.cutoff), m.rel),
    "R": lambda matrix, m, topics: recall(matrix, _given(m.cutoff), m.rel, topics),
    "Success": lambda matrix, m, _: success(matrix, _given(m.cutoff), m.rel),
    "RR": lambda matrix, m, topics: reciprocal_rank(matrix, m.cutoff, m.rel, topics),
    "AP": lambda matrix, m, topics: average_precision(matrix, m.cutoff, m.rel, topics),
    "Bpref": lambda matrix, m, topics: bpref(matrix, m.rel, topics),
    "RBP": lambda matrix, m, _: rbp(matrix, m.cutoff, _given(m.p), m.rel),
    "ERR": lambda matrix, m, _: err(matrix, m.cutoff),
    "Judged": lambda matrix, m, _: judged_at(matrix, m.cutoff),
}

_BOUNDS: dict[str, Callable[[GradeMatrix, Measure, Topics], Bounds]] = {
    "nDCG": lambda matrix, m, topics: ndcg_bounds(matrix, _given(m.cutoff), _given(m.gain), topics),
    "DCG": lambda matrix, m, _: dcg_bounds(matrix, m.cutoff, _given(m.gain)),
    "P": lambda matrix, m, _: precision_bounds(matrix, _given(m.cutoff), m.rel),
    "R": lambda matrix, m, topics: recall_bounds(matrix, _given(m.cutoff), m.rel, topics),
    "Success": lambda matrix, m, _: success_bounds(matrix, _given(m.cutoff), m.rel),
    "RR": lambda matrix, m, topics: reciprocal_rank_bounds(matrix, m.cutoff, m.rel, topics),
    "RBP": lambda matrix, m, _: rbp_bounds(matrix, m.cutoff, _given(m.p), m.rel),
    "ERR": lambda matrix, m, _: err_bounds(matrix, m.cutoff),
}
