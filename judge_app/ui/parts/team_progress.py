"""How far the team is, query by query, and what remains."""

from __future__ import annotations

from collections import Counter
from datetime import date

import streamlit as st

from judge_app.services.exporting.tables import people_csv
from judge_app.services.team_report import TeamReport
from judge_app.ui.pages import POOL
from judge_app.ui.parts.day_chart import day_chart
from judge_app.ui.parts.empty import empty
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import count, duration, in_percent
from judge_app.ui.session import Session


def show_progress(session: Session, report: TeamReport) -> None:
    """Show what is judged and wanted, the days so far, and every query."""
    if report.queries.empty:
        empty(
            "**No pool has been built,** so there is nothing to share out yet.",
            session,
            POOL,
            "Build the pool",
        )
        return
    _show_figures(report)
    _show_days(report)
    _show_queries(report)


def _show_figures(report: TeamReport) -> None:
    share = in_percent(report.given / report.wanted) if report.wanted else None
    today = sum(person.today for person in report.people)
    with st.container(horizontal=True):
        st.metric(
            "Judgments given",
            f"{report.given:,} of {report.wanted:,}",
            delta=None if share is None else f"{share} %",
            delta_arrow="off",
            delta_color="off",
            border=True,
            height="stretch",
        )
        st.metric("Judged today", f"{today:,}", border=True, height="stretch")
        st.metric(
            "People in the last 7 days", f"{report.n_recent:,}", border=True, height="stretch"
        )
        left = report.wanted - report.given
        work = duration(report.minutes_left) if left else "none"
        st.metric("Work left", work, border=True, height="stretch")
    each = (
        f" If the {count(report.n_recent, 'person', 'people')} of the last 7 days share it, "
        f"{duration(report.minutes_left / report.n_recent)} each."
        if report.n_recent > 1 and left
        else ""
    )
    note(
        f"{count(left, 'judgment is', 'judgments are')} still wanted, {report.pace.explain()}. "
        f"Pauses are not counted.{each}"
        if left
        else "Every judgment that was wanted has been given."
    )
    unreadable = int(report.queries["unreadable"].sum())
    if unreadable:
        note(
            f"{count(unreadable, 'pooled pair')} cannot be shown to anyone, since the project has "
            "no text for the document. They are not counted here."
        )


def _show_days(report: TeamReport) -> None:
    days: Counter[date] = Counter()
    for person in report.people:
        days.update(person.by_day)
    st.subheader("By day", anchor=False)
    if len(days) < 2:  # noqa: PLR2004 - the figure above says all
        note("A chart of the days begins with the second one.")
    day_chart(days, key="team-days", alt=f"Pairs judged on each of {len(days)} days")


def _show_queries(report: TeamReport) -> None:
    queries = report.queries
    st.subheader("By query", anchor=False)
    st.dataframe(
        queries.assign(
            share=100 * queries["given"] / queries["wanted"].where(queries["wanted"] > 0)
        ),
        hide_index=True,
        key="team-queries",
        alt="Judgments given and wanted by query",
        column_order=["query", "share", "given", "wanted", "judged", "pairs"],
        column_config={
            "query": st.column_config.TextColumn("Query", width=380),
            "share": st.column_config.ProgressColumn(
                "Given", format="%.0f %%", min_value=0, max_value=100, width=160
            ),
            "given": st.column_config.NumberColumn("Judgments", width=90),
            "wanted": st.column_config.NumberColumn("Wanted", width=90),
            "judged": st.column_config.NumberColumn(
                "Pairs judged", width=100, help="Pairs that at least one person has graded"
            ),
            "pairs": st.column_config.NumberColumn("Pairs", width=80),
        },
    )
    st.download_button(
        "Download as CSV",
        lambda: people_csv(queries).content,
        file_name="progress-by-query.csv",
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
    )
