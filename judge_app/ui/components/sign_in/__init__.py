"""Signing in and out: the browser itself asks the API, which sets or clears its cookie."""

from __future__ import annotations

from functools import partial
from typing import TypedDict

import streamlit as st

from judge_app.domain.people import Role
from judge_app.ui.components.files import component_text
from judge_app.ui.host import current

_text = partial(component_text, __package__)

_ROLES = {
    Role.ANNOTATOR: ("Annotator", "Grades documents."),
    Role.LEAD: ("Lead", "Imports, builds the pool, decides; may grade and read scores too."),
    Role.EVALUATOR: ("Evaluator", "Brings runs in and reads their scores."),
}


class RoleChoice(TypedDict):
    """One role as the form offers it."""

    role: str
    title: str
    description: str


_form = st.components.v2.component(
    "judgepool_sign_in",
    html=_text("sign_in.html"),
    css=_text("sign_in.css"),
    js=_text("sign_in.js"),
)
_button = st.components.v2.component(
    "judgepool_sign_out",
    html=_text("sign_out.html"),
    css=_text("sign_out.css"),
    js=_text("sign_out.js"),
)


def sign_in_form(key: str) -> None:
    """Ask for a name and a role; the page reloads once they are accepted."""
    host = current()
    roles = [
        RoleChoice(role=role.value, title=title, description=description)
        for role, (title, description) in _ROLES.items()
    ]
    _form(data={"api": host.api, "title": host.project.settings.title, "roles": roles}, key=key)


def sign_out_button(key: str) -> None:
    """Offer to end the browser's session; the page reloads afterwards."""
    _button(data={"api": current().api}, key=key)
