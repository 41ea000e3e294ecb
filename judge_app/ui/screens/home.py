"""The bare address leads to the first screen of one's role."""

from __future__ import annotations

import streamlit as st

from judge_app.ui.pages import first_screen
from judge_app.ui.session import require_session

st.switch_page(first_screen(require_session().role).path)
