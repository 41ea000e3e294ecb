"""What a project holds."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from judge_app.services.status import Status
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import in_percent


def show_status(status: Status) -> None:
    """Show counts, runs and people."""
    share = in_percent(status.pool_judged / status.pool_total) if status.pool_total else None
    with st.container(horizontal=True):
        st.metric("Queries", f"{status.n_queries:,}", border=True, height="stretch")
        st.metric("Documents", f"{status.n_documents:,}", border=True, height="stretch")
        st.metric("Runs", f"{len(status.runs):,}", border=True, height="stretch")
        st.metric(
            "Pooled pairs judged",
            f"{status.pool_judged:,} of {status.pool_total:,}",
            delta=None if share is None else f"{share} %",
            delta_arrow="off",
            delta_color="off",
            border=True,
            height="stretch",
        )
    runs, people = st.columns([3, 2], gap="medium")
    with runs:
        _show_runs(status)
    with people:
        _show_people(status)
    _show_replaced(status)


def _show_runs(status: Status) -> None:
    st.subheader("Runs", anchor=False)
    if not status.runs:
        note("None yet.")
        return
    st.dataframe(
        pd.DataFrame(
            {
                "run": [run.name for run in status.runs],
                "queries": [run.n_queries for run in status.runs],
                "depth": [run.depth for run in status.runs],
                "pooled": [run.contributes_to_pool for run in status.runs],
            }
        ),
        hide_index=True,
        column_config={
            "run": st.column_config.TextColumn("Run"),
            "queries": st.column_config.NumberColumn("Queries", width=90),
            "depth": st.column_config.NumberColumn(
                "Depth", width=90, help="Length of its longest ranking"
            ),
            "pooled": st.column_config.CheckboxColumn(
                "In pool", width=90, help="Whether the pool took documents from it by strategy"
            ),
        },
        key="runs",
        alt="Runs of the project",
    )


def _show_replaced(status: Status) -> None:
    if not status.replaced_runs:
        return
    st.subheader("What runs were before", anchor=False)
    runs = status.replaced_runs
    st.dataframe(
        pd.DataFrame(
            {
                "Run": [run.name for run in runs],
                "File": [run.source for run in runs],
                "SHA-256": [run.sha256[:12] for run in runs],
                "Imported": [run.imported_at for run in runs],
                "Imported by": [run.imported_by for run in runs],
                "Replaced": [run.replaced_at for run in runs],
                "Replaced by": [run.replaced_by for run in runs],
            }
        ),
        hide_index=True,
        column_config={
            name: st.column_config.DatetimeColumn(format="YYYY-MM-DD HH:mm")
            for name in ("Imported", "Replaced")
        },
        key="replaced-runs",
        alt="Runs whose place another file has taken",
    )
    note("Pairs that were pooled from them stay in the pool, with the rank that they had there.")


def _show_people(status: Status) -> None:
    st.subheader("Graded by", anchor=False)
    if not status.judged_by:
        note("Nobody has graded yet.")
        return
    st.dataframe(
        pd.DataFrame({"person": list(status.judged_by), "grades": list(status.judged_by.values())}),
        hide_index=True,
        column_config={
            "person": st.column_config.TextColumn("Person"),
            "grades": st.column_config.NumberColumn("Current grades", width=120),
        },
        key="people",
        alt="Current grades by person",
    )
