"""One run beside another: by how much, by chance or not, decided or open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from metrics.lead import MeanDifference, mean_difference, ndcg_difference
from metrics.matrix import GradeMatrix
from metrics.names import Measure
from metrics.sum_difference import SUMS, sum_difference_rows
from metrics.topics import Topics


@dataclass(frozen=True, slots=True)
class Comparison:
    """One run beside another by one measure, over the queries that count.

    Attributes
    ----------
    run, baseline, measure : str
        Whose values, less whose, by what.
    n_queries : int
        Paired queries: the same for both runs, a query that one lacks with its value 0.
    difference : float or None
        Mean of the run's value less the baseline's; None over no query.
    interval : tuple of float or None
        Bootstrap interval of the mean difference. None, as are the p-values, with fewer than
        two queries.
    p_value : float or None
        Two-sided, of the randomisation test by sign flips.
    p_adjusted : float or None
        The same after Holm's correction for all pairs of runs that were compared by the measure.
    wins, ties, losses : int
        Queries on which the run is better, equal, worse. Values that differ by no more than
        `metrics.difference.ROUNDING`, of 1 or of the greater value, are equal.
    bounds : MeanDifference or None
        Exact bounds of the mean difference over all ways to judge what is unjudged, of which
        neither interval nor p knows anything. None where the measure has none, or no pool is
        known.
    """

    run: str
    baseline: str
    measure: str
    n_queries: int
    difference: float | None
    interval: tuple[float, float] | None
    p_value: float | None
    p_adjusted: float | None
    wins: int
    ties: int
    losses: int
    bounds: MeanDifference | None = None

    @property
    def state(self) -> Literal["decided", "open"] | None:
        """Whether judgments could still turn the difference; None where there are no bounds."""
        if self.bounds is None or self.bounds.low is None:
            return None
        return "decided" if self.bounds.decided else "open"


def has_difference_bounds(measure: Measure) -> bool:
    """Tell whether differences of a measure have exact bounds.

    Those of nDCG@k have, which share an ideal, and those of DCG@k, P@k and RBP@k, which are
    sums over documents.
    """
    bounded = measure.name in ("nDCG", *SUMS)
    return bounded and measure.cutoff is not None and not measure.judged_only


def measure_difference(
    measure: Measure, a: GradeMatrix, b: GradeMatrix, topics: Topics = Topics.RELEVANT
) -> MeanDifference | None:
    """Return the bounds of the mean difference of two runs, None where a measure has none.

    Parameters, errors
        As in `metrics.difference.ndcg_difference_bounds`.
    """
    if not has_difference_bounds(measure) or measure.cutoff is None:
        return None
    if measure.name in SUMS or measure.gain is None:
        return mean_difference(sum_difference_rows(measure, a, b))
    return ndcg_difference(a, b, measure.cutoff, measure.gain, topics)
