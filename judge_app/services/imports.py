"""Bring files into a project: all are checked first, then all are stored, or none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge_app.domain.errors import BadInputError
from judge_app.domain.people import Actor, Permission
from judge_app.importing import Kind
from judge_app.services.import_again import compared_with, require_as_checked
from judge_app.services.import_checks import (
    Arriving,
    checked,
    with_long_run,
    with_unknown,
)
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.import_overwrites import with_overwrites
from judge_app.services.import_people import with_people
from judge_app.services.import_reading import Progress, read_files
from judge_app.services.import_refusal import refuse_doubtful, refuse_faulty
from judge_app.services.import_report import CheckedFile, ImportedFile
from judge_app.services.import_rivals import with_rivals
from judge_app.services.import_storing import prepare, store_file
from judge_app.services.project import Project
from judge_app.services.restored_pool import with_runs_of_pool

__all__ = [
    "CheckedFile",
    "ImportedFile",
    "Progress",
    "check_files",
    "import_files",
    "refuse_faulty",
    "store_files",
]

# Runs come last but for judgments, so that documents and topics of the same command are known.
_ORDER = (Kind.TOPICS, Kind.DOCUMENTS, Kind.RUN, Kind.QRELS, Kind.JUDGMENTS)


def check_files(
    project: Project,
    actor: Actor,
    uploads: Sequence[Upload],
    options: ImportOptions,
    progress: Progress | None = None,
    *,
    keep_rows: bool = False,
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
        Called with a file's name and the share of it that is read, 0 to 1. What it raises ends
        the import and passes through.
    keep_rows : bool
        Whether the rows of runs are needed; otherwise those of long ones stay in their files.

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
    taken = project.store.runs.hashes()
    read = read_files(project, uploads, options, progress, keep_rows=keep_rows)
    for upload, (parsed, long_run) in zip(uploads, read, strict=True):
        is_run = parsed.kind is Kind.RUN
        actor.require(Permission.IMPORT_RUNS if is_run else Permission.IMPORT_COLLECTION)
        file = with_long_run(checked(project, parsed, upload, options, taken), long_run)
        if file.run_name is not None:
            taken[file.run_name] = parsed.sha256
        files.append(file)
    arriving = Arriving.of([file.parsed for file in files])
    files = [
        with_unknown(project, file, parsed, arriving)
        for file, (parsed, _) in zip(files, read, strict=True)
    ]
    compared = compared_with(project)
    files = list(with_people(project, files, options))
    told = with_overwrites(project, with_rivals(with_runs_of_pool(project, files)), options)
    return tuple(replace(file, compared_with=compared) for file in told)


def import_files(
    project: Project,
    actor: Actor,
    uploads: Sequence[Upload],
    options: ImportOptions,
    progress: Progress | None = None,
    before_commit: Callable[[], None] | None = None,
) -> tuple[ImportedFile, ...]:
    """Check files and store all of them in one transaction.

    The values are those of `check_files` and `store_files`.

    Raises
    ------
    NotAllowedError
        When the actor may not import such files.
    BadInputError
        When any file has an error, or a doubt that nobody accepted; nothing is stored then.
    """
    files = check_files(project, actor, uploads, options, progress)
    return store_files(project, actor, files, options, before_commit, progress)


def store_files(
    project: Project,
    actor: Actor,
    files: Sequence[CheckedFile],
    options: ImportOptions,
    before_commit: Callable[[], None] | None = None,
    progress: Progress | None = None,
) -> tuple[ImportedFile, ...]:
    """Store files that were checked without errors, in one transaction.

    Parameters
    ----------
    project, actor
        Where, and who.
    files : sequence of CheckedFile
        What `check_files` found; runs that the project has already are passed over.
    options : ImportOptions
        What was said about them.
    before_commit : callable, optional
        Called when everything is written but for the end of the transaction. What it raises undoes
        everything and passes through.
    progress : callable, optional
        Called with a run's name and the share of it that is stored, 0 to 1, from any thread. What
        it raises undoes everything and passes through.

    Raises
    ------
    BadInputError
        When one of them has errors or unaccepted doubts, or others have stored since the check what
        it would write over or contradict.
    """
    refuse_faulty(files)
    refuse_doubtful(files, options)
    new = dict.fromkeys(range(len(files)), 0)
    places = [place for place, file in enumerate(files) if not file.same_as]
    # Whatever can be made ready is made ready before others have to wait for the file.
    ready = {place: prepare(files[place]) for place in places}
    log = project.store.judgments
    renewal = project.board.renewal(others_wait=any(map(_brings_pairs, files)))
    with renewal, project.store.database.transaction():
        position = log.size()
        require_as_checked(project, [files[place] for place in places], options)
        for place in sorted(places, key=lambda place: _ORDER.index(files[place].parsed.kind)):
            new[place] = store_file(project, actor, ready[place], options, progress)
        if before_commit is not None:
            before_commit()
        project.board.passes_over(position + 1, log.size())
    project.store.collection.note_change()
    return tuple(ImportedFile(file, new[place]) for place, file in enumerate(files))


def _brings_pairs(file: CheckedFile) -> bool:
    """Tell whether there may be other pairs to judge after a file is stored."""
    return file.parsed.kind is Kind.TOPICS or not file.not_judged.empty
