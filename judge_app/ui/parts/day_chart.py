"""How much was judged on each day, as a small chart."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pandas as pd
import streamlit as st

from judge_app.ui.theme import ACCENT

_DAYS_SHOWN = 60


def day_chart(by_day: Mapping[date, int], *, key: str, alt: str) -> None:
    """Show the last days on which anything was judged; one day alone is not drawn.

    Parameters
    ----------
    by_day : mapping of date to int
        Pairs judged.
    key : str
        Streamlit's key of the chart.
    alt : str
        What it shows, in words.
    """
    if len(by_day) < 2:  # noqa: PLR2004 - one bar says no more than a figure
        return
    last = [(day.isoformat(), n) for day, n in sorted(by_day.items())[-_DAYS_SHOWN:]]
    st.vega_lite_chart(
        pd.DataFrame(last, columns=["day", "pairs"]),
        {
            "height": 140,
            "mark": {"type": "bar", "color": ACCENT, "cornerRadiusEnd": 3},
            "encoding": {
                "x": {"field": "day", "type": "ordinal", "title": None, "axis": {"labelAngle": 0}},
                "y": {"field": "pairs", "type": "quantitative", "title": "Pairs judged"},
                "tooltip": [{"field": "day"}, {"field": "pairs"}],
            },
            "config": {"view": {"stroke": None}},
        },
        key=key,
        alt=alt,
    )
