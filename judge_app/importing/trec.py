"""TREC runs and qrels."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pyarrow.compute as pc

from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.pairs import qrels_frame, run_frame, several_tags
from judge_app.importing.parsed import Kind
from judge_app.importing.sample import kind_by_name
from judge_app.importing.tables import is_header
from judge_app.importing.trec_lines import QRELS, RUN, read_lines
from judge_app.importing.values import looks_numeric

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge_app.importing.findings import Findings
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source

_SAMPLED = 500
_RUN_COLUMNS, _QRELS_COLUMNS = RUN.needed, QRELS.needed
_SCORE, _GRADE = RUN.taken["value"], QRELS.taken["value"]
_ITERATION, _RANK = 1, 3


def recognise(sample: Sample) -> Guess | None:
    """Tell runs and qrels by their number of columns and the numbers in them.

    Four fifths of the lines have to agree, half of them where the file's name agrees too, so
    that a few bad lines are reported instead of hiding the rest. The second column, which nobody
    uses, has to look unused: else it may hold documents.
    """
    lines = [line for line in sample.lines[:_SAMPLED] if not line.lstrip().startswith("#")]
    named = kind_by_name(sample.name)
    for rows in ([_at_blanks(line) for line in lines], [_at_tabs(line) for line in lines]):
        for kind, why, fits in _SHAPES:
            fitting = [row for row in rows if fits(row)]
            needed = len(rows) / 2 if kind is named else len(rows) * 4 / 5
            if fitting and len(fitting) >= needed and _second_is_unused(fitting):
                return Guess((kind,), why)
    return None


def could_be(sample: Sample) -> bool:
    """Tell whether the first line is neither JSON nor a tag nor the header of a table."""
    if not sample.lines or sample.lines[0].lstrip()[:1] in "{[<":
        return False
    cells = [cell.strip(' "') for cell in re.split(r"[,;\t]", sample.lines[0])]
    return len(cells) == 1 or not is_header(cells)


def parse(source: Source, kind: Kind, findings: Findings) -> Content:
    """Read a run (query_id Q0 doc_id rank score tag) or qrels (query_id 0 doc_id grade)."""
    if kind is Kind.RUN:
        table = read_lines(source, RUN, findings)
        tags = tuple(pc.unique(table["tag"]).to_pylist())
        if several := several_tags(tags):
            findings.warning(None, several)
        return Content(run_frame(table.drop_columns(["tag"]), findings, tags), tags)
    return Content(qrels_frame(read_lines(source, QRELS, findings), findings))


def _is_run(row: Sequence[str]) -> bool:
    return len(row) >= _RUN_COLUMNS and looks_numeric(row[_SCORE])


def _is_run_without_tag(row: Sequence[str]) -> bool:
    """Tell a run that lacks a column, so that it is refused as a run, line by line."""
    return len(row) == _RUN_COLUMNS - 1 and row[_RANK].isdigit() and looks_numeric(row[_SCORE])


def _is_qrels(row: Sequence[str]) -> bool:
    return len(row) == _QRELS_COLUMNS and looks_numeric(row[_GRADE])


_SHAPES = (
    (Kind.RUN, "six or more columns, a number in the fifth: a TREC run", _is_run),
    (Kind.RUN, "five columns, rank and score last: a TREC run without tag", _is_run_without_tag),
    (Kind.QRELS, "four columns, a number in the last: TREC qrels", _is_qrels),
)


def _second_is_unused(rows: Sequence[Sequence[str]]) -> bool:
    return len({row[_ITERATION] for row in rows}) <= max(1, len(rows) // 10)


def _at_blanks(line: str) -> list[str]:
    """Split at ASCII blanks only, as the parser does; others belong to the id they stand in."""
    return [word.decode() for word in line.encode().split()]


def _at_tabs(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("\t")]


FORMAT = Format("trec", frozenset({Kind.RUN, Kind.QRELS}), recognise, could_be, parse)
