"""What everybody said of one pair, and what label it makes."""

from __future__ import annotations

import streamlit as st

from judge_app.domain.labels import parse_label_rule
from judge_app.domain.people import PersonKind
from judge_app.domain.scale import Scale
from judge_app.services.disagreements import Dispute, shown_names
from judge_app.store import SaidWord
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import count, escaped
from judge_app.ui.session import Session

_CANNOT_JUDGE = "Cannot judge"


def show_words(session: Session, dispute: Dispute, *, hide_names: bool, with_models: bool) -> None:
    """Show every grade with its author, note and time; the highest first.

    Those of models are shown where they count, so that they lead nobody who did not ask.
    """
    scale = session.project.settings.scale
    shown = [word for word in dispute.words if with_models or word.kind is PersonKind.HUMAN]
    words = sorted(shown, key=lambda word: -1 if word.grade is None else word.grade, reverse=True)
    hidden = _hidden(session, dispute, words) if hide_names else {}
    if hidden:
        words = sorted(words, key=lambda word: hidden[word.name])
    with st.container(border=True, gap="xsmall"):
        for word in words:
            _show_word(word, hidden.get(word.name, word.name), scale)
        if left_out := len(dispute.words) - len(words):
            note(f"Not shown: {count(left_out, 'judgment by a model', 'judgments by models')}.")
        _show_label(dispute, scale)


def grade_text(grade: int, scale: Scale) -> str:
    """Return a grade with its label, as Markdown."""
    return f"{grade} {escaped(scale.meanings[grade].label)}"


def _hidden(session: Session, dispute: Dispute, words: list[SaidWord]) -> dict[str, str]:
    (query_id, doc_id) = dispute.pair
    return shown_names(session.project, query_id, doc_id, words)


def _show_word(word: SaidWord, name: str, scale: Scale) -> None:
    said = _CANNOT_JUDGE if word.grade is None else grade_text(word.grade, scale)
    took = "" if word.seconds is None else f" · {word.seconds:.0f} s"
    when = escaped(f"{word.said_at:%Y-%m-%d %H:%M}{took}")
    st.markdown(f"**{escaped(name)}** · {said} :small[:gray[{when}]]")
    if word.note:
        with st.container(key=f"note-{word.judgment_id}"):
            st.text(word.note)


def _show_label(dispute: Dispute, scale: Scale) -> None:
    decision = dispute.decision
    by_rule = (
        "no label" if dispute.label_by_rule is None else grade_text(dispute.label_by_rule, scale)
    )
    rule = parse_label_rule(dispute.rule)
    n_counted = sum(
        word.grade is not None and rule.counts(word.name, word.kind) for word in dispute.words
    )
    made_by = f"{escaped(dispute.rule)} of {count(n_counted, 'grade')}"
    if decision is None or decision.grade is None:
        st.markdown(f"**Label:** {by_rule}, by {made_by}.")
        return
    st.markdown(
        f"**Label:** {grade_text(decision.grade, scale)}, decided by {escaped(decision.name)} on "
        f"{decision.said_at:%Y-%m-%d}. The rule alone would say {by_rule} ({made_by})."
    )
    if decision.note:
        st.text(decision.note)
    for earlier in reversed(dispute.decisions[:-1]):
        _show_earlier(earlier, scale)


def _show_earlier(word: SaidWord, scale: Scale) -> None:
    """Show what somebody had decided before the decision that holds."""
    if word.grade is None:
        return
    said = f"{grade_text(word.grade, scale)}, decided by {escaped(word.name)}"
    why = f": {escaped(word.note)}" if word.note else ""
    note(f"Before: {said} on {word.said_at:%Y-%m-%d %H:%M}{why}")
