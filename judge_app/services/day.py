"""A person's day of grading: what is done, how fast, and what may remain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from statistics import fmean, median

from judge_app.domain.errors import BadInputError
from judge_app.domain.people import Actor, Permission
from judge_app.services.pace import Pace, read_pace
from judge_app.services.project import Project

IDLE_SECONDS = 300.0
"""Nobody reads one document for longer; what took longer was a pause."""

STRETCH = 10
"""Documents over which the pace is averaged: a single long one says little about the next."""

MOST_TIMED = 50
ENOUGH_TIMED = 2 * STRETCH
_FURTHEST_MINUTES = 14 * 60


@dataclass(frozen=True, slots=True)
class OwnPace:
    """Seconds that one document takes one person.

    Attributes
    ----------
    seconds : float
        Median of the last timed judgments; an assumption while too few are timed.
    quick, slow : float
        Mean of the quickest and of the slowest stretch of `STRETCH` documents in a row. The mean
        over all that remains lies between them as long as the work stays what it was. For an
        assumption, half and twice of it.
    n_timed : int
        Judgments behind it.
    is_measured : bool
        Whether enough of the person's own were timed.
    is_of_team : bool
        Whether the assumption is the pace of the whole team.
    """

    seconds: float
    quick: float
    slow: float
    n_timed: int
    is_measured: bool
    is_of_team: bool = False

    def explain(self) -> str:
        """Return where the pace comes from, as a sentence."""
        if self.is_measured:
            return (
                f"From your last {self.n_timed} timed documents: the range runs from your "
                f"quickest {STRETCH} in a row to your slowest {STRETCH}. Pauses are left out."
            )
        source = "the pace of the team" if self.is_of_team else "a guess"
        return (
            f"An assumption: {self.seconds:.0f} seconds a document, {source}, half or twice as "
            f"long. It is yours once {ENOUGH_TIMED} of your documents are timed; "
            f"{self.n_timed} are so far."
        )


@dataclass(frozen=True, slots=True)
class Day:
    """A person's day.

    Attributes
    ----------
    graded : int
        Judgments made by grading since the person's midnight, and not taken back; practice and a
        lead's decisions are left out.
    pace : OwnPace
        How fast.
    remaining : int
        Pairs that the person could still judge.
    low_minutes, high_minutes : float
        What the remaining ones take at the quick and at the slow pace.
    """

    graded: int
    pace: OwnPace
    remaining: int
    low_minutes: float
    high_minutes: float


def read_day(project: Project, actor: Actor, *, east_minutes: int, remaining: int) -> Day:
    """Return a person's day so far.

    Parameters
    ----------
    project, actor
        Where, and who.
    east_minutes : int
        By how many minutes the person's clock is ahead of UTC; -840 to 840.
    remaining : int
        Pairs that the person could still judge, as `next_cards` counts them.

    Raises
    ------
    NotAllowedError
        When the actor may not grade.
    BadInputError
        When there is no such time zone, or less than nothing remains.
    """
    actor.require(Permission.GRADE)
    if abs(east_minutes) > _FURTHEST_MINUTES or remaining < 0:
        raise BadInputError(
            "the offset or the remaining pairs are out of range",
            "Send minutes east of UTC from -840 to 840, and a count.",
        )
    own, person_id = project.store.own_work, actor.person.person_id
    midnight = midnight_before(project.clock(), east_minutes)
    seconds = own.last_seconds(person_id, MOST_TIMED, IDLE_SECONDS)
    pace = own_pace(seconds, read_pace(project))
    return Day(
        graded=own.n_judged_since(person_id, midnight),
        pace=pace,
        remaining=remaining,
        low_minutes=remaining * pace.quick / 60,
        high_minutes=remaining * pace.slow / 60,
    )


def midnight_before(now: datetime, east_minutes: int) -> datetime:
    """Return when the day began, in UTC, for somebody so many minutes east of it."""
    ahead = timedelta(minutes=east_minutes)
    local = now.astimezone(UTC) + ahead
    return local.replace(hour=0, minute=0, second=0, microsecond=0) - ahead


def own_pace(seconds: Sequence[float], of_team: Pace) -> OwnPace:
    """Return the pace that timed judgments show.

    Parameters
    ----------
    seconds : sequence of float
        How long each took, oldest first, pauses left out.
    of_team : Pace
        What is assumed while fewer than `ENOUGH_TIMED` are timed.
    """
    n_timed = len(seconds)
    if n_timed < ENOUGH_TIMED:
        assumed = of_team.seconds
        return OwnPace(
            assumed,
            assumed / 2,
            assumed * 2,
            n_timed,
            is_measured=False,
            is_of_team=of_team.is_measured,
        )
    stretches = [fmean(seconds[start : start + STRETCH]) for start in range(n_timed - STRETCH + 1)]
    return OwnPace(median(seconds), min(stretches), max(stretches), n_timed, is_measured=True)
