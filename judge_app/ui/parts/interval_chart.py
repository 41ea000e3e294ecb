"""Systems in rows: the bar is everything that is still possible, the tick is the value.

The chart is a Vega-Lite description in plain dictionaries, as Altair would write it: the board is
drawn again after every grade, and Altair takes several hundred milliseconds to check a chart of
this size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import pandas as pd
import streamlit as st

from judge_app.ui.parts.words import interval, score
from judge_app.ui.theme import ACCENT, GREY, ink

Spec: TypeAlias = dict[str, Any]

_ROW_HEIGHT = 46
_TEXT_SIZE = 14
_NARROW = "width < 560"


@dataclass(frozen=True, slots=True)
class Interval:
    """One value with what is still possible; None where undefined."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Panel:
    """One column of intervals: its heading, the measure's full name, an interval per row."""

    heading: str
    measure: str
    intervals: Sequence[Interval]


@dataclass(frozen=True, slots=True)
class _Place:
    """A place across the chart, as shares of its width on a wide and on a narrow screen."""

    wide: float
    narrow: float

    def pixels(self) -> Spec:
        return {"expr": f"width * ({_NARROW} ? {self.narrow} : {self.wide})"}


# Where each panel's bars begin and end; behind them is room for the value. On a narrow screen the
# name stands above its bars and the panels share the whole width.
_BARS = (
    (_Place(0.25, 0.0), _Place(0.53, 0.36)),
    (_Place(0.64, 0.52), _Place(0.92, 0.88)),
)


def interval_chart(names: Sequence[str], panels: Sequence[Panel], *, key: str) -> None:
    """Show one row per name with its interval in each panel, on the scale from 0 to 1.

    Parameters
    ----------
    names : sequence of str
        Top row first, each once.
    panels : sequence of Panel
        At most two.
    key : str
        Streamlit's key of the chart.
    """
    columns: dict[str, Any] = {"name": list(names)}
    layers = [_line(), _name()]
    for number, (panel, (start, end)) in enumerate(zip(panels, _BARS, strict=False)):
        columns |= _columns(panel, f"p{number}")
        layers.append(_panel(panel, f"p{number}", [start.pixels(), end.pixels()]))
    st.vega_lite_chart(
        pd.DataFrame(columns),
        {
            "height": {"step": _ROW_HEIGHT},
            "encoding": {"y": _rows()},
            "layer": layers,
            "resolve": {"scale": {"x": "independent"}},
            "config": {"view": {"stroke": None}},
        },
        key=key,
        alt=f"Intervals of {' and '.join(panel.measure for panel in panels)}, a row per system",
    )


def _columns(panel: Panel, prefix: str) -> Mapping[str, Any]:
    # Undefined values alone would make a column of text, which has no place on a scale.
    def numbers(name: str) -> pd.Series[float]:
        return pd.Series([getattr(each, name) for each in panel.intervals], dtype="float64")

    return {
        f"{prefix}_value": numbers("value"),
        f"{prefix}_low": numbers("low"),
        f"{prefix}_high": numbers("high"),
        f"{prefix}_said": [score(each.value) for each in panel.intervals],
        f"{prefix}_open": [interval(each.low, each.high) for each in panel.intervals],
    }


def _rows(band: float = 0.5) -> Spec:
    return {
        "field": "name",
        "type": "nominal",
        "sort": None,
        "axis": None,
        "bandPosition": band,
    }


def _line() -> Spec:
    return {
        "mark": {"type": "rule", "color": GREY, "opacity": 0.25},
        "encoding": {"y": _rows(band=1), "x": {"value": 0}, "x2": {"value": "width"}},
    }


def _name() -> Spec:
    return {
        "mark": {
            "type": "text",
            "align": "left",
            "fontSize": _TEXT_SIZE,
            "fontWeight": 600,
            "color": ink(),
            "limit": {"expr": f"width * ({_NARROW} ? 1 : 0.23)"},
            "dy": {"expr": f"{_NARROW} ? -11 : 0"},
        },
        "encoding": {"text": {"field": "name"}, "x": {"value": 0}},
    }


def _panel(panel: Panel, prefix: str, across: Sequence[Spec]) -> Spec:
    lower = {"expr": f"{_NARROW} ? 8 : 0"}
    bar = {"type": "bar", "height": 10, "cornerRadius": 5, "yOffset": lower}
    axis = {
        "orient": "top",
        "values": [0, 0.5, 1],
        "format": ".1f",
        "grid": False,
        "domain": False,
        "ticks": False,
        "titleAnchor": "start",
    }
    x = {
        "type": "quantitative",
        "title": panel.heading,
        "scale": {"domain": [0, 1], "range": across},
        "axis": axis,
    }
    return {
        "encoding": {
            "tooltip": [
                {"field": "name", "title": "system"},
                {"field": f"{prefix}_said", "title": panel.measure},
                {"field": f"{prefix}_open", "title": "still possible"},
            ]
        },
        "layer": [
            {
                "mark": bar | {"color": GREY, "opacity": 0.16},
                "encoding": {"x": {**x, "datum": 0}, "x2": {"datum": 1}},
            },
            {
                "mark": bar | {"color": ACCENT, "opacity": 0.42},
                "encoding": {
                    "x": {**x, "field": f"{prefix}_low"},
                    "x2": {"field": f"{prefix}_high"},
                },
            },
            {
                "mark": {
                    "type": "tick",
                    "thickness": 3,
                    "size": 18,
                    "color": ACCENT,
                    "opacity": 1,
                    "yOffset": lower,
                },
                "encoding": {"x": {**x, "field": f"{prefix}_value"}},
            },
            {
                "mark": {
                    "type": "text",
                    "align": "left",
                    "fontSize": _TEXT_SIZE,
                    "color": ink(),
                    "dx": 8,
                    "dy": lower,
                },
                "encoding": {
                    "x": {**x, "datum": 1},
                    "text": {"field": f"{prefix}_said"},
                },
            },
        ],
    }
