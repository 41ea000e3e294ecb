"""The list of places where the guidelines need work."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from judge_app.services.exporting.tables import people_csv
from judge_app.services.guideline_marks import guideline_marks, marks_table, settle_mark
from judge_app.store import GuidelineMark
from judge_app.ui.pages import PROJECT
from judge_app.ui.parts.dispute_desk import go_to
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import count, escaped
from judge_app.ui.session import Session

DECIDE = "Decide"


def show_marks(session: Session, tabs_key: str) -> None:
    """List the marks, the open ones first, and let the lead settle them or open their pairs."""
    marks = guideline_marks(session.project, session.actor)
    if not marks:
        note(
            "Nothing is noted yet. Where people differ because the guidelines leave them alone, "
            "note it beside the pair; what is noted is collected here."
        )
        return
    n_open = sum(not mark.is_settled for mark in marks)
    st.markdown(f"**{count(n_open, 'open mark')}** of {len(marks):,}.")
    for mark in sorted(marks, key=lambda one: (one.is_settled, one.mark_id)):
        _show_mark(session, mark, tabs_key)
    with st.container(horizontal=True):
        table: pd.DataFrame = marks_table(marks)
        st.download_button(
            "Download the list",
            lambda: people_csv(table).content,
            file_name="guideline-marks.csv",
            mime="text/csv",
            on_click="ignore",
            icon=":material/download:",
        )
        st.page_link(PROJECT.path, label="Edit the guidelines", icon=":material/arrow_forward:")


def _show_mark(session: Session, mark: GuidelineMark, tabs_key: str) -> None:
    query = session.project.store.collection.query(mark.query_id)
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        with st.container(width="stretch", gap="xxsmall"):
            st.text(mark.note)
            asked = escaped(query.text if query else mark.query_id)
            note(
                f"{asked} · {escaped(mark.doc_id)} · {escaped(mark.marked_by)}, "
                f"{mark.marked_at:%Y-%m-%d}"
            )
        st.button(
            "Open the pair",
            key=f"open-mark-{mark.mark_id}",
            on_click=_open,
            args=(mark, tabs_key),
        )
        st.button(
            "Reopen" if mark.is_settled else "Settled",
            key=f"settle-mark-{mark.mark_id}",
            on_click=settle_mark,
            args=(session.project, session.actor, mark.mark_id),
            kwargs={"is_settled": not mark.is_settled},
        )


def _open(mark: GuidelineMark, tabs_key: str) -> None:
    go_to((mark.query_id, mark.doc_id), keep=True)
    st.session_state[tabs_key] = DECIDE
