"""Choose an export, look at its beginning and the facts beside it, and take it."""

from __future__ import annotations

import json

import streamlit as st

from judge_app.domain.labels import REDUCERS
from judge_app.domain.release import NOW
from judge_app.services.exporting.catalog import (
    ENDINGS,
    FORMATS,
    JUDGMENTS,
    MEDIA_TYPES,
    POOL,
    RUN,
    is_for_people,
)
from judge_app.services.exports import Exported, export
from judge_app.ui.parts.faults import explained
from judge_app.ui.parts.note import note
from judge_app.ui.parts.stamp import stamp_line
from judge_app.ui.parts.words import count, escaped
from judge_app.ui.session import Session

_WHAT = {
    "qrels": "One label per pair. `trec` is bare: query, 0, document, grade; trec_eval, "
    "ir_measures and ranx read it as it is. `beir` is a folder with the texts, packed.",
    "judgments": "The whole log: every judgment of everybody, with note and times.",
    "unjudged": "Pooled pairs without a label; in `trec` as grade −1, pooled and not judged.",
    "pool": "Every pooled pair, with the runs that brought it and at which rank; in `trec` as "
    "grade −1.",
    "run": "Rankings with grades filled in; a document without a label has none, which is not 0. "
    "`trec` and `ranx` have no place for grades.",
}
_ALL_RUNS = "all runs"


def show_export(session: Session) -> None:
    """Offer every export, its beginning, and the facts that go beside it."""
    what, format_name, rule, release = _ask(session)
    run = _ask_run(session) if what == RUN else None
    anonymous = st.toggle(
        "Pseudonyms instead of names",
        key="export-anonymous",
        help="The same person has the same pseudonym in every export of this project. Names that "
        "somebody wrote into a note cannot be found and stay, as do times and the names of models.",
    )
    note(_WHAT[what])
    with explained():
        exported = export(
            session.project,
            session.actor,
            what=what,
            format_name=format_name,
            labels=rule,
            run=run,
            anonymous=anonymous,
            release=release,
        )
        stamp_line(exported.stamp)
        for warning in (exported.facts["release"] or {}).get("warnings", ()):
            st.warning(escaped(warning))
        _offer(exported)
        _show(exported)


def _ask(session: Session) -> tuple[str, str, str | None, str | None]:
    """Return what to export, in which format, by which label rule, and of which release."""
    first, second, third, last = st.columns(4, gap="medium")
    what = first.selectbox("What", list(FORMATS), key="export-what")
    format_name = second.selectbox("Format", FORMATS[what], key=f"export-format-{what}")
    names = [one.name for one in session.project.store.releases.all()]
    state = third.selectbox("State", [NOW, *reversed(names)], key="export-state")
    rules = list(REDUCERS)
    rule = last.selectbox(
        "Labels by",
        rules,
        index=_place(rules, session.project.settings.label_rule),
        key="export-rule",
        disabled=state != NOW or what in {JUDGMENTS, POOL},
        help="How several judgments of a pair become one label; a release has its own rule",
    )
    return (what, format_name, rule, None) if state == NOW else (what, format_name, None, state)


def _ask_run(session: Session) -> str | None:
    names = [run.name for run in session.project.store.runs.all()]
    place = st.selectbox(
        "Run",
        range(len(names) + 1),
        format_func=lambda number: [*names, _ALL_RUNS][number],
        key="export-run",
    )
    return names[place] if place < len(names) else None


def _place(rules: list[str], rule: str) -> int:
    name = rule.partition(":")[0]
    return rules.index(name) if name in rules else 0


def _offer(exported: Exported) -> None:
    facts = exported.facts
    name = f"{facts['export']}-{exported.stamp.label_set[:8]}.{ENDINGS[facts['format']]}"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            f"Download {count(facts['rows'], 'row')}",
            exported.content,
            file_name=name,
            mime=MEDIA_TYPES[facts["format"]],
            type="primary",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            "Facts about it",
            json.dumps(facts, indent=2, ensure_ascii=False).encode(),
            file_name=f"{name}.meta.json",
            mime="application/json",
            icon=":material/download:",
            on_click="ignore",
        )


def _show(exported: Exported) -> None:
    beginning, facts = st.columns([3, 2], gap="medium")
    with beginning:
        if exported.facts["rows"]:
            note("It begins:")
            st.code(exported.beginning, language=None)
        else:
            note("It is empty.")
        _show_escaped(exported)
    with facts:
        note("The facts beside it, with the moment of this export; the file itself has none:")
        st.json(exported.facts, expanded=1)


def _show_escaped(exported: Exported) -> None:
    facts = exported.facts
    if not is_for_people(facts["export"], facts["format"]) or not facts["escaped_cells"]:
        return
    cells = count(facts["escaped_cells"], "cell begins", "cells begin")
    note(
        f"{cells} like a formula, which a spreadsheet would run: an apostrophe stands before each, "
        "and the last column names them, so that an import restores them. `jsonl` and `parquet` "
        "hold every text as it is."
    )
