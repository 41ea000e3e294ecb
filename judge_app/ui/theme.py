"""How the screens look, in Streamlit's own theme options: calm, and the same in light and dark."""

from __future__ import annotations

from typing import TypeAlias

import streamlit as st

Option: TypeAlias = bool | int | str | list[str] | list[int]

_LIGHT = {
    "primaryColor": "#1f5fbf",
    "backgroundColor": "#ffffff",
    "secondaryBackgroundColor": "#f4f6f9",
    "textColor": "#1c2430",
    "linkColor": "#1f5fbf",
    "borderColor": "#dfe4ea",
    "grayTextColor": "#566172",
    "codeTextColor": "#1c2430",
    "sidebar.backgroundColor": "#f4f6f9",
    "sidebar.secondaryBackgroundColor": "#e6ebf2",
}

# The primary colour carries white text on buttons, so it cannot be as light as links are.
_DARK = {
    "primaryColor": "#3573d6",
    "backgroundColor": "#12161c",
    "secondaryBackgroundColor": "#1b222b",
    "textColor": "#e8ebf0",
    "linkColor": "#7fb0ff",
    "borderColor": "#323b48",
    "grayTextColor": "#9fabbb",
    "codeTextColor": "#e8ebf0",
    "sidebar.backgroundColor": "#171d25",
    "sidebar.secondaryBackgroundColor": "#232c37",
}

_BOTH: dict[str, Option] = {
    "theme.font": "sans-serif",
    "theme.baseRadius": "0.6rem",
    "theme.headingFontSizes": ["1.7rem", "1.3rem", "1.1rem", "1rem", "1rem", "1rem"],
    "theme.headingFontWeights": [650, 600, 600, 600, 600, 600],
    "theme.metricValueFontSize": "1.5rem",
    "theme.paddingTop": "0.25rem",
    "theme.showSidebarBorder": True,
    "theme.showWidgetBorder": True,
}

THEME: dict[str, Option] = {
    **_BOTH,
    **{f"theme.light.{name}": colour for name, colour in _LIGHT.items()},
    **{f"theme.dark.{name}": colour for name, colour in _DARK.items()},
}
"""Options for `streamlit.config.set_option`, by name."""

ACCENT = "#3a78d8"
"""A blue that stands out on both backgrounds, for the marks of charts."""

AMBER = "#e0a02c"
"""What nobody has judged, on both backgrounds."""

GREY = "#8792a3"
"""What carries no value, on both backgrounds."""


CONTRAST = """<style>
/* What the theme cannot say: the chosen one of several buttons is primary on a tint of primary,
   numbers in JSON have a colour of their own, and quotations are faint. */
[data-testid="stButtonGroup"] button[data-selected],
[data-testid="stJson"] .variable-value div {
  color: inherit !important;
}

[data-testid="stMarkdownContainer"] blockquote {
  opacity: 1;
}

[data-testid="stSidebarNavLink"]:focus-visible {
  outline: 2px solid;
  outline-offset: -2px;
}
</style>"""
"""A style for every screen, so that all text has the contrast of WCAG's level AA."""


def ink() -> str:
    """Return the colour of text on the reader's background, for charts, which do not inherit it."""
    return (_DARK if st.context.theme.type == "dark" else _LIGHT)["textColor"]
