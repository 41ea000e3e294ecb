"""The grading card, which fills the page and speaks to the API by itself."""

from __future__ import annotations

import streamlit as st

from judge_app.ui.components.grading_card import CardData, ScaleStep, grading_card
from judge_app.ui.pages import GRADE, POOL
from judge_app.ui.parts.empty import empty
from judge_app.ui.parts.reopened import take_reopened
from judge_app.ui.session import Session, require_session


def show(session: Session) -> None:
    """Show the card, or why there is nothing to grade."""
    if not session.project.store.pool.size():
        st.title("Grade", anchor=False)
        empty(
            "**There is nothing to grade yet.** The lead brings in runs and builds the pool from "
            "their first documents; the pairs appear here then. Reload to look again.",
            session,
            POOL,
            "Build the pool",
        )
        return
    grading_card(_data(session), key="card")


def _data(session: Session) -> CardData:
    settings, person = session.project.settings, session.actor.person
    return CardData(
        token=session.api_token(),
        api=session.host.api,
        project=settings.project_id,
        person=person.name,
        person_id=str(person.person_id),
        title=settings.title,
        guidelines=settings.guidelines,
        scale=[
            ScaleStep(grade=m.grade, label=m.label, description=m.description, example=m.example)
            for m in settings.scale.meanings
        ],
        open_pair=take_reopened(),
    )


show(require_session(GRADE.permission))
