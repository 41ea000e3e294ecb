"""What TSV and CSV share: rows of cells under a header, read as records."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from judge_app.importing.columns import Role, guess_kind, roles_of
from judge_app.importing.parsed import Kind
from judge_app.importing.rows import Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from judge_app.importing.findings import Findings
    from judge_app.importing.formats import Guess

_ID_ROLES = (Role.QUERY_ID, Role.DOC_ID, Role.ID)


class Cells(NamedTuple):
    """One row of a table: the line on which it begins, and its cells."""

    line: int
    cells: list[str]


def is_header(cells: Sequence[str]) -> bool:
    """Tell whether a first row names columns instead of holding values."""
    first = roles_of(cells[:1])
    return any(role in first for role in _ID_ROLES) or guess_kind(roles_of(cells), ()) is not None


def guess_by_header(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Guess | None:
    """Tell the kind of a table from its header and, where that is not enough, its scores."""
    roles = roles_of(header)
    scores = [
        row[header.index(column)]
        for column in roles.get(Role.SCORE, ())
        for row in rows
        if len(row) == len(header)
    ]
    return guess_kind(roles, scores)


def table_rows(
    header: Cells, table: Iterable[Cells], kind: Kind, findings: Findings
) -> Iterator[Row]:
    """Yield the rows under a header; rows with another number of cells become errors."""
    names = header.cells
    roles = roles_of(names)
    _check_header(header, kind, findings)
    for line, cells in table:
        if len(cells) == len(names):
            yield Row(line, dict(zip(names, cells, strict=True)), roles)
        else:
            findings.problem(line, f"{len(cells)} columns, where the first row has {len(names)}")


def _check_header(header: Cells, kind: Kind, findings: Findings) -> None:
    names = [name.strip() for name in header.cells]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        findings.problem(header.line, f"two columns are called {name!r}")
    used = {column for columns in roles_of(header.cells).values() for column in columns}
    unused = [name for name in header.cells if name not in used]
    if unused and kind is not Kind.DOCUMENTS:
        listed = ", ".join(name.strip() for name in unused)
        findings.warning(header.line, f"columns that are not used: {listed}")
