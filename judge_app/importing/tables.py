"""What TSV and CSV share: rows of cells under a header, read as records."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from judge_app.importing.column_kinds import guess_kind
from judge_app.importing.columns import (
    PAIR_VALUES,
    Role,
    is_pool_export,
    pair_roles,
    rivals,
    roles_of,
)
from judge_app.importing.parsed import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from judge_app.importing.columns import Roles
    from judge_app.importing.findings import Findings
    from judge_app.importing.formats import Guess

# What is read or left aside without a word: a run's ranks follow from its scores.
_SILENT = (Role.RANK, Role.ESCAPED, Role.RECEIVED_AT, Role.BATCH, Role.STRATEGY, Role.DEPTH)
# What the export of a pool tells beside its pairs.
_OF_POOL = (
    *(Role.BUDGET, Role.RANDOM_SHARE, Role.SEED),
    *(Role.TAG, Role.ADDED_AT, Role.ADDED_BY, Role.BATCH_RUNS, Role.POOL_PRIORITY),
    Role.INCLUSION_PROBABILITY,
)
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


def even_rows(header: Cells, table: Iterable[Cells], findings: Findings) -> Iterator[Cells]:
    """Yield the rows that have as many cells as the header; others become errors."""
    width = len(header.cells)
    for row in table:
        if len(row.cells) == width:
            yield row
        else:
            message = f"{len(row.cells)} columns, where the first row has {width}"
            findings.problem(row.line, message)


def check_header(header: Sequence[str], line: int | None, kind: Kind, findings: Findings) -> None:
    """Refuse two columns of one name; warn of columns that nothing uses."""
    check_names(header, line, findings)
    unused = [name for name in header if name not in _used(header, kind)]
    if unused and kind is not Kind.DOCUMENTS:
        listed = ", ".join(name.strip() for name in unused)
        findings.warning(line, f"columns that are not used: {listed}")


def _used(header: Sequence[str], kind: Kind) -> set[str]:
    roles = roles_of(header)
    if kind not in PAIR_VALUES:
        return {column for columns in roles.values() for column in columns}
    silent = (*_SILENT, *_OF_POOL) if is_pool_export(roles) else _SILENT
    known = {*pair_roles(roles, kind), *silent}
    return {column for role in known for column in roles.get(role, ())}


def note_rivals(roles: Roles, line: int | None, kind: Kind, findings: Findings) -> bool:
    """Note as errors columns that may be meant for one and the same; tell whether there are any."""
    found = rivals(roles, kind)
    for role, names in found.items():
        named = f"{', '.join(names[:-1])} and {names[-1]}"
        findings.problem(
            line, f"{named} may each be the {role}; rename or drop all of them but one"
        )
    return bool(found)


def check_names(header: Sequence[str], line: int | None, findings: Findings) -> None:
    """Refuse two columns of one name."""
    names = [name.strip() for name in header]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        findings.problem(line, f"two columns are called {name!r}")
