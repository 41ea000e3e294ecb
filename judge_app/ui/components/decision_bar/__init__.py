"""The lead's decision on one pair, by one key or button.

Streamlit's own buttons would apply a held or repeated key to whatever pair the server has reached
by then. Here a press speaks of the pair that was on screen, and nothing is taken until the next
one is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypedDict, TypeGuard

import streamlit as st

from judge_app.ui.components.files import component_text
from judge_app.ui.components.grading_card.assets import read_asset, read_module

_text = partial(component_text, __package__)
_EVENT = "said"


class BarStep(TypedDict):
    """One grade as its button shows it."""

    grade: int
    label: str
    description: str


class BarData(TypedDict):
    """What a page hands to the bar.

    Attributes
    ----------
    query_id, doc_id : str
        The pair on screen.
    serial : int
        Another number whenever the page has dealt with what was said.
    seen : int
        The decision that is shown, by its place in the log; 0 for none.
    scale : list of BarStep
        The grades, lowest first.
    decided : int or None
        The grade that was decided.
    note : str
        Of that decision.
    longest_note : int
        Most characters of a note.
    can_withdraw : bool
        Whether the decision is the reader's own.
    """

    query_id: str
    doc_id: str
    serial: int
    seen: int
    scale: list[BarStep]
    decided: int | None
    note: str
    longest_note: int
    can_withdraw: bool


@dataclass(frozen=True, slots=True)
class Said:
    """What the lead said of one pair.

    ``seen`` is the decision that was on screen, as in `BarData`; ``action`` is decide, withdraw,
    next or previous; ``grade`` is None unless it decides.
    """

    query_id: str
    doc_id: str
    seen: int
    action: str
    grade: int | None
    note: str


_bar = st.components.v2.component(
    "judgepool_decision_bar",
    html=_text("decision_bar.html"),
    # What a key means, and how it is printed, is said in one place for both desks.
    css=_text("decision_bar.css") + read_asset("css/keys.css"),
    js=read_module("js/keys.js") + _text("decision_bar.js"),
)


def decision_bar(data: BarData, key: str, on_said: Callable[[], None]) -> None:
    """Show the bar.

    Parameters
    ----------
    data : BarData
        What is decided.
    key : str
        Streamlit's key of the element.
    on_said : callable
        Called before the page is drawn again; asks `what_was_said`.
    """
    _bar(data=data, key=key, on_said_change=on_said)


def what_was_said(key: str) -> Said | None:
    """Return what the bar of a key, shown before, has been told; None for nothing readable."""
    told = (st.session_state.get(key) or {}).get(_EVENT)
    # It comes from a browser, where anything may be sent.
    if not isinstance(told, dict):
        return None
    grade, seen = told.get("grade"), told.get("seen")
    texts = [told.get(name) for name in ("query_id", "doc_id", "action", "note")]
    if not all(isinstance(text, str) for text in texts) or not _is_whole(seen):
        return None
    query_id, doc_id, action, note = map(str, texts)
    return Said(query_id, doc_id, seen, action, grade if _is_whole(grade) else None, note)


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
