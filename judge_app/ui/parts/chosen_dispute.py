"""A pair or a query that somebody chose on another screen to be settled."""

from __future__ import annotations

import streamlit as st

_SLOT = "chosen-dispute"


def choose_dispute(query_id: str, doc_id: str | None = None) -> None:
    """Remember a query, and a document of it where one is meant, for Disagreements."""
    st.session_state[_SLOT] = (query_id, doc_id)


def take_chosen_dispute() -> tuple[str, str | None] | None:
    """Return what was chosen, once."""
    chosen: tuple[str, str | None] | None = st.session_state.pop(_SLOT, None)
    return chosen
