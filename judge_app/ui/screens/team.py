"""The team as its lead sees it: progress, people, and how the work is shared out."""

from __future__ import annotations

import streamlit as st

from judge_app.services.team_report import TeamReport, read_team
from judge_app.ui.pages import TEAM
from judge_app.ui.parts.assignment_form import show_assignment
from judge_app.ui.parts.checks_form import show_checks
from judge_app.ui.parts.following import follow
from judge_app.ui.parts.overlap_form import show_overlap
from judge_app.ui.parts.team_people import show_people
from judge_app.ui.parts.team_progress import show_progress
from judge_app.ui.session import Session, require_session

_PARTS = 1_000
_REPORTS = {"Progress": show_progress, "People": show_people}
_FORMS = {"Overlap": show_overlap, "Checks": show_checks, "Assignment": show_assignment}


def show(session: Session) -> None:
    """Show the tab that is looked at; the reports follow the log."""
    st.title("Team", anchor=False)
    tabs = iter(st.tabs([*_REPORTS, *_FORMS], key="team-tabs", on_change="rerun"))
    # Only what is looked at is computed.
    for show_report, tab in zip(_REPORTS.values(), tabs, strict=False):
        if tab.open:
            report = _read(session)
            follow(_step(report.position), lambda: _step(session.project.store.judgments.size()))
            with tab:
                show_report(session, report)
    for show_form, tab in zip(_FORMS.values(), tabs, strict=True):
        if tab.open:
            with tab:
                show_form(session)


def _step(position: int) -> int:
    """Return a number that changes with every judgment, in a long log with every thousandth part.

    The report is made of the whole log, so that it would be made all the time.
    """
    return position // max(position // _PARTS, 1)


def _read(session: Session) -> TeamReport:
    # The browser tells by how many minutes UTC is ahead of it.
    west = st.context.timezone_offset or 0
    return read_team(session.project, session.actor, east_minutes=-west)


show(require_session(TEAM.permission))
