"""Small print that can still be read: Streamlit's captions are fainter than contrast AA."""

from __future__ import annotations

import streamlit as st


def note(text: str) -> None:
    """Show an explanation in small grey letters.

    Parameters
    ----------
    text : str
        Markdown of one paragraph; anything that is not ours must be escaped.
    """
    st.markdown(f":small[:gray[{text}]]")
