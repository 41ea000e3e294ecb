"""Which systems are certainly ahead of the next, and which only seem to be."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from judge_app.services.leaderboard import Leaderboard
from judge_app.services.live import Neighbours
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import NO_VALUE, UNDEFINED, signed_interval

_COLOURS = {"decided": "green", "open": "orange", UNDEFINED: "gray"}


def show_order(board: Leaderboard) -> None:
    """Show every system with the one that follows it: decided or open, and why."""
    st.subheader("Is the order settled?", anchor=False)
    if not board.neighbours:
        note("With one system there is no order to settle.")
        return
    st.dataframe(
        pd.DataFrame([_row(pair) for pair in board.neighbours]),
        hide_index=True,
        placeholder=NO_VALUE,
        column_config={
            "pair": st.column_config.TextColumn("In the order shown", width=222),
            "state": st.column_config.MultiselectColumn(
                "So far", width=80, options=list(_COLOURS), color=list(_COLOURS.values())
            ),
            "lead": st.column_config.TextColumn("Lead still possible", width=138),
            "judgments": st.column_config.NumberColumn(
                "Open pairs",
                width=82,
                help="Unjudged documents whose grades can still move the difference",
            ),
        },
        key="order",
        alt="Each system and the next one, with the interval of their difference",
    )
    note(
        f"The mean difference in {board.main}, over every grade that the unjudged documents may "
        "get. **Decided:** none of these changes who is ahead. **Open:** further judgments can "
        "turn the two around. The two bars above may overlap and the order still be decided, "
        "since both systems share one ideal and many documents."
    )


def _row(pair: Neighbours) -> dict[str, str | int | list[str] | None]:
    difference = pair.difference
    return {
        "pair": f"{pair.ahead} over {pair.behind}",
        "state": [_state(pair)],
        "lead": signed_interval(difference.low, difference.high),
        "judgments": None if difference.mean is None else difference.n_unjudged,
    }


def _state(pair: Neighbours) -> str:
    if pair.difference.mean is None:
        return UNDEFINED
    return "decided" if pair.difference.decided else "open"
