"""How much of each stored run is judged."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from judge_app.services.coverage import stored_coverage
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import NO_VALUE, in_percent
from judge_app.ui.session import Session


def show_runs(session: Session, *, depth: int) -> None:
    """Show every run of the project with its coverage and the verdict on it."""
    coverages = stored_coverage(session.project, session.actor, depth=depth)
    if not coverages:
        note("The project holds no run yet: this one will be the first.")
        return
    st.subheader("Runs of the project", anchor=False)
    st.dataframe(
        pd.DataFrame(
            {
                "run": [coverage.run for coverage in coverages],
                "share": [in_percent(coverage.facts.coverage) for coverage in coverages],
                "queued": [coverage.facts.n_queued for coverage in coverages],
                "new": [coverage.facts.n_new for coverage in coverages],
                "missing": [len(coverage.missing_queries) for coverage in coverages],
                "verdict": [coverage.verdict.headline for coverage in coverages],
            }
        ),
        hide_index=True,
        placeholder=NO_VALUE,
        column_config={
            "run": st.column_config.TextColumn("Run", pinned=True),
            "share": st.column_config.NumberColumn(
                f"Judged of top {depth}", format="%.1f %%", width=130
            ),
            "queued": st.column_config.NumberColumn("Queued", width=90),
            "new": st.column_config.NumberColumn("New", width=90),
            "missing": st.column_config.NumberColumn("Missing queries", width=130),
            "verdict": st.column_config.TextColumn("Verdict", width="large"),
        },
        key="stored-runs",
        alt="Coverage and verdict of every run of the project",
    )
