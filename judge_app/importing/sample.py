"""What detection sees of a file: its first lines and its name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from judge_app.importing.archive import is_tar, is_zip
from judge_app.importing.encodings import decoded
from judge_app.importing.parsed import Kind

if TYPE_CHECKING:
    from judge_app.importing.source import Source

SAMPLE_BYTES = 1 << 17
# PARE where the footer is encrypted. The byte that follows begins a binary header, so that a
# text that happens to begin with these letters is not meant.
_PARQUET = re.compile(rb"PAR[1E][^\t\n\r\x20-\x7e]")

_KIND_WORDS = {
    "topics": Kind.TOPICS,
    "topic": Kind.TOPICS,
    "queries": Kind.TOPICS,
    "query": Kind.TOPICS,
    "qry": Kind.TOPICS,
    "corpus": Kind.DOCUMENTS,
    "documents": Kind.DOCUMENTS,
    "docs": Kind.DOCUMENTS,
    "collection": Kind.DOCUMENTS,
    "passages": Kind.DOCUMENTS,
    "run": Kind.RUN,
    "runs": Kind.RUN,
    "results": Kind.RUN,
    "qrels": Kind.QRELS,
    "qrel": Kind.QRELS,
    "judgments": Kind.JUDGMENTS,
    "judgements": Kind.JUDGMENTS,
}


@dataclass(frozen=True, slots=True)
class Sample:
    """The start of a file.

    Attributes
    ----------
    name : str
        The file's name as the person gave it.
    text : str
        The first decompressed bytes as text; bytes that do not fit the encoding are replaced.
    lines : tuple of str
        Its whole lines that are not blank, without their ends.
    path : Path
        Where the bytes are, for formats that keep what tells them elsewhere.
    is_parquet : bool
        Whether it begins as Parquet does; text and lines are empty then, for what its bytes
        happen to spell would mislead.
    is_archive : bool
        Whether it begins as a ZIP or a TAR does; text and lines are empty then, too.
    """

    name: str
    text: str
    lines: tuple[str, ...]
    path: Path
    is_parquet: bool = False
    is_archive: bool = False

    @property
    def is_text(self) -> bool:
        """Whether there are lines to read."""
        return not (self.is_parquet or self.is_archive)


def sample_of(source: Source) -> Sample:
    """Read the start of a file; damage and foreign bytes are left for the parser to report."""
    data = source.head(SAMPLE_BYTES)
    if _PARQUET.match(data):
        return Sample(source.name, "", (), source.path, is_parquet=True)
    if is_zip(data) or is_tar(data):
        return Sample(source.name, "", (), source.path, is_archive=True)
    text = decoded(data, source.start.encoding).removeprefix("\ufeff")
    lines = re.split(r"\r\n?|\n", text)
    if len(data) >= SAMPLE_BYTES and len(lines) > 1:
        lines.pop()
    filled = tuple(line for line in lines if line.strip())
    return Sample(source.name, text, filled, source.path)


def kind_by_name(name: str) -> Kind | None:
    """Return the one kind that a conventional file name speaks of, else None.

    The folder is asked only where the file's own name says nothing: ``qrels/test.tsv``.
    """
    path = PurePath(name)
    for part in (path.name, path.parent.name):
        words = re.split(r"[^a-z]+", part.lower())
        kinds = {_KIND_WORDS[word] for word in words if word in _KIND_WORDS}
        if kinds:
            return kinds.pop() if len(kinds) == 1 else None
    return None
