"""Which of two runs is ahead on average, and whether unjudged documents leave that open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from metrics.difference import ROUNDING, DifferenceRows, ndcg_difference_rows
from metrics.gain import Gain
from metrics.matrix import GradeMatrix
from metrics.topics import Topics


@dataclass(frozen=True, slots=True)
class MeanDifference:
    """Mean of a measure of run A minus that of run B over the queries that count.

    Attributes
    ----------
    mean : float or None
        Mean difference with unjudged documents taken as irrelevant; None over no query.
    low, high : float or None
        Exact bounds of the mean difference. They can exclude 0 although the runs' own
        intervals overlap, since both runs share many documents, and of nDCG the ideal.
    n_queries : int
        Number of queries in the mean.
    n_unjudged : int
        Documents without a label, shown by either run or pooled, whose judgment could still
        move the difference.
    """

    mean: float | None
    low: float | None
    high: float | None
    n_queries: int
    n_unjudged: int

    @property
    def ahead(self) -> Literal["a", "b"] | None:
        """The run that is ahead whatever the unknown grades are; None while that is open."""
        if self.low is None or self.high is None:
            return None
        if self.low > ROUNDING:
            return "a"
        return "b" if self.high < -ROUNDING else None

    @property
    def decided(self) -> bool:
        """Whether the interval excludes 0."""
        return self.ahead is not None


def ndcg_difference(
    a: GradeMatrix, b: GradeMatrix, k: int, gain: Gain, topics: Topics = Topics.RELEVANT
) -> MeanDifference:
    """Compare two runs by mean nDCG@k and say whether the comparison is decided.

    Parameters, errors
        As in `metrics.difference.ndcg_difference_bounds`.

    Returns
    -------
    MeanDifference
        Over the queries that have something relevant now (``RELEVANT``) or all (``ALL``).
    """
    return mean_difference(ndcg_difference_rows(a, b, k, gain, topics))


def mean_difference(rows: DifferenceRows) -> MeanDifference:
    """Return the mean over the queries whose difference is defined."""
    counted = ~np.isnan(rows.value)
    if not counted.any():
        return MeanDifference(None, None, None, n_queries=0, n_unjudged=0)
    return MeanDifference(
        mean=float(rows.value[counted].mean()),
        low=float(rows.low[counted].mean()),
        high=float(rows.high[counted].mean()),
        n_queries=int(np.count_nonzero(counted)),
        n_unjudged=int(rows.unjudged[counted].sum()),
    )
