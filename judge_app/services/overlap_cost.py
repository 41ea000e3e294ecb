"""What it would cost to ask for more judgments, told before anybody does."""

from __future__ import annotations

from dataclasses import dataclass

from judge_app.domain.people import Actor, Permission
from judge_app.services.overlap import require_overlap
from judge_app.services.pace import Pace, read_pace
from judge_app.services.project import Project


@dataclass(frozen=True, slots=True)
class OverlapCost:
    """What an overlap would cost.

    Attributes
    ----------
    n_pairs : int
        Pairs without a judgment that somebody can be shown: only these would change.
    n_chosen : int
        About so many of them would want the number asked for; they are drawn at random.
    judgments, before : int
        Judgments that these pairs would want then, and want now.
    pace : Pace
        Of the team.
    """

    n_pairs: int
    n_chosen: int
    judgments: int
    before: int
    pace: Pace

    @property
    def minutes(self) -> float:
        """One person's minutes for all these judgments."""
        return self.pace.minutes(self.judgments)

    @property
    def more_minutes(self) -> float:
        """One person's minutes beyond those for what is wanted now; below 0 for fewer."""
        return self.pace.minutes(self.judgments - self.before)


def overlap_cost(project: Project, actor: Actor, wanted: int, share: float) -> OverlapCost:
    """Return what `set_overlap` would ask of the team.

    Raises
    ------
    NotAllowedError, BadInputError
        As `set_overlap` does.
    """
    actor.require(Permission.MANAGE_TEAM)
    require_overlap(wanted, share)
    usual = project.settings.wanted_judgments
    n_pairs, before = project.store.team_log.untouched(usual)
    n_chosen = round(share * n_pairs)
    return OverlapCost(
        n_pairs=n_pairs,
        n_chosen=n_chosen,
        judgments=n_chosen * wanted + (n_pairs - n_chosen) * usual,
        before=before,
        pace=read_pace(project),
    )
