"""The script that Streamlit runs: who is there, which screen they asked for."""

from __future__ import annotations

import streamlit as st

from judge_app.ui.components.sign_in import sign_in_form, sign_out_button
from judge_app.ui.pages import navigation
from judge_app.ui.parts.faults import explained
from judge_app.ui.parts.mark import LOGO, MARK
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import escaped
from judge_app.ui.session import Session, find_session
from judge_app.ui.theme import CONTRAST


def main() -> None:
    """Show the screen that was asked for, or the sign-in."""
    st.set_page_config(
        page_title="Judgepool", page_icon=MARK, layout="wide", initial_sidebar_state=236
    )
    st.html(CONTRAST)
    with explained():
        session = find_session()
        page = navigation(None if session is None else session.actor)
        if session is None:
            sign_in_form(key="sign-in")
            return
        _show_who(session)
        page.run()


def _show_who(session: Session) -> None:
    st.logo(LOGO, icon_image=MARK, size="large")
    with st.sidebar:
        note(escaped(session.project.settings.title))
        st.markdown(f"{escaped(session.actor.person.name)} · {session.role}")
        sign_out_button(key="sign-out")


main()
