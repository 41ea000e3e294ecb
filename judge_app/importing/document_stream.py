"""Documents of a file of any length, some at a time, and only those that somebody asks for.

A collection of passages may hold millions of documents of which the runs retrieved thousands.
Every record is read and held against the wanted ids; only wanted ones become texts in a frame.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING

import pandas as pd

from judge_app.importing.encoding_guess import guess_encoding
from judge_app.importing.encodings import encoding_named
from judge_app.importing.opening import UnreadableError
from judge_app.importing.parsed import COLUMNS, Kind
from judge_app.importing.pictures import PICTURE_COLUMNS
from judge_app.importing.recognised import parsed_file, recognise, require_file
from judge_app.importing.rows import FieldError
from judge_app.importing.source import NotUtf8Error, Source
from judge_app.importing.texts import (
    document_record,
    frame_of,
    note_contradiction,
    note_repeated,
    note_silent,
)
from judge_app.importing.wanted import WantedIds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from judge_app.importing.parsed import Parsed
    from judge_app.importing.recognised import Recognised
    from judge_app.importing.rows import Row

_LETTERS_AT_A_TIME = 1 << 23
_DOCUMENTS_AT_A_TIME = 1 << 13


def stream_documents(
    path: Path,
    *,
    name: str | None = None,
    format: str | None = None,  # noqa: A002
    encoding: str | None = None,
    keep: frozenset[str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> DocumentStream:
    """Open a file of documents to take them from it some at a time.

    Parameters
    ----------
    path, name, format, progress
        As `read_file` has them.
    encoding : str, optional
        As `read_file` has it, but a guess looks at the first megabyte only: a later byte that is
        not UTF-8 becomes a problem, since documents have been given out already.
    keep : frozenset of str, optional
        The ids of the documents to take; all if not given.

    Raises
    ------
    BadInputError
        As `read_file` does.
    """
    said = None if encoding is None else encoding_named(encoding)
    source = Source(path, name or str(path), None, said)
    require_file(source)
    not_utf8 = None
    try:
        next(source.chunks(), None)
    except NotUtf8Error as fault:
        not_utf8, said = fault, guess_encoding(source, fault)
    except UnreadableError:
        # Parquet is no text, and damage is told where it is met.
        pass
    source = Source(path, source.name, progress, said)
    known = recognise(source, Kind.DOCUMENTS, format, not_utf8)
    return DocumentStream(source, known, WantedIds(keep))


class DocumentStream:
    """The documents of one file, to be gone through once.

    Memory holds one batch, and of every document that was taken its id and a digest, by which
    repeated and contradicting records are told; formats that can only be read as a whole are.

    Attributes
    ----------
    n_kept : int
        Documents given out so far.
    """

    def __init__(self, source: Source, known: Recognised, wanted: WantedIds) -> None:
        self.n_kept = 0
        self._source = source
        self._known = known
        self._wanted = wanted
        self._seen: dict[str, tuple[int, bytes]] = {}

    @property
    def n_rows(self) -> int:
        """Records read so far, wanted or not."""
        return self._wanted.n_rows

    @property
    def missing(self) -> tuple[str, ...]:
        """The wanted ids that have not been met so far, in the order of their bytes."""
        return tuple(sorted((self._wanted.ids or frozenset()) - self._seen.keys()))

    def __iter__(self) -> Iterator[pd.DataFrame]:
        """Yield frames of documents with the columns of their kind.

        Problems may come to light after frames that are right by themselves: nothing of the
        file may be stored before `read` has been asked.
        """
        findings = self._known.findings
        try:
            for frame in self._frames():
                self.n_kept += len(frame)
                yield frame
        except UnreadableError as fault:
            for problem in fault.problems:
                findings.problem(problem.line, problem.message)
        if not (self.n_rows or findings.n_problems):
            findings.problem(None, "there is not one row of documents in this file")

    def read(self) -> Parsed:
        """Return what is known of the file after its last document; its frame is empty."""
        parsed = parsed_file(self._source, self._known, None)
        lines = pd.Series([line for line, _ in self._seen.values()], dtype="int64")
        return replace(parsed, lines=lines) if parsed.ok else parsed

    def _frames(self) -> Iterator[pd.DataFrame]:
        choice, findings = self._known.choice, self._known.findings
        if choice.format.document_rows is None:
            yield from self._frames_of_whole()
            return
        silent: list[int] = []
        repeated: list[int] = []
        batch: list[tuple[str, ...]] = []
        n_letters = 0
        for row in choice.format.document_rows(self._source, findings, self._wanted):
            record = self._taken(row, silent, repeated)
            if record is None:
                continue
            batch.append(record)
            n_letters += sum(map(len, record))
            if n_letters > _LETTERS_AT_A_TIME or len(batch) == _DOCUMENTS_AT_A_TIME:
                yield frame_of(batch, Kind.DOCUMENTS)
                batch, n_letters = [], 0
        if batch:
            yield frame_of(batch, Kind.DOCUMENTS)
        note_silent(silent, findings)
        note_repeated(repeated, findings)

    def _taken(self, row: Row, silent: list[int], repeated: list[int]) -> tuple[str, ...] | None:
        """Return a document if it is wanted, new and without fault; note what is to be said."""
        findings = self._known.findings
        unreadable: list[int] = []
        try:
            record = document_record(row, unreadable)
        except FieldError as fault:
            findings.problem(row.line, str(fault))
            return None
        if self._wanted.ids is not None and record[0] not in self._wanted.ids:
            return None
        digest = blake2b("\0".join(record).encode(), digest_size=16).digest()
        place, earlier = self._seen.setdefault(record[0], (row.line, digest))
        if earlier is digest:
            silent += unreadable
            return record
        if earlier == digest:
            repeated.append(row.line)
        else:
            note_contradiction(record[0], (place, row.line), findings)
        return None

    def _frames_of_whole(self) -> Iterator[pd.DataFrame]:
        choice, findings = self._known.choice, self._known.findings
        content = choice.format.parse(self._source, choice.kind, findings)
        self._wanted.n_rows = len(content.frame)
        if content.frame.empty or findings.n_problems:
            return
        pictures = [name for name in PICTURE_COLUMNS if name in content.frame]
        frame = content.frame[[*COLUMNS[Kind.DOCUMENTS], *pictures]]
        if self._wanted.ids is not None:
            frame = frame[frame["doc_id"].isin(self._wanted.ids)]
        lines = content.frame.loc[frame.index, "line"]
        self._seen.update(
            {doc_id: (line, b"") for doc_id, line in zip(frame["doc_id"], lines, strict=True)}
        )
        if len(frame):
            yield frame.reset_index(drop=True)
