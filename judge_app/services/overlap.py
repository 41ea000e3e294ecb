"""Ask for more than one judgment, on all pairs or on a random share of them."""

from __future__ import annotations

from dataclasses import dataclass

from judge_app.domain.errors import BadInputError
from judge_app.domain.people import Actor, Permission
from judge_app.services.project import Project
from judge_app.services.settings import MOST_WANTED


@dataclass(frozen=True, slots=True)
class OverlapChange:
    """What a change of the overlap came to.

    Attributes
    ----------
    n_pairs : int
        Pairs without a judgment that somebody can be shown. About those without a text it is
        decided too, but nobody is asked before there is one.
    n_with_more : int
        Those among them that want the number asked for.
    """

    n_pairs: int
    n_with_more: int


def require_overlap(wanted: int, share: float) -> None:
    """Refuse an overlap that cannot be.

    Raises
    ------
    BadInputError
        When the number of judgments or the share is out of range.
    """
    if not 1 <= wanted <= MOST_WANTED:
        raise BadInputError(
            f"{wanted} judgments per pair cannot be asked for",
            f"Use a number from 1 to {MOST_WANTED}.",
        )
    if not 0 <= share <= 1:
        raise BadInputError(f"{share:g} is no share of the pairs", "Use a number from 0 to 1.")


def set_overlap(
    project: Project,
    actor: Actor,
    wanted: int,
    share: float = 1.0,
    seed: int = 0,
    *,
    batch: int | None = None,
) -> OverlapChange:
    """Ask for a number of judgments, by different people, on a random share of the pairs.

    It is about pairs that nobody has judged: what the others want stays. Those that are not
    chosen want as many judgments as the project does. A pair is chosen by a hash of the seed and
    its ids, so that the choice does not depend on the order of the pairs, and a larger share
    holds the smaller one.

    Parameters
    ----------
    project, actor
        Where, and who.
    wanted : int
        Judgments of a chosen pair.
    share : float
        From 0 to 1.
    seed : int
        Another one chooses other pairs.
    batch : int, optional
        Only the pairs of this batch of the pool.

    Raises
    ------
    NotAllowedError, BadInputError
        When the actor is no lead, or a number is out of range.
    """
    actor.require(Permission.MANAGE_TEAM)
    require_overlap(wanted, share)
    usual = project.settings.wanted_judgments
    draw = project.store.overlap.set_wanted(wanted, share, seed, batch, usual)
    project.board.forget_open_pairs()
    return OverlapChange(draw.n_pairs, draw.n_chosen)
