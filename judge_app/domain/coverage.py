"""Whether a run's score can be set beside those of the pooled systems."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PairState(StrEnum):
    """What is known of a document that a run shows."""

    JUDGED = "judged"
    QUEUED = "queued"
    NEW = "new"


class Trust(StrEnum):
    """Whether a run may be ranked against the others."""

    TRUST = "trust"
    CAUTION = "caution"
    DO_NOT_COMPARE = "do not compare"
    NOTHING_JUDGED = "nothing judged"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where the answers change; shares of the documents down to the depth.

    Attributes
    ----------
    trust_from : float
        Coverage from which a run is trusted.
    compare_from : float
        Coverage below which it should not be compared at all.
    """

    trust_from: float = 0.95
    compare_from: float = 0.70


@dataclass(frozen=True, slots=True)
class CoverageFacts:
    """What the verdict is made from.

    Attributes
    ----------
    depth : int
        Documents per query that are looked at.
    n_judged, n_queued, n_new : int
        Pairs of the run down to the depth, by state.
    n_queries, n_queries_with_holes_in_three : int
        Queries looked at, and those with an unjudged document in the first three ranks.
    n_missing_queries : int
        Queries of the project that the run does not answer.
    contributors : tuple of float
        Coverage of the systems that the pool was made from, lowest first.
    measure : str
        Full name of the measure that the interval is of.
    mean, low, high : float or None
        Its mean with unjudged documents as irrelevant, and the exact interval of the mean; None
        where undefined.
    """

    depth: int
    n_judged: int
    n_queued: int
    n_new: int
    n_queries: int
    n_queries_with_holes_in_three: int
    n_missing_queries: int
    contributors: tuple[float, ...]
    measure: str
    mean: float | None
    low: float | None
    high: float | None

    @property
    def n_pairs(self) -> int:
        """Pairs of the run down to the depth."""
        return self.n_judged + self.n_queued + self.n_new

    @property
    def coverage(self) -> float | None:
        """Judged share of the pairs; None for a run without any."""
        return self.n_judged / self.n_pairs if self.n_pairs else None


@dataclass(frozen=True, slots=True)
class CoverageVerdict:
    """The answer, a headline that says it, and the reasons as sentences."""

    trust: Trust
    headline: str
    reasons: tuple[str, ...]


_HEADLINES = {
    Trust.TRUST: "Trust: it can be ranked against the pooled systems",
    Trust.CAUTION: "Caution: do not rank it against the pooled systems yet",
    Trust.DO_NOT_COMPARE: "Do not compare: too little of it is judged",
    Trust.NOTHING_JUDGED: "Nothing it shows is judged, so it has no score yet",
}


def judge_coverage(facts: CoverageFacts, thresholds: Thresholds) -> CoverageVerdict:
    """Return whether a run may be compared, and why.

    The verdict looks at coverage and at unanswered queries, which count 0 in every mean; not at
    the width of the interval, which also depends on documents that the run does not show and all
    systems share.
    """
    coverage = facts.coverage
    if not coverage:
        trust = Trust.NOTHING_JUDGED
    elif coverage >= thresholds.trust_from and not facts.n_missing_queries:
        trust = Trust.TRUST
    elif coverage >= thresholds.compare_from:
        trust = Trust.CAUTION
    else:
        trust = Trust.DO_NOT_COMPARE
    return CoverageVerdict(trust, _HEADLINES[trust], tuple(_reasons(facts)))


def _reasons(facts: CoverageFacts) -> list[str]:
    reasons = []
    if facts.coverage is not None:
        text = f"{percent(facts.coverage)} of its top {facts.depth} is judged"
        if facts.contributors:
            low, high = percent(facts.contributors[0]), percent(facts.contributors[-1])
            text += f"; the pooled systems stand at {low}" + (f" to {high}" if low != high else "")
        reasons.append(text + ".")
    missing = facts.n_missing_queries
    if missing:
        verb = _plural(missing, "query is", "queries are")
        reasons.append(f"{missing:,} {verb} not answered at all and count 0 in its means.")
    if facts.n_new:
        reasons.append(
            f"{facts.n_new:,} {_plural(facts.n_new, 'document is', 'documents are')} in nobody's "
            "pool: no grade will come for them unless they are queued."
        )
    if facts.n_queued:
        verb = _plural(facts.n_queued, "document waits", "documents wait")
        reasons.append(f"{facts.n_queued:,} {verb} in the queue for a grade.")
    if facts.mean is not None and facts.low is not None and facts.high is not None:
        reasons.append(
            f"{facts.measure} can still be anything from {facts.low:.3f} to {facts.high:.3f}; "
            f"counting unjudged documents as irrelevant would print {facts.mean:.3f}."
        )
    holes = facts.n_queries_with_holes_in_three
    if holes:
        reasons.append(
            f"{holes:,} of {facts.n_queries:,} queries have an unjudged document in the first "
            "three ranks, so nDCG@3 is open there too."
        )
    return reasons


def percent(share: float) -> str:
    """Return a share in words, rounded down, so that 100 % is only said of everything."""
    # The sum keeps 0.29, which is a little less in binary, from becoming 28 %.
    return f"{int(share * 100 + 1e-9)} %"


def _plural(count: int, one: str, many: str) -> str:
    return one if count == 1 else many
