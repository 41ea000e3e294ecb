"""What is pooled already, and what of it nobody can be shown."""

from __future__ import annotations

import streamlit as st

from judge_app.domain.pooling import STRATEGIES
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import count
from judge_app.ui.session import Session


def show_pool(session: Session) -> None:
    """List the batches of the pool."""
    batches = session.project.store.pool.batches()
    if batches.empty:
        return
    judged, total = session.project.board.pool_progress(None)
    st.subheader(f"So far: {count(total, 'pair')}, {judged:,} judged", anchor=False)
    titles = {name: strategy.title for name, strategy in STRATEGIES.items()}
    shown = batches.assign(
        strategy=[titles.get(name, name) for name in batches["strategy"]],
        drawn=batches["drawn"].where(batches["drawn"] > 0),
        probability=batches["probability"] * 100,
    ).drop(columns="random_share")
    st.dataframe(
        shown,
        hide_index=True,
        placeholder="",
        column_config={
            "strategy": st.column_config.TextColumn("Strategy"),
            "depth": st.column_config.NumberColumn("Depth", width=80),
            "runs": st.column_config.TextColumn("Runs", width="large"),
            "pairs": st.column_config.NumberColumn("Pairs", width=80),
            "budget": st.column_config.NumberColumn("Budget", width=80),
            "drawn": st.column_config.NumberColumn(
                "Random", width=80, help="Pairs that were drawn at random."
            ),
            "probability": st.column_config.NumberColumn(
                "Chance", format="%.1f %%", width=80, help="Chance of each random pair."
            ),
            "seed": st.column_config.NumberColumn("Seed", width=70, format="%d"),
            "added_at": st.column_config.DatetimeColumn(
                "Added (UTC)", format="YYYY-MM-DD HH:mm", width=150
            ),
            "added_by": st.column_config.TextColumn("By"),
        },
        key="batches",
        alt="Batches of the pool",
    )


def show_unreadable(session: Session) -> None:
    """List pooled pairs whose document has no text in the project."""
    pairs = session.project.store.pool.without_text()
    if pairs.empty:
        return
    st.subheader(f"{count(len(pairs), 'pooled pair')} without text", anchor=False)
    note(
        "They stay in the pool and in every denominator, so they keep intervals open, and nobody "
        "is shown them. Import their documents, or labels for them."
    )
    st.dataframe(
        pairs,
        hide_index=True,
        column_config={
            "query_id": st.column_config.TextColumn("Query"),
            "doc_id": st.column_config.TextColumn("Document"),
        },
        key="unreadable",
        alt="Pooled pairs without text",
    )
