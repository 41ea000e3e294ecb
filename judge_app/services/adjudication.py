"""The lead's decision on a pair: the label, whatever the grades say."""

from __future__ import annotations

from dataclasses import dataclass

from judge_app.domain.errors import BadInputError, ConflictError, NotAllowedError
from judge_app.domain.model import JudgmentKind, NewJudgment, Verdict, pair_name
from judge_app.domain.people import Actor, Permission
from judge_app.services.disagreements import Dispute, open_dispute
from judge_app.services.project import Project
from judge_app.store import SaidWord

LONGEST_NOTE = 2_000
NO_DECISION = 0
"""What a decision is made upon where the pair had none."""


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """What became of a decision.

    Attributes
    ----------
    judgment_id : int
        Its place in the log.
    is_new : bool
        False when it had been stored before, under the same key.
    label : int or None
        The pair's label now.
    """

    judgment_id: int
    is_new: bool
    label: int | None


def adjudicate(
    project: Project,
    actor: Actor,
    client_key: str,
    query_id: str,
    doc_id: str,
    grade: int,
    note: str = "",
    *,
    seen: int | None = None,
) -> Adjudicated:
    """Decide a pair: the grade is its label under every rule, from now on.

    The decision is appended to the log beside the grades, which stay as they are. A later one, by
    the same lead or another, takes its place; who says what was seen takes the place of that only.

    Parameters
    ----------
    project, actor
        Where, and who decides.
    client_key : str
        Made by whoever sends it; the same key is never stored twice.
    query_id, doc_id : str
        The pair, which must be pooled or judged.
    grade : int
        On the project's scale.
    note : str
        Why; at most `LONGEST_NOTE` characters.
    seen : int, optional
        Place in the log of the decision that was on screen, or `NO_DECISION`; whatever holds is
        replaced when not given.

    Raises
    ------
    NotAllowedError
        When the actor may not settle disagreements, or has no name in the project.
    NotFoundError
        When the pair is neither pooled nor judged.
    BadInputError
        When the grade is not on the scale, or the note is too long.
    ConflictError
        When another decision than the one seen holds by now.
    """
    _require(project, actor, query_id, doc_id)
    if len(note) > LONGEST_NOTE:
        raise BadInputError(
            f"the note has {len(note):,} characters",
            f"Use at most {LONGEST_NOTE:,}; nothing has been decided.",
        )
    grade = project.settings.scale.require(grade)
    decision = decision_of(actor, client_key, query_id, doc_id, grade, note.strip())
    return _append(project, actor, decision, seen)


def decision_of(
    actor: Actor, client_key: str, query_id: str, doc_id: str, grade: int | None, note: str = ""
) -> NewJudgment:
    """Return a decision as it is appended to the log; without a grade it takes one back."""
    return NewJudgment(
        client_key=client_key,
        query_id=query_id,
        doc_id=doc_id,
        person_id=actor.person.person_id,
        verdict=Verdict.WITHDRAWN if grade is None else Verdict.GRADED,
        grade=grade,
        note=note,
        kind=JudgmentKind.ADJUDICATION,
    )


def withdraw_decision(
    project: Project,
    actor: Actor,
    client_key: str,
    query_id: str,
    doc_id: str,
    *,
    seen: int | None = None,
) -> Adjudicated:
    """Take the actor's own decision on a pair back.

    Another lead's earlier decision, where there is one, holds again; else the rule does.

    Raises
    ------
    NotAllowedError, NotFoundError
        As `adjudicate` does.
    ConflictError
        When the actor has not decided the pair, or another decision than the one seen holds by
        now.
    """
    dispute = _require(project, actor, query_id, doc_id)
    if actor.person.person_id not in {word.person_id for word in dispute.decisions}:
        raise ConflictError(
            f"there is no decision of yours on {pair_name(query_id, doc_id)}",
            "A decision of somebody else is replaced by deciding anew.",
        )
    return _append(project, actor, decision_of(actor, client_key, query_id, doc_id, None), seen)


def _require(project: Project, actor: Actor, query_id: str, doc_id: str) -> Dispute:
    """Return the pair as it stands, for somebody who may decide it and has a name here."""
    dispute = open_dispute(project, actor, query_id, doc_id)
    if not actor.person.is_known:
        raise NotAllowedError(
            f"as the {actor.person.name} you may not {Permission.ADJUDICATE.value}",
            "A decision bears the name of a lead: sign in as one.",
        )
    return dispute


def _append(project: Project, actor: Actor, decision: NewJudgment, seen: int | None) -> Adjudicated:
    # Looked at and written as one step, so that of two who decide at once the second is told.
    with project.store.database.transaction():
        if seen is not None and not _is_stored(project, decision):
            _require_unchanged(project, actor, decision, seen)
        (stored,) = project.store.judgments.append([decision], project.clock())
    label = open_dispute(project, actor, decision.query_id, decision.doc_id).label
    return Adjudicated(stored.judgment_id, stored.is_new, label)


def _is_stored(project: Project, decision: NewJudgment) -> bool:
    """Return whether it is the same again, for instance because an answer was lost."""
    pair = decision.query_id, decision.doc_id
    latest = project.store.judgments.latest_of_pairs(
        decision.person_id, [pair], JudgmentKind.ADJUDICATION
    )
    return pair in latest and latest[pair].client_key == decision.client_key


def _require_unchanged(project: Project, actor: Actor, decision: NewJudgment, seen: int) -> None:
    said = project.store.team_log.on_pair(decision.query_id, decision.doc_id)
    held = [word for word in said if word.is_decision]
    if (held[-1].judgment_id if held else NO_DECISION) == seen:
        return
    raise ConflictError(
        _what_changed(project, actor, held[-1] if held else None, seen),
        "Nothing of yours was stored. Look at the pair again, then decide anew.",
    )


def _what_changed(project: Project, actor: Actor, held: SaidWord | None, seen: int) -> str:
    if held is None or held.grade is None or held.judgment_id < seen:
        return "the decision that you saw has just been withdrawn"
    who = "you have" if held.person_id == actor.person.person_id else f"{held.name} has"
    label = project.settings.scale.meanings[held.grade].label
    return f"{who} just decided this: {held.grade} {label}"
