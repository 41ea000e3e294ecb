"""``judgepool pool``: choose what is judged."""

from __future__ import annotations

from typing import Annotated

import typer

from judge_app.cli.backend import Answer
from judge_app.cli.faults import explained
from judge_app.cli.opening import open_backend
from judge_app.cli.output import say, tell
from judge_app.cli.table import counted, listed
from judge_app.cli.words import DepthWord, ProjectWord, RunsWord, split_list


@explained
def pool(
    project: ProjectWord,
    depth: DepthWord = None,
    strategy: Annotated[
        str | None, typer.Option(metavar="NAME", help="How pairs are chosen. [default: depth]")
    ] = None,
    runs: RunsWord = None,
) -> None:
    """Pool the first documents of the runs for judging."""
    with open_backend(project) as backend:
        answer = backend.pool(depth=depth, strategy=strategy, runs=split_list(runs))
    say(pool_report(answer))
    skipped = answer["skipped_queries"]
    if skipped:
        noun = counted(len(skipped), "query", "queries")
        tell(f"Left out, since the project has no such topic: {noun}: {listed(skipped)}")
    if answer["without_text"]:
        pairs = counted(answer["without_text"], "new pair")
        tell(f"Kept in the pool but not queued, since there is no text to show: {pairs}")


def pool_report(answer: Answer) -> str:
    """Return what the pool holds."""
    runs = answer["runs"]
    return (
        f"{counted(answer['pairs'], 'pair')} from the first {answer['depth']} documents of "
        f"{counted(len(runs), 'run')}, {answer['new']:,} of them new; "
        f"{answer['smallest']:,} to {answer['largest']:,} per query, median {answer['median']:,}.\n"
        f"Runs: {', '.join(runs)}"
    )
