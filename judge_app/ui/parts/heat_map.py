"""Where the holes are: what is known of the document at each rank of each query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from judge_app.domain.coverage import PairState
from judge_app.ui.theme import ACCENT, AMBER, GREY, ink

_ROW_HEIGHT = 24
_ON_STRONG = "#ffffff"
_STRONG_FROM = 0.6


def heat_map(
    pairs: pd.DataFrame,
    queries: Sequence[str],
    texts: Mapping[str, str],
    max_grade: int,
    *,
    key: str,
) -> None:
    """Show one row per query and one cell per rank.

    A graded cell holds its grade, the bluer the more relevant; ``?`` marks a document that nobody
    has pooled, ``…`` one that waits for a grade.

    Parameters
    ----------
    pairs : DataFrame
        ``query_id, doc_id, rank, state, grade`` as `RunCoverage.pairs` has them.
    queries : sequence of str
        Rows, top first.
    texts : mapping of str to str
        What each query asks.
    max_grade : int
        Top of the scale.
    key : str
        Streamlit's key of the chart.
    """
    cells = _cells(pairs[pairs["query_id"].isin(queries)], texts, max_grade)
    row = {
        "field": "query_id",
        "type": "nominal",
        "sort": list(queries),
        "title": None,
        "axis": {
            "labelExpr": "label_of[datum.value]",
            "labelLimit": 190,
            "ticks": False,
            "domain": False,
            "labelPadding": 8,
        },
    }
    rank = {
        "field": "rank",
        "type": "ordinal",
        "title": "Rank",
        "axis": {
            "orient": "top",
            "labelAngle": 0,
            "ticks": False,
            "domain": False,
            "titleAnchor": "start",
        },
    }
    st.vega_lite_chart(
        cells,
        {
            "height": {"step": _ROW_HEIGHT},
            "params": [{"name": "label_of", "value": {q: texts.get(q, q) for q in queries}}],
            "encoding": {"y": row, "x": rank, "tooltip": _tooltip()},
            "layer": [
                {
                    "mark": {"type": "rect", "cornerRadius": 4, "stroke": None},
                    "encoding": {
                        "color": {"field": "colour", "type": "nominal", "scale": None},
                        "opacity": {"field": "strength", "type": "quantitative", "scale": None},
                    },
                },
                {
                    "mark": {"type": "text", "fontSize": 12},
                    "encoding": {
                        "text": {"field": "sign"},
                        "color": {"field": "ink", "type": "nominal", "scale": None},
                    },
                },
            ],
            "config": {"view": {"stroke": None}, "scale": {"bandPaddingInner": 0.12}},
        },
        key=key,
        alt=f"State and grade of the first documents of {len(queries)} queries, worst first",
    )


def _tooltip() -> list[dict[str, Any]]:
    return [
        {"field": "query", "title": "query"},
        {"field": "rank", "title": "rank"},
        {"field": "doc_id", "title": "document"},
        {"field": "state", "title": "state"},
        {"field": "sign", "title": "grade"},
    ]


def _cells(pairs: pd.DataFrame, texts: Mapping[str, str], max_grade: int) -> pd.DataFrame:
    states, grades = pairs["state"].tolist(), pairs["grade"].tolist()
    looks = [_look(state, grade, max_grade) for state, grade in zip(states, grades, strict=True)]
    signs, colours, strengths = zip(*looks, strict=True) if looks else ((), (), ())
    text = ink()
    return pd.DataFrame(
        {
            "query_id": pairs["query_id"].tolist(),
            "query": [texts.get(q, q) for q in pairs["query_id"]],
            "rank": pairs["rank"].tolist(),
            "doc_id": pairs["doc_id"].tolist(),
            "state": states,
            "sign": signs,
            "colour": colours,
            "strength": strengths,
            "ink": [
                _ON_STRONG if s >= _STRONG_FROM and c == ACCENT else text
                for s, c in zip(strengths, colours, strict=True)
            ],
        }
    )


def _look(state: str, grade: Any, max_grade: int) -> tuple[str, str, float]:  # noqa: ANN401
    """Return the sign in a cell, its colour and how strong it is."""
    if state == PairState.NEW:
        return "?", AMBER, 0.75
    if state == PairState.QUEUED:
        return "…", AMBER, 0.3
    if not grade:
        return "0", GREY, 0.18
    return str(grade), ACCENT, 0.25 + 0.75 * grade / max_grade
