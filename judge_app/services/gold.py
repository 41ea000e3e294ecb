"""Pairs whose grade the lead has fixed: to practise on, or to be mixed in unseen."""

from __future__ import annotations

from uuid import uuid4

from judge_app.domain.errors import NotFoundError
from judge_app.domain.model import pair_name
from judge_app.domain.people import Actor, Permission
from judge_app.services.adjudication import decision_of
from judge_app.services.project import Project
from judge_app.store import GoldPair


def mark_gold(
    project: Project,
    actor: Actor,
    query_id: str,
    doc_id: str,
    grade: int,
    explanation: str = "",
    *,
    is_warm_up: bool = False,
) -> None:
    """Fix the grade of a pair, to measure people by it.

    The pair may lie outside the pool. A pooled one also gets the lead's adjudication with this
    grade, so that it has a label, and nobody is asked about it for one any more.

    Parameters
    ----------
    project, actor
        Where, and who. The command line fixes grades without adjudicating, since nobody in
        particular has decided.
    query_id, doc_id : str
        The pair.
    grade : int
        The right one.
    explanation : str
        Why; told to whoever practised on the pair.
    is_warm_up : bool
        Whether people practise on it before they begin; else it is mixed in unseen.

    Raises
    ------
    NotAllowedError, BadInputError, NotFoundError
        When the actor is no lead, the grade is not on the scale, or there is no such query or
        document.
    """
    actor.require(Permission.MANAGE_TEAM)
    grade = project.settings.scale.require(grade)
    if project.store.collection.query(query_id) is None:
        raise NotFoundError(f"there is no query {query_id!r}", "Import it first.")
    if doc_id not in project.store.collection.documents({doc_id}):
        raise NotFoundError(f"there is no document {doc_id!r}", "Import it first.")
    gold = GoldPair(
        query_id, doc_id, grade, explanation, is_warm_up, project.clock(), actor.person.name
    )
    # Asked before the file is held, since whoever grades waits for the file with the board in hand.
    is_decided = actor.person.is_known and project.board.is_pooled(query_id, doc_id)
    with project.store.database.transaction():
        project.store.checks.set_gold(gold)
        if is_decided:
            decision = decision_of(actor, str(uuid4()), query_id, doc_id, grade, explanation)
            project.store.judgments.append([decision], project.clock())
    project.board.forget_open_pairs()


def unmark_gold(project: Project, actor: Actor, query_id: str, doc_id: str) -> None:
    """Take a pair out of practice and checks. Its label, if it got one, stays.

    Raises
    ------
    NotAllowedError, NotFoundError
        When the actor is no lead, or the grade of the pair is not fixed.
    """
    actor.require(Permission.MANAGE_TEAM)
    for gold in project.store.checks.gold():
        if (gold.query_id, gold.doc_id) == (query_id, doc_id):
            project.store.checks.unset_gold(gold)
            project.board.forget_open_pairs()
            return
    raise NotFoundError(f"{pair_name(query_id, doc_id)} has no fixed grade")


def gold_pairs(project: Project, actor: Actor) -> tuple[GoldPair, ...]:
    """Return the pairs whose grade is fixed, by query and document.

    Raises
    ------
    NotAllowedError
        When the actor is no lead.
    """
    actor.require(Permission.MANAGE_TEAM)
    return project.store.checks.gold()
