"""The list of disagreements, and what narrows it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from judge_app.services.disagreements import DisputeWish
from judge_app.services.exporting.tables import people_csv
from judge_app.ui.parts.dispute_desk import go_to
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import count
from judge_app.ui.session import Session

QUERY, _LIST = "dispute-query", "dispute-list"
_MOST_SHOWN = 1_000
_ALL, _ANYBODY = "", ""
_OPEN, _DECIDED = "Open", "Decided"


def ask_wish(session: Session) -> DisputeWish:
    """Let the reader choose which pairs are listed; to be called inside of a row."""
    is_decided = (
        st.segmented_control(
            "Show",
            [_OPEN, _DECIDED],
            default=_OPEN,
            required=True,
            key="dispute-state",
            label_visibility="collapsed",
        )
        == _DECIDED
    )
    with st.popover("Narrow the list", icon=":material/filter_list:"):
        narrowed = _ask_narrower(session)
    with_models = st.toggle(
        "Count models",
        key="dispute-models",
        help="Lists pairs on which a model and a person differ, too, and shows what models said. "
        "Labels do not change by it.",
    )
    return replace(narrowed, with_models=with_models, decided=is_decided)


def _ask_narrower(session: Session) -> DisputeWish:
    project = session.project
    texts = {query.query_id: query.text for query in project.store.collection.queries()}
    people = [person.name for person in project.store.people.all()]
    query_id = st.selectbox(
        "Query",
        [_ALL, *texts],
        format_func=lambda chosen: texts.get(chosen, chosen) or "All queries",
        key=QUERY,
    )
    name = st.selectbox(
        "With a grade by",
        [_ANYBODY, *people],
        format_func=lambda chosen: chosen or "Anybody",
        key="dispute-person",
    )
    top = project.settings.scale.max_grade
    least = st.number_input("Grades apart, at least", 1, top, key="dispute-spread")
    return DisputeWish(query_id or None, name or None, int(least))


def show_list(session: Session, found: pd.DataFrame) -> None:
    """List what was found; choosing a row opens the pair."""
    texts = {query.query_id: query.text for query in session.project.store.collection.queries()}
    first = found.head(_MOST_SHOWN)
    titles = session.project.store.collection.titles(first["doc_id"].tolist())
    shown = first.assign(
        query=[texts.get(query_id, query_id) for query_id in first["query_id"]],
        document=[titles.get(doc_id, doc_id) for doc_id in first["doc_id"]],
        grades=[
            f"{low}–{high}" for low, high in zip(first["lowest"], first["highest"], strict=True)
        ],
    )
    st.subheader(count(len(found), "pair"), anchor=False)
    st.dataframe(
        shown,
        hide_index=True,
        key=_LIST,
        on_select=partial(_open_row, first),
        selection_mode="single-row",
        alt="Pairs judged differently, lowest agreement first; choose one to open it",
        column_order=["grades", "n_judgments", "mean_distance", "query", "document"],
        column_config={
            "grades": st.column_config.TextColumn("Grades", width=80, help="Lowest and highest"),
            "n_judgments": st.column_config.NumberColumn("Judgments", width=90),
            "mean_distance": st.column_config.NumberColumn(
                "Apart", width=80, format="%.2f", help="Mean distance of any two of its grades"
            ),
            "query": st.column_config.TextColumn("Query", width=300),
            "document": st.column_config.TextColumn("Document", width=420),
        },
    )
    if len(found) > len(first):
        note(f"The first {len(first):,} of {len(found):,}; the download holds all.")
    st.download_button(
        "Download the pairs",
        lambda: people_csv(found).content,
        file_name="disagreements.csv",
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
    )


def _open_row(listed: pd.DataFrame) -> None:
    """Open the row that was chosen in the list as it was drawn."""
    rows = st.session_state[_LIST]["selection"]["rows"]
    if rows and rows[0] < len(listed):
        row = listed.iloc[rows[0]]
        go_to((row["query_id"], row["doc_id"]))
