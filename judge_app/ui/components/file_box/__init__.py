"""A box that takes files: the browser sends them to the API, and tells which have arrived.

Streamlit's own file field would hold every file in the server's memory.
"""

from __future__ import annotations

from functools import partial
from typing import TypedDict

import streamlit as st

from judge_app.ui.components.files import component_text

_text = partial(component_text, __package__)


class BoxData(TypedDict):
    """What a page hands to the box.

    Attributes
    ----------
    token : str
        Signed token that is sent as ``Authorization: Bearer``; a new one may come at each run.
    api : str
        Path of the REST API, for instance ``/api/v1``.
    label, help : str
        What files are meant, and what may be known of them.
    several : bool
        Whether more than one file may be chosen; otherwise a new one takes the other's place.
    lost : list of str
        Files that the box told of and that are not on the server any more.
    """

    token: str
    api: str
    label: str
    help: str
    several: bool
    lost: list[str]


_box = st.components.v2.component(
    "judgepool_file_box",
    html=_text("file_box.html"),
    css=_text("file_box.css"),
    # One script for Streamlit, which loads it from where no import is resolved.
    js=_text("sending.js", "file_row.js", "file_box.js"),
)


def file_box(data: BoxData, key: str) -> list[str]:
    """Show the box; return which files have arrived in full, by their ids in the API.

    Parameters
    ----------
    data : BoxData
        What to ask for, and as whom.
    key : str
        Streamlit's key of the element; another key makes a new, empty box, and the files of the
        former one are removed.
    """
    return _ids(_box(data=data, key=key, on_files_change=lambda: None).files)


def told_files(key: str) -> list[str]:
    """Return what the box of a key, shown before, has told of its files."""
    return _ids((st.session_state.get(key) or {}).get("files"))


def _ids(told: object) -> list[str]:
    # It comes from a browser, where anything may be sent.
    return [one for one in told if isinstance(one, str)] if isinstance(told, list) else []
