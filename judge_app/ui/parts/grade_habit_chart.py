"""One person's grades beside those of others, as a small chart."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from judge_app.domain.scale import Scale
from judge_app.services.grade_habits import Beside, GradeHabits
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import count
from judge_app.ui.theme import ACCENT, GREY, ink

_ROW_HEIGHT = 46


def show_habit(name: str, habits: GradeHabits, scale: Scale) -> None:
    """Show the shares of every grade, on shared pairs where there are some.

    Without shared pairs, those of the same queries stand for them: others saw other documents
    there, so that a difference says less.
    """
    if habits.on_pairs.n:
        _chart(name, habits.on_pairs, scale)
        note(
            f"On {count(habits.on_pairs.n, 'pair')} that somebody else has graded too. Where "
            "several have, each counts for its part of the pair."
        )
    elif habits.on_queries.n:
        _chart(name, habits.on_queries, scale)
        note(
            f"No pair is shared, so this is {count(habits.on_queries.n, 'pair')} of queries on "
            "which others have graded other documents: a difference may lie in the documents."
        )
    else:
        note("Nobody else has graded a pair of the same queries yet.")


def _chart(name: str, beside: Beside, scale: Scale) -> None:
    labels = [f"{meaning.grade} {meaning.label}" for meaning in scale.meanings]
    who = [name, "Others"]
    rows = [
        {"grade": label, "who": person, "share": share}
        for person, shares in zip(who, (beside.own, beside.others), strict=True)
        for label, share in zip(labels, shares, strict=True)
    ]
    st.vega_lite_chart(
        pd.DataFrame(rows),
        {
            "height": {"step": _ROW_HEIGHT / 2, "for": "offset"},
            "mark": {"type": "bar", "cornerRadiusEnd": 3},
            "encoding": {
                "y": {
                    "field": "grade",
                    "type": "nominal",
                    "sort": labels[::-1],
                    "title": None,
                    "axis": {
                        "labelLimit": 180,
                        "labelFontSize": 13,
                        "labelColor": ink(),
                        "ticks": False,
                        "domain": False,
                    },
                },
                "yOffset": {"field": "who", "sort": who},
                "x": {
                    "field": "share",
                    "type": "quantitative",
                    "title": "Share of the pairs",
                    "axis": {"format": ".0%", "tickCount": 5},
                },
                "color": {
                    "field": "who",
                    "type": "nominal",
                    "title": None,
                    "scale": {"domain": who, "range": [ACCENT, GREY]},
                    "legend": {"orient": "top"},
                },
                "tooltip": [
                    {"field": "who"},
                    {"field": "grade"},
                    {"field": "share", "format": ".1%"},
                ],
            },
            "config": {"view": {"stroke": None}},
        },
        key="team-habit",
        alt=f"Shares of each grade: {name} and the others",
    )
