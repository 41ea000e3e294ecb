"""What was found in one file, before anything of it is stored."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from judge_app.domain.errors import Problem
from judge_app.domain.scale import Scale
from judge_app.importing import Kind
from judge_app.services.imports import CheckedFile
from judge_app.ui.parts.faults import show_problems
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import count, escaped, sentence

_SHOWN_WARNINGS = 5

_ROWS = {
    Kind.TOPICS: ("topic", "topics"),
    Kind.DOCUMENTS: ("document", "documents"),
    Kind.RUN: ("line", "lines"),
    Kind.QRELS: ("label", "labels"),
    Kind.JUDGMENTS: ("judgment", "judgments"),
}


def show_report(file: CheckedFile, scale: Scale, *, key: str) -> None:
    """Show kind, format and why, counts and grades, warnings, and problems with their lines."""
    parsed = file.parsed
    with st.container(border=True):
        mark = ":red-badge[errors]" if file.n_problems else ":green-badge[fine]"
        st.markdown(
            f"**{escaped(parsed.source)}** · {parsed.kind} · {escaped(parsed.format)} &nbsp; {mark}"
        )
        note(escaped(sentence(parsed.why)))
        if file.n_problems:
            st.markdown(_problem_count(file))
            show_problems(file.problems, key=key)
        else:
            st.markdown(" · ".join(_counts(file, scale)))
        _show_warnings(file.warnings)


def _problem_count(file: CheckedFile) -> str:
    shown = len(file.problems)
    more = f", of which the first {shown:,} are listed" if file.n_problems > shown else ""
    return f"**{count(file.n_problems, 'problem')}**{more}:"


def _counts(file: CheckedFile, scale: Scale) -> list[str]:
    frame = file.parsed.frame
    parts = [count(len(frame), *_ROWS[file.parsed.kind])]
    if file.run_name is not None:
        parts.append(count(frame["query_id"].nunique(), "query", "queries"))
        parts.append(f"will be the run **{escaped(file.run_name)}**")
    labels = {meaning.grade: meaning.label for meaning in scale.meanings}
    parts += [
        f"{number:,} × {grade} {escaped(labels.get(grade, ''))}".rstrip()
        for grade, number in file.grade_counts().items()
    ]
    if len(file.not_judged):
        parts.append(f"{count(len(file.not_judged), 'pair')} pooled and not judged")
    return parts


def _show_warnings(warnings: Sequence[Problem]) -> None:
    if not warnings:
        return
    lines = [f"- {escaped(_placed(warning))}" for warning in warnings[:_SHOWN_WARNINGS]]
    if len(warnings) > _SHOWN_WARNINGS:
        lines.append(f"- and {len(warnings) - _SHOWN_WARNINGS:,} more")
    st.warning("\n".join(lines))


def _placed(problem: Problem) -> str:
    place = "" if problem.line is None else f"line {problem.line:,}: "
    return place + problem.message
