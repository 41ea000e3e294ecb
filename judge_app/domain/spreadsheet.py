"""Cells that a spreadsheet would run instead of showing."""

from __future__ import annotations

# Also full-width signs, which some spreadsheets read like the usual ones.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_ESCAPE = "'"

ESCAPED_COLUMN = "escaped"
"""Column that names the cells of its row which bear an apostrophe that is not theirs."""


def runs_as_formula(text: str) -> bool:
    """Tell whether a spreadsheet would take a text for a formula."""
    return text.startswith(_FORMULA_STARTS)


def escaped_cell(text: str) -> str:
    """Return a text as a spreadsheet shows it: an apostrophe before what it would run."""
    return _ESCAPE + text if runs_as_formula(text) else text


def unescaped_cell(text: str) -> str:
    """Return the text that `escaped_cell` was given, for a cell that it changed."""
    return text.removeprefix(_ESCAPE)
