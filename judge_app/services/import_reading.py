"""Read the files of an import."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import pandas as pd
import pyarrow as pa

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, Parsed, kind_of, read_file, stream_documents
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.long_runs import (
    LongRun,
    look_through,
    may_be_in_parts,
    with_documents,
)
from judge_app.services.project import Project
from judge_app.services.run_documents import RetrievedDocuments, UnknownDocuments
from metrics import add_ranks

Progress = Callable[[str, float], None]


class ReadFile(NamedTuple):
    """A file as it was read, and where the rows are of a run that was read in parts."""

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
        Whether the rows of runs are needed in their frames, however long they are.

    Raises
    ------
    BadInputError
        When a file cannot be read at all, its kind cannot be told, or only retrieved documents
        are asked for and nothing is retrieved yet.
    """
    in_parts = [] if keep_rows else [u for u in uploads if may_be_in_parts(u, options)]
    documents = []
    if options.only_retrieved:
        documents = [u for u in uploads if u not in in_parts and _holds_documents(u, options)]
    read = {
        upload: ReadFile(_read(upload, options, progress))
        for upload in uploads
        if upload not in in_parts and upload not in documents
    }
    if documents:
        _read_retrieved(project, read, in_parts, documents, options, progress)
    else:
        # Last, since they are held against the documents that come with them as they are read.
        arriving = _arriving(read.values())
        for upload in in_parts:
            found = look_through(
                upload,
                options,
                lambda: UnknownDocuments(project.store.collection, arriving),
                named(progress, upload.name),
            )
            read[upload] = (
                ReadFile(_read(upload, options, progress))
                if found is None
                else _read_in_parts(with_documents(found[0], project, arriving, found[1]))
            )
    return [read[upload] for upload in uploads]


def _read_retrieved(
    project: Project,
    read: dict[Upload, ReadFile],
    in_parts: Sequence[Upload],
    documents: Sequence[Upload],
    options: ImportOptions,
    progress: Progress | None,
) -> None:
    """Add runs in parts, and those documents that are wanted, to the files that are read.

    What is wanted has to be known before the first document is held against it.
    """
    wanted = set(project.store.collection.wanted(options.depth))
    for file in read.values():
        wanted |= _wanted_by(file.parsed, options)
    runs = {}
    for upload in in_parts:
        found = look_through(
            upload,
            options,
            lambda: RetrievedDocuments(options.depth),
            named(progress, upload.name),
        )
        if found is None:
            read[upload] = ReadFile(_read(upload, options, progress))
            wanted |= _wanted_by(read[upload].parsed, options)
        else:
            runs[upload], retrieved = found
            for part in runs[upload].held or ():
                retrieved.look(part)
            wanted |= retrieved.ids
    if not wanted:
        raise BadInputError(
            "no run has retrieved anything yet, so no document would be kept",
            "Import the runs first, or with the documents.",
        )
    keep = frozenset(wanted)
    for upload in documents:
        read[upload] = ReadFile(_read_wanted(upload, options, keep, progress))
    arriving = _arriving(read.values())
    for upload, run in runs.items():
        read[upload] = _read_in_parts(with_documents(run, project, arriving, None))


def _read_in_parts(run: LongRun) -> ReadFile:
    return ReadFile(run.parsed, run)


def _arriving(files: Iterable[ReadFile]) -> frozenset[str]:
    """Return the documents that some files bring."""
    return frozenset(
        doc_id
        for file in files
        if file.parsed.kind is Kind.DOCUMENTS and file.parsed.ok
        for doc_id in file.parsed.frame["doc_id"]
    )


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
        progress=named(progress, upload.name),
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
        progress=named(progress, upload.name),
    )
    kept = list(stream)
    parsed = stream.read()
    return (
        replace(parsed, frame=pd.concat(kept, ignore_index=True)) if kept and parsed.ok else parsed
    )


def named(progress: Progress | None, name: str) -> Callable[[float], None] | None:
    """Return what tells the progress of one file."""
    return None if progress is None else lambda share: progress(name, share)


def _wanted_by(file: Parsed, options: ImportOptions) -> set[str]:
    """Return the documents that a file of this import retrieves, pools or judges."""
    if file.kind is Kind.RUN and file.ok:
        retrieved = RetrievedDocuments(options.depth)
        ranked = add_ranks(file.frame) if options.depth is not None else file.frame
        retrieved.look(pa.Table.from_pandas(ranked, preserve_index=False))
        return retrieved.ids
    return set(file.frame["doc_id"]) if file.kind in {Kind.QRELS, Kind.JUDGMENTS} else set()
