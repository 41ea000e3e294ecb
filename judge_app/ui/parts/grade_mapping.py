"""What the grades of a file mean here: told by the lead, beside how often each stands there."""

from __future__ import annotations

import streamlit as st

from judge_app.domain.grade_look import MOST_SINGLE, GradeLook
from judge_app.domain.grade_map import (
    MAP_FORMS,
    POOLED_NOT_JUDGED,
    GradeMap,
    grade_text,
    parse_grade_map,
)
from judge_app.domain.scale import Scale
from judge_app.ui.parts.faults import explained
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import count, escaped, sentence

_NOT_JUDGED = "pooled, not judged"
_HIGHEST, _LOWEST = "the highest", "the lowest"
_IN_A_ROW = 3


def said_map(slot: str) -> GradeMap | None:
    """Return what the lead has said of a file's grades in this session."""
    text = st.session_state.get(_said(slot))
    return parse_grade_map(text) if text else None


def ask_for_map(look: GradeLook, scale: Scale, slot: str) -> None:
    """Ask what every grade means; a suggestion stands there and nothing is taken from it unasked.

    Parameters
    ----------
    look : GradeLook
        The grades of the file.
    scale : Scale
        The project's.
    slot : str
        Names the file in this session, for `said_map`.
    """
    said = st.session_state.get(_said(slot))
    if not look.fits:
        st.markdown(f"**The project's scale is {escaped(str(scale))}.** {_said_of(look)}")
    elif look.looks_like:
        st.markdown(_said_of(look))
    best = st.segmented_control(
        "The file's best grade is",
        [_HIGHEST, _LOWEST],
        default=_HIGHEST,
        required=True,
        key=f"best-{slot}",
    )
    suggestion = look.suggestion if best == _HIGHEST else look.reversed_suggestion
    shown = said or suggestion
    with st.form(f"map-{slot}-{best}", border=False):
        if len(look.counts) <= MOST_SINGLE:
            text = _selects(
                look, scale, parse_grade_map(shown) if shown else GradeMap(()), f"{slot}-{best}"
            )
        else:
            text = st.text_input(
                "Grades of the file to ours", shown, help=MAP_FORMS, key=f"text-{slot}-{best}"
            )
        is_sent = st.form_submit_button("Use these grades", type="primary")
    if said:
        note(f"Taken: {escaped(said)}")
    else:
        note("What stands here is only a suggestion, until you use it or change it.")
    if is_sent:
        with explained():
            parse_grade_map(text)
            st.session_state[_said(slot)] = text
            st.rerun()


def _said_of(look: GradeLook) -> str:
    return f"{escaped(sentence(look.looks_like))} What does each grade mean here?"


def _said(slot: str) -> str:
    return f"grade-map-{slot}"


def _selects(look: GradeLook, scale: Scale, shown: GradeMap, slot: str) -> str:
    """Show one select per grade; return the map that they say."""
    choices: list[int | None] = [meaning.grade for meaning in scale.meanings]
    names = {meaning.grade: f"{meaning.grade} {meaning.label}" for meaning in scale.meanings}
    grades = list(look.counts)
    parts = []
    for start in range(0, len(grades), _IN_A_ROW):
        columns = st.columns(_IN_A_ROW, gap="small")
        for column, grade in zip(columns, grades[start : start + _IN_A_ROW], strict=False):
            is_bare = grade == POOLED_NOT_JUDGED
            offered = [None, *choices] if is_bare else choices
            new = shown.of(grade)
            chosen = column.selectbox(
                f"{grade_text(grade)} · {count(look.counts[grade], 'label')}",
                offered,
                index=offered.index(new) if new in offered else 0,
                format_func=lambda one: _NOT_JUDGED if one is None else names[one],
                key=f"grade-{slot}-{grade_text(grade)}",
            )
            if chosen is not None:
                parts.append(f"{grade_text(grade)}={chosen}")
    return ",".join(parts)
