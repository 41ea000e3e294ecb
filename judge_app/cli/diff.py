"""``judgepool diff``: two states of the labels side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from judge_app.cli.backend import Answer
from judge_app.cli.evaluate import tell_replaced
from judge_app.cli.faults import explained
from judge_app.cli.opening import open_backend
from judge_app.cli.output import say, tell, write_out
from judge_app.cli.score_tables import interval
from judge_app.cli.status import stamp_line
from judge_app.cli.table import NOTHING, counted, csv_text, figure, json_text, text_table
from judge_app.cli.words import Format, FormatWord, ProjectWord

COLUMNS = ("change", "query_id", "doc_id", "before", "after")
_SHOWN_PAIRS = 20
_STATE = "A release's name, now, or @1234: the log up to that judgment."


@explained
def diff(
    project: ProjectWord,
    before: Annotated[str, typer.Argument(metavar="A", help=_STATE, show_default=False)],
    after: Annotated[str, typer.Argument(metavar="B", help=_STATE, show_default=False)],
    measures: Annotated[
        list[str] | None,
        typer.Option(
            "--measures",
            metavar="M...",
            help="Measures, separated by commas or blanks. [default: nDCG@10, nDCG@3]",
            show_default=False,
        ),
    ] = None,
    format_: FormatWord = Format.TABLE,
) -> None:
    """Say which labels two states have not in common, and what every run scores under either.

    The means stand side by side and are not subtracted: under different labels they are no values
    of one measure. As CSV there are the pairs alone; JSON holds everything.
    """
    with open_backend(project) as backend:
        answer = backend.difference(before, after, measures=measures or None)
    match format_:
        case Format.JSON:
            write_out(json_text(answer))
        case Format.CSV:
            write_out(csv_text(COLUMNS, answer["pairs"]))
        case Format.TABLE:
            say(difference_report(answer))
    tell_replaced(answer)
    for name in answer["changed_texts"]:
        tell(
            f"THE TEXTS ARE NOT THOSE OF THE RELEASE {name}: topics or documents of its pairs have "
            "changed since. Its labels are exact; they were given for other texts."
        )


def difference_report(answer: Answer) -> str:
    """Return two states side by side, as people read them."""
    sides = [
        f"{name}: {answer[side]['state']}, {stamp_line(answer[side]['stamp'])}"
        for name, side in (("A", "before"), ("B", "after"))
    ]
    counts = ", ".join(f"{answer[change]:,} {change}" for change in ("added", "changed", "removed"))
    parts = ["\n".join(sides), f"Labels from A to B: {counts}"]
    if answer["pairs"]:
        parts.append(_pairs(answer["pairs"]))
    parts += [_scores(effect) for effect in answer["measures"] if effect["runs"]]
    return "\n\n".join(parts)


def _pairs(pairs: list[Mapping[str, Any]]) -> str:
    rows = [
        (pair["change"], pair["query_id"], pair["doc_id"], _grade(pair["before"]),
         _grade(pair["after"]))
        for pair in pairs[:_SHOWN_PAIRS]
    ]  # fmt: skip
    table = text_table(("change", "query", "document", "A", "B"), rows, left=3)
    more = len(pairs) - _SHOWN_PAIRS
    return f"{table}\n… and {counted(more, 'more pair')}" if more > 0 else table


def _scores(effect: Mapping[str, Any]) -> str:
    rows = [
        (
            one["run"],
            *(
                cell
                for side in ("before", "after")
                for cell in (
                    figure(one[side]["mean"]),
                    interval(one[side]["low"], one[side]["high"]),
                    f"{one[side]['n_queries']:,}",
                )
            ),
            f"{_grade(one['rank_before'])} → {_grade(one['rank_after'])}",
        )
        for one in effect["runs"]
    ]
    header = ("run", "A", "[low, high]", "n", "B", "[low, high]", "n", "rank")
    names = dict.fromkeys((effect["before"], effect["after"]))
    agreement = f"Kendall τ {figure(effect['tau'])}, τ_AP {figure(effect['tau_ap'])}"
    return f"{' → '.join(names)}\n{text_table(header, rows)}\n{agreement} between the two rankings"


def _grade(value: int | None) -> str:
    return NOTHING if value is None else str(value)
