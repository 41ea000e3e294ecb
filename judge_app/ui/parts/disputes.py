"""The queries and documents that people differ on most."""

from __future__ import annotations

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from judge_app.services.agreement import AgreementReport
from judge_app.services.exporting.tables import people_csv
from judge_app.ui.pages import DISAGREEMENTS
from judge_app.ui.parts.chosen_dispute import choose_dispute
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import NO_VALUE, escaped, in_percent
from judge_app.ui.session import Session

_MOST_SHOWN = 500


def show_disputes(session: Session, report: AgreementReport) -> None:
    """Show both tables; a query that is chosen in the first narrows the second down."""
    texts = {query.query_id: query.text for query in session.project.store.collection.queries()}
    queries = report.queries.assign(
        query=[texts.get(one, one) for one in report.queries["query_id"]]
    )
    st.subheader("Most disputed queries", anchor=False)
    chosen = _choose_query(queries)
    disputed = report.pairs[report.pairs["mean_distance"] > 0]
    if chosen is not None:
        disputed = disputed[disputed["query_id"] == chosen]
    st.subheader("Most disputed documents", anchor=False)
    if chosen is not None:
        note(
            f"Of the query **{escaped(texts.get(chosen, chosen))}** only. Clear the row above "
            "to see all."
        )
    if session.actor.may(DISAGREEMENTS.permission):
        note("Choose a document to settle it on the screen Disagreements.")
    _show_pairs(session, disputed, texts)


def _choose_query(queries: pd.DataFrame) -> str | None:
    agreed = (queries["n_equal"] / queries["n_pairs"]).tolist()
    shown = queries.assign(equal=pd.Series(map(in_percent, agreed), dtype="float64"))
    number = st.column_config.NumberColumn
    picked = st.dataframe(
        shown,
        hide_index=True,
        placeholder=NO_VALUE,
        column_order=["mean_distance", "query", "equal", "n_pairs", "alpha"],
        column_config={
            "query": st.column_config.TextColumn("Query", width=300),
            "mean_distance": number(
                "Apart",
                width=70,
                format="%.2f",
                help="By how many grades two people differ on a document, on average",
            ),
            "equal": number("Agreed", format="%.0f %%", help="Documents on which all agree"),
            "n_pairs": number("Documents", help="Judged by at least two people"),
            "alpha": number(
                "α", format="%.2f", help="Krippendorff’s ordinal α over this query alone"
            ),
        },
        on_select="rerun",
        selection_mode="single-row",
        height=300,
        key="disputed-queries",
        alt="Queries, most disputed first",
    )
    _download(queries.drop(columns="query"), "disputed-queries.csv", "Download the queries")
    rows = picked["selection"]["rows"]
    return str(queries["query_id"].iloc[rows[0]]) if rows else None


def _show_pairs(session: Session, pairs: pd.DataFrame, texts: dict[str, str]) -> None:
    if pairs.empty:
        note("Nobody differs here.")
        return
    shown = pairs.head(_MOST_SHOWN)
    titles = session.project.store.collection.titles(shown["doc_id"].tolist())
    table = pd.DataFrame(
        {
            "apart": shown["mean_distance"],
            "grades": shown["grades"],
            "document": [titles.get(one) or one for one in shown["doc_id"]],
            "query": [texts.get(one, one) for one in shown["query_id"]],
        }
    )
    may_settle = session.actor.may(DISAGREEMENTS.permission)
    picked = st.dataframe(
        table,
        hide_index=True,
        column_config={
            "grades": st.column_config.TextColumn("Who gave which grade", width=240),
            "apart": st.column_config.NumberColumn(
                "Apart",
                format="%.2f",
                width=70,
                help="By how many grades two of them differ, on average",
            ),
            "document": st.column_config.TextColumn("Document", width=260),
            "query": st.column_config.TextColumn("Query", width=260),
        },
        on_select="rerun" if may_settle else "ignore",
        selection_mode="single-row",
        height=300,
        key="disputed-pairs",
        alt="Documents, most disputed first",
    )
    if len(pairs) > len(shown):
        note(f"The first {len(shown):,} of {len(pairs):,}; the download holds all.")
    _download(pairs, "disputed-documents.csv", "Download the documents")
    if not isinstance(picked, DeltaGenerator) and picked["selection"]["rows"]:
        row = shown.iloc[picked["selection"]["rows"][0]]
        choose_dispute(row["query_id"], row["doc_id"])
        st.switch_page(DISAGREEMENTS.path)


def _download(frame: pd.DataFrame, file_name: str, label: str) -> None:
    st.download_button(
        label,
        lambda: people_csv(frame, restorable=False).content,
        file_name=file_name,
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
        key=file_name,
    )
