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
        Those among them that would want the number asked for. They are drawn by a hash of their
        ids, so that this is known before.
    judgments, before : int
        Judgments that these pairs would want then, and want now.
    is_set : bool
        Whether every pair wants now what it would want then.
    pace : Pace
        Of the team.
    """

    n_pairs: int
    n_chosen: int
    judgments: int
    before: int
    is_set: bool
    pace: Pace

    @property
    def minutes(self) -> float:
        """One person's minutes for all these judgments."""
        return self.pace.minutes(self.judgments)

    @property
    def more_minutes(self) -> float:
        """One person's minutes beyond those for what is wanted now; below 0 for fewer."""
        return self.pace.minutes(self.judgments - self.before)


def overlap_cost(
    project: Project, actor: Actor, wanted: int, share: float, seed: int = 0
) -> OverlapCost:
    """Return what `set_overlap` would ask of the team.

    Raises
    ------
    NotAllowedError, BadInputError
        As `set_overlap` does.
    """
    actor.require(Permission.MANAGE_TEAM)
    require_overlap(wanted, share)
    usual = project.settings.wanted_judgments
    draw = project.store.overlap.look(wanted, share, seed, usual)
    return OverlapCost(
        n_pairs=draw.n_pairs,
        n_chosen=draw.n_chosen,
        judgments=draw.after,
        before=draw.before,
        is_set=draw.n_changed == 0,
        pace=read_pace(project),
    )
