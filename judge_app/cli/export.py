"""``judgepool export``: qrels, judgments, runs and lists out of a project."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from judge_app.cli.backend import ExportWords
from judge_app.cli.export_place import (
    STDOUT,
    facts_path,
    format_for,
    require_place,
    write_export,
)
from judge_app.cli.faults import explained
from judge_app.cli.opening import open_backend
from judge_app.cli.output import tell, write_out
from judge_app.cli.table import counted
from judge_app.cli.words import LabelsWord, ProjectWord


@explained
def export(
    project: ProjectWord,
    out: Annotated[
        str,
        typer.Argument(
            metavar="OUT",
            help="File to write; - is stdout. Its ending chooses the format: .csv, .jsonl, "
            ".parquet, .json (ranx), .zip (BEIR), .tsv (BEIR's qrels alone); a folder that is "
            "there, or NAME/, is BEIR too.",
            show_default=False,
        ),
    ],
    as_: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="WHAT",
            help="qrels; judgments (everybody's raw ones); unjudged (pooled pairs without a "
            "label); pool (with what brought each pair); run (with grades filled in: empty where "
            "there is none).",
        ),
    ] = "qrels",
    labels: LabelsWord = None,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="qrels: trec, beir, csv, jsonl, parquet, ranx. judgments: csv, jsonl, parquet. "
            "unjudged, pool: those and trec (as grade -1). run: those, trec and ranx (both without "
            "grades). [default: as OUT ends, otherwise trec for qrels and csv for the others]",
        ),
    ] = None,
    run: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="With --as run: which. [default: all]"),
    ] = None,
    release: Annotated[
        str | None,
        typer.Option(
            "--release",
            metavar="NAME",
            help="Export the state of a release: its labels and pool, exactly. Texts (beir) and "
            "runs are those of now; if they have changed since, that is said.",
        ),
    ] = None,
    *,
    anonymous: Annotated[
        bool,
        typer.Option(
            "--anonymous",
            help="Put pseudonyms for people, the same in every export of the project. Names that "
            "somebody wrote into a note cannot be found and stay, as do times and the names of "
            "models.",
        ),
    ] = False,
) -> None:
    """Write qrels, or other parts of a project, into a file.

    Facts about a file (gain, scale, label rule, counts, hash) go into OUT.meta.json beside it;
    none for a pipe or device. The same state always gives the same bytes of the file, not of
    its sidecar, which tells when it was written.

    A BEIR export goes into a new or empty folder, or replaces an earlier BEIR export.

    Judgments and the pool (--as judgments, --as pool; not in TREC's lines) come back as they were
    when they are imported into another project: import texts and runs first, or all together. A new
    project with the same scale, gain and settings is made by judgepool init --like OUT.meta.json.

    In CSV for people (judgments, unjudged, pool, run) a cell that a spreadsheet would run as a
    formula gets an apostrophe in front, and a last column, escaped, names such cells, so that
    import restores them. All other formats, qrels as CSV too, hold every text byte for byte.
    """
    chosen = format_for(out, as_, format_name)
    if out != STDOUT:
        require_place(out, project, chosen)
    words = ExportWords(as_, chosen, labels, run, release, anonymous)
    with open_backend(project) as backend:
        exported = backend.export(words)
    if out == STDOUT:
        write_out(exported.content)
    else:
        is_replaced = write_export(Path(out), exported)
        tell(_report(out, exported.facts, is_replaced=is_replaced))
    for warning in (exported.facts["release"] or {}).get("warnings", ()):
        tell(warning)


def _report(out: str, facts: Mapping[str, Any], *, is_replaced: bool) -> str:
    written = f"{out}: {counted(facts['rows'], 'row')} of {facts['export']} as {facts['format']}"
    if is_replaced:
        written += ", in place of an earlier BEIR export"
    beside = facts_path(Path(out))
    return written if beside is None else f"{written}; facts about it in {beside}"
