"""Every own judgment: find it, open it again, change it."""

from __future__ import annotations

from collections import Counter

import pandas as pd
import streamlit as st

from judge_app.domain.model import KINDS_OF_GRADING, Judgment, JudgmentKind, Verdict
from judge_app.domain.scale import Scale
from judge_app.services.grading import my_judgments
from judge_app.services.own_query import earlier_grades
from judge_app.ui.pages import GRADE, MY_WORK
from judge_app.ui.parts.empty import empty
from judge_app.ui.parts.note import note
from judge_app.ui.parts.reopened import reopen
from judge_app.ui.parts.words import count
from judge_app.ui.session import Session, require_session

_MOST = 100_000
_CANNOT_JUDGE = "cannot judge"
_LISTED = KINDS_OF_GRADING | {JudgmentKind.IMPORTED}


def show(session: Session) -> None:
    """List the reader's own current judgments, newest first."""
    st.title("My work", anchor=False)
    everything = my_judgments(session.project, session.actor, None, _MOST)
    kinds = Counter(judgment.kind for judgment in everything)
    # What a lead decided stands on the page of disagreements.
    judgments = tuple(judgment for judgment in everything if judgment.kind in _LISTED)
    if not judgments:
        empty(
            "**You have not graded anything yet.** Every document that you grade is listed here, "
            "and can be opened again and changed.",
            session,
            GRADE,
            "Start grading",
        )
        return
    work = _table(session, judgments)
    found = _filtered(work, session.project.settings.scale)
    note(
        f"{count(len(found), 'judgment')} of {len(work):,}, newest first. Choose one to open it "
        f"again; a new grade replaces it and the log keeps both.{_aside(kinds)}"
    )
    _show(found)


def _aside(kinds: Counter[JudgmentKind]) -> str:
    """Say what the count of judgments has that the grading page does not count, and lacks."""
    imported, practised = kinds[JudgmentKind.IMPORTED], kinds[JudgmentKind.TRAINING]
    words = f" Among them {count(imported, 'judgment')} from imported files." if imported else ""
    return words + (f" Not counted: {count(practised, 'practice pair')}." if practised else "")


def _table(session: Session, judgments: tuple[Judgment, ...]) -> pd.DataFrame:
    collection = session.project.store.collection
    queries = {query.query_id: query.text for query in collection.queries()}
    titles = collection.titles([judgment.doc_id for judgment in judgments])
    earlier = earlier_grades(session.project, session.actor)
    return pd.DataFrame(
        {
            "grade": [_said(judgment, session.project.settings.scale) for judgment in judgments],
            "query": [queries.get(judgment.query_id, judgment.query_id) for judgment in judgments],
            "document": [titles.get(judgment.doc_id, judgment.doc_id) for judgment in judgments],
            "note": [judgment.note for judgment in judgments],
            "before": [
                ", ".join(map(str, earlier.get((judgment.query_id, judgment.doc_id), ())))
                for judgment in judgments
            ],
            "at": [judgment.received_at for judgment in judgments],
            "query_id": [judgment.query_id for judgment in judgments],
            "doc_id": [judgment.doc_id for judgment in judgments],
        }
    )


def _said(judgment: Judgment, scale: Scale) -> str:
    if judgment.verdict is not Verdict.GRADED or judgment.grade is None:
        return _CANNOT_JUDGE
    return _label(judgment.grade, scale)


def _label(grade: int, scale: Scale) -> str:
    return f"{grade} {scale.meanings[grade].label}"


def _filtered(work: pd.DataFrame, scale: Scale) -> pd.DataFrame:
    left, right = st.columns([2, 3], gap="medium")
    words = left.text_input("Search", placeholder="in query, document or note", key="work-search")
    grades = right.pills(
        "Grade",
        [*(_label(meaning.grade, scale) for meaning in scale.meanings), _CANNOT_JUDGE],
        selection_mode="multi",
        wrap=True,
        key="work-grades",
    )
    if grades:
        work = work[work["grade"].isin(grades)]
    for word in words.lower().split():
        text = work["query"] + "\n" + work["document"] + "\n" + work["note"]
        work = work[text.str.lower().str.contains(word, regex=False)]
    return work


def _show(found: pd.DataFrame) -> None:
    chosen = st.dataframe(
        found,
        hide_index=True,
        # What tells the judgments apart comes first: a phone shows two columns.
        column_order=["grade", "document", "query", "before", "note", "at"],
        column_config={
            "grade": st.column_config.TextColumn("Grade", width=130),
            "document": st.column_config.TextColumn("Document", width=300),
            "query": st.column_config.TextColumn("Query", width=230),
            "before": st.column_config.TextColumn(
                "Before", width=80, help="Grades that you gave earlier and have changed since."
            ),
            "note": st.column_config.TextColumn("Note", width=150),
            "at": st.column_config.DatetimeColumn("When", format="distance", width=120),
        },
        on_select="rerun",
        selection_mode="single-row",
        key="work",
        alt="Own judgments, newest first",
    )
    rows = chosen["selection"]["rows"]
    if rows:
        row = found.iloc[rows[0]]
        reopen(row["query_id"], row["doc_id"])
        st.switch_page(GRADE.path)


show(require_session(MY_WORK.permission))
