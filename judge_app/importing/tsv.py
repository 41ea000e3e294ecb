"""TSV: columns between tabs, quotes being text like any other; a header is optional for texts."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pandas as pd

from judge_app.importing import records
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.parsed import Kind
from judge_app.importing.records import read_table
from judge_app.importing.tables import Cells, guess_by_header, is_header
from judge_app.importing.values import looks_numeric

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from judge_app.importing.findings import Findings
    from judge_app.importing.rows import Row
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source
    from judge_app.importing.wanted import WantedIds

_BY_PLACE = {
    Kind.TOPICS: (("query_id", "text"), ("query_id", "text", "narrative")),
    Kind.DOCUMENTS: (
        ("doc_id", "text"),
        ("doc_id", "title", "text"),
        ("doc_id", "url", "title", "text"),
    ),
}

# Only reached where a person names the format; four columns are left to TREC's qrels.
_QRELS = ("query_id", "doc_id", "rating")
_TREC_QRELS = 4


def recognise(sample: Sample) -> Guess | None:
    """Tell the kind from the header, or from two to four columns of which none is a number."""
    rows = [line.split("\t") for line in sample.lines]
    if not could_be(sample):
        return None
    if is_header(rows[0]):
        guess = guess_by_header(rows[0], rows[1:])
        return guess and guess._replace(why=f"tabs between {guess.why}")
    width = len(rows[0])
    kinds = tuple(
        kind for kind, layouts in _BY_PLACE.items() if any(len(names) == width for names in layouts)
    )
    even = [row for row in rows if len(row) == width]
    if not kinds or 5 * len(even) < 4 * len(rows) or _has_numbers(even):
        return None
    return Guess(kinds, f"{width} columns between tabs, without a header")


def could_be(sample: Sample) -> bool:
    """Tell whether the first line has a tab."""
    return bool(sample.lines) and "\t" in sample.lines[0]


def parse(source: Source, kind: Kind, findings: Findings) -> Content:
    """Read the table; without a header the columns of topics and documents go by their place."""
    headed = _headed(source, kind, findings)
    return Content(pd.DataFrame()) if headed is None else read_table(*headed, kind, findings)


def document_rows(source: Source, findings: Findings, wanted: WantedIds) -> Iterator[Row]:
    """Yield the wanted documents; see `Format`."""
    headed = _headed(source, Kind.DOCUMENTS, findings)
    if headed is not None:
        yield from records.document_rows(*headed, findings, wanted)


def _headed(source: Source, kind: Kind, findings: Findings) -> tuple[Cells, Iterable[Cells]] | None:
    """Return the header, or one made by the places of columns, and the rows under it."""
    table = _cells(source)
    first = next(table, None) or Cells(1, [])
    if is_header(first.cells):
        return first, table
    width = len(first.cells)
    names = next((list(n) for n in _BY_PLACE.get(kind, ()) if len(n) == width), None)
    if kind is Kind.QRELS and width >= len(_QRELS) and width != _TREC_QRELS:
        names = [*_QRELS, *(f"column {number}" for number in range(len(_QRELS) + 1, width + 1))]
    if names is None:
        findings.problem(first.line, f"{width} columns without a header that says what they are")
        return None
    return Cells(first.line, names), chain([first], table)


def _cells(source: Source) -> Iterator[Cells]:
    for number, line in enumerate(source.lines(), start=1):
        if line.strip():
            yield Cells(number, line.rstrip("\r\n").split("\t"))


def _has_numbers(rows: list[list[str]]) -> bool:
    """Tell whether a column after the first is numeric: that makes scores or grades, not texts."""
    return any(
        2 * sum(looks_numeric(cell.strip()) for cell in column) > len(rows)
        for column in list(zip(*rows, strict=True))[1:]
    )


FORMAT = Format("tsv", frozenset(Kind), recognise, could_be, parse, document_rows=document_rows)
