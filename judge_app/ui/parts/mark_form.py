"""What else a disagreement may show: that the guidelines need work, or that the pair is a test."""

from __future__ import annotations

from functools import partial

import streamlit as st

from judge_app.services.disagreements import Dispute
from judge_app.services.guideline_marks import mark_guidelines
from judge_app.ui.parts.gold_form import show_gold_form
from judge_app.ui.parts.said_before import do, show_what_came
from judge_app.ui.session import Session

_DONE = "mark-done"


def show_mark_forms(session: Session, dispute: Dispute) -> None:
    """Offer to note that the guidelines need work, and to make the pair a gold pair."""
    show_what_came(_DONE)
    with st.container(horizontal=True):
        with st.popover("Guidelines need work", icon=":material/edit_note:"):
            _show_mark_form(session, dispute)
        with st.popover("Mark as gold", icon=":material/verified:"):
            show_gold_form(session, *dispute.pair, grade=dispute.label)


def _show_mark_form(session: Session, dispute: Dispute) -> None:
    query_id, doc_id = dispute.pair
    # Of its own for every pair, so that what is typed for one is not noted over another.
    key = f"mark-{query_id}-{doc_id}"
    with st.form(key, border=False, clear_on_submit=True):
        st.text_area(
            "What should they say?",
            placeholder="Is a list of links an answer?",
            height=90,
            key=f"{key}-text",
        )
        st.form_submit_button(
            "Add to the list",
            type="primary",
            on_click=do,
            args=(_DONE, partial(_mark, session, dispute, key)),
        )


def _mark(session: Session, dispute: Dispute, key: str) -> str:
    text = st.session_state[f"{key}-text"]
    mark_guidelines(session.project, session.actor, *dispute.pair, text)
    return "Noted. The list is on the tab *Guidelines*."
