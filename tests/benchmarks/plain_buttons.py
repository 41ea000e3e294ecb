"""The peer of the grading card: the same job as a plain Streamlit page.

A button per grade and the document as text. Each press stores the grade and the script runs again
and reads the next pair, both through the services that the card's routes use. The benchmark
serves this file; the address names the person: ``?person=NAME``.
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


@st.cache_resource
def the_project() -> Project:
    return open_project(Path(os.environ["JUDGEPOOL_BENCHMARK_PROJECT"]))


def store(project: Project, actor: Actor, card: Card, grade: int) -> None:
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


def show(project: Project, actor: Actor) -> None:
    cards, progress = next_cards(project, actor, holding=(), count=1)
    if not cards:
        st.info("There is nothing left to grade.")
        return
    (card,) = cards
    st.subheader(card.query)
    st.caption(card.narrative)
    scale = project.settings.scale.meanings
    for column, meaning in zip(st.columns(len(scale)), scale, strict=True):
        column.button(
            f"{meaning.grade} {meaning.label}",
            on_click=store,
            args=(project, actor, card, meaning.grade),
        )
    st.caption(f"{progress.judged} of {progress.total} pairs are judged")
    st.text(card.text)


if "actor" not in st.session_state:
    st.session_state.actor = sign_in(the_project(), st.query_params["person"], Role.ANNOTATOR)
show(the_project(), st.session_state.actor)
