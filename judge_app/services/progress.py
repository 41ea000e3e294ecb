"""How far the work is, as one person sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from judge_app.domain.people import Actor
from judge_app.services.mixing import HIDDEN
from judge_app.services.order import query_places
from judge_app.services.project import Project
from judge_app.services.queue import first_place
from judge_app.store import HandedCheck


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work is.

    Checks that a person met without knowing count like every other pair, so that no number stands
    still when one is judged.

    ``query_number`` counts from 1 in the order in which this person meets the queries; the
    ``query_`` figures are 0 when no query was named. ``is_settled`` says that nothing hangs on what
    nobody has judged, so that nobody is asked any more.
    """

    query_id: str | None
    query_number: int
    n_queries: int
    query_judged: int
    query_total: int
    judged: int
    total: int
    mine: int
    remaining: int
    held_by_others: int
    is_settled: bool = False


def handed_to(project: Project, actor: Actor) -> tuple[HandedCheck, ...]:
    """Return the checks that were laid before a person; none where the project has no checks."""
    settings = project.settings
    if not (settings.warm_up or settings.has_hidden_checks):
        return ()
    return project.store.checks.handed_to(actor.person.person_id)


def n_judged(project: Project, actor: Actor, handed: Sequence[HandedCheck]) -> int:
    """Return how many pairs a person has judged, hidden checks among them."""
    with project.board.held() as state:
        judged = state.open_pairs(project.store).judged_by(actor.person.person_id)
        own = int(np.count_nonzero(judged))
    return own + sum(check.is_answered for check in handed if check.purpose in HIDDEN)


def progress_of(
    project: Project,
    actor: Actor,
    query_id: str | None,
    handed: Sequence[HandedCheck],
    *,
    remaining: int = 0,
    held_by_others: int = 0,
) -> Progress:
    """Return how far the work is.

    Parameters
    ----------
    project, actor
        Where, and who.
    query_id : str or None
        The query whose progress is told.
    handed : sequence of HandedCheck
        The checks that were laid before the person.
    remaining, held_by_others : int
        As the queue counts them.
    """
    places = _places(project)
    if query_id not in places:
        query_id = None
    hidden = [check for check in handed if check.purpose in HIDDEN]
    here = [check for check in hidden if check.query_id == query_id]
    with project.board.held():
        judged, total = project.board.pool_progress(None)
        query_judged, query_total = (
            (0, 0) if query_id is None else (project.board.pool_progress(query_id))
        )
    number = 0
    if query_id is not None:
        number = (places[query_id] - first_place(project, actor)) % len(places) + 1
    return Progress(
        query_id,
        number,
        len(places),
        query_judged + _n_answered(here),
        query_total + len(here),
        judged + _n_answered(hidden),
        total + len(hidden),
        n_judged(project, actor, handed),
        remaining,
        held_by_others,
    )


def _n_answered(checks: Sequence[HandedCheck]) -> int:
    return sum(check.is_answered for check in checks)


def _places(project: Project) -> dict[str, int]:
    """Return the queries that people meet, numbered from 0 in the order of the queue."""
    chosen = query_places(project)
    if chosen is not None:
        return {query_id: number for number, query_id in enumerate(chosen)}
    pooled = project.board.pooled_queries()
    settings = project.settings
    if not (settings.warm_up or settings.has_hidden_checks):
        return pooled
    met = {gold.query_id for gold in project.store.checks.gold()} | pooled.keys()
    if len(met) == len(pooled):
        return pooled
    queries = [query.query_id for query in project.store.collection.queries()]
    return {query_id: n for n, query_id in enumerate(q for q in queries if q in met)}
