"""``judgepool pool``: choose what is judged, and in which order."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated

import typer

from judge_app.cli.backend import Answer, PoolWords
from judge_app.cli.faults import explained
from judge_app.cli.opening import open_backend
from judge_app.cli.output import say, tell
from judge_app.cli.table import counted, listed
from judge_app.cli.words import DepthWord, ProjectWord, RunsWord, split_list
from judge_app.domain.errors import BadInputError


@explained
def pool(
    project: ProjectWord,
    depth: DepthWord = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="How pairs are chosen: depth, rrf, dcg, move-to-front, maxmean, narrow, or settle "
            "with --runs A,B. [default: depth]",
        ),
    ] = None,
    runs: RunsWord = None,
    budget: Annotated[
        int | None,
        typer.Option(metavar="N", help="Take only the best N new pairs. [default: all]"),
    ] = None,
    random_share: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="Draw this share of the budget at random and record the probability.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Seed of the draw. [default: 0]")
    ] = None,
    overlap: Annotated[
        int | None,
        typer.Option(metavar="N", help="Judgments wanted of a pair. [default: as in the settings]"),
    ] = None,
    share: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="With --overlap: of this random share of the new pairs only. [default: 1]",
        ),
    ] = None,
    order: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Pool nothing; grade what is pooled in this order from now on: pooled, "
            "model-disputes, or a strategy.",
        ),
    ] = None,
) -> None:
    """Pool the first documents of the runs for judging."""
    words = PoolWords(
        depth=depth,
        strategy=strategy,
        runs=split_list(runs),
        budget=budget,
        random_share=random_share,
        seed=seed,
        overlap=overlap,
        share=share,
    )
    if order is not None:
        _refuse_beside_order(words)
        with open_backend(project) as backend:
            say(order_report(backend.set_order(order=order, runs=words.runs)))
        return
    with open_backend(project) as backend:
        answer = backend.pool(words)
    say(pool_report(answer))
    skipped = answer["skipped_queries"]
    if skipped:
        noun = counted(len(skipped), "query", "queries")
        tell(f"Left out, since the project has no such topic: {noun}: {listed(skipped)}")
    if answer["without_text"]:
        pairs = counted(answer["without_text"], "new pair")
        tell(f"Kept in the pool but not queued, since there is no text to show: {pairs}")


def _refuse_beside_order(words: PoolWords) -> None:
    said = asdict(replace(words, runs=None))
    names = [name for name, value in said.items() if value is not None]
    if names:
        word = names[0].replace("_", "-")
        raise BadInputError(
            f"--order only changes the order of what is pooled; --{word} is about a new batch",
            "Use two commands: one that pools, one that orders.",
        )


def order_report(answer: Answer) -> str:
    """Return in which order pairs are graded."""
    between = f" ({' against '.join(answer['runs'])})" if answer["runs"] else ""
    lines = [f"Order of the queue: {answer['order']}{between}. {answer['sentence']}"]
    if answer["settled"] is not None:
        lines.append(f"{answer['settled']} is ahead whatever is judged: nothing is left to judge.")
    return "\n".join(lines)


def pool_report(answer: Answer) -> str:
    """Return what the pool holds."""
    runs = answer["runs"]
    if answer["settled"] is not None:
        other = next(run for run in runs if run != answer["settled"])
        return (
            f"{answer['settled']} is ahead of {other} whatever is judged. "
            "Nothing was added to the pool."
        )
    if not answer["pairs"]:
        return (
            f"Every pair that the {counted(len(runs), 'run brings', 'runs bring')} down to depth "
            f"{answer['depth']} is pooled or judged already; nothing was added.\n"
            f"Go deeper to find more, for instance with --depth {2 * answer['depth']}."
        )
    size = (
        f"{counted(answer['pairs'], 'pair')} from the first {answer['depth']} documents of "
        f"{counted(len(runs), 'run')}, {answer['new']:,} of them new; "
        f"{answer['smallest']:,} to {answer['largest']:,} per query, median {answer['median']:,}."
    )
    lines = [size]
    if answer["budget"] is not None:
        lines.append(
            f"Chosen by {answer['strategy']} from {counted(answer['candidates'], 'pair')} that are "
            "neither pooled nor judged."
        )
    if answer["drawn"]:
        lines.append(
            f"{counted(answer['drawn'], 'pair')} of them drawn at random, each with probability "
            f"{answer['probability']:.4g} (seed {answer['seed']})."
        )
    if answer["overlap"] is not None:
        lines.append(
            f"{counted(answer['overlap'], 'judgment')} wanted of each of "
            f"{counted(answer['overlapping'], 'new pair')}."
        )
    return "\n".join([*lines, f"Runs: {', '.join(runs)}"])
