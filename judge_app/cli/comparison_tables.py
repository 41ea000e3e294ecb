"""Runs beside the first of them, as ``score --compare`` prints them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge_app.cli.backend import Answer
from judge_app.cli.output import say, write_out
from judge_app.cli.score_tables import (
    has_bounds,
    query_tables,
    summary_tables,
    write_scores,
)
from judge_app.cli.table import NOTHING, csv_text, figure, text_table
from judge_app.cli.words import Format

COMPARISON_COLUMNS = (
    "run",
    "baseline",
    "measure",
    "difference",
    "interval_low",
    "interval_high",
    "p_value",
    "p_adjusted",
    "wins",
    "ties",
    "losses",
    "n_queries",
    "low",
    "high",
    "state",
)
_SMALLEST_SHOWN = 0.00005
_DRAWN = """\
Interval: bootstrap over topics; p: sign flips, two-sided; Holm over the runs of a measure.
Seed {seed}, {resamples:,} draws. Both take labels as they are, what has none as not relevant."""
_OPEN = """\
[low, high]: where the difference may end up when all that has no label is judged,
{world}.
decided: 0 lies outside, so no missing label can turn it; open: missing labels still can."""
_WORLDS = {
    "open": "in an open world, where any number of other documents may be relevant",
    "closed": "in a closed pool, where of other documents only those marked -1 may be relevant",
}


def write_comparisons(answer: Answer, format_: Format, topics: str, stamp: str) -> None:
    """Write scores and comparisons to stdout; as CSV the comparisons alone.

    Parameters
    ----------
    answer : dict
        As `judge_app.services.score_result.FileScores.answer` gives it, with ``comparisons``.
    format_, topics, stamp
        As in `judge_app.cli.score_tables.write_scores`.
    """
    match format_:
        case Format.JSON:
            write_scores(answer, format_, topics, stamp)
        case Format.CSV:
            write_out(csv_text(COMPARISON_COLUMNS, answer["comparisons"]))
        case Format.TABLE:
            per_query = "per_query" in answer
            scores = query_tables(answer) if per_query else summary_tables(answer, topics)
            say("\n\n".join([*scores, *comparison_tables(answer), stamp]))


def comparison_tables(answer: Answer) -> list[str]:
    """Return one table per measure, its full name above it, and what the columns mean."""
    by_measure: dict[str, list[Mapping[str, Any]]] = {}
    for row in answer["comparisons"]:
        by_measure.setdefault(row["measure"], []).append(row)
    level = f"{answer['stamp']['interval_level']:.0%} interval"
    tables = [
        f"{measure}: difference from {rows[0]['baseline']}\n{_table(rows, level)}"
        for measure, rows in by_measure.items()
    ]
    return [*tables, _explanation(answer["stamp"], bounded=has_bounds(answer["comparisons"]))]


def _table(rows: Sequence[Mapping[str, Any]], level: str) -> str:
    bounded = has_bounds(rows)
    cells = [
        (
            row["run"],
            _signed(row["difference"]),
            _signed_interval(row["interval_low"], row["interval_high"]),
            _chance(row["p_value"]),
            _chance(row["p_adjusted"]),
            f"{row['wins']:,}/{row['ties']:,}/{row['losses']:,}",
            f"{row['n_queries']:,}",
            *(
                (_signed_interval(row["low"], row["high"]), row["state"] or NOTHING)
                if bounded
                else ()
            ),
        )
        for row in rows
    ]
    bounds = ("[low, high]", "state") if bounded else ()
    header = ("run", "difference", level, "p", "p (Holm)", "wins/ties/losses", "n", *bounds)
    return text_table(header, cells)


def _explanation(stamp: Mapping[str, Any], *, bounded: bool) -> str:
    """Say what the columns mean, and what they do not know."""
    drawn = _DRAWN.format_map(stamp)
    return f"{drawn}\n{_OPEN.format(world=_WORLDS[stamp['pool']])}" if bounded else drawn


def _signed(value: float | None) -> str:
    return NOTHING if value is None else f"{value:+.4f}"


def _signed_interval(low: float | None, high: float | None) -> str:
    return NOTHING if low is None or high is None else f"[{_signed(low)}, {_signed(high)}]"


def _chance(p_value: float | None) -> str:
    if p_value is not None and p_value < _SMALLEST_SHOWN:
        return f"<{2 * _SMALLEST_SHOWN:.4f}"
    return figure(p_value)
