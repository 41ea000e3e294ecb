"""Read the files of an import."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pandas as pd

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, Parsed, kind_of, read_file, stream_documents
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.project import Project
from metrics import add_ranks

Progress = Callable[[str, float], None]


def read_files(
    project: Project,
    uploads: Sequence[Upload],
    options: ImportOptions,
    progress: Progress | None = None,
) -> list[Parsed]:
    """Read files, in the order given.

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

    Raises
    ------
    BadInputError
        When a file cannot be read at all, its kind cannot be told, or only retrieved documents
        are asked for and nothing is retrieved yet.
    """
    if not options.only_retrieved:
        return [_read(upload, options, progress) for upload in uploads]
    # What is retrieved has to be known before the first document is held against it.
    documents = [upload for upload in uploads if _holds_documents(upload, options)]
    others = {
        upload: _read(upload, options, progress) for upload in uploads if upload not in documents
    }
    if not documents:
        return list(others.values())
    keep = _wanted(project, list(others.values()), options)
    return [
        others[upload] if upload in others else _read_wanted(upload, options, keep, progress)
        for upload in uploads
    ]


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
