"""``judgepool coverage``: what of a run is judged, and a gate for pipelines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from judge_app.cli.backend import Answer
from judge_app.cli.faults import GATE_FAILED, explained, tell_problems
from judge_app.cli.input_files import input_files
from judge_app.cli.opening import open_backend
from judge_app.cli.output import say, tell, write_out
from judge_app.cli.table import counted, csv_text, json_text, listed, share, text_table
from judge_app.cli.words import DepthWord, Format, FormatWord, ProjectWord
from judge_app.domain.errors import Problem

PAIR_COLUMNS = ("run", "query_id", "doc_id", "rank", "state")
STATES = ("judged", "queued", "new")


@explained
def coverage(
    project: ProjectWord,
    run_files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RUN_FILE",
            help="New runs; - is stdin. [default: the project's own runs]",
            show_default=False,
        ),
    ] = None,
    depth: DepthWord = None,
    encoding: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="How the files are written, e.g. latin-1. [default: told from the content]",
        ),
    ] = None,
    fail_under: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            min=0.0,
            max=1.0,
            help="End with exit code 1 if a smaller share of any run is judged.",
        ),
    ] = None,
    *,
    queue: Annotated[
        bool, typer.Option("--queue", help="Store the runs and queue what nobody has pooled.")
    ] = False,
    format_: FormatWord = Format.TABLE,
) -> None:
    """Say what of a run is judged, and whether its score can be compared."""
    with input_files(run_files or ()) as files, open_backend(project) as backend:
        answer = backend.coverage(files, depth=depth, queue=queue, encoding=encoding)
    match format_:
        case Format.JSON:
            write_out(json_text(answer))
        case Format.CSV:
            write_out(csv_text(PAIR_COLUMNS, _pairs(answer)))
        case Format.TABLE:
            say(coverage_report(answer))
    warnings = [Problem(**warning) for warning in answer["warnings"]]
    tell_problems(warnings, len(warnings), "Warning: ")
    if queue:
        tell(f"{counted(answer['added'], 'new pair')} queued for judging.")
    if fail_under is not None:
        _gate(answer, fail_under)


def coverage_report(answer: Answer) -> str:
    """Return a table of the runs, and below it the verdict on each with its reasons."""
    runs = answer["runs"]
    if not runs:
        return "No runs."
    rows = [
        (
            run["run"],
            run["verdict"],
            share(run["coverage"]),
            *(f"{run[f'n_{state}']:,}" for state in STATES),
        )
        for run in runs
    ]
    header = ("run", "verdict", f"judged @{runs[0]['depth']}", *STATES)
    return "\n\n".join([text_table(header, rows, left=2), *map(_verdict, runs)])


def _verdict(run: Mapping[str, Any]) -> str:
    lines = [f"{run['run']}: {run['headline']}.", *(f"  {reason}" for reason in run["reasons"])]
    for name, what in (
        ("missing_queries", "of the project that it does not answer"),
        ("extra_queries", "that the project does not have, left out"),
    ):
        if run[name]:
            noun = counted(len(run[name]), "query", "queries")
            lines.append(f"  {noun} {what}: {listed(run[name])}")
    return "\n".join(lines)


def _pairs(answer: Answer) -> list[dict[str, Any]]:
    pairs = [
        {"run": run["run"], "state": state, **pair}
        for run in answer["runs"]
        for state in STATES
        for pair in run[state]
    ]
    order = {run["run"]: place for place, run in enumerate(answer["runs"])}
    return sorted(pairs, key=lambda pair: (order[pair["run"]], pair["query_id"], pair["rank"]))


def _gate(answer: Answer, fail_under: float) -> None:
    runs = answer["runs"]
    below = [run for run in runs if run["coverage"] is None or run["coverage"] < fail_under]
    for run in below:
        tell(f"{run['run']}: {share(run['coverage'])} judged, below --fail-under {fail_under:g}.")
    if not runs:
        tell("There is no run, so nothing of one is judged.")
    if below or not runs:
        raise typer.Exit(GATE_FAILED)
