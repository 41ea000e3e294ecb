"""``judgepool agreement``: how far annotators agree, and where they do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge_app.cli.backend import Answer
from judge_app.cli.faults import explained
from judge_app.cli.opening import open_backend
from judge_app.cli.output import say, write_out
from judge_app.cli.status import stamp_line
from judge_app.cli.table import NOTHING, counted, csv_text, figure, json_text, text_table
from judge_app.cli.words import Format, FormatWord, ProjectWord

FIGURES = (
    "agreement",
    "kappa",
    "kappa_linear",
    "kappa_quadratic",
    "binary_agreement",
    "binary_kappa",
)
COLUMNS = ("first", "second", "n_pairs", *FIGURES)
LABEL = "(humans' label)"

_HEADER = ("", "", "pairs", "equal", "κ", "linear κ", "quadratic κ", "binary equal", "binary κ")
_SHOWN = 10


@explained
def agreement(project: ProjectWord, format_: FormatWord = Format.TABLE) -> None:
    """Say how far annotators agree: Krippendorff's α, and every two people by κ.

    Of humans only; every model stands beside them on its own. Everybody's current grade counts;
    adjudications, practice, gold pairs and repeats do not. As CSV there is a row for every two
    annotators (an empty second one is the humans' label); JSON holds everything.
    """
    with open_backend(project) as backend:
        answer = backend.agreement()
    match format_:
        case Format.JSON:
            write_out(json_text(answer))
        case Format.CSV:
            write_out(csv_text(COLUMNS, _compared(answer)))
        case Format.TABLE:
            say(agreement_report(answer))


def agreement_report(answer: Answer) -> str:
    """Return how far annotators agree, as people read it."""
    parts = [stamp_line(answer["stamp"]), alpha_line(answer["alpha"])]
    if answer["annotators"]:
        parts.append(_table(answer["annotators"]))
    if answer["n_disputed"]:
        parts += [_queries(answer["queries"]), _pairs(answer)]
    parts += [_model(model) for model in answer["models"]]
    return "\n\n".join(parts)


def alpha_line(alpha: Mapping[str, Any]) -> str:
    """Return α with its interval, or why there is none."""
    if alpha["value"] is None:
        return f"Krippendorff's α (ordinal) is undefined. {alpha['why_undefined']}"
    pairs = counted(alpha["n_pairs"], "pair")
    line = f"Krippendorff's α (ordinal) {figure(alpha['value'])}"
    if alpha["low"] is None:
        return f"{line} over {pairs} judged at least twice. {alpha['why_no_interval']}"
    return (
        f"{line} [{figure(alpha['low'])}, {figure(alpha['high'])}] over {pairs} judged at least "
        f"twice ({alpha['confidence']:.0%} of {alpha['resamples']:,} resamples)"
    )


def _compared(answer: Answer) -> list[Mapping[str, Any]]:
    rows = list(answer["annotators"])
    for model in answer["models"]:
        rows += [model["label"]] if model["label"] else []
        rows += [*model["humans"], *model["models"]]
    return rows


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    cells = [
        (
            row["first"],
            LABEL if row["second"] is None else row["second"],
            f"{row['n_pairs']:,}",
            *(figure(row[name]) for name in FIGURES),
        )
        for row in rows
    ]
    reasons = dict.fromkeys(why for row in rows for why in row["why"].values())
    return "\n".join([text_table(_HEADER, cells, left=2), *(f"{NOTHING} {why}" for why in reasons)])


def _queries(queries: Sequence[Mapping[str, Any]]) -> str:
    rows = [
        (
            row["query_id"],
            f"{row['n_pairs']:,}",
            f"{row['n_equal']:,}",
            f"{row['mean_distance']:.2f}",
            figure(row["alpha"]),
        )
        for row in queries[:_SHOWN]
    ]
    header = ("query", "pairs", "equal", "grades apart", "α")
    return "Most disputed queries\n" + text_table(header, rows)


def _pairs(answer: Answer) -> str:
    disputed = [row for row in answer["pairs"][:_SHOWN] if row["mean_distance"]]
    rows = [
        (row["query_id"], row["doc_id"], f"{row['mean_distance']:.2f}", row["grades"])
        for row in disputed
    ]
    table = text_table(("query", "document", "apart", "grades"), rows, left=4)
    return f"Most disputed of {counted(answer['n_disputed'], 'disputed pair')}\n{table}"


def _model(model: Mapping[str, Any]) -> str:
    rows = [*([model["label"]] if model["label"] else []), *model["humans"], *model["models"]]
    head = f"Model {model['model']}: {counted(model['n_judgments'], 'judgment')}"
    if not rows:
        return f"{head}; nobody else has judged these documents"
    return f"{head}\n{_table(rows)}"
