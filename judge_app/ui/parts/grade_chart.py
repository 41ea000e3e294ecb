"""How often each grade stands in a file, as a small chart."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from judge_app.domain.grade_look import MOST_SINGLE, GradeLook
from judge_app.domain.grade_map import grade_text
from judge_app.ui.theme import ACCENT, ink

_ROW_HEIGHT = 26
_BINS_HEIGHT = 150
_BINS = 40


def grade_chart(look: GradeLook, *, key: str) -> None:
    """Show a bar for each grade, lowest first; bins where there are very many.

    Parameters
    ----------
    look : GradeLook
        The grades of the file.
    key : str
        Streamlit's key of the chart.
    """
    few = len(look.counts) <= MOST_SINGLE
    frame = pd.DataFrame(
        {
            "grade": [grade_text(grade) if few else grade for grade in look.counts],
            "labels": list(look.counts.values()),
        }
    )
    frame["text"] = [f"{number:,}" for number in frame["labels"]]
    layers = _bars(list(frame["grade"])) if few else [_binned()]
    spec = {
        "height": {"step": _ROW_HEIGHT} if few else _BINS_HEIGHT,
        "layer": layers,
        "config": {"view": {"stroke": None}, "axis": {"labelColor": ink(), "titleColor": ink()}},
    }
    st.vega_lite_chart(frame, spec, key=key)


def _bars(grades: list[str]) -> list[dict[str, Any]]:
    row = {
        "field": "grade",
        "type": "nominal",
        "sort": grades,
        "title": None,
        "axis": {
            "ticks": False,
            "domain": False,
            "labelFontSize": 14,
            "labelPadding": 8,
            "labelOverlap": False,
        },
    }
    # Room for the number behind the longest bar.
    length = {
        "field": "labels",
        "type": "quantitative",
        "axis": None,
        "scale": {"range": [0, {"expr": "width - 64"}]},
    }
    tooltip = [
        {"field": "grade", "title": "Grade in the file"},
        {"field": "text", "title": "Labels"},
    ]
    return [
        {
            "mark": {"type": "bar", "color": ACCENT, "height": 16, "cornerRadiusEnd": 3},
            "encoding": {"y": row, "x": length, "tooltip": tooltip},
        },
        {
            "mark": {"type": "text", "align": "left", "dx": 6, "fontSize": 13, "color": ink()},
            "encoding": {"y": row, "x": length, "text": {"field": "text"}},
        },
    ]


def _binned() -> dict[str, Any]:
    return {
        "mark": {"type": "bar", "color": ACCENT},
        "encoding": {
            "x": {
                "field": "grade",
                "bin": {"maxbins": _BINS},
                "type": "quantitative",
                "title": "Grade in the file",
            },
            "y": {
                "field": "labels",
                "aggregate": "sum",
                "type": "quantitative",
                "title": "Labels",
            },
        },
    }
