"""The grading loop: hand out pairs, take judgments in, say what they did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge_app.domain.errors import JudgepoolError
from judge_app.domain.model import Judgment, JudgmentKind, NewJudgment, PairKey, Verdict
from judge_app.domain.people import Actor, Permission
from judge_app.domain.queue import MOST_AT_ONCE
from judge_app.services.cards import Card, require_met
from judge_app.services.effect import Effect, FinishedQuery, effect_between, finished_query
from judge_app.services.handing_out import hand_out
from judge_app.services.order import settled_run
from judge_app.services.progress import Progress, handed_to, progress_of
from judge_app.services.project import Project
from judge_app.store import Appended


@dataclass(frozen=True, slots=True)
class Feedback:
    """What was right in a warm-up, and why; the explanation may be empty."""

    grade: int
    explanation: str
    is_right: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one judgment; ``status`` is saved, duplicate or refused."""

    client_key: str
    status: str
    judgment_id: int | None
    message: str
    feedback: Feedback | None = None


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
    holding = list(dict.fromkeys(holding))[:MOST_AT_ONCE]
    count = min(max(count, 0), MOST_AT_ONCE - len(holding))
    desk = hand_out(project, actor, holding, count)
    named = query_id or next(iter([*holding, *desk.pairs]), (None, ""))[0]
    told = progress_of(
        project,
        actor,
        named,
        desk.checks,
        remaining=desk.remaining,
        held_by_others=desk.held_by_others,
    )
    is_settled = not (desk.cards or holding) and settled_run(project) is not None
    return desk.cards, replace(told, is_settled=is_settled)


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
    feedback = _feedback(project, accepted, stored)
    outcomes = []
    for judgment in judgments:
        key = judgment.client_key
        appended = by_key.get(key)
        if appended is None:
            outcomes.append(Outcome(key, "refused", None, refusals[key]))
        else:
            status = "saved" if appended.is_new else "duplicate"
            message = _LATE if appended.is_late else ""
            outcomes.append(Outcome(key, status, appended.judgment_id, message, feedback.get(key)))
    if last is None or before is None or after is None:
        return Submission(tuple(outcomes), None, None)
    settings = project.settings
    effect = effect_between(project, last, before, after) if settings.tells_effect else None
    has_just_ended = settings.show_finished and was_open and is_finished
    finished = finished_query(project, last, actor.person.person_id) if has_just_ended else None
    return Submission(tuple(outcomes), effect, finished)


_LATE = (
    "In another tab or browser you had graded this document already, and this page did not show "
    "it. That grade counts; this one is only kept in the log. Reload the page to change it."
)


def progress(project: Project, actor: Actor, query_id: str | None) -> Progress:
    """Return how far the work is without claiming anything.

    ``remaining`` and ``held_by_others`` are 0 here: only `next_cards` counts them.
    """
    return progress_of(project, actor, query_id, handed_to(project, actor))


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


def _feedback(
    project: Project, judgments: Sequence[NewJudgment], stored: Sequence[Appended]
) -> dict[str, Feedback]:
    """Return what is said to the grades of warm-up pairs, by client key."""
    practised = [
        judgment
        for judgment, appended in zip(judgments, stored, strict=True)
        if appended.kind is JudgmentKind.TRAINING and judgment.grade is not None
    ]
    if not practised:
        return {}
    known = {(gold.query_id, gold.doc_id): gold for gold in project.store.checks.gold()}
    told = {}
    for judgment in practised:
        gold = known.get((judgment.query_id, judgment.doc_id))
        if gold is not None:
            is_right = judgment.grade == gold.grade
            told[judgment.client_key] = Feedback(gold.grade, gold.explanation, is_right)
    return told


def _checked(project: Project, actor: Actor, judgment: NewJudgment) -> NewJudgment:
    require_met(project, actor, judgment.query_id, judgment.doc_id)
    graded = judgment.verdict is Verdict.GRADED
    grade = project.settings.scale.require(judgment.grade) if graded else None
    return replace(judgment, person_id=actor.person.person_id, grade=grade)
