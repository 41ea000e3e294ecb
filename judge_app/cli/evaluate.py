"""``judgepool evaluate``: scores with what unjudged documents leave open."""

from __future__ import annotations

from typing import Annotated

import typer

from judge_app.cli.backend import Answer
from judge_app.cli.faults import explained
from judge_app.cli.opening import open_backend
from judge_app.cli.output import tell
from judge_app.cli.score_tables import write_scores
from judge_app.cli.status import stamp_line
from judge_app.cli.table import counted, listed
from judge_app.cli.words import Format, FormatWord, LabelsWord, ProjectWord, RunsWord, split_list


@explained
def evaluate(
    project: ProjectWord,
    measures: Annotated[
        list[str] | None,
        typer.Option(
            "--measures",
            metavar="M...",
            help="Measures, separated by commas or blanks; may be repeated. "
            "[default: nDCG@3, nDCG@10, Judged@10]",
            show_default=False,
        ),
    ] = None,
    runs: RunsWord = None,
    labels: LabelsWord = None,
    topics: Annotated[
        str,
        typer.Option(
            metavar="relevant|all",
            help="Topics in a mean: those with something relevant, or all that are labelled.",
        ),
    ] = "relevant",
    release: Annotated[
        str | None,
        typer.Option(
            "--release", metavar="NAME", help="Score with the labels and the pool of a release."
        ),
    ] = None,
    *,
    per_query: Annotated[
        bool, typer.Option("--per-query", help="One line per run, query and measure.")
    ] = False,
    format_: FormatWord = Format.TABLE,
) -> None:
    """Score the project's runs."""
    with open_backend(project) as backend:
        answer = backend.evaluation(
            measures=measures or None,
            runs=split_list(runs),
            labels=labels,
            topics=topics,
            release=release,
            per_query=per_query,
        )
    write_scores(answer, format_, topics, stamp_line(answer["stamp"]))
    tell_unscored(answer)
    tell_replaced(answer)


def tell_replaced(answer: Answer) -> None:
    """Say on stderr which runs are no longer those of the release."""
    replaced = answer.get("replaced_runs")
    if replaced:
        tell(
            f"Not the files of the release, but of now: {counted(len(replaced), 'run')}: "
            f"{listed(replaced)}"
        )


def tell_unscored(answer: Answer) -> None:
    """Say on stderr which queries have no scores, and when there are none at all."""
    unscored = answer["unscored_queries"]
    if not answer["stamp"]["n_labels"]:
        tell("There are no labels yet, so there are no scores.")
    elif unscored:
        tell(
            f"Not scored, since they have no label: {counted(len(unscored), 'query', 'queries')}: "
            f"{listed(unscored)}"
        )
