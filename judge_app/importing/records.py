"""From the rows of a table or the objects of a JSON file to the frame of any kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge_app.importing.columns import DOCUMENT_IDS, roles_of
from judge_app.importing.formats import Content
from judge_app.importing.parsed import Kind
from judge_app.importing.rated import content_of_rows, content_of_table
from judge_app.importing.rows import Row
from judge_app.importing.tables import check_header, even_rows
from judge_app.importing.texts import documents_frame, topics_frame

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from judge_app.importing.findings import Findings
    from judge_app.importing.tables import Cells
    from judge_app.importing.wanted import WantedIds


def read_rows(rows: Iterable[Row], kind: Kind, findings: Findings) -> Content:
    """Read records as the given kind."""
    match kind:
        case Kind.TOPICS:
            return Content(topics_frame(rows, findings))
        case Kind.DOCUMENTS:
            return Content(documents_frame(rows, findings))
        case _:
            return content_of_rows(rows, kind, findings)


def read_table(header: Cells, table: Iterable[Cells], kind: Kind, findings: Findings) -> Content:
    """Read the rows under a header as the given kind."""
    check_header(header.cells, header.line, kind, findings)
    if kind in (Kind.TOPICS, Kind.DOCUMENTS):
        return read_rows(_rows(header, table, findings), kind, findings)
    return content_of_table(header, table, kind, findings)


def document_rows(
    header: Cells, table: Iterable[Cells], findings: Findings, wanted: WantedIds
) -> Iterator[Row]:
    """Yield the wanted documents under a header; see `Format`."""
    check_header(header.cells, header.line, Kind.DOCUMENTS, findings)
    names, roles = header.cells, roles_of(header.cells)
    places = [names.index(name) for role in DOCUMENT_IDS for name in roles.get(role, ())][:1]
    for line, cells in even_rows(header, table, findings):
        if not wanted.may_skip(cells[places[0]] if places else None):
            yield Row(line, dict(zip(names, cells, strict=True)), roles)


def _rows(header: Cells, table: Iterable[Cells], findings: Findings) -> Iterator[Row]:
    names, roles = header.cells, roles_of(header.cells)
    for line, cells in even_rows(header, table, findings):
        yield Row(line, dict(zip(names, cells, strict=True)), roles)
