"""What a person has done on one query, and said of one pair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge_app.domain.errors import NotFoundError
from judge_app.domain.model import PairKey
from judge_app.domain.people import Actor, Permission
from judge_app.services.day import IDLE_SECONDS
from judge_app.services.project import Project
from judge_app.store import OwnWord


@dataclass(frozen=True, slots=True)
class OwnQuery:
    """A person's work on one query.

    Attributes
    ----------
    query_id, query : str
        Which.
    grades : tuple of int
        How many documents got each grade of the scale, lowest first.
    cannot_judge : int
        Documents that could not be judged.
    seconds : float
        Time from showing the documents to judging them; pauses are cut short.
    judged, total : int
        Pooled documents of the query that have a label, by anybody, and all of them.
    """

    query_id: str
    query: str
    grades: tuple[int, ...]
    cannot_judge: int
    seconds: float
    judged: int
    total: int


def read_own_query(project: Project, actor: Actor, query_id: str) -> OwnQuery:
    """Return what a person has done on one query of the pool.

    Raises
    ------
    NotAllowedError
        When the actor may not grade.
    NotFoundError
        When the query has no pooled pairs.
    """
    actor.require(Permission.GRADE)
    query = project.store.collection.query(query_id)
    if query is None or query_id not in project.board.pooled_queries():
        raise NotFoundError(f"query {query_id} is not in the pool", "Reload the page.")
    own, person_id = project.store.own_work, actor.person.person_id
    given = own.grades_of_query(person_id, query_id)
    judged, total = project.board.pool_progress(query_id)
    return OwnQuery(
        query_id,
        query.text,
        tuple(given.get(meaning.grade, 0) for meaning in project.settings.scale.meanings),
        given.get(None, 0),
        own.seconds_of_query(person_id, query_id, IDLE_SECONDS),
        judged,
        total,
    )


def read_history(project: Project, actor: Actor, query_id: str, doc_id: str) -> tuple[OwnWord, ...]:
    """Return everything that a person has said of a pair, oldest first.

    Raises
    ------
    NotAllowedError
        When the actor may not grade.
    """
    actor.require(Permission.GRADE)
    return project.store.own_work.history(actor.person.person_id, query_id, doc_id)


def earlier_grades(project: Project, actor: Actor) -> Mapping[PairKey, tuple[int, ...]]:
    """Return the grades that a person has changed since, oldest first, by pair.

    Raises
    ------
    NotAllowedError
        When the actor may not grade.
    """
    actor.require(Permission.GRADE)
    return project.store.own_work.earlier_grades(actor.person.person_id)
