"""One disagreement at a time, and the decision that ends it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from textwrap import shorten

import streamlit as st

from judge_app.domain.errors import ConflictError, JudgepoolError
from judge_app.domain.model import PairKey
from judge_app.services.adjudication import (
    LONGEST_NOTE,
    NO_DECISION,
    adjudicate,
    withdraw_decision,
)
from judge_app.services.disagreements import Dispute, open_dispute
from judge_app.ui.components.decision_bar import BarData, BarStep, Said, decision_bar, what_was_said
from judge_app.ui.parts.dispute_words import grade_text, show_words
from judge_app.ui.parts.faults import show_error
from judge_app.ui.parts.inert_document import show_document
from judge_app.ui.parts.mark_form import show_mark_forms
from judge_app.ui.parts.words import escaped
from judge_app.ui.session import Session

_BAR, _AT, _KEPT, _DRAWN = "decision", "dispute-at", "dispute-kept", "dispute-drawn"
_SERIAL, _FAULT = "dispute-serial", "dispute-fault"
_LONG_NARRATIVE = 240
"""Letters that about three lines beside the desk hold."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The pair on screen, the log's last word on it, and its neighbours in the list."""

    pair: PairKey
    position: int
    previous: PairKey
    following: PairKey


def go_to(pair: PairKey | None, *, keep: bool = False) -> None:
    """Have the desk show a pair, or the first of the list.

    Parameters
    ----------
    pair : (query_id, doc_id) or None
        None for the first of the list.
    keep : bool
        Whether to show it even where it is not in the list.
    """
    st.session_state[_AT] = pair
    st.session_state[_KEPT] = keep


def show_desk(
    session: Session, pairs: list[PairKey], *, hide_names: bool, with_models: bool
) -> None:
    """Show the chosen pair, else the first of the list.

    Parameters
    ----------
    session : Session
        Who decides.
    pairs : list of (query_id, doc_id)
        The list in its order.
    hide_names : bool
        Whether letters stand for people.
    with_models : bool
        Whether the grades of models are shown.
    """
    if fault := st.session_state.pop(_FAULT, None):
        show_error(fault)
    pair = _chosen(pairs)
    if pair is None:
        return
    dispute = open_dispute(session.project, session.actor, *pair)
    previous, following = _neighbours(pair, pairs)
    st.session_state[_DRAWN] = _Drawn(pair, dispute.position, previous, following)
    document, desk = st.columns([3, 2], gap="medium")
    with document:
        _show_asked(dispute)
        show_document(session, pair[1], dispute.document)
    with desk:
        show_words(session, dispute, hide_names=hide_names, with_models=with_models)
        _show_bar(session, dispute)
        show_mark_forms(session, dispute)


def _neighbours(pair: PairKey, pairs: list[PairKey]) -> tuple[PairKey, PairKey]:
    if pair not in pairs:
        first = pairs[0] if pairs else pair
        return first, first
    place = pairs.index(pair)
    return pairs[place - 1], pairs[(place + 1) % len(pairs)]


def place_in(pairs: list[PairKey]) -> str:
    """Return which pair of the list is on the desk, in words."""
    pair = _chosen(pairs)
    if pair in pairs:
        return f"{pairs.index(pair) + 1:,} of {len(pairs):,}"
    return "No pair" if pair is None else "Not in the list"


def _chosen(pairs: list[PairKey]) -> PairKey | None:
    pair: PairKey | None = st.session_state.get(_AT)
    if pair in pairs or (pair is not None and st.session_state.get(_KEPT)):
        return pair
    return pairs[0] if pairs else None


def _show_asked(dispute: Dispute) -> None:
    st.subheader(escaped(dispute.query.text), anchor=False)
    narrative = " ".join(dispute.query.narrative.split())
    if not narrative:
        return
    if len(narrative) <= _LONG_NARRATIVE:
        st.markdown(f":gray[{escaped(narrative)}]")
        return
    beginning = shorten(narrative, _LONG_NARRATIVE, placeholder=" …")
    st.markdown(f":gray[{escaped(beginning)}]")
    with st.popover("Show all"):
        st.text(dispute.query.narrative)


def _show_bar(session: Session, dispute: Dispute) -> None:
    decision = dispute.decision
    own = {word.person_id: word for word in dispute.decisions}.get(session.actor.person.person_id)
    query_id, doc_id = dispute.pair
    decision_bar(
        BarData(
            query_id=query_id,
            doc_id=doc_id,
            serial=st.session_state.get(_SERIAL, 0),
            seen=decision.judgment_id if decision else NO_DECISION,
            scale=[
                BarStep(grade=step.grade, label=step.label, description=step.description)
                for step in session.project.settings.scale.meanings
            ],
            decided=decision.grade if decision else None,
            note=own.note if own else "",
            longest_note=LONGEST_NOTE,
            can_withdraw=own is not None,
        ),
        key=_BAR,
        on_said=lambda: _take(session),
    )


def _take(session: Session) -> None:
    """Do what was said on the bar, before the page is drawn again."""
    st.session_state[_SERIAL] = st.session_state.get(_SERIAL, 0) + 1
    said = what_was_said(_BAR)
    drawn: _Drawn | None = st.session_state.get(_DRAWN)
    if said is None or drawn is None or (said.query_id, said.doc_id) != drawn.pair:
        return
    try:
        _do(session, said, drawn)
    except JudgepoolError as error:
        st.session_state[_FAULT] = error
        if isinstance(error, ConflictError):
            # It may have left the list by the decision that the reader has to look at.
            go_to(drawn.pair, keep=True)


def _do(session: Session, said: Said, drawn: _Drawn) -> None:
    """Do it, and have the next pair shown."""
    project, actor, key = session.project, session.actor, _key(session, drawn)
    if said.action == "withdraw":
        withdraw_decision(project, actor, key, *drawn.pair, seen=said.seen)
        st.toast("Withdrawn: the rule makes the label again.")
        go_to(drawn.pair, keep=True)
    elif said.action == "decide":
        grade = project.settings.scale.require(said.grade)
        adjudicate(project, actor, key, *drawn.pair, grade, said.note, seen=said.seen)
        st.toast(f"Decided: {grade_text(grade, project.settings.scale)}")
        go_to(drawn.following)
    else:
        go_to(drawn.previous if said.action == "previous" else drawn.following)


def _key(session: Session, drawn: _Drawn) -> str:
    """Return a key for one decision over one state of a pair: sent twice, it is stored once."""
    told = "\x1f".join(
        (
            session.project.settings.project_id,
            str(session.actor.person.person_id),
            *drawn.pair,
            str(drawn.position),
        )
    )
    return f"decision:{hashlib.sha256(told.encode()).hexdigest()[:32]}"
