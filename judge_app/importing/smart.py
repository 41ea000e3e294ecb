"""SMART collections: records that begin with ``.I id`` and fields such as ``.T``, ``.W``, ``.A``.

Cranfield, CACM, CISI and Medline are written so, their topics and documents alike.
"""

from __future__ import annotations

import re
from functools import partial
from string import ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple

from judge_app.importing.columns import Role
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.parsed import Kind
from judge_app.importing.records import read_rows
from judge_app.importing.rows import Row
from judge_app.importing.texts import unwrapped
from judge_app.importing.values import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judge_app.importing.findings import Findings
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source
    from judge_app.importing.wanted import WantedIds

_START = re.compile(r"\.I(\s.*)?")
_FIELD = re.compile(r"\.([A-HJ-Z])\s*")
# Numbers of related documents: a table that nobody reads.
_CROSS_REFERENCES = "X"
_NAMES = {
    letter: {
        "T": "title",
        "W": "text",
        "A": "authors",
        "B": "source",
        "C": "categories",
        "K": "keywords",
        "N": "notes",
    }.get(letter, letter)
    for letter in ascii_uppercase
    if letter not in ("I", _CROSS_REFERENCES)
}
_ROLES = {
    Role.ID: ("id",),
    Role.TEXT: ("text",),
    Role.TITLE: ("title",),
    Role.NARRATIVE: tuple(name for name in _NAMES.values() if name not in ("text", "title")),
}
_OF_DOCUMENTS = {".T", ".B", f".{_CROSS_REFERENCES}"}


class _Record(NamedTuple):
    """One record: its line, its id as written, and the lines of its fields by letter."""

    line: int
    written_id: str
    fields: dict[str, list[str]]


def recognise(sample: Sample) -> Guess | None:
    """Tell SMART by its first two marks; a title or a source makes documents rather than topics."""
    fields = {line.strip() for line in sample.lines if _FIELD.fullmatch(line)}
    if not could_be(sample) or not fields:
        return None
    why = f"records of SMART, which begin with .I and have {', '.join(sorted(fields))}"
    likely = Kind.DOCUMENTS if fields & _OF_DOCUMENTS else None
    return Guess((Kind.TOPICS, Kind.DOCUMENTS), why, likely)


def could_be(sample: Sample) -> bool:
    """Tell whether the first line begins a record."""
    return bool(sample.lines) and _START.fullmatch(sample.lines[0]) is not None


def parse(source: Source, kind: Kind, findings: Findings, *, ordinal: bool = False) -> Content:
    """Read all fields but the cross references ``.X``; a field that comes twice goes on.

    Texts of documents keep their lines, those of topics are joined.

    Parameters
    ----------
    source, kind, findings
        As every format takes them.
    ordinal : bool
        Count the records, 1 for the first, in place of their own ids.
    """
    read: list[_Record] = []
    content = read_rows(_rows(source, kind, findings, read, ordinal=ordinal), kind, findings)
    if kind is Kind.TOPICS and not ordinal:
        _warn_of_gaps(read, findings)
    return content


def document_rows(source: Source, findings: Findings, wanted: WantedIds) -> Iterator[Row]:
    """Yield the wanted documents; see `Format`."""
    for record in _records(source, findings):
        if not wanted.may_skip(record.written_id):
            yield _row(record, record.written_id, Kind.DOCUMENTS)


def _rows(
    source: Source, kind: Kind, findings: Findings, read: list[_Record], *, ordinal: bool
) -> Iterator[Row]:
    for place, record in enumerate(_records(source, findings), start=1):
        read.append(record._replace(fields={}))
        yield _row(record, str(place) if ordinal else record.written_id, kind)


def _row(record: _Record, record_id: str, kind: Kind) -> Row:
    values = {"id": record_id}
    for letter, lines in record.fields.items():
        if letter != _CROSS_REFERENCES:
            text = "\n".join(lines)
            is_verbatim = letter == "W" and kind is Kind.DOCUMENTS
            values[_NAMES[letter]] = text.strip("\n") if is_verbatim else unwrapped(text)
    return Row(record.line, values, _ROLES)


def _records(source: Source, findings: Findings) -> Iterator[_Record]:
    record: _Record | None = None
    lines: list[str] | None = None
    for number, ended in enumerate(source.lines(), start=1):
        line = ended.rstrip("\r\n")
        if _START.fullmatch(line):
            if record is not None:
                yield record
            record, lines = _Record(number, line[2:].strip(), {}), None
        elif record is not None and (field := _FIELD.fullmatch(line)):
            lines = record.fields.setdefault(field[1], [])
        elif lines is not None:
            lines.append(line)
        elif line.strip():
            findings.problem(number, f"{shown(line)} stands in no field such as .T or .W")
    if record is not None:
        yield record


def _warn_of_gaps(read: list[_Record], findings: Findings) -> None:
    """Warn where numbers are not 1, 2, 3 …: some collections' judgments count the topics."""
    for place, record in enumerate(read, start=1):
        if record.written_id.isdecimal() and record.written_id != str(place):
            findings.warning(
                record.line,
                f"topic {place} has the id {shown(record.written_id)}; ids are taken as they are "
                "written. If the judgments count the topics 1, 2, 3 … instead, as those of "
                "Cranfield do, say --format smart-ordinal",
            )
            return


FORMAT = Format(
    "smart",
    frozenset({Kind.TOPICS, Kind.DOCUMENTS}),
    recognise,
    could_be,
    parse,
    document_rows=document_rows,
)
# Only a person knows that judgments count the topics, so it is never told from a file.
ORDINAL_FORMAT = Format(
    "smart-ordinal",
    frozenset({Kind.TOPICS}),
    lambda _sample: None,
    lambda _sample: False,
    partial(parse, ordinal=True),
)
