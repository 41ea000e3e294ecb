"""The peer of the grading card: the same job as a plain Streamlit page.

A button per grade and the document as text. Each press stores the grade, the script runs again
and reads the next pair, through the services that the card's routes use. The benchmark serves
this file; the address names the person: ``?person=NAME``.
"""

import os
import uuid
from pathlib import Path

import streamlit as st

from judge_app.domain.model import NewJudgment, Verdict
from judge_app.domain.people import Actor, Role
from judge_app.services.grading import Card, next_cards, submit
from judge_app.services.project import Project, open_project
from judge_app.services.sign_in import sign_in

# How many pairs the page reads at once; 1 is what such a page does when nobody has tuned it.
AHEAD = int(os.environ["JUDGEPOOL_BENCHMARK_AHEAD"])


@st.cache_resource
def the_project() -> Project:
    return open_project(Path(os.environ["JUDGEPOOL_BENCHMARK_PROJECT"]))


def store(project: Project, actor: Actor, card: Card, grade: int) -> None:
    """Store the grade of the document on screen, the first of those waiting."""
    judgment = NewJudgment(
        client_key=uuid.uuid4().hex,
        query_id=card.query_id,
        doc_id=card.doc_id,
        person_id=actor.person.person_id,
        verdict=Verdict.GRADED,
        grade=grade,
        fingerprint=card.fingerprint,
    )
    submit(project, actor, [judgment])
    st.session_state.waiting.pop(0)


def show(project: Project, actor: Actor) -> None:
    waiting = st.session_state.setdefault("waiting", [])
    if not waiting:
        cards, _ = next_cards(project, actor, holding=(), count=AHEAD)
        waiting.extend(cards)
    if not waiting:
        st.info("There is nothing left to grade.")
        return
    card = waiting[0]
    st.subheader(card.query)
    st.caption(card.narrative)
    scale = project.settings.scale.meanings
    for column, meaning in zip(st.columns(len(scale)), scale, strict=True):
        column.button(
            f"{meaning.grade} {meaning.label}",
            on_click=store,
            args=(project, actor, card, meaning.grade),
        )
    st.text(card.text)


if "actor" not in st.session_state:
    st.session_state.actor = sign_in(the_project(), st.query_params["person"], Role.ANNOTATOR)
show(the_project(), st.session_state.actor)
