"""How long judging takes: the team's own pace once it is known, an assumption before."""

from __future__ import annotations

from dataclasses import dataclass

from judge_app.services.project import Project

ASSUMED_SECONDS = 30.0
ENOUGH_TIMED = 30


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds that one pair takes one person.

    Attributes
    ----------
    seconds : float
        Median time from showing a pair to its grade, or the assumption.
    n_timed : int
        Grades that the median is of; 0 for the assumption.
    """

    seconds: float
    n_timed: int

    @property
    def is_measured(self) -> bool:
        """Whether the team's own grades were timed."""
        return self.n_timed > 0

    def minutes(self, n_pairs: int) -> float:
        """Return one person's minutes for a number of pairs."""
        return n_pairs * self.seconds / 60

    def explain(self) -> str:
        """Return where the pace comes from, as the end of a sentence."""
        per_minute = 60 / self.seconds
        if self.is_measured:
            return (
                f"at the team's pace of {per_minute:.1f} pairs a minute "
                f"(median of {self.n_timed:,} timed grades)"
            )
        return f"if one pair takes {self.seconds:.0f} seconds, which is an assumption"


def read_pace(project: Project) -> Pace:
    """Return the team's pace, or the assumption while fewer than `ENOUGH_TIMED` are timed."""
    n_timed, seconds = project.store.judgments.median_seconds()
    if n_timed < ENOUGH_TIMED or not seconds:
        return Pace(ASSUMED_SECONDS, 0)
    return Pace(seconds, n_timed)
