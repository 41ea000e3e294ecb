"""TREC runs and qrels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow.compute as pc

from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.pairs import qrels_frame, run_frame
from judge_app.importing.parsed import Kind
from judge_app.importing.trec_lines import QRELS, RUN, read_lines
from judge_app.importing.values import looks_numeric

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge_app.importing.findings import Findings
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source

_SAMPLED = 500
_ITERATION, _SCORE, _GRADE = 1, 4, 3


def recognise(sample: Sample) -> Guess | None:
    """Tell runs and qrels by their number of columns and the numbers in them.

    Most lines have to agree, so that a few bad ones are reported instead of hiding the rest. The
    second column, which nobody uses, has to look unused: else it may hold documents.
    """
    lines = [line for line in sample.lines[:_SAMPLED] if not line.lstrip().startswith("#")]
    for rows in ([line.split() for line in lines], [_at_tabs(line) for line in lines]):
        for guess in (_as_run(rows), _as_short_run(rows), _as_qrels(rows)):
            if guess is not None:
                return guess
    return None


def could_be(sample: Sample) -> bool:
    """Tell whether the first line is neither JSON nor a tag."""
    return bool(sample.lines) and sample.lines[0].lstrip()[:1] not in "{[<"


def parse(source: Source, kind: Kind, findings: Findings) -> Content:
    """Read a run (query_id Q0 doc_id rank score tag) or qrels (query_id 0 doc_id grade)."""
    if kind is Kind.RUN:
        table = read_lines(source, RUN, findings)
        tags = tuple(pc.unique(table["tag"]).to_pylist())
        return Content(run_frame(table.drop_columns(["tag"]), findings), tags)
    return Content(qrels_frame(read_lines(source, QRELS, findings), findings))


def _as_run(rows: Sequence[Sequence[str]]) -> Guess | None:
    fitting = [row for row in rows if len(row) > _SCORE + 1 and looks_numeric(row[_SCORE])]
    if not _most(fitting, rows):
        return None
    return Guess((Kind.RUN,), "six or more columns, a number in the fifth: a TREC run")


def _as_short_run(rows: Sequence[Sequence[str]]) -> Guess | None:
    """Tell a run that lacks a column, so that it is refused as a run, line by line."""
    fitting = [
        row
        for row in rows
        if len(row) == _SCORE + 1 and row[_SCORE - 1].isdigit() and looks_numeric(row[_SCORE])
    ]
    if not _most(fitting, rows):
        return None
    return Guess((Kind.RUN,), "five columns, rank and score last: a TREC run without its tag")


def _as_qrels(rows: Sequence[Sequence[str]]) -> Guess | None:
    fitting = [row for row in rows if len(row) == _GRADE + 1 and looks_numeric(row[_GRADE])]
    if not _most(fitting, rows):
        return None
    return Guess((Kind.QRELS,), "four columns, a number in the last: TREC qrels")


def _most(fitting: Sequence[Sequence[str]], rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether four fifths of the rows fit and their second column looks unused."""
    iterations = {row[_ITERATION] for row in fitting}
    unused = len(iterations) <= max(1, len(fitting) // 10)
    return bool(fitting) and 5 * len(fitting) >= 4 * len(rows) and unused


def _at_tabs(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("\t")]


FORMAT = Format("trec", frozenset({Kind.RUN, Kind.QRELS}), recognise, could_be, parse)
