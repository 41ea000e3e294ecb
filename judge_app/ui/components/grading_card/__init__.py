"""The grading card: one pair of query and document, graded by one key.

The card talks to the REST API by itself, so a grade never waits for a Streamlit run.
"""

from __future__ import annotations

from typing import TypedDict

import streamlit as st

from judge_app.ui.components.grading_card.assets import read_asset, read_script, read_styles


class ScaleStep(TypedDict):
    """One grade of the scale, as it is printed on its button."""

    grade: int
    label: str
    description: str
    example: str


class CardData(TypedDict):
    """What the page hands to the card.

    Attributes
    ----------
    token : str
        Signed token the card sends as ``Authorization: Bearer``; a new one may come at each run.
    api : str
        Path of the REST API, for instance ``/api/v1``.
    project, person_id : str
        Together they name the place where unsent judgments wait in the browser.
    person, title : str
        The annotator's name and the project's title.
    guidelines : str
        Plain text or simple Markdown (headings, lists); shown as inert text.
    scale : list of ScaleStep
        The grades in ascending order.
    open_pair : tuple of (str, str) or None
        ``(query_id, doc_id)`` of an own judgment to reopen; shown once per mounting.
    """

    token: str
    api: str
    project: str
    person: str
    person_id: str
    title: str
    guidelines: str
    scale: list[ScaleStep]
    open_pair: tuple[str, str] | None


_mount = st.components.v2.component(
    "judgepool_grading_card",
    html=read_asset("card.html"),
    css=read_styles(),
    js=read_script(),
)

_PAGE_STYLE = f"<style>{read_asset('page.css')}</style>"


def grading_card(data: CardData, key: str) -> None:
    """Show the grading card in the whole width and height of the page.

    Parameters
    ----------
    data : CardData
        What to grade with, and as whom.
    key : str
        Streamlit's key of the element; a constant one keeps the card mounted across runs.
    """
    st.html(_PAGE_STYLE)
    _mount(data=data, key=key)
