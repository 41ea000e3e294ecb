"""``judgepool export``: qrels, judgments and lists out of a project."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from judge_app.cli.backend import ExportedFile
from judge_app.cli.faults import explained
from judge_app.cli.opening import open_backend
from judge_app.cli.output import tell, write_out
from judge_app.cli.table import counted, json_text
from judge_app.cli.words import LabelsWord, ProjectWord
from judge_app.domain.errors import BadInputError

STDOUT = "-"


@explained
def export(
    project: ProjectWord,
    out: Annotated[
        str,
        typer.Argument(metavar="OUT", help="File to write; - is stdout.", show_default=False),
    ],
    as_: Annotated[
        str,
        typer.Option("--as", metavar="WHAT", help="qrels, judgments, unjudged or pool."),
    ] = "qrels",
    labels: LabelsWord = None,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="trec, beir, csv or jsonl. [default: trec for qrels, csv for the others]",
        ),
    ] = None,
) -> None:
    """Write qrels, or other parts of a project, into a file.

    Facts about a file (label rule, counts, hash) go into OUT.meta.json beside it.
    """
    _refuse_project(project, out)
    with open_backend(project) as backend:
        exported = backend.export(what=as_, format_name=format_name, labels=labels)
    if out == STDOUT:
        write_out(exported.content)
        return
    _write(Path(out), exported)
    tell(f"{out}: {counted(exported.facts['rows'], 'row')}; facts about it in {out}.meta.json")


def _refuse_project(project: str, out: str) -> None:
    """Keep a slip of the pen from writing labels over everything else."""
    if Path(out).exists() and Path(project).exists() and Path(out).samefile(project):
        raise BadInputError(f"{out} is the project itself", "Choose another file to write.")


def _write(path: Path, exported: ExportedFile) -> None:
    facts = path.with_name(path.name + ".meta.json")
    try:
        path.write_bytes(exported.content)
        facts.write_text(json_text(exported.facts), encoding="utf-8")
    except OSError as error:
        raise BadInputError(
            f"{path} cannot be written: {error.strerror}", "Choose another place."
        ) from error
