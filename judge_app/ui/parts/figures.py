"""The leaderboard's figures as a table."""

from __future__ import annotations

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from judge_app.services.exporting.tables import people_csv
from judge_app.services.leaderboard import Leaderboard
from judge_app.services.live import WEAK
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import NO_VALUE, count, escaped, in_percent, interval

_SHOWN_IDS = 5


def show_figures(board: Leaderboard) -> None:
    """Show every figure of every system, what to know about them, and the download."""
    st.dataframe(
        _frame(board),
        hide_index=True,
        placeholder=NO_VALUE,
        column_config=_columns(board),
        key="figures",
        alt="Every figure of every system",
    )
    if any(row.main.mean is None for row in board.rows):
        note(f"**{NO_VALUE}** undefined: nothing relevant is known yet. It is not 0.")
    _show_undefined(board)
    _show_ties(board)
    st.download_button(
        "Download as CSV",
        lambda: people_csv(board.table(), restorable=False).content,
        file_name=f"leaderboard-{board.stamp.label_set[:8]}.csv",
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
    )


def _frame(board: Leaderboard) -> pd.DataFrame:
    rows = board.rows
    return pd.DataFrame(
        {
            "system": [row.label for row in rows],
            "top": [row.top.mean for row in rows],
            "top open": [interval(row.top.low, row.top.high) for row in rows],
            "main": [row.main.mean for row in rows],
            "main open": [interval(row.main.low, row.main.high) for row in rows],
            "gap": [row.gap for row in rows],
            "judged": [in_percent(row.judged.mean) for row in rows],
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


def _columns(board: Leaderboard) -> dict[str, ColumnConfig]:
    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    top, main = f"nDCG@{board.top.cutoff}", f"nDCG@{board.main.cutoff}"
    cutoff = board.main.cutoff or 0
    return {
        "system": text("System", pinned=True),
        "top": number(top, format="%.3f", help=f"Mean of {board.top}"),
        "top open": text("Possible", width=110, help=f"Exact bounds of the mean of {board.top}"),
        "main": number(main, format="%.3f", help=f"Mean of {board.main}"),
        "main open": text("Possible", width=110, help=f"Exact bounds of the mean of {board.main}"),
        "gap": number("Gap", format="%+.3f", help=f"{top} less {main}"),
        "judged": number(
            str(board.judged),
            format="%.1f %%",
            help=f"Judged share of the first {cutoff} documents, mean over labelled queries",
        ),
        "p10": number("p10", format="%.3f", help=f"A tenth of the queries lie below: {board.main}"),
        "median": number("Median", format="%.3f", help=f"Over the queries: {board.main}"),
        "p90": number("p90", format="%.3f", help=f"A tenth of the queries lie above: {board.main}"),
        "weak": number(f"Below {WEAK}", help=f"Queries whose {board.main} is below {WEAK}"),
        "counted": number("Queries", help="In the means of nDCG: something relevant is known"),
        "undefined": number("Undefined", help="Labelled queries with nothing relevant so far"),
        "missing": number("Missing", help="Labelled queries without any result; they score 0"),
        "ties": number("Ties", help=f"Queries with equal scores at ranks {cutoff}, {cutoff + 1}"),
        "pooled": st.column_config.CheckboxColumn(
            "In pool", help="Whether the pool took documents from it by strategy"
        ),
    }


def _show_undefined(board: Leaderboard) -> None:
    if not board.undefined:
        return
    some = ", ".join(board.undefined[:_SHOWN_IDS])
    more = " …" if len(board.undefined) > _SHOWN_IDS else ""
    note(
        f"{count(len(board.undefined), 'query has', 'queries have')} labels and nothing relevant "
        f"so far: nDCG is undefined there and no mean counts it. {escaped(some)}{more}"
    )


def _show_ties(board: Leaderboard) -> None:
    tied = [f"{escaped(row.run)} ({row.n_ties:,})" for row in board.rows if row.n_ties]
    if tied:
        note(
            f"Queries with equal scores on both sides of rank {board.main.cutoff}: "
            f"{', '.join(tied)}. Among equals the greater document id comes first, as in "
            "trec\\_eval; the rank column of a file plays no part."
        )
