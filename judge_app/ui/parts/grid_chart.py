"""A small grid of cells with a number in each, the stronger the bluer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from judge_app.ui.theme import ACCENT, AMBER, GREY, ink

_ROW_HEIGHT, _LOW_ROW_HEIGHT = 32, 18
_MOST_HIGH_ROWS = 20
_ON_STRONG = "#ffffff"
_STRONG_FROM = 0.7
# Narrower cells have no room for their number; the tooltip and the table below hold it.
_LEAST_WIDTH = 26


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    Attributes
    ----------
    row, column : str
        Where.
    text : str
        What stands in it.
    strength : float or None
        From 0 to 1, below 0 where it is of the other sign; None where there is nothing.
    tip : str
        What a look at it tells.
    """

    row: str
    column: str
    text: str
    strength: float | None
    tip: str


def grid_chart(
    cells: Sequence[Cell],
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    titles: tuple[str, str],
    key: str,
    alt: str,
) -> None:
    """Show cells in the order of rows and columns.

    Parameters
    ----------
    cells : sequence of Cell
        Those that are missing are left free.
    rows, columns : sequence of str
        Names, top and left first.
    titles : tuple of str
        Of rows and of columns; may be empty.
    key, alt : str
        Streamlit's key of the chart, and what it shows, for those who cannot see it.
    """
    height = _ROW_HEIGHT if len(rows) <= _MOST_HIGH_ROWS else _LOW_ROW_HEIGHT
    has_room = f"width / {max(len(columns), 1)} >= {_LEAST_WIDTH}"
    st.vega_lite_chart(
        _frame(cells),
        {
            "height": {"step": height},
            "encoding": {
                "y": _axis("row", rows, titles[0], {"labelLimit": 110}),
                "x": _axis(
                    "column",
                    columns,
                    titles[1],
                    {"orient": "top", "labelAngle": -40, "labelLimit": 90},
                ),
                "tooltip": [{"field": "tip", "title": " "}],
            },
            "layer": [
                {
                    "mark": {"type": "rect", "cornerRadius": 4, "stroke": None},
                    "encoding": {
                        "color": {"field": "colour", "type": "nominal", "scale": None},
                        "opacity": {"field": "opacity", "type": "quantitative", "scale": None},
                    },
                },
                {
                    "mark": {
                        "type": "text",
                        "fontSize": 12,
                        "opacity": {"expr": f"{has_room} ? 1 : 0"},
                    },
                    "encoding": {
                        "text": {"field": "text"},
                        "color": {"field": "ink", "type": "nominal", "scale": None},
                    },
                },
            ],
            "config": {"view": {"stroke": None}, "scale": {"bandPaddingInner": 0.08}},
        },
        key=key,
        alt=alt,
    )


def _axis(field: str, names: Sequence[str], title: str, more: dict[str, Any]) -> dict[str, Any]:
    return {
        "field": field,
        "type": "nominal",
        "sort": list(names),
        "scale": {"domain": list(names)},
        "title": title or None,
        "axis": {
            "ticks": False,
            "domain": False,
            "labelPadding": 6,
            "labelOverlap": False,
            "titleAnchor": "start",
            **more,
        },
    }


def _frame(cells: Sequence[Cell]) -> pd.DataFrame:
    text = ink()
    return pd.DataFrame(
        {
            "row": [cell.row for cell in cells],
            "column": [cell.column for cell in cells],
            "text": [cell.text for cell in cells],
            "tip": [cell.tip for cell in cells],
            "colour": [_colour(cell.strength) for cell in cells],
            "opacity": [_opacity(cell.strength) for cell in cells],
            "ink": [_ON_STRONG if (cell.strength or 0) >= _STRONG_FROM else text for cell in cells],
        }
    )


def _colour(strength: float | None) -> str:
    if strength is None:
        return GREY
    return ACCENT if strength >= 0 else AMBER


def _opacity(strength: float | None) -> float:
    if strength is None:
        return 0.08
    return 0.08 + 0.87 * min(abs(strength), 1.0)
