"""``judgepool import``: files into a project."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from judge_app.cli.backend import ImportWords
from judge_app.cli.faults import explained, tell_problems
from judge_app.cli.input_files import input_files
from judge_app.cli.opening import open_backend
from judge_app.cli.output import say, tell
from judge_app.cli.progress import progress_bars
from judge_app.cli.table import counted
from judge_app.cli.words import ProjectWord
from judge_app.domain.errors import BadInputError, Problem

_NOUNS = {
    "topics": ("topic", "topics"),
    "documents": ("document", "documents"),
    "run": ("ranked document", "ranked documents"),
    "qrels": ("label", "labels"),
    "judgments": ("judgment", "judgments"),
}


@explained
def import_(
    project: ProjectWord,
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Files to import; - is stdin.", show_default=False),
    ],
    as_: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="KIND",
            help="topics, documents, run, qrels or judgments. [default: told from the content]",
        ),
    ] = None,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="NAME", help="How the files are written. [default: likewise]"
        ),
    ] = None,
    *,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be stored.")
    ] = False,
    name: Annotated[
        str | None, typer.Option(metavar="RUN", help="The run's name. [default: its tag]")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the run of that name.")
    ] = False,
    annotator: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose judgments they are.")
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="The model whose judgments they are.")
    ] = None,
    map_grades: Annotated[
        str | None,
        typer.Option(metavar="OLD=NEW,...", help="Grades of another scale, e.g. 1=3,2=2,3=1,4=0."),
    ] = None,
    only_retrieved: Annotated[
        bool, typer.Option("--only-retrieved", help="Only documents that some run retrieved.")
    ] = False,
) -> None:
    """Import topics, documents, runs and judgments.

    All files are checked first; if one has errors, nothing is stored.
    """
    words = ImportWords(
        as_, format_name, name, replace, annotator, model, map_grades, only_retrieved
    )
    with (
        input_files(files) as found,
        open_backend(project) as backend,
        progress_bars() as progress,
    ):
        answer = backend.import_files(found, words, dry_run=dry_run, progress=progress)
    for file in answer["files"]:
        say(file_report(file))
        warnings = [Problem(**warning) for warning in file["warnings"]]
        tell_problems(warnings, file["n_warnings"], "Warning: ")
    n_problems = sum(file["n_problems"] for file in answer["files"])
    if n_problems:
        problems = (Problem(**told) for file in answer["files"] for told in file["problems"])
        raise BadInputError(
            f"an import would be refused: {counted(n_problems, 'problem')}",
            "Mend the file first.",
            tuple(problems),
            n_problems,
        )
    if not answer["stored"]:
        tell("Nothing was stored, since this was a dry run.")


def file_report(file: Mapping[str, Any]) -> str:
    """Return what was found in one file, and what became of it."""
    kind = f"run {file['run']!r}" if file["run"] else file["kind"]
    size = counted(file["rows"], *_NOUNS[file["kind"]])
    if file["new"] not in (None, file["rows"]):
        size += f", {file['new']:,} of them new"
    lines = [f"{file['name']}: {kind}, {size}", f"  read as {file['format']}: {file['why']}"]
    if file["annotators"]:
        lines.append(f"  judged by {', '.join(file['annotators'])}")
    if file["grades"]:
        grades = ", ".join(f"{grade}: {count:,}" for grade, count in file["grades"].items())
        lines.append(f"  grades {grades}")
    if file["not_judged"]:
        lines.append(f"  {counted(file['not_judged'], 'pair')} pooled and not judged (grade -1)")
    return "\n".join(lines)
