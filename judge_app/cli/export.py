"""``judgepool export``: qrels, judgments, runs and lists out of a project."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Annotated

import typer

from judge_app.cli.backend import ExportedFile, ExportWords
from judge_app.cli.faults import explained
from judge_app.cli.opening import open_backend
from judge_app.cli.output import tell, write_out
from judge_app.cli.table import counted, json_text
from judge_app.cli.words import LabelsWord, ProjectWord
from judge_app.domain.errors import BadInputError

STDOUT = "-"
_FOLDER, _FOLDER_QRELS = "beir", "beir-qrels"


@explained
def export(
    project: ProjectWord,
    out: Annotated[
        str,
        typer.Argument(
            metavar="OUT",
            help="File to write; - is stdout. With --format beir a folder, or a .zip of it; - or a "
            ".tsv is its qrels alone.",
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
            "grades). [default: trec for qrels, csv for the others]",
        ),
    ] = None,
    run: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="With --as run: which. [default: all]"),
    ] = None,
    release: Annotated[
        str | None,
        typer.Option("--release", metavar="NAME", help="Export the state of a release."),
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
    the same state always gives the same bytes.

    In CSV for people (judgments, unjudged, pool, run) a cell that a spreadsheet would run as a
    formula gets an apostrophe in front, and a last column, escaped, names such cells, so that
    import restores them. All other formats, qrels as CSV too, hold every text byte for byte.
    """
    _refuse_project(project, out)
    words = ExportWords(as_, _format(out, format_name), labels, run, release, anonymous)
    with open_backend(project) as backend:
        exported = backend.export(words)
    if out == STDOUT:
        write_out(exported.content)
        return
    _write(Path(out), exported)
    tell(f"{out}: {counted(exported.facts['rows'], 'row')}; facts about it in {out}.meta.json")


def _format(out: str, format_name: str | None) -> str | None:
    """Take the qrels alone where a BEIR folder has no place: on stdout and in a .tsv."""
    alone = out == STDOUT or Path(out).suffix.lower() == ".tsv"
    return _FOLDER_QRELS if format_name == _FOLDER and alone else format_name


def _refuse_project(project: str, out: str) -> None:
    """Keep a slip of the pen from writing labels over everything else."""
    if Path(out).exists() and Path(project).exists() and Path(out).samefile(project):
        raise BadInputError(f"{out} is the project itself", "Choose another file to write.")


def _write(path: Path, exported: ExportedFile) -> None:
    facts = path.with_name(path.name + ".meta.json")
    try:
        if exported.facts["format"] == _FOLDER and path.suffix.lower() != ".zip":
            _unpack(path, exported.content)
        else:
            path.write_bytes(exported.content)
        facts.write_text(json_text(exported.facts), encoding="utf-8")
    except OSError as error:
        raise BadInputError(
            f"{path} cannot be written: {error.strerror}", "Choose another place."
        ) from error


def _unpack(folder: Path, content: bytes) -> None:
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        packed.extractall(folder)
