"""Scores as ``evaluate`` and ``score`` print them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge_app.cli.backend import Answer
from judge_app.cli.output import say, write_out
from judge_app.cli.table import NOTHING, csv_text, figure, json_text, text_table
from judge_app.cli.words import Format

PER_QUERY_COLUMNS = ("run", "query_id", "measure", "value", "low", "high", "judged")
SUMMARY_COLUMNS = (
    "run",
    "measure",
    "mean",
    "low",
    "high",
    "judged",
    "p10",
    "median",
    "p90",
    "n_queries",
    "n_undefined",
    "n_missing",
    "mean_relevant",
    "mean_all",
)
_SHOWN = 5
_INTERVAL = "[low, high]"
# Whichever topics the mean is over, the other mean stands beside it where it differs.
_OTHER_MEAN = {"relevant": "mean_all", "all": "mean_relevant"}


def write_scores(answer: Answer, format_: Format, topics: str, stamp: str) -> None:
    """Write scores to stdout: per query where the answer holds ``per_query``, else summaries.

    Parameters
    ----------
    answer : dict
        As `judge_app.services.answers.evaluation_answer` gives it.
    format_ : Format
        How.
    topics : {'relevant', 'all'}
        Topics in the means.
    stamp : str
        What the figures were computed from, in a line that stands below tables.
    """
    per_query = "per_query" in answer
    match format_:
        case Format.JSON:
            write_out(json_text(answer))
        case Format.CSV if per_query:
            write_out(csv_text(PER_QUERY_COLUMNS, answer["per_query"]))
        case Format.CSV:
            write_out(csv_text(SUMMARY_COLUMNS, _summaries(answer)))
        case Format.TABLE:
            table = query_tables(answer) if per_query else summary_tables(answer, topics)
            say("\n\n".join([*table, stamp]))


def summary_tables(answer: Answer, topics: str = "relevant") -> list[str]:
    """Return one table per measure, its full name above it."""
    by_measure: dict[str, list[Mapping[str, Any]]] = {}
    for row in _summaries(answer):
        by_measure.setdefault(row["measure"], []).append(row)
    if not by_measure:
        return ["No runs."]
    return [
        "\n".join([measure, _summary_table(rows, _OTHER_MEAN.get(topics, "")), *_worst(rows)])
        for measure, rows in by_measure.items()
    ]


def query_tables(answer: Answer) -> list[str]:
    """Return the values of every query as one table."""
    bounded = has_bounds(answer["per_query"])
    rows = [
        (
            row["run"],
            row["query_id"],
            row["measure"],
            figure(row["value"]),
            *((interval(row["low"], row["high"]),) if bounded else ()),
            figure(row["judged"]),
        )
        for row in answer["per_query"]
    ]
    bounds = (_INTERVAL,) if bounded else ()
    return [text_table(("run", "query", "measure", "value", *bounds, "judged"), rows, left=3)]


def has_bounds(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether any row has bounds, else their column would be empty."""
    return any(row["low"] is not None for row in rows)


def interval(low: float | None, high: float | None) -> str:
    """Return an interval as people read it; ``-`` where there is none."""
    return NOTHING if low is None or high is None else f"[{figure(low)}, {figure(high)}]"


def _summary_table(rows: Sequence[Mapping[str, Any]], other: str) -> str:
    differs = any(row.get(other) is not None and row[other] != row["mean"] for row in rows)
    bounded = has_bounds(rows)
    cells = [
        (
            row["run"],
            figure(row["mean"]),
            *((interval(row["low"], row["high"]),) if bounded else ()),
            *(figure(row[name]) for name in ("judged", "p10", "median", "p90")),
            *(f"{row[name]:,}" for name in ("n_queries", "n_undefined", "n_missing")),
            *((figure(row[other]),) if differs else ()),
        )
        for row in rows
    ]
    header = (
        *("run", "mean"),
        *((_INTERVAL,) if bounded else ()),
        *("judged", "p10", "median", "p90", "n", "undefined", "missing"),
        *((other.replace("_", " "),) if differs else ()),
    )
    return text_table(header, cells)


def _worst(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Name the topics that each run answers worst: the mean hides them."""
    return [
        f"worst topics, {row['run']}: "
        + ", ".join(f"{one['query_id']} {figure(one['value'])}" for one in row["worst"][:_SHOWN])
        for row in rows
        if row.get("worst")
    ]


def _summaries(answer: Answer) -> list[dict[str, Any]]:
    return [
        {"run": run["run"], "measure": measure, **summary}
        for run in answer["runs"]
        for measure, summary in run["measures"].items()
    ]
