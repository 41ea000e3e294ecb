"""Keep a page up to date while other people grade, without drawing it when nothing changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import streamlit as st

from judge_app.ui.parts.faults import explained

SECONDS = 2


@st.fragment(run_every=SECONDS)
def follow(drawn: Hashable, read: Callable[[], Hashable]) -> None:
    """Draw the page again once what it shows has changed; call at the page's top level.

    Parameters
    ----------
    drawn : hashable
        The state that the page shows.
    read : callable
        Returns the state as it is now.
    """
    with explained():
        if read() != drawn:
            st.rerun()
