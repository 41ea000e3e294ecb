"""The queries on which a system does worst: a mean hides them."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from judge_app.services.leaderboard import Leaderboard, read_tail
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import NO_VALUE, in_percent, interval
from judge_app.ui.session import Session

_SHOWN = 20


def show_tail(session: Session, board: Leaderboard) -> None:
    """Show the worst queries of a system that the reader chooses."""
    st.subheader("The tail", anchor=False)
    run = st.selectbox("Worst queries of", [row.run for row in board.rows], key="tail-run")
    worst = read_tail(session.project, session.actor, run, _SHOWN)
    if not worst:
        note(f"{board.main} is undefined for every query: nothing relevant is known yet.")
        return
    queries = (session.project.store.collection.query(each.query_id) for each in worst)
    st.dataframe(
        pd.DataFrame(
            {
                "query": [
                    query.text if query else each.query_id
                    for query, each in zip(queries, worst, strict=True)
                ],
                "value": [each.value for each in worst],
                "open": [interval(each.low, each.high) for each in worst],
                "judged": [in_percent(each.judged) for each in worst],
            }
        ),
        hide_index=True,
        placeholder=NO_VALUE,
        column_config={
            "query": st.column_config.TextColumn("Query", width=200),
            "value": st.column_config.NumberColumn(
                f"nDCG@{board.main.cutoff}", format="%.3f", width=80, help=str(board.main)
            ),
            "open": st.column_config.TextColumn("Possible", width=110),
            "judged": st.column_config.NumberColumn(str(board.judged), format="%.0f %%", width=85),
        },
        key="tail",
        alt=f"The {len(worst)} worst queries of the chosen system",
    )
