"""Which documents of a run nobody has judged, query by query."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from judge_app.services.intake import Intake
from judge_app.ui.parts.heat_map import heat_map
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import count
from judge_app.ui.session import Session

_RANKS = 10
_FIRST_ROWS, _MOST_ROWS = 15, 200


def show_holes(session: Session, intake: Intake) -> None:
    """Show the heat map of the first ranks, worst queries first, and the counts per query."""
    coverage = intake.coverage
    counts = coverage.per_query()
    if counts.empty:
        note("The run answers none of the project's queries.")
        return
    texts = {query.query_id: query.text for query in session.project.store.collection.queries()}
    st.subheader("Where the holes are", anchor=False)
    queries = counts["query_id"].tolist()
    shown = queries[: _rows(len(queries))]
    heat_map(
        coverage.pairs[coverage.pairs["rank"] <= _RANKS],
        shown,
        texts,
        session.project.settings.scale.max_grade,
        key="holes",
    )
    note(
        "**?** nobody has pooled it, so no grade will come. **…** it waits in the queue. **A "
        "number** is its grade, the bluer the more relevant. Worst queries first."
    )
    st.subheader(f"Per query, first {coverage.facts.depth}", anchor=False)
    _show_counts(counts, texts)


def _rows(n_queries: int) -> int:
    if n_queries <= _FIRST_ROWS:
        return n_queries
    most = min(n_queries, _MOST_ROWS)
    said = "all" if most == n_queries else "the worst"
    is_long = st.toggle(f"Show {said} {count(most, 'query', 'queries')}", key="holes-all")
    return most if is_long else _FIRST_ROWS


def _show_counts(counts: pd.DataFrame, texts: dict[str, str]) -> None:
    number = st.column_config.NumberColumn
    st.dataframe(
        counts.assign(query=[texts.get(q, "") for q in counts["query_id"]])[
            ["query_id", "query", "judged", "queued", "new"]
        ],
        hide_index=True,
        column_config={
            "query_id": st.column_config.TextColumn("Id", width="small"),
            "query": st.column_config.TextColumn("Query", width="large"),
            "judged": number("Judged", help="They have a label"),
            "queued": number("Queued", help="Pooled; they wait for a grade"),
            "new": number("New", help="Nobody has pooled them"),
        },
        key="holes-counts",
        alt="Judged, queued and new documents of each query",
    )
