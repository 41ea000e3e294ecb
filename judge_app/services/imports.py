"""Bring files into a project: all are checked first, then all are stored, or none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from judge_app.domain.errors import BadInputError, Problem
from judge_app.domain.grade_map import map_grades
from judge_app.domain.people import Actor, Permission
from judge_app.importing import Kind, Parsed, read_file
from judge_app.services.import_checks import Arriving, name_clash, run_name, unknown_ids
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.import_storing import store_file
from judge_app.services.project import Project

Progress = Callable[[str, float], None]

# Runs come last but for judgments, so that documents and topics of the same command are known.
_ORDER = (Kind.TOPICS, Kind.DOCUMENTS, Kind.RUN, Kind.QRELS, Kind.JUDGMENTS)


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file as it would be stored.

    Attributes
    ----------
    parsed : Parsed
        What was read; its ``frame`` holds what will be stored.
    not_judged : DataFrame
        Pairs that qrels call pooled and not judged.
    run_name : str or None
        Name that a run will have.
    problems, warnings : tuple of Problem
        Errors refuse the file; warnings are said.
    n_problems : int
        All errors, also those not listed.
    """

    parsed: Parsed
    not_judged: pd.DataFrame
    run_name: str | None
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    n_problems: int

    @property
    def n_warnings(self) -> int:
        """All warnings, also those not listed."""
        return len(self.warnings) + self.parsed.n_warnings - len(self.parsed.warnings)

    def grade_counts(self) -> dict[int, int]:
        """Return how often each grade occurs; empty for files without grades."""
        if "grade" not in self.parsed.frame:
            return {}
        return dict(sorted(Counter(self.parsed.frame["grade"].dropna().tolist()).items()))


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """What became of one file; ``n_new`` counts rows that were not there before."""

    checked: CheckedFile
    n_new: int


def check_files(
    project: Project,
    actor: Actor,
    uploads: Sequence[Upload],
    options: ImportOptions,
    progress: Progress | None = None,
) -> tuple[CheckedFile, ...]:
    """Read files and compare them with the project; nothing is stored.

    Parameters
    ----------
    project, actor
        Where, and who.
    uploads : sequence of Upload
        The files.
    options : ImportOptions
        What was said about them.
    progress : callable, optional
        Called with a file's name and the share of it that is read, 0 to 1.

    Raises
    ------
    NotAllowedError
        When the actor may not import such files.
    BadInputError
        When a file cannot be read at all, or its kind cannot be told.
    """
    if options.run_name and len(uploads) > 1:
        raise BadInputError("--name is the name of one run", "Import runs with names one by one.")
    files: list[CheckedFile] = []
    taken = {run.name: run.sha256 for run in project.store.runs.all()}
    for upload in uploads:
        parsed = read_file(
            upload.path,
            name=upload.name,
            kind=options.kind,
            format=options.format,
            progress=None if progress is None else _named(progress, upload.name),
        )
        is_run = parsed.kind is Kind.RUN
        actor.require(Permission.IMPORT_RUNS if is_run else Permission.IMPORT_COLLECTION)
        name = run_name(parsed, options, taken) if is_run else None
        files.append(_check(project, parsed, name, options, taken))
        if name is not None:
            taken[name] = parsed.sha256
    arriving = Arriving.of([file.parsed for file in files])
    return tuple(
        replace(file, warnings=file.warnings + unknown_ids(project, file.parsed, arriving))
        for file in files
    )


def import_files(
    project: Project,
    actor: Actor,
    uploads: Sequence[Upload],
    options: ImportOptions,
    progress: Progress | None = None,
) -> tuple[ImportedFile, ...]:
    """Check files and store all of them in one transaction.

    Raises
    ------
    NotAllowedError
        When the actor may not import such files.
    BadInputError
        When any file has an error; nothing is stored then.
    """
    files = check_files(project, actor, uploads, options, progress)
    refuse_faulty(files)
    return store_files(project, actor, files, options)


def store_files(
    project: Project, actor: Actor, files: Sequence[CheckedFile], options: ImportOptions
) -> tuple[ImportedFile, ...]:
    """Store files that were checked without errors, in one transaction.

    Raises
    ------
    BadInputError
        When one of them has errors.
    """
    refuse_faulty(files)
    new: dict[int, int] = {}
    by_kind = sorted(range(len(files)), key=lambda i: _ORDER.index(files[i].parsed.kind))
    with project.store.database.transaction():
        for place in by_kind:
            file = files[place]
            new[place] = store_file(
                project, actor, file.parsed, file.not_judged, file.run_name, options
            )
    project.board.reload()
    return tuple(ImportedFile(file, new[place]) for place, file in enumerate(files))


def refuse_faulty(files: Sequence[CheckedFile]) -> None:
    """Refuse files with errors.

    Raises
    ------
    BadInputError
        With every listed problem of every file.
    """
    problems = tuple(problem for file in files for problem in file.problems)
    if problems:
        count = sum(file.n_problems for file in files)
        raise BadInputError(
            f"nothing was stored: {count:,} problem{'s' if count > 1 else ''}",
            "Mend the file and import it again.",
            problems,
            count,
        )


def _named(progress: Progress, name: str) -> Callable[[float], None]:
    return lambda share: progress(name, share)


def _check(
    project: Project,
    parsed: Parsed,
    name: str | None,
    options: ImportOptions,
    taken: dict[str, str],
) -> CheckedFile:
    problems = list(parsed.problems)
    n_problems = parsed.n_problems
    not_judged = parsed.frame.iloc[:0]
    if not problems and "grade" in parsed.frame:
        scale = project.settings.scale
        labels, not_judged, off_scale = map_grades(
            parsed.frame, scale, options.grade_map, parsed.source
        )
        parsed = replace(parsed, frame=labels)
        problems += off_scale
        n_problems += len(off_scale)
    if name is not None:
        clash = name_clash(parsed, name, options, taken)
        problems += clash
        n_problems += len(clash)
    if parsed.kind is Kind.DOCUMENTS and options.only_retrieved:
        parsed = replace(parsed, frame=project.store.collection.retrieved_only(parsed.frame))
    return CheckedFile(parsed, not_judged, name, tuple(problems), parsed.warnings, n_problems)
