"""Every system beside every other, live while people grade."""

from __future__ import annotations

import streamlit as st

from judge_app.services.leaderboard import Leaderboard, read_leaderboard
from judge_app.ui.pages import LEADERBOARD, NEW_RUN, POOL, PROJECT
from judge_app.ui.parts.empty import empty
from judge_app.ui.parts.figures import show_figures
from judge_app.ui.parts.following import follow
from judge_app.ui.parts.interval_chart import Interval, Panel, interval_chart
from judge_app.ui.parts.note import note
from judge_app.ui.parts.order import show_order
from judge_app.ui.parts.stamp import stamp_line
from judge_app.ui.parts.tail import show_tail
from judge_app.ui.parts.words import count
from judge_app.ui.session import Session, require_session


def show(session: Session) -> None:
    """Show the board as it stands, and again whenever a grade has changed it."""
    st.title("Leaderboard", anchor=False)
    board = read_leaderboard(session.project, session.actor)
    follow(board.state, lambda: read_leaderboard(session.project, session.actor).state)
    if not board.rows:
        _show_no_runs(session)
        return
    _show_stamp(board)
    _show_what_is_missing(session, board)
    _show_intervals(board)
    if not board.n_labelled:
        return
    show_figures(board)
    order, tail = st.columns([11, 10], gap="medium")
    with order:
        show_order(board)
    with tail:
        show_tail(session, board)


def _show_no_runs(session: Session) -> None:
    empty(
        "**There is no run yet.** A run holds one system's results for the project's queries; "
        "each one that is brought in becomes a row here.",
        session,
        PROJECT if session.actor.may(PROJECT.permission) else NEW_RUN,
        "Bring in runs",
    )


def _show_stamp(board: Leaderboard) -> None:
    stamp_line(
        board.stamp,
        f"{board.n_labelled:,} of {count(board.n_queries, 'query', 'queries')} labelled",
        f"{board.pool_judged:,} of {count(board.pool_total, 'pooled pair')} judged",
        "live",
    )


def _show_what_is_missing(session: Session, board: Leaderboard) -> None:
    if not board.pool_total:
        empty(
            "**No pool has been built,** so nobody can grade yet. The lead builds it from the "
            "first documents of the runs.",
            session,
            POOL,
            "Build the pool",
        )
    elif not board.n_labelled:
        st.info(
            "Nothing is judged yet, so every score is undefined, which is not 0. The page follows "
            "the first grade by itself."
        )


def _show_intervals(board: Leaderboard) -> None:
    tops = [Interval(row.top.mean, row.top.low, row.top.high) for row in board.rows]
    mains = [Interval(row.main.mean, row.main.low, row.main.high) for row in board.rows]
    interval_chart(
        [row.label for row in board.rows],
        [
            Panel(f"nDCG@{board.top.cutoff}", str(board.top), tops),
            Panel(f"nDCG@{board.main.cutoff}", str(board.main), mains),
        ],
        key="intervals",
    )
    note(
        "**Tick:** the value when unjudged documents count as not relevant. **Bar:** every value "
        "that is still possible, whatever grades they get. Unjudged does not mean not relevant, "
        "and the tick can fall as well as rise: each relevant document that is found raises the "
        "ideal that all systems are measured against."
    )


show(require_session(LEADERBOARD.permission))
