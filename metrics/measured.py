"""One measure on many rankings, with its bounds and its coverage."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.arrays import BoolArray, FloatArray
from metrics.bounds import Bounds
from metrics.compute import is_defined, measure_bounds, measure_values
from metrics.coverage import judged_at
from metrics.matrix import GradeMatrix
from metrics.names import Measure
from metrics.summary import Summary, summarise
from metrics.topics import Topics


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredRows:
    """One measure on every row of a matrix, ready to be reported.

    Attributes
    ----------
    value : numpy.ndarray
        ``float64[rows]``; NaN where undefined under ``Topics.RELEVANT``.
    bounds : Bounds or None
        NaN where the value is: a query that is not yet defined has no interval either.
    defined, missing : numpy.ndarray
        ``bool[rows]``: whether the measure is defined, and whether the run has nothing.
    judged : numpy.ndarray
        ``float64[rows]``: Judged@k at the measure's cut-off.
    """

    value: FloatArray
    bounds: Bounds | None
    defined: BoolArray
    missing: BoolArray
    judged: FloatArray

    def summarise(self, rows: slice, topics: Topics) -> Summary:
        """Summarise some rows, usually those of one run, under the `topics` of the values."""
        bounds = self.bounds
        return summarise(
            self.value[rows],
            defined=self.defined[rows],
            missing=self.missing[rows],
            judged=self.judged[rows],
            bounds=None if bounds is None else Bounds(bounds.low[rows], bounds.high[rows]),
            topics=topics,
        )


def measure_rows(measure: Measure, matrix: GradeMatrix, topics: Topics) -> MeasuredRows:
    """Compute one measure with its bounds and coverage for every row of a matrix.

    Raises
    ------
    MetricsError
        If the matrix was cut above a rank that the measure needs.
    """
    value = measure_values(measure, matrix, topics)
    bounds = measure_bounds(measure, matrix, topics)
    if bounds is not None:
        undefined = np.isnan(value)
        bounds = Bounds(*(np.where(undefined, np.nan, bound) for bound in bounds))
    return MeasuredRows(
        value=value,
        bounds=bounds,
        defined=is_defined(measure, matrix),
        missing=matrix.retrieved == 0,
        judged=judged_at(matrix, measure.cutoff),
    )
