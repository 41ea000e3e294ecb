"""Every system beside every other, live while people grade."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from judge_app.services.leaderboard import Leaderboard, read_leaderboard
from judge_app.services.live import WEAK
from judge_app.ui.pages import NEW_RUN, POOL, PROJECT
from judge_app.ui.parts.empty import empty
from judge_app.ui.parts.faults import explained
from judge_app.ui.parts.interval_chart import Interval, Panel, interval_chart
from judge_app.ui.parts.order import show_order
from judge_app.ui.parts.stamp import stamp_line
from judge_app.ui.parts.tail import show_tail
from judge_app.ui.parts.words import UNDEFINED, count, escaped, interval
from judge_app.ui.session import Session, require_session

_SECONDS = 2


@st.fragment(run_every=_SECONDS)
def live_board() -> None:
    """Show the board as it stands; Streamlit calls again every two seconds."""
    with explained():
        session = require_session()
        board = read_leaderboard(session.project, session.actor)
        if not board.rows:
            _show_no_runs(session)
            return
        _show_stamp(board)
        _show_what_is_missing(session, board)
        _show_intervals(board)
        _show_figures(board)
        order, tail = st.columns(2, gap="large")
        with order:
            show_order(board)
        with tail:
            show_tail(session, board)


def _show_no_runs(session: Session) -> None:
    empty(
        "**There is no run yet.** A run holds one system's results for the project's queries; "
        "each one that is imported becomes a row here.",
        session,
        PROJECT if session.actor.may(PROJECT.permission) else NEW_RUN,
        "Bring in a run",
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
            "**No pool has been built,** so nobody can grade yet and nothing is known of what "
            "is unjudged.",
            session,
            POOL,
            "Build the pool",
        )
    elif not board.n_labelled:
        st.info(
            "Nothing is judged yet, so every score is undefined, which is not 0. This page "
            "follows the first grade by itself."
        )


def _show_intervals(board: Leaderboard) -> None:
    tops = [Interval(row.top.mean, row.top.low, row.top.high) for row in board.rows]
    mains = [Interval(row.main.mean, row.main.low, row.main.high) for row in board.rows]
    interval_chart(
        [row.run for row in board.rows],
        [
            Panel(f"nDCG@{board.top.cutoff}", str(board.top), tops),
            Panel(f"nDCG@{board.main.cutoff}", str(board.main), mains),
        ],
        key="intervals",
    )
    st.caption(
        "**Tick:** the value when unjudged documents count as not relevant. **Bar:** every value "
        "that is still possible, whatever grades they get. Unjudged does not mean not relevant, "
        "and the tick can fall as well as rise: each relevant document found raises the ideal "
        "that all systems are measured against."
    )


def _show_figures(board: Leaderboard) -> None:
    top, main = f"nDCG@{board.top.cutoff}", f"nDCG@{board.main.cutoff}"
    rows = board.rows
    figures = pd.DataFrame(
        {
            "system": [row.run for row in rows],
            top: [row.top.mean for row in rows],
            f"{top} possible": [interval(row.top.low, row.top.high) for row in rows],
            main: [row.main.mean for row in rows],
            f"{main} possible": [interval(row.main.low, row.main.high) for row in rows],
            "gap": [row.gap for row in rows],
            str(board.judged): [row.judged.mean for row in rows],
            "p10": [row.main.p10 for row in rows],
            "median": [row.main.median for row in rows],
            "p90": [row.main.p90 for row in rows],
            "weak": [row.n_weak for row in rows],
            "counted": [row.main.n_queries for row in rows],
            "undefined": [row.main.n_undefined for row in rows],
            "missing": [row.main.n_missing for row in rows],
            "ties": [row.n_ties for row in rows],
            "pooled": [row.is_pooled for row in rows],
        }
    )
    st.dataframe(
        figures,
        hide_index=True,
        placeholder=UNDEFINED,
        column_config=_columns(board, top, main),
        key="figures",
        alt="Every figure of every system",
    )
    _show_notes(board, main)


def _columns(board: Leaderboard, top: str, main: str) -> dict[str, st.column_config.Column]:
    number, share = st.column_config.NumberColumn, st.column_config.NumberColumn
    return {
        "system": st.column_config.TextColumn("System", pinned=True),
        top: number(format="%.3f", help=f"Mean of {board.top}"),
        main: number(format="%.3f", help=f"Mean of {board.main}"),
        "gap": number("Gap", format="%+.3f", help=f"{top} − {main}"),
        str(board.judged): share(
            format="percent",
            help=f"Judged share of the first {board.judged.cutoff}, mean over labelled queries",
        ),
        "p10": number(format="%.3f", help=f"A tenth of the queries lie below, by {board.main}"),
        "median": number("Median", format="%.3f", help=f"Of {board.main} over the queries"),
        "p90": number(format="%.3f", help=f"A tenth of the queries lie above, by {board.main}"),
        "weak": number(f"Below {WEAK}", help=f"Queries with {board.main} below {WEAK}"),
        "counted": number("Queries", help="In the mean: something relevant is known for them"),
        "undefined": number("Undefined", help="Labelled queries with nothing relevant"),
        "missing": number("Missing", help="Labelled queries without a result; they score 0"),
        "ties": number(
            f"Ties at {board.main.cutoff}",
            help=f"Queries with equal scores at ranks {board.main.cutoff} and "
            f"{(board.main.cutoff or 0) + 1}; the greater document id comes first",
        ),
        "pooled": st.column_config.CheckboxColumn(
            "In pool", help="Whether the pool took documents from it by strategy"
        ),
    }


def _show_notes(board: Leaderboard, main: str) -> None:
    if board.undefined:
        some = ", ".join(board.undefined[:5]) + (" …" if len(board.undefined) > 5 else "")  # noqa: PLR2004
        st.caption(
            f"{count(len(board.undefined), 'query has', 'queries have')} labels but nothing "
            f"relevant so far, so nDCG is undefined there and no mean counts it: {escaped(some)}"
        )
    tied = [row for row in board.rows if row.n_ties]
    if tied:
        said = ", ".join(f"{escaped(row.run)} ({row.n_ties:,})" for row in tied)
        st.caption(
            f"Equal scores on both sides of rank {board.main.cutoff}, number of queries: {said}. "
            "Among equals the greater document id comes first, as in trec\\_eval."
        )
    st.download_button(
        "Download as CSV",
        lambda: board.table().to_csv(index=False).encode(),
        file_name=f"leaderboard-{board.stamp.label_set[:8]}.csv",
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
    )


st.title("Leaderboard", anchor=False)
live_board()
