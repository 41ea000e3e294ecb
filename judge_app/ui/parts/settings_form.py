"""The settings that may change while people grade, and those that are fixed."""

from __future__ import annotations

import streamlit as st

from judge_app.services.settings import MOST_WANTED, SettingChange, change_settings
from judge_app.store import Settings
from judge_app.ui.parts.faults import explained
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import escaped
from judge_app.ui.session import Session
from metrics import Gain

_DONE = "settings-done"


def show_settings(session: Session) -> None:
    """Show the settings, and let the lead change those that leave scores comparable."""
    settings = session.project.settings
    if st.session_state.pop(_DONE, False):
        st.success("Saved. Annotators see it from their next page on.")
    with st.form("settings", width=820):
        change = _fields(settings)
        is_sent = st.form_submit_button("Save", type="primary")
    note(
        f"Fixed, since scores before and after would not compare: grades "
        f"{escaped(str(settings.scale))}, gain "
        f"nDCG(dcg='{Gain(settings.gain).dcg_name}'). Labels are made by "
        f"{escaped(settings.label_rule)}; the screen Agreement shows what another rule would "
        "change, and switches to it."
    )
    if is_sent:
        with explained():
            change_settings(session.project, session.actor, change)
            st.session_state[_DONE] = True
            st.rerun()


def _fields(settings: Settings) -> SettingChange:
    title = st.text_input("Title", settings.title)
    guidelines = st.text_area(
        "Guidelines for annotators",
        settings.guidelines,
        height=180,
        help="Plain text; headings and lists in simple Markdown.",
    )
    labels, descriptions, examples = [], [], []
    for meaning in settings.scale.meanings:
        left, right = st.columns([1, 2], gap="small")
        grade = meaning.grade
        labels.append(left.text_input(f"Label of {grade}", meaning.label, key=f"label-{grade}"))
        descriptions.append(
            right.text_input(f"What {grade} means", meaning.description, key=f"means-{grade}")
        )
        examples.append(
            st.text_input(
                f"Example of {grade}",
                meaning.example,
                key=f"example-{grade}",
                placeholder="A document, in a few words, that deserves this grade",
            )
        )
    wanted = st.number_input(
        "Judgments wanted per pair, by different people",
        min_value=1,
        max_value=MOST_WANTED,
        value=settings.wanted_judgments,
    )
    show_effect = st.toggle(
        "After each grade, show annotators what it did to the interval over all systems",
        settings.show_effect,
    )
    show_finished = st.toggle(
        "When a query is finished, show annotators each system on it, unnamed and shuffled",
        settings.show_finished,
    )
    return SettingChange(
        title,
        guidelines,
        labels,
        descriptions,
        examples,
        show_effect,
        show_finished,
        wanted_judgments=int(wanted),
    )
