"""``judgepool score``: run files against a qrels file, without a project."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from judge_app.cli.comparison_tables import write_comparisons
from judge_app.cli.faults import explained
from judge_app.cli.input_files import input_files
from judge_app.cli.output import tell
from judge_app.cli.progress import progress_bars
from judge_app.cli.score_tables import write_scores
from judge_app.cli.table import counted
from judge_app.cli.words import Format, FormatWord
from judge_app.domain.errors import BadInputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


_POOLS = {"open": "open world", "closed": "closed pool"}


_TOPICS = {"relevant": "topics with something relevant", "all": "all labelled topics"}


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Let no cyclic garbage be looked for: scoring makes next to none.

    The search takes a tenth of the time while modules load and data are read; freezing spares
    the last one, when the process ends.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


@explained
@_collector_paused()
def score(
    qrels: Annotated[str, typer.Argument(metavar="QRELS", help="Labels; - is stdin.")],
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help="Run files; - is stdin.")],
    *,
    measures: Annotated[
        list[str] | None,
        typer.Option(
            "--measures",
            metavar="M...",
            help="Names such as nDCG@10, P(rel=2)@5 or AP, separated by commas or blanks. "
            "[default: nDCG@3, nDCG@10, Judged@10]",
            show_default=False,
        ),
    ] = None,
    gain: Annotated[
        str | None,
        typer.Option(
            "--gain",
            metavar="exponential|linear",
            help="What a bare nDCG@10 means. [default: exponential]",
            show_default=False,
        ),
    ] = None,
    topics: Annotated[
        str | None,
        typer.Option(
            "--topics",
            metavar="relevant|all",
            help="Topics in the means. [default: relevant]",
            show_default=False,
        ),
    ] = None,
    trec_eval: Annotated[
        bool,
        typer.Option("--trec-eval", help="The numbers of trec_eval -c: linear gain, all topics."),
    ] = False,
    float32: Annotated[
        bool,
        typer.Option("--float32", help="Order by 32-bit scores, as older trec_eval does."),
    ] = False,
    encoding: Annotated[
        str | None,
        typer.Option(
            "--encoding",
            metavar="NAME",
            help="How the files are written, e.g. latin-1. [default: told from the content]",
            show_default=False,
        ),
    ] = None,
    per_query: Annotated[bool, typer.Option("--per-query", help="One line per topic.")] = False,
    pool: Annotated[
        str | None,
        typer.Option(
            "--pool",
            metavar="open|closed",
            help="Give the bounds that missing labels leave. open: any number of other documents "
            "may be relevant; closed: besides those shown, only pairs marked -1. "
            "[default: no bounds; open for --compare]",
            show_default=False,
        ),
    ] = None,
    compare: Annotated[
        bool,
        typer.Option(
            "--compare",
            help="Every run against the first: mean difference, bootstrap interval, p by sign "
            "flips with Holm's correction, wins, and what missing labels leave open. "
            "CSV then holds the comparisons instead of the scores.",
        ),
    ] = False,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="Start of --compare's random draws.")
    ] = 0,
    format_: FormatWord = Format.TABLE,
) -> None:
    """Score run files against a qrels file; no project is needed.

    Scores go to stdout; ties across a cut-off, topics that a run lacks and unjudged documents
    are told on stderr.
    """
    # Loaded only now, so that other commands and --help start at once.
    from judge_app.services.conventions import DEFAULT_MEASURES  # noqa: PLC0415
    from judge_app.services.import_options import Upload  # noqa: PLC0415
    from judge_app.services.score_files import score_files  # noqa: PLC0415

    if compare and per_query and format_ is Format.CSV:
        raise BadInputError(
            "--compare and --per-query are two tables, and CSV holds one",
            "Ask for one of them, or for --format json.",
        )
    with input_files([qrels, *runs]) as files, progress_bars() as progress:
        labels, *rankings = [Upload(file.path, file.name) for file in files]
        scores = score_files(
            labels,
            rankings,
            measures=measures or DEFAULT_MEASURES,
            gain=gain,
            topics=topics,
            trec_eval=trec_eval,
            float32=float32,
            encoding=encoding,
            pool=pool,
            compare=compare,
            seed=seed,
            created_at=datetime.now(UTC),
            progress=progress,
        )
    for notice in scores.notices:
        tell(notice)
    # CSV has no place for a stamp, and the hash of millions of labels takes its time.
    answer = scores.answer(per_query=per_query, stamped=format_ is not Format.CSV)
    stamp = _stamp_line(answer["stamp"]) if "stamp" in answer else ""
    write = write_comparisons if compare else write_scores
    write(answer, format_, scores.topics, stamp)


def _stamp_line(stamp: Mapping[str, Any]) -> str:
    """Return what the figures were computed from; equal lines mean figures that compare."""
    pool = f", {_POOLS[stamp['pool']]}" if "pool" in stamp else ""
    order = f", scores as {stamp['score_bits']}-bit numbers" if "score_bits" in stamp else ""
    topics = _TOPICS[stamp.get("topics", "relevant")]
    return (
        f"{stamp['gain']} gain, {topics}, "
        f"labels of {stamp['labels']}, scale {stamp['scale']}, "
        f"{counted(stamp['n_labels'], 'label')} (sha256 {stamp['label_set'][:12]}){order}{pool}"
    )
