"""CSV: a header, then cells between commas, semicolons or tabs, quoted where they need it."""

from __future__ import annotations

import csv
import io
from itertools import chain, islice
from typing import TYPE_CHECKING

from judge_app.importing import records
from judge_app.importing.column_kinds import guess_queries_without_ids
from judge_app.importing.columns import roles_of
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.parsed import Kind
from judge_app.importing.records import read_table
from judge_app.importing.tables import Cells, guess_by_header

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judge_app.importing.findings import Findings
    from judge_app.importing.rows import Row
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source
    from judge_app.importing.wanted import WantedIds

_DELIMITERS = ",;\t"
_SAMPLED = 200

# The module's own limit, 128 kB a cell, would refuse long documents. It is a setting of the
# whole process, so it is made once, here, and never changed.
csv.field_size_limit(1 << 30)


def recognise(sample: Sample) -> Guess | None:
    """Tell the kind from the header."""
    if not sample.lines or "\t" in sample.lines[0]:
        return None
    rows = sampled_rows(sample)
    if not rows:
        return None
    guess = guess_by_header(rows[0], rows[1:]) or guess_queries_without_ids(roles_of(rows[0]))
    return guess and guess._replace(why=f"commas between {guess.why}")


def could_be(sample: Sample) -> bool:
    """Tell whether the first line has a delimiter."""
    return bool(sample.lines) and any(sign in sample.lines[0] for sign in _DELIMITERS)


def parse(source: Source, kind: Kind, findings: Findings) -> Content:
    """Read the table under its header."""
    table = cells(source, findings)
    header = next(table, None) or Cells(1, [])
    return read_table(header, table, kind, findings)


def document_rows(source: Source, findings: Findings, wanted: WantedIds) -> Iterator[Row]:
    """Yield the wanted documents under the header; see `Format`."""
    table = cells(source, findings)
    header = next(table, None) or Cells(1, [])
    return records.document_rows(header, table, findings, wanted)


def cells(source: Source, findings: Findings) -> Iterator[Cells]:
    """Yield the rows that are not blank, the first one being the header."""
    lines = source.lines()
    first = next(lines, "")
    reader = csv.reader(chain([first], lines), delimiter=_delimiter(first), strict=True)
    line = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield Cells(line, row)
            line = reader.line_num + 1
    except csv.Error as fault:
        findings.problem(line, f"the row that begins here is not CSV: {fault}")


def _delimiter(header: str) -> str:
    return max(_DELIMITERS, key=header.count)


def sampled_rows(sample: Sample) -> list[list[str]]:
    """Return the first rows; none where they are no CSV."""
    lines = io.StringIO(sample.text, newline="\n")
    try:
        return list(islice(csv.reader(lines, delimiter=_delimiter(sample.lines[0])), _SAMPLED))
    except csv.Error:
        return []


FORMAT = Format("csv", frozenset(Kind), recognise, could_be, parse, document_rows=document_rows)
