"""The project as its lead prepares it: what is here, what comes in, what may change."""

from __future__ import annotations

import streamlit as st

from judge_app.services.status import read_status
from judge_app.ui.pages import PROJECT
from judge_app.ui.parts.import_files import show_import
from judge_app.ui.parts.missing import show_missing
from judge_app.ui.parts.next_step import show_next_step
from judge_app.ui.parts.settings_form import show_settings
from judge_app.ui.parts.status import show_status
from judge_app.ui.parts.words import escaped
from judge_app.ui.session import Session, require_session


def show(session: Session) -> None:
    """Show how the project stands, and let its lead bring in files and change settings."""
    status = read_status(session.project)
    st.title(escaped(status.title), anchor=False)
    show_next_step(session, status)
    overview, files, settings = st.tabs(["What is here", "Bring in files", "Settings"], key="tabs")
    with overview:
        show_status(status)
        show_missing(session.project)
    with files:
        show_import(session)
    with settings:
        show_settings(session)


show(require_session(PROJECT.permission))
