"""What a screen says when there is nothing to show yet."""

from __future__ import annotations

import streamlit as st

from judge_app.ui.pages import Screen
from judge_app.ui.session import Session


def empty(message: str, session: Session, then: Screen | None = None, do: str = "") -> None:
    """Say why there is nothing, and lead to the screen that changes that.

    Parameters
    ----------
    message : str
        Why, and what would change it; Markdown.
    session : Session
        Who looks: only those who may use the other screen are led there.
    then : Screen, optional
        Where to go.
    do : str
        What to do there, as the link's text.
    """
    with st.container(border=True):
        st.markdown(message)
        if then is not None and session.actor.may(then.permission):
            st.page_link(then.path, label=do, icon=":material/arrow_forward:")
