"""What a form did, told by the next drawing of the page.

A form that is read while the page is drawn loses what was sent when somebody turns to another tab
at once; done in a callback it is not lost, and what came of it has to wait for its place.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from judge_app.domain.errors import JudgepoolError
from judge_app.ui.parts.faults import show_error


def do(slot: str, work: Callable[[], str]) -> None:
    """Do something in a callback, and keep what came of it.

    Parameters
    ----------
    slot : str
        Where it is kept, for `show_what_came`.
    work : callable
        Returns what to say, as Markdown.
    """
    try:
        st.session_state[slot] = work()
    except JudgepoolError as error:
        st.session_state[slot] = error


def show_what_came(slot: str) -> None:
    """Say what came of the last callback, once."""
    came = st.session_state.pop(slot, None)
    if isinstance(came, JudgepoolError):
        show_error(came)
    elif came is not None:
        st.success(came)
