"""Everybody's part in the work, and what of it a lead may want to look at."""

from __future__ import annotations

from itertools import groupby

import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from judge_app.domain.scale import Scale
from judge_app.services.exporting.tables import people_csv
from judge_app.services.grade_habits import FAR
from judge_app.services.team_person import Checked, PersonReport
from judge_app.services.team_report import TeamReport
from judge_app.services.team_table import people_table
from judge_app.services.unnamed import letters
from judge_app.services.work_pace import FAST_SECONDS
from judge_app.ui.pages import GRADE
from judge_app.ui.parts.day_chart import day_chart
from judge_app.ui.parts.empty import empty
from judge_app.ui.parts.grade_habit_chart import show_habit
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import NO_VALUE, count, escaped, sentence
from judge_app.ui.session import Session


def show_people(session: Session, report: TeamReport) -> None:
    """Show hints, everybody's figures, and one person's grades beside the others'."""
    if not report.people and not report.models:
        empty(
            "**Nobody has judged anything yet.** Annotators sign in on this same address.",
            session,
            GRADE,
            "Grade something yourself",
        )
        return
    hide = st.toggle(
        "Hide names",
        key="team-hidden",
        help="Letters in a shuffled order; on the pairs of Disagreements they are other ones.",
    )
    shown = {person.name: person.name for person in (*report.people, *report.models)}
    if hide:
        shown |= letters(session.project, [person.name for person in report.people], "team")
    _show_hints(report, shown)
    _show_table("People", report.people, shown, key="team-people")
    if report.people:
        _show_one(report, shown, session.project.settings.scale)
    if report.models:
        _show_table("Models", report.models, shown, key="team-models")
        note("Beside the grades of people. How far each model agrees with whom is on *Agreement*.")


def _show_hints(report: TeamReport, shown: dict[str, str]) -> None:
    st.subheader("Worth a look", anchor=False)
    note(
        "Numbers, no verdicts: whoever reads quickly may read well, and whoever differs may be "
        "right. Below each stands from when on it is said."
    )
    if not report.hints:
        st.markdown("Nothing passes a threshold.")
        return
    for person, hints in groupby(report.hints, key=lambda hint: hint.person):
        with st.container(border=True, gap="xsmall"):
            for hint in hints:
                st.markdown(f"**{escaped(shown[person])}** {escaped(hint.said)}.")
                note(sentence(escaped(hint.rule)))


def _show_table(
    title: str, people: tuple[PersonReport, ...], shown: dict[str, str], *, key: str
) -> None:
    if not people:
        return
    st.subheader(title, anchor=False)
    table = people_table(people, shown)
    st.dataframe(
        table,
        hide_index=True,
        placeholder=NO_VALUE,
        key=key,
        alt=f"{title}: pace, grades and agreement",
        column_order=[*_columns()],
        column_config=_columns(),
    )
    st.download_button(
        "Download as CSV",
        lambda: people_csv(table).content,
        file_name=f"{title.lower()}.csv",
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
        key=f"{key}-download",
    )


def _columns() -> dict[str, ColumnConfig]:
    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    return {
        "person": text("Name", pinned=True),
        "today": number("Today", width=70),
        "judged": number("Judged", width=75, help="Pairs with a current grade or “cannot judge”"),
        "median_seconds": number("Median s", format="%.1f", width=85, help="Of timed judgments"),
        "pairs_per_hour": number(
            "Pairs/hour", format="%.0f", width=90, help="Of work; pauses over 5 minutes left out"
        ),
        "fast": number(f"Under {FAST_SECONDS:g} s", width=85, help="Timed judgments"),
        "mean_difference": number(
            "Higher by", format="%+.2f", width=90, help="Own grade less the mean of the others'"
        ),
        "kappa": number(
            "κ quadratic", format="%.3f", width=95, help="Against everybody else, pair by pair"
        ),
        "comparisons": number("n", width=65, help="Comparisons behind κ"),
        "far": number(f"{FAR}+ apart", width=80, help="Of these, at least so many grades"),
        "gold": text("Gold", width=90, help="Exact of all, beside grades that the lead fixed"),
        "repeats": text("Repeats", width=90, help="Exact of all, beside own earlier grades"),
        "cannot_judge": number("Cannot %", format="%.1f", width=85),
        "later": number("Later %", format="%.1f", width=80, help="Put off, per judged pair"),
    }


def _show_one(report: TeamReport, shown: dict[str, str], scale: Scale) -> None:
    st.subheader("One person beside the others", anchor=False)
    by_name = {person.name: person for person in report.people}
    name = st.selectbox("Person", list(by_name), format_func=shown.__getitem__, key="team-person")
    person = by_name[name]
    show_habit(shown[name], person.habits, scale)
    day_chart(
        person.by_day,
        key="person-days",
        alt=f"Pairs that {shown[name]} judged on each of {len(person.by_day)} days",
    )
    checks = (
        ("warm-up pairs", person.practice),
        ("gold pairs", person.gold),
        ("own repeated pairs", person.repeats),
    )
    for what, checked in checks:
        if checked is not None and checked.n:
            note(_checked(what, checked))


def _checked(what: str, checked: Checked) -> str:
    mean = "" if checked.mean_difference is None else f", on average {checked.mean_difference:+.2f}"
    return (
        f"{count(checked.n, 'answer')} on {what}: {checked.n_exact:,} exact{mean}, "
        f"{checked.n_far:,} at least {FAR} grades away."
    )
