"""Where the guidelines need work: marks that leads make while they settle disagreements."""

from __future__ import annotations

import pandas as pd

from judge_app.domain.errors import BadInputError, NotFoundError
from judge_app.domain.people import Actor, Permission
from judge_app.services.disagreements import open_dispute
from judge_app.services.project import Project
from judge_app.store import GuidelineMark

LONGEST_NOTE = 2_000


def guideline_marks(project: Project, actor: Actor) -> tuple[GuidelineMark, ...]:
    """Return every mark, oldest first.

    Raises
    ------
    NotAllowedError
        When the actor may not settle disagreements.
    """
    actor.require(Permission.ADJUDICATE)
    return project.store.guideline_marks.all()


def mark_guidelines(project: Project, actor: Actor, query_id: str, doc_id: str, note: str) -> int:
    """Note over a pair that the guidelines need work; return the mark's number.

    Raises
    ------
    NotAllowedError
        When the actor may not settle disagreements.
    NotFoundError
        When the pair is neither pooled nor judged.
    BadInputError
        When the note says nothing, or is longer than `LONGEST_NOTE`.
    """
    open_dispute(project, actor, query_id, doc_id)
    text = note.strip()
    if not text or len(text) > LONGEST_NOTE:
        raise BadInputError(
            "a mark needs a note",
            f"Say in at most {LONGEST_NOTE:,} characters what the guidelines should say.",
        )
    return project.store.guideline_marks.add(
        query_id, doc_id, text, project.clock(), actor.person.name
    )


def settle_mark(project: Project, actor: Actor, mark_id: int, *, is_settled: bool) -> None:
    """Say that the guidelines have been worked on for a mark, or not yet.

    Raises
    ------
    NotAllowedError
        When the actor may not settle disagreements.
    NotFoundError
        When there is no such mark.
    """
    actor.require(Permission.ADJUDICATE)
    if not project.store.guideline_marks.settle(mark_id, is_settled=is_settled):
        raise NotFoundError(f"there is no mark {mark_id}", "Reload the page.")


def marks_table(marks: tuple[GuidelineMark, ...]) -> pd.DataFrame:
    """Return marks as a table to download: ``query_id, doc_id, note, marked_by, at, settled``."""
    return pd.DataFrame(
        {
            "query_id": [mark.query_id for mark in marks],
            "doc_id": [mark.doc_id for mark in marks],
            "note": [mark.note for mark in marks],
            "marked_by": [mark.marked_by for mark in marks],
            "at": [mark.marked_at.isoformat(timespec="seconds") for mark in marks],
            "settled": ["yes" if mark.is_settled else "no" for mark in marks],
        }
    )
