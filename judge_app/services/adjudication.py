"""The lead's decision on a pair: the label, whatever the grades say."""

from __future__ import annotations

from dataclasses import dataclass

from judge_app.domain.errors import BadInputError, ConflictError, NotAllowedError
from judge_app.domain.model import JudgmentKind, NewJudgment, Verdict, pair_name
from judge_app.domain.people import Actor, Permission
from judge_app.services.disagreements import Dispute, open_dispute
from judge_app.services.project import Project

LONGEST_NOTE = 2_000


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
) -> Adjudicated:
    """Decide a pair: the grade is its label under every rule, from now on.

    The decision is appended to the log beside the grades, which stay as they are. A later one, by
    the same lead or another, takes its place.

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

    Raises
    ------
    NotAllowedError
        When the actor may not settle disagreements, or has no name in the project.
    NotFoundError
        When the pair is neither pooled nor judged.
    BadInputError
        When the grade is not on the scale, or the note is too long.
    """
    _require(project, actor, query_id, doc_id)
    if len(note) > LONGEST_NOTE:
        raise BadInputError("the note is too long", f"Use at most {LONGEST_NOTE:,} characters.")
    grade = project.settings.scale.require(grade)
    return _append(
        project, actor, decision_of(actor, client_key, query_id, doc_id, grade, note.strip())
    )


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
    project: Project, actor: Actor, client_key: str, query_id: str, doc_id: str
) -> Adjudicated:
    """Take the actor's own decision on a pair back.

    Another lead's earlier decision, where there is one, holds again; else the rule does.

    Raises
    ------
    NotAllowedError, NotFoundError
        As `adjudicate` does.
    ConflictError
        When the actor has not decided the pair.
    """
    dispute = _require(project, actor, query_id, doc_id)
    if actor.person.person_id not in {word.person_id for word in dispute.decisions}:
        raise ConflictError(
            f"there is no decision of yours on {pair_name(query_id, doc_id)}",
            "A decision of somebody else is replaced by deciding anew.",
        )
    return _append(project, actor, decision_of(actor, client_key, query_id, doc_id, None))


def _require(project: Project, actor: Actor, query_id: str, doc_id: str) -> Dispute:
    """Return the pair as it stands, for somebody who may decide it and has a name here."""
    dispute = open_dispute(project, actor, query_id, doc_id)
    if not actor.person.is_known:
        raise NotAllowedError(
            f"as the {actor.person.name} you may not {Permission.ADJUDICATE.value}",
            "A decision bears the name of a lead: sign in as one.",
        )
    return dispute


def _append(project: Project, actor: Actor, decision: NewJudgment) -> Adjudicated:
    (stored,) = project.store.judgments.append([decision], project.clock())
    label = open_dispute(project, actor, decision.query_id, decision.doc_id).label
    return Adjudicated(stored.judgment_id, stored.is_new, label)
