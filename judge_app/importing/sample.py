"""What detection sees of a file: its first lines and its name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from judge_app.importing.parsed import Kind

if TYPE_CHECKING:
    from judge_app.importing.source import Source

SAMPLE_BYTES = 1 << 17

_KIND_WORDS = {
    "topics": Kind.TOPICS,
    "topic": Kind.TOPICS,
    "queries": Kind.TOPICS,
    "query": Kind.TOPICS,
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
        The first decompressed bytes as text; bytes that are not UTF-8 are replaced.
    lines : tuple of str
        Its whole lines that are not blank, without their ends.
    """

    name: str
    text: str
    lines: tuple[str, ...]


def sample_of(source: Source) -> Sample:
    """Read the start of a file; damage and foreign bytes are left for the parser to report."""
    data = source.head(SAMPLE_BYTES)
    text = data.decode("utf-8-sig", errors="replace")
    lines = re.split(r"\r\n?|\n", text)
    if len(data) >= SAMPLE_BYTES and len(lines) > 1:
        lines.pop()
    return Sample(source.name, text, tuple(line for line in lines if line.strip()))


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
