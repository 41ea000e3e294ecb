"""Where people judge differently: one pair at a time, for the lead to decide."""

from __future__ import annotations

import streamlit as st

from judge_app.services.disagreements import DisputeWish, disagreements
from judge_app.ui.pages import DISAGREEMENTS, TEAM
from judge_app.ui.parts.chosen_dispute import take_chosen_dispute
from judge_app.ui.parts.dispute_desk import go_to, place_in, show_desk
from judge_app.ui.parts.dispute_list import QUERY, ask_wish, show_list
from judge_app.ui.parts.empty import empty
from judge_app.ui.parts.mark_list import DECIDE, show_marks
from judge_app.ui.session import Session, require_session

_TABS = "dispute-tabs"


def show(session: Session) -> None:
    """Show the list, the desk, and the marks on the guidelines."""
    st.title("Disagreements", anchor=False)
    _take_over(session)
    decide, guidelines = st.tabs([DECIDE, "Guidelines"], key=_TABS, on_change="rerun")
    if decide.open:
        with decide:
            _show_disputes(session)
    if guidelines.open:
        with guidelines:
            show_marks(session, _TABS)


def _take_over(session: Session) -> None:
    """Show what another screen asked for."""
    chosen = take_chosen_dispute()
    if chosen is None:
        return
    query_id, doc_id = chosen
    if session.project.store.collection.query(query_id) is not None:
        st.session_state[QUERY] = query_id
    go_to((query_id, doc_id) if doc_id is not None else None, keep=doc_id is not None)


def _show_disputes(session: Session) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        place = st.container(width="content")
        wish = ask_wish(session)
        hide_names = st.toggle(
            "Hide names",
            value=True,
            key="dispute-hidden",
            help="Letters are shuffled anew for every pair. Models keep their names.",
        )
    found = disagreements(session.project, session.actor, wish)
    pairs = list(zip(found["query_id"], found["doc_id"], strict=True))
    with place:
        st.markdown(f"**{place_in(pairs)}**")
    if not pairs:
        _show_none(session, wish)
    show_desk(session, pairs, hide_names=hide_names, with_models=wish.with_models)
    if pairs:
        show_list(session, found)


def _show_none(session: Session, wish: DisputeWish) -> None:
    if wish.decided:
        empty("**Nothing is decided yet** of what you asked for.", session)
    elif wish == DisputeWish(with_models=wish.with_models):
        empty(
            "**There is no open disagreement.** Pairs that several people have graded, and not "
            "alike, come here. How many people grade a pair is set under Team.",
            session,
            TEAM,
            "Ask for overlap",
        )
    else:
        empty("**No open disagreement fits.** Other settings above may find some.", session)


show(require_session(DISAGREEMENTS.permission))
