"""What a command says about the order of the queue, as plain data."""

from __future__ import annotations

from collections.abc import Sequence

from judge_app.domain.people import Actor, Permission
from judge_app.services.answers import Answer
from judge_app.services.order import ORDERS, set_queue_order, settled_run
from judge_app.services.project import Project


def order_answer(project: Project, actor: Actor) -> Answer:
    """Say in which order pairs are graded.

    Returns
    -------
    dict
        ``order`` and its ``sentence``; ``runs``: the two that are to be settled, if any;
        ``settled``: the one of them that is ahead whatever is judged, or null.

    Raises
    ------
    NotAllowedError
        When the actor is no lead: the order names runs, which whoever grades should not know.
    """
    actor.require(Permission.BUILD_POOL)
    settings = project.settings
    _, sentence = ORDERS[settings.queue_order]
    return {
        "order": settings.queue_order,
        "sentence": sentence,
        "runs": list(settings.queue_runs),
        "settled": settled_run(project),
    }


def set_order_answer(
    project: Project, actor: Actor, *, order: str, runs: Sequence[str] | None = None
) -> Answer:
    """Change the order of the queue; return `order_answer`.

    Raises
    ------
    JudgepoolError
        As `set_queue_order` does.
    """
    set_queue_order(project, actor, order, runs or ())
    return order_answer(project, actor)
