"""A pair that somebody chose on one screen to be opened on another."""

from __future__ import annotations

import streamlit as st

_SLOT = "reopened-pair"


def reopen(query_id: str, doc_id: str) -> None:
    """Remember a pair for the grading card."""
    st.session_state[_SLOT] = (query_id, doc_id)


def take_reopened() -> tuple[str, str] | None:
    """Return the pair that was chosen, once."""
    pair: tuple[str, str] | None = st.session_state.pop(_SLOT, None)
    return pair
