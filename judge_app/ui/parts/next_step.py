"""The one thing to do next, told from how a project stands."""

from __future__ import annotations

import streamlit as st

from judge_app.services.status import Status
from judge_app.ui.pages import EXPORT, GRADE, LEADERBOARD, POOL, Screen
from judge_app.ui.parts.words import count, listed
from judge_app.ui.session import Session


def show_next_step(session: Session, status: Status) -> None:
    """Say what is missing, and lead to the screen where it is done."""
    message, links = _next(status)
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(message, width="stretch")
        for screen, label in links:
            if session.actor.may(screen.permission):
                st.page_link(screen.path, label=label, icon=":material/arrow_forward:")


def _next(status: Status) -> tuple[str, tuple[tuple[Screen, str], ...]]:
    missing = [
        name
        for name, number in (
            ("topics", status.n_queries),
            ("documents", status.n_documents),
            ("runs", len(status.runs)),
        )
        if not number
    ]
    if missing:
        return (
            f"**Next: bring in {listed(missing)},** on the tab *Bring in files* below.",
            (),
        )
    if not status.pool_total:
        return (
            "**Next: build the pool,** the first documents of each run, which people will grade.",
            ((POOL, "Pool"),),
        )
    open_pairs = status.pool_total - status.pool_judged
    if open_pairs:
        message = (
            f"**{count(open_pairs, 'pooled pair')} of {status.pool_total:,} wait for a grade.** "
            "Annotators sign in on this same address."
        )
        return message, ((GRADE, "Grade"), (LEADERBOARD, "Leaderboard"))
    return (
        f"**All {count(status.pool_total, 'pooled pair')} have a label.** The qrels can leave.",
        ((EXPORT, "Export"), (LEADERBOARD, "Leaderboard")),
    )
