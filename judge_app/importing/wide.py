"""Judgments with one column per judge, as Quepid exports a book: ``query,docid,Mira,Jo``.

Nothing tells the name of a judge from that of any other number, so a file is only taken for this
where a person or its name says that it holds judgments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from judge_app.importing.columns import PAIR_QUERY_IDS, Role, roles_of
from judge_app.importing.csv_tables import cells, sampled_rows
from judge_app.importing.findings import Place
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.parsed import Kind
from judge_app.importing.placed import Item, content_of_items
from judge_app.importing.sample import kind_by_name
from judge_app.importing.tables import Cells, check_names, even_rows
from judge_app.importing.values import looks_numeric

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from judge_app.importing.findings import Findings
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source

_OTHER_LISTS = (Role.GRADE, Role.SCORE, Role.ANNOTATOR, Role.RANK)


def recognise(sample: Sample) -> Guess | None:
    """Tell by columns of numbers beside query and document, and by the file's name."""
    if kind_by_name(sample.name) is not Kind.JUDGMENTS or not could_be(sample):
        return None
    return Guess((Kind.JUDGMENTS,), "query and document, then a column of numbers for each judge")


def could_be(sample: Sample) -> bool:
    """Tell whether all columns that have no known name hold numbers or nothing."""
    rows = sampled_rows(sample) if sample.lines else []
    judges = _judges(rows[0]) if rows else []
    held = [
        cell.strip()
        for row in rows[1:]
        if len(row) == len(rows[0])
        for name, cell in zip(rows[0], row, strict=True)
        if name in judges and cell.strip()
    ]
    return bool(judges and held) and all(map(looks_numeric, held))


def parse(source: Source, kind: Kind, findings: Findings) -> Content:
    """Read every cell that is not empty under the name of a judge as a judgment."""
    table = cells(source, findings)
    header = next(table, None) or Cells(1, [])
    judges = _judges(header.cells)
    check_names(header.cells, header.line, findings)
    if not judges:
        message = "columns for the query id, the document id and each judge are needed"
        findings.problem(header.line, message)
    if findings.n_problems:
        return Content(pd.DataFrame())
    listed = ", ".join(name.strip() for name in judges)
    findings.warning(header.line, f"each of these columns is taken for a judge: {listed}")
    return content_of_items(_judgments(header, table, judges, findings), kind, findings)


def _judgments(
    header: Cells, table: Iterable[Cells], judges: Sequence[str], findings: Findings
) -> Iterator[Item]:
    roles = roles_of(header.cells)
    query = next(name for role in PAIR_QUERY_IDS for name in roles.get(role, ()))
    for line, row in even_rows(header, table, findings):
        values = dict(zip(header.cells, row, strict=True))
        pair = {"query_id": values[query], "doc_id": values[roles[Role.DOC_ID][0]]}
        for judge in judges:
            if values[judge].strip():
                said = {"annotator": judge.strip(), "rating": values[judge]}
                yield Item(Place(line, f"column {judge.strip()}"), pair | said)


def _judges(header: Sequence[str]) -> list[str]:
    """Return the columns without a known name; none where the table is another one."""
    roles = roles_of(header)
    is_pair = Role.DOC_ID in roles and any(role in roles for role in PAIR_QUERY_IDS)
    if not is_pair or any(role in roles for role in _OTHER_LISTS):
        return []
    known = {name for names in roles.values() for name in names}
    return [name for name in header if name not in known and name.strip()]


FORMAT = Format("wide", frozenset({Kind.JUDGMENTS}), recognise, could_be, parse)
