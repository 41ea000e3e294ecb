"""What leaves the project, with the facts about it."""

from __future__ import annotations

import json

import streamlit as st

from judge_app.domain.labels import REDUCERS
from judge_app.services.exports import export
from judge_app.ui.pages import EXPORT
from judge_app.ui.parts.note import note
from judge_app.ui.parts.stamp import stamp_line
from judge_app.ui.parts.words import count
from judge_app.ui.session import Session, require_session

_WHAT = {
    "qrels": "One label per pair. `trec` is bare: query, 0, document, grade; trec_eval, "
    "ir_measures and ranx read it as it is.",
    "judgments": "The whole log: every judgment of everybody, with note and time.",
    "unjudged": "Pooled pairs without a label.",
    "pool": "Every pooled pair, with the runs that brought it and at which rank.",
}
_FORMATS = {
    "qrels": ("trec", "beir", "csv", "jsonl"),
    "judgments": ("csv", "jsonl"),
    "unjudged": ("csv", "jsonl"),
    "pool": ("csv", "jsonl"),
}
_ENDINGS = {"trec": "txt", "beir": "tsv", "csv": "csv", "jsonl": "jsonl"}
_PREVIEW_LINES = 8


def show(session: Session) -> None:
    """Offer every export, its beginning, and the facts that go beside it."""
    st.title("Export", anchor=False)
    left, middle, right = st.columns(3, gap="medium")
    what = left.selectbox("What", list(_WHAT), key="export-what")
    format_name = middle.selectbox("Format", _FORMATS[what], key=f"export-format-{what}")
    rules = list(REDUCERS)
    rule = right.selectbox(
        "Labels by",
        rules,
        index=_place(rules, session.project.settings.label_rule),
        key="export-rule",
        disabled=what not in {"qrels", "unjudged"},
        help="How several judgments of a pair become one label",
    )
    note(_WHAT[what])
    exported = export(
        session.project, session.actor, what=what, format_name=format_name, labels=rule
    )
    stamp_line(exported.stamp)
    name = f"{what}-{exported.stamp.label_set[:8]}"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            f"Download {count(exported.facts['rows'], 'row')}",
            exported.content,
            file_name=f"{name}.{_ENDINGS[format_name]}",
            mime="text/plain",
            type="primary",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            "Facts about it",
            json.dumps(exported.facts, indent=2).encode(),
            file_name=f"{name}.facts.json",
            mime="application/json",
            icon=":material/download:",
            on_click="ignore",
        )
    _show_beginning(exported.content)


def _place(rules: list[str], rule: str) -> int:
    name = rule.partition(":")[0]
    return rules.index(name) if name in rules else 0


def _show_beginning(content: bytes) -> None:
    lines = content.split(b"\n", _PREVIEW_LINES)[:_PREVIEW_LINES]
    beginning = b"\n".join(lines).decode(errors="replace").rstrip("\n")
    if not beginning:
        note("It is empty: nothing is judged yet.")
        return
    note("It begins:")
    st.code(beginning, language=None)


show(require_session(EXPORT.permission))
