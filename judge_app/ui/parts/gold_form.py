"""Fix the grade of a pair, for people to practise on or to be measured by."""

from __future__ import annotations

from functools import partial

import streamlit as st

from judge_app.services.gold import mark_gold
from judge_app.ui.parts.note import note
from judge_app.ui.parts.said_before import do, show_what_came
from judge_app.ui.session import Session

_DONE = "gold-done"
_HIDDEN, _WARM_UP = "Mixed in unseen", "Practised on, with the explanation shown"


def show_gold_form(
    session: Session, query_id: str, doc_id: str, *, grade: int | None = None
) -> None:
    """Let the lead fix the grade of one pair.

    Parameters
    ----------
    session : Session
        Who fixes it.
    query_id, doc_id : str
        The pair.
    grade : int, optional
        What is suggested.
    """
    show_what_came(_DONE)
    # Of its own for every pair, so that nothing typed for one is stored for another.
    key = f"gold-{query_id}-{doc_id}"
    scale = session.project.settings.scale
    with st.form(key, border=False):
        st.selectbox(
            "Right grade",
            [meaning.grade for meaning in scale.meanings],
            index=grade,
            format_func=lambda one: f"{one} {scale.meanings[one].label}",
            placeholder="Choose",
            key=f"{key}-grade",
        )
        st.radio("Use", [_HIDDEN, _WARM_UP], key=f"{key}-use")
        st.text_area(
            "Explanation",
            height=90,
            help="Told to whoever practises on the pair.",
            key=f"{key}-why",
        )
        st.form_submit_button(
            "Fix the grade",
            type="primary",
            on_click=do,
            args=(_DONE, partial(_fix, session, query_id, doc_id, key)),
        )
    note("A pooled pair also gets this grade as your decision, so that it has a label.")


def _fix(session: Session, query_id: str, doc_id: str, key: str) -> str:
    given = st.session_state
    mark_gold(
        session.project,
        session.actor,
        query_id,
        doc_id,
        session.project.settings.scale.require(given[f"{key}-grade"]),
        given[f"{key}-why"].strip(),
        is_warm_up=given[f"{key}-use"] == _WARM_UP,
    )
    return "The grade of this pair is fixed."
