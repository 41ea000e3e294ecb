"""Read the files of an import."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import pandas as pd

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, Parsed, kind_of, read_file, stream_documents
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.long_runs import LongRun, look_through, may_be_long
from judge_app.services.project import Project
from metrics import add_ranks

Progress = Callable[[str, float], None]


class ReadFile(NamedTuple):
    """A file as it was read, and where the rows are of a run that is too long to be held."""

    parsed: Parsed
    long_run: LongRun | None = None


def read_files(
    project: Project,
    uploads: Sequence[Upload],
    options: ImportOptions,
    progress: Progress | None = None,
    *,
    keep_rows: bool = False,
) -> list[ReadFile]:
    """Read files; return them in the order given.

    Parameters
    ----------
    project : Project
        Says which documents are wanted, where only those are kept.
    uploads : sequence of Upload
        The files.
    options : ImportOptions
        What was said about them.
    progress : callable, optional
        Called with a file's name and the share of it that is read, 0 to 1.
    keep_rows : bool
        Whether the rows of runs are needed, however long they are.

    Raises
    ------
    BadInputError
        When a file cannot be read at all, its kind cannot be told, or only retrieved documents
        are asked for and nothing is retrieved yet.
    """
    if not options.only_retrieved:
        return _read_all(project, uploads, options, progress, keep_rows=keep_rows)
    # What is retrieved has to be known before the first document is held against it.
    documents = [upload for upload in uploads if _holds_documents(upload, options)]
    others = {
        upload: _read(upload, options, progress) for upload in uploads if upload not in documents
    }
    if not documents:
        return [ReadFile(parsed) for parsed in others.values()]
    keep = _wanted(project, list(others.values()), options)
    return [
        ReadFile(others.get(upload) or _read_wanted(upload, options, keep, progress))
        for upload in uploads
    ]


def _read_all(
    project: Project,
    uploads: Sequence[Upload],
    options: ImportOptions,
    progress: Progress | None,
    *,
    keep_rows: bool,
) -> list[ReadFile]:
    """Read every file; long runs last, since they are held against the others as they are read."""
    long = set() if keep_rows else {u for u in uploads if may_be_long(u, options)}
    read = {u: ReadFile(_read(u, options, progress)) for u in uploads if u not in long}
    arriving = frozenset(
        doc_id
        for file in read.values()
        if file.parsed.kind is Kind.DOCUMENTS and file.parsed.ok
        for doc_id in file.parsed.frame["doc_id"]
    )
    for upload in long:
        run = look_through(project, upload, arriving, _named(progress, upload.name))
        read[upload] = (
            ReadFile(_read(upload, options, progress)) if run is None else ReadFile(run.parsed, run)
        )
    return [read[upload] for upload in uploads]


def _holds_documents(upload: Upload, options: ImportOptions) -> bool:
    kind = options.kind or kind_of(
        upload.path, name=upload.name, format=options.format, encoding=options.encoding
    )
    return kind is Kind.DOCUMENTS


def _read(upload: Upload, options: ImportOptions, progress: Progress | None) -> Parsed:
    return read_file(
        upload.path,
        name=upload.name,
        kind=options.kind,
        format=options.format,
        encoding=options.encoding,
        progress=_named(progress, upload.name),
    )


def _read_wanted(
    upload: Upload, options: ImportOptions, keep: frozenset[str], progress: Progress | None
) -> Parsed:
    """Read the wanted documents of a file that may be far larger than memory."""
    stream = stream_documents(
        upload.path,
        name=upload.name,
        format=options.format,
        encoding=options.encoding,
        keep=keep,
        progress=_named(progress, upload.name),
    )
    kept = list(stream)
    parsed = stream.read()
    return (
        replace(parsed, frame=pd.concat(kept, ignore_index=True)) if kept and parsed.ok else parsed
    )


def _named(progress: Progress | None, name: str) -> Callable[[float], None] | None:
    return None if progress is None else lambda share: progress(name, share)


def _wanted(project: Project, files: Sequence[Parsed], options: ImportOptions) -> frozenset[str]:
    """Return the documents to keep: wanted by the project, or by the files of this import."""
    wanted = set(project.store.collection.wanted(options.depth))
    for file in files:
        if file.kind is Kind.RUN and file.ok:
            frame = file.frame
            if options.depth is not None:
                ranked = add_ranks(frame)
                frame = ranked[ranked["rank"] <= options.depth]
            wanted.update(frame["doc_id"])
        elif file.kind in {Kind.QRELS, Kind.JUDGMENTS}:
            wanted.update(file.frame["doc_id"])
    if not wanted:
        raise BadInputError(
            "no run has retrieved anything yet, so no document would be kept",
            "Import the runs first, or with the documents.",
        )
    return frozenset(wanted)
