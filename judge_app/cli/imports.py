"""``judgepool import``: files into a project."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from judge_app.cli.backend import ImportWords
from judge_app.cli.faults import explained, tell_problems
from judge_app.cli.import_report import file_report, missing_report
from judge_app.cli.input_files import input_files
from judge_app.cli.opening import open_backend
from judge_app.cli.output import say, tell
from judge_app.cli.progress import progress_bars
from judge_app.cli.stopping import stoppable
from judge_app.cli.table import counted
from judge_app.cli.words import ProjectWord
from judge_app.domain.errors import BadInputError, Problem


@explained
def import_(
    project: ProjectWord,
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE", help="Files or folders to import; - is stdin.", show_default=False
        ),
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
    encoding: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="E.g. utf-8, latin-1. [default: likewise]"),
    ] = None,
    *,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be stored.")
    ] = False,
    name: Annotated[
        str | None, typer.Option(metavar="RUN", help="The run's name. [default: its tag]")
    ] = None,
    replace: Annotated[
        bool,
        typer.Option(
            "--replace",
            help=(
                "Replace the run of that name (what it was stays in status), and texts that differ."
            ),
        ),
    ] = False,
    annotator: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose judgments they are.")
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="The model whose judgments they are.")
    ] = None,
    map_grades: Annotated[
        str | None,
        typer.Option(
            metavar="OLD=NEW,...",
            help=(
                "Grades of another scale, e.g. 1=3,2=2,3=1,4=0,-1=0. OLD may be a range, as in "
                "0-24=0,25-49=1,50-74=2,75-100=3 or 0-0.49=0,0.5-1.49=1; the word round brings all "
                "other grades to the nearest whole one, halves to the lower. Every grade has to be "
                "covered, but for -1 (pooled, not judged)."
            ),
        ),
    ] = None,
    only_retrieved: Annotated[
        bool,
        typer.Option(
            "--only-retrieved",
            help="Only documents that some run retrieved, or that are pooled or judged.",
        ),
    ] = False,
    depth: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="With --only-retrieved: at its first N ranks. [default: any]"
        ),
    ] = None,
    accept_warnings: Annotated[
        bool,
        typer.Option(
            "--accept-warnings", help="Store also where a warning says that the meaning is a guess."
        ),
    ] = False,
) -> None:
    """Import topics, documents, runs and judgments.

    All files are checked first; if one has errors, nothing is stored. Warnings are printed. One
    that the files may mean something else (a scale of grades that looks unlike the project's, ids
    in a guessed encoding) or would write over texts or grades of the project has to be settled by
    --map-grades, --encoding, --replace or --accept-warnings.
    """
    words = ImportWords(
        kind=as_,
        format_name=format_name,
        encoding=encoding,
        run_name=name,
        replace=replace,
        annotator=annotator,
        model=model,
        map_grades=map_grades,
        only_retrieved=only_retrieved,
        depth=depth,
        accept_warnings=accept_warnings,
    )
    with (
        stoppable(project),
        input_files(files, folders=True) as found,
        open_backend(project) as backend,
        progress_bars() as progress,
    ):
        answer = backend.import_files(found, words, dry_run=dry_run, progress=progress)
    for file in answer["files"]:
        say(file_report(file))
        warnings = [Problem(**warning) for warning in file["warnings"]]
        tell_problems(warnings, file["n_warnings"], "Warning: ")
        if answer["stored"] and not file["same_as"]:
            doubts = [Problem(**doubt) for doubt in file["doubts"]]
            tell_problems(doubts, len(doubts), "Accepted: ")
    if not answer["stored"]:
        _refuse(answer["files"], accept_warnings=accept_warnings)
        tell("Nothing was stored, since this was a dry run.")
    elif answer["missing_documents"]:
        say(missing_report(answer["missing_documents"]))


def _refuse(files: list[dict[str, Any]], *, accept_warnings: bool) -> None:
    """End a dry run as the import would end."""
    n_problems = sum(file["n_problems"] for file in files)
    of = "problems" if n_problems else "doubts"
    told = [file for file in files if file[of] and not (file["same_as"] and of == "doubts")]
    if not told or (of == "doubts" and accept_warnings):
        return
    problems = tuple(Problem(**problem) for file in told for problem in file[of])
    advice = list(dict.fromkeys(remedy for file in told for remedy in file["remedies"]))
    if of == "doubts":
        n_problems = len(problems)
        advice.append("--accept-warnings stores it as it was read.")
    raise BadInputError(
        f"an import would be refused: {counted(n_problems, 'problem')}"
        if of == "problems"
        else f"an import would be refused: {_reason(told)}",
        " ".join(advice),
        problems,
        n_problems,
    )


def _reason(doubtful: list[dict[str, Any]]) -> str:
    if all(
        file["changed"] or file["conflicting_labels"]["n"] or file["rivals"] for file in doubtful
    ):
        return "it would write over what was stored or said before"
    if all(file["missing_runs"] for file in doubtful):
        return "a part of it would be lost"
    return "it is not sure what the files mean"
