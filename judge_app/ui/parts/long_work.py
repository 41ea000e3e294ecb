"""Work that takes a while: how far it is, and a button that ends it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

_SHOWN_EVERY_SECONDS = 0.1


@contextmanager
def long_work(
    place: DeltaGenerator,
    text: str,
    stop: Callable[[], None],
    clock: Callable[[], float] = time.monotonic,
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
    clock : callable, optional
        Returns seconds.

    Yields
    ------
    callable
        Takes a text and the share that is done, 0 to 1. Streamlit ends the script inside this
        call when the page is to be run again, which a click on *Cancel* asks for; so whatever has
        to be undone then belongs around it. Of calls that follow each other closely only some do
        that; one with a share of 1 always does.
    """
    with place.container(horizontal=True, vertical_alignment="center"):
        bar = st.progress(0.0, text=text)
        st.button("Cancel", on_click=stop, key=f"cancel-{text}")

    shown_at = clock()

    def tell(doing: str, share: float) -> None:
        nonlocal shown_at
        now = clock()
        # To draw the bar costs more than many a step of the work.
        if share < 1 and now - shown_at < _SHOWN_EVERY_SECONDS:
            return
        shown_at = now
        bar.progress(min(max(share, 0.0), 1.0), text=doing)

    try:
        yield tell
    finally:
        place.empty()
