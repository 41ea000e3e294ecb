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

_ROUNDED_TO = 10


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work is.

    ``judged`` and ``total`` are those of the pool, the same for everybody. While hidden checks are
    mixed in, an exact figure would give them away: it stands still when a check is judged, and a
    total that checks are counted in grows whenever one is handed out. Then only the ten is told
    that the judged pairs are in, ``judged`` to ``judged_high``; one pair more seldom shows,
    whatever it is, and nobody can tell which of the last ten or more was a check. Else both
    bounds are the exact figure. ``mine`` goes on by one with every grade, checks among them.

    ``query_number`` counts from 1 in the order in which this person meets the queries; the
    ``query_`` figures are 0 when no query was named. ``is_settled`` says that nothing hangs on what
    nobody has judged, so that nobody is asked any more.
    """

    query_id: str | None
    query_number: int
    n_queries: int
    query_judged: int
    query_judged_high: int
    query_total: int
    judged: int
    judged_high: int
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
        *_told(project, query_judged, query_total),
        query_total,
        *_told(project, judged, total),
        total,
        n_judged(project, actor, handed),
        remaining,
        held_by_others,
    )


def _told(project: Project, judged: int, total: int) -> tuple[int, int]:
    """Return between which numbers somebody is told that the judged pairs are."""
    if judged == total or not project.settings.has_hidden_checks:
        return judged, judged
    low = judged - judged % _ROUNDED_TO
    return low, min(low + _ROUNDED_TO, total) - 1


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
