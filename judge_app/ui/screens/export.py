"""What leaves the project, and the states of its labels that have a name."""

from __future__ import annotations

import streamlit as st

from judge_app.ui.pages import EXPORT
from judge_app.ui.parts.export_form import show_export
from judge_app.ui.parts.releases import show_releases
from judge_app.ui.parts.state_difference import show_difference
from judge_app.ui.session import Session, require_session

_TABS = {"Download": show_export, "Releases": show_releases, "What changed": show_difference}


def show(session: Session) -> None:
    """Offer every export, the releases, and what lies between two of them."""
    st.title("Export", anchor=False)
    tabs = st.tabs(list(_TABS), key="export-tabs", on_change="rerun")
    # Only what is looked at is computed: a difference scores every run twice.
    for tab, show_tab in zip(tabs, _TABS.values(), strict=True):
        if tab.open:
            with tab:
                show_tab(session)


show(require_session(EXPORT.permission))
