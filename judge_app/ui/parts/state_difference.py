"""Two states of the labels side by side."""

from __future__ import annotations

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from judge_app.domain.release import NOW
from judge_app.services.exporting.tables import people_csv
from judge_app.services.state_difference import MeasureEffect, StateDifference, compare_states
from judge_app.ui.parts.faults import explained
from judge_app.ui.parts.note import note
from judge_app.ui.parts.stamp import stamp_line
from judge_app.ui.parts.words import NO_VALUE, UNDEFINED, count, escaped, interval
from judge_app.ui.session import Session


def show_difference(session: Session) -> None:
    """Let somebody choose two states, and show what lies between them."""
    names = [one.name for one in session.project.store.releases.all()]
    if not names:
        note("Once there is a release, this shows what has changed since.")
        return
    left, right = st.columns(2, gap="medium")
    before = left.selectbox("From", list(reversed(names)), key="difference-before")
    after = right.selectbox("To", [NOW, *reversed(names)], key="difference-after")
    with explained():
        difference = compare_states(session.project, session.actor, before, after)
        for column, side in ((left, difference.before), (right, difference.after)):
            with column:
                stamp_line(side.stamp, count(side.stamp.pool_pairs, "pooled pair"))
        show_labels(difference, f"{before}-{after}.csv")
        for effect in difference.effects:
            show_effect(effect)
        _show_reading(difference)


def show_labels(difference: StateDifference, file_name: str) -> None:
    """Show how many labels differ, which, and a download of them."""
    counts = " · ".join(
        f"**{difference.count(change):,}** {change}" for change in ("added", "changed", "removed")
    )
    st.subheader("Labels", anchor=False)
    st.markdown(counts)
    if difference.pairs.empty:
        return
    st.dataframe(
        difference.pairs,
        hide_index=True,
        placeholder=NO_VALUE,
        key="difference-pairs",
        alt="Pairs whose label differs",
        column_config={
            "change": st.column_config.TextColumn("Change", width="small"),
            "query_id": st.column_config.TextColumn("Query", width="small"),
            "doc_id": st.column_config.TextColumn("Document", width="large"),
            "before": st.column_config.NumberColumn("From", width="small"),
            "after": st.column_config.NumberColumn("To", width="small"),
        },
    )
    st.download_button(
        "Download the pairs",
        lambda: people_csv(difference.pairs).content,
        file_name=file_name,
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
    )


def show_effect(effect: MeasureEffect) -> None:
    """Show every run under both states by one measure."""
    if not effect.runs:
        return
    names = " → ".join(dict.fromkeys((effect.before, effect.after)))
    st.subheader(escaped(names), anchor=False)
    st.dataframe(
        _frame(effect),
        hide_index=True,
        placeholder=NO_VALUE,
        key=f"difference-{effect.after}",
        alt=f"Every run under both states, by {effect.after}",
        column_config=_columns(),
    )
    note(f"Kendall τ {_figure(effect.tau)}, τ_AP {_figure(effect.tau_ap)} between the rankings.")


def _frame(effect: MeasureEffect) -> pd.DataFrame:
    runs = effect.runs
    return pd.DataFrame(
        {
            "run": [one.run for one in runs],
            "before": [one.before.mean for one in runs],
            "before open": [interval(one.before.low, one.before.high) for one in runs],
            "before queries": [one.before.n_queries for one in runs],
            "after": [one.after.mean for one in runs],
            "after open": [interval(one.after.low, one.after.high) for one in runs],
            "after queries": [one.after.n_queries for one in runs],
            "rank": [f"{_rank(one.rank_before)} → {_rank(one.rank_after)}" for one in runs],
        }
    )


def _columns() -> dict[str, ColumnConfig]:
    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    sides: dict[str, ColumnConfig] = {}
    for side, title in (("before", "From"), ("after", "To")):
        sides[side] = number(title, format="%.3f")
        sides[f"{side} open"] = text("Possible", width=110)
        sides[f"{side} queries"] = number("Queries", width=80, help="In the mean")
    return {"run": text("System", pinned=True), **sides, "rank": text("Rank")}


def show_side_by_side() -> None:
    """Say why the two means are not subtracted."""
    note(
        "The two means stand side by side and are not subtracted: under different labels, often "
        "over different queries, they are not values of one measure. **Possible:** every value "
        "that the documents unjudged in that state leave open."
    )


def _show_reading(difference: StateDifference) -> None:
    show_side_by_side()
    replaced = difference.replaced_runs
    if replaced:
        st.warning(
            f"{count(len(replaced), 'run is', 'runs are')} no longer those of the release; the "
            f"scores are of the files that are here now: {escaped(', '.join(replaced))}"
        )
    if difference.changed_texts:
        names = escaped(", ".join(difference.changed_texts))
        st.warning(
            f"Topics or documents of the pairs of {names} have changed since that release; its "
            "labels are exact, and were given for other texts."
        )


def _rank(rank: int | None) -> str:
    return NO_VALUE if rank is None else str(rank)


def _figure(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.3f}"
