"""Work that takes a while: how far it is, and a button that ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


@contextmanager
def long_work(
    place: DeltaGenerator, text: str, stop: Callable[[], None]
) -> Iterator[Callable[[str, float], None]]:
    """Show a bar and a button *Cancel* while the block lasts.

    Parameters
    ----------
    place : DeltaGenerator
        An `st.empty` that is there in every run of the page, with work to do or without: what
        stands below would move otherwise, and its older self be seen twice.
    text : str
        Markdown to begin with.
    stop : callable
        Called when somebody cancels, before the page is run again.

    Yields
    ------
    callable
        Takes a text and the share that is done, 0 to 1. Streamlit ends the script inside this
        call when the page is to be run again, which a click on *Cancel* asks for; so whatever has
        to be undone then belongs around it.
    """
    with place.container(horizontal=True, vertical_alignment="center"):
        bar = st.progress(0.0, text=text)
        st.button("Cancel", on_click=stop, key=f"cancel-{text}")

    def tell(doing: str, share: float) -> None:
        bar.progress(min(max(share, 0.0), 1.0), text=doing)

    try:
        yield tell
    finally:
        place.empty()
