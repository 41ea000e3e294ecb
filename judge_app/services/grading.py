"""The grading loop: hand out pairs, take judgments in, say what they did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge_app.domain.errors import JudgepoolError, NotFoundError
from judge_app.domain.model import Judgment, NewJudgment, Verdict, pair_name
from judge_app.domain.people import Actor, Permission
from judge_app.domain.queue import LEASE, MOST_AT_ONCE, starting_query
from judge_app.services.cards import Card, PairKey, cards_of
from judge_app.services.effect import Effect, FinishedQuery, effect_between, finished_query
from judge_app.services.project import Project
from judge_app.store import Desk


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work is.

    ``query_number`` counts from 1 in the order in which this person meets the queries; the
    ``query_`` figures are 0 when no query was named.
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one judgment; ``status`` is saved, duplicate or refused."""

    client_key: str
    status: str
    judgment_id: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Submission:
    """What became of some judgments, and what the last of them did to the scores."""

    outcomes: tuple[Outcome, ...]
    effect: Effect | None
    finished: FinishedQuery | None


def next_cards(
    project: Project,
    actor: Actor,
    holding: Sequence[PairKey],
    count: int,
    query_id: str | None = None,
) -> tuple[tuple[Card, ...], Progress]:
    """Claim up to ``count`` further pairs for a person and return them in grading order.

    Parameters
    ----------
    project, actor
        Where, and who.
    holding : sequence of (query_id, doc_id)
        Pairs that the person's card still holds: their claims are renewed; others end.
    count : int
        How many more are wanted; nobody holds more than ``MOST_AT_ONCE``.
    query_id : str, optional
        Query whose progress is told; that of the first pair when not given.

    Raises
    ------
    NotAllowedError
        When the actor may not grade.
    """
    actor.require(Permission.GRADE)
    now = project.clock()
    desk = Desk(
        person_id=actor.person.person_id,
        wanted=project.settings.wanted_judgments,
        first_position=_first_place(project, actor),
        now=now,
        expires_at=now + LEASE,
    )
    holding = holding[:MOST_AT_ONCE]
    count = min(max(count, 0), MOST_AT_ONCE - len(holding))
    work = project.store.claims.fill(desk, holding, count)
    later = {(query_id, doc_id): is_later for query_id, doc_id, is_later in work.pairs}
    cards = tuple(
        replace(card, later=later[card.query_id, card.doc_id])
        for card in cards_of(project, actor, list(later))
    )
    first = next(iter([*holding, *later]), (None, ""))[0]
    named = query_id if query_id in project.board.pooled_queries() else first
    return cards, _progress(project, actor, named, work.remaining, work.held_by_others)


def submit(project: Project, actor: Actor, judgments: Sequence[NewJudgment]) -> Submission:
    """Store judgments; when this returns they are on disk.

    A judgment that cannot be stored is refused alone; the others are kept. Any pooled pair is
    accepted from anyone who may grade: a claim reserves a pair, it is not a right.

    Raises
    ------
    NotAllowedError
        When the actor may not grade.
    StoreError
        When the file cannot be written; nothing of this call is stored then.
    """
    actor.require(Permission.GRADE)
    refusals: dict[str, str] = {}
    accepted: list[NewJudgment] = []
    for judgment in judgments:
        try:
            accepted.append(_checked(project, actor, judgment))
        except JudgepoolError as error:
            refusals[judgment.client_key] = error.message
    with project.board.held():
        last = accepted[-1].query_id if accepted else None
        before = project.board.all_systems(last) if last else None
        was_open = last is not None and not project.board.is_finished(last)
        stored = project.store.judgments.append(accepted, project.clock())
        after = project.board.all_systems(last) if last else None
        is_finished = last is not None and project.board.is_finished(last)
    by_key = {j.client_key: a for j, a in zip(accepted, stored, strict=True)}
    outcomes = []
    for judgment in judgments:
        key = judgment.client_key
        appended = by_key.get(key)
        if appended is None:
            outcomes.append(Outcome(key, "refused", None, refusals[key]))
        else:
            status = "saved" if appended.is_new else "duplicate"
            message = _LATE if appended.is_late else ""
            outcomes.append(Outcome(key, status, appended.judgment_id, message))
    if last is None or before is None or after is None or not project.settings.show_effect:
        return Submission(tuple(outcomes), None, None)
    finished = (
        finished_query(project, last, actor.person.person_id) if was_open and is_finished else None
    )
    return Submission(tuple(outcomes), effect_between(project, last, before, after), finished)


_LATE = (
    "In another tab or browser you had graded this document already, and this page did not show "
    "it. That grade counts; this one is only kept in the log. Reload the page to change it."
)


def progress(project: Project, actor: Actor, query_id: str | None) -> Progress:
    """Return how far the work is without claiming anything.

    ``remaining`` and ``held_by_others`` are 0 here: only `next_cards` counts them.
    """
    return _progress(project, actor, query_id, 0, 0)


def my_judgments(
    project: Project, actor: Actor, before: int | None, limit: int
) -> tuple[Judgment, ...]:
    """Return a person's current judgments, newest first.

    Raises
    ------
    NotAllowedError
        When the actor may not grade.
    """
    actor.require(Permission.GRADE)
    return project.store.judgments.of_person(actor.person.person_id, before, limit)


def release(project: Project, actor: Actor, pairs: Sequence[PairKey]) -> int:
    """Give claims back; return how many there were.

    Raises
    ------
    NotAllowedError
        When the actor may not grade.
    """
    actor.require(Permission.GRADE)
    return project.store.claims.release(actor.person.person_id, pairs)


def _first_place(project: Project, actor: Actor) -> int:
    return starting_query(actor.person.person_id, len(project.board.pooled_queries()))


def _checked(project: Project, actor: Actor, judgment: NewJudgment) -> NewJudgment:
    if not project.board.is_pooled(judgment.query_id, judgment.doc_id):
        pair = pair_name(judgment.query_id, judgment.doc_id)
        raise NotFoundError(f"{pair} is not in the pool")
    graded = judgment.verdict is Verdict.GRADED
    grade = project.settings.scale.require(judgment.grade) if graded else None
    return replace(judgment, person_id=actor.person.person_id, grade=grade)


def _progress(
    project: Project, actor: Actor, query_id: str | None, remaining: int, held_by_others: int
) -> Progress:
    board = project.board
    places = board.pooled_queries()
    number = (places[query_id] - _first_place(project, actor)) % len(places) + 1 if query_id else 0
    query_judged, query_total = board.pool_progress(query_id) if query_id else (0, 0)
    judged, total = board.pool_progress(None)
    return Progress(
        query_id,
        number,
        len(places),
        query_judged,
        query_total,
        judged,
        total,
        project.store.judgments.n_current(actor.person.person_id),
        remaining,
        held_by_others,
    )
