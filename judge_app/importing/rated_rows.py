"""Runs, qrels and judgments from the rows of tables and JSON files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from judge_app.importing.columns import QUERY_IDS, Role
from judge_app.importing.formats import Content
from judge_app.importing.pairs import judgments_frame, qrels_frame, run_frame
from judge_app.importing.parsed import Kind
from judge_app.importing.rows import FieldError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from judge_app.importing.findings import Findings
    from judge_app.importing.rows import Row

_YES = ("1", "true", "yes")
_PAIR = ("query_id", "doc_id", "value")


def rated_content(rows: Iterable[Row], kind: Kind, findings: Findings) -> Content:
    """Make the frame of a run, qrels or judgments; rows that cannot be read become errors."""
    match kind:
        case Kind.RUN:
            table = _table(rows, _scored, (*_PAIR, "tag"), findings)
            tags = tuple(tag for tag in pc.unique(table["tag"]).to_pylist() if tag)
            return Content(run_frame(table.drop_columns(["tag"]), findings), tags)
        case Kind.JUDGMENTS:
            columns = (*_PAIR, "annotator", "verdict", "note")
            return Content(judgments_frame(_table(rows, _judged, columns, findings), findings))
        case _:
            return Content(qrels_frame(_table(rows, _labelled, _PAIR, findings), findings))


def _scored(row: Row) -> tuple[str, ...]:
    tag = row.text(Role.TAG)
    return (*_pair(row), row.value(Role.SCORE, Role.GRADE), tag)


def _labelled(row: Row) -> tuple[str, ...]:
    return (*_pair(row), row.value(Role.GRADE, Role.SCORE))


def _judged(row: Row) -> tuple[str, ...]:
    cannot = row.text(Role.CANNOT_JUDGE).lower() in _YES
    verdict = "cannot_judge" if cannot else "graded"
    return (*_labelled(row), row.identifier(Role.ANNOTATOR), verdict, row.text(Role.NOTE))


def _pair(row: Row) -> tuple[str, str]:
    return row.identifier(*QUERY_IDS), row.identifier(Role.DOC_ID)


def _table(
    rows: Iterable[Row],
    read: Callable[[Row], tuple[str, ...]],
    names: tuple[str, ...],
    findings: Findings,
) -> pa.Table:
    records: list[tuple[str, ...]] = []
    lines: list[int] = []
    for row in rows:
        try:
            records.append(read(row))
        except FieldError as fault:
            findings.problem(row.line, str(fault))
            continue
        lines.append(row.line)
    columns = zip(*records, strict=True) if records else ((),) * len(names)
    arrays = [pa.array(column, pa.string()) for column in columns]
    return pa.table([*arrays, pa.array(lines, pa.int64())], names=[*names, "line"])
