"""Which columns make a run, qrels or judgments, and which roles may fill each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from judge_app.importing.columns import (
    PAIR_DOC_IDS,
    PAIR_QUERY_IDS,
    PAIR_VALUES,
    Role,
    is_pool_export,
)
from judge_app.importing.judgment_log import LOG_ROLES
from judge_app.importing.parsed import Kind
from judge_app.importing.pool_log import POOL_COLUMNS

if TYPE_CHECKING:
    from judge_app.importing.columns import Roles


class Column(NamedTuple):
    """A column that a kind of file is made of, and the roles that may fill it."""

    name: str
    roles: tuple[Role, ...]
    optional: bool = False


_QUERY = Column("query_id", PAIR_QUERY_IDS)
_DOCUMENT = Column("doc_id", PAIR_DOC_IDS)
_GRADE = Column("value", PAIR_VALUES[Kind.QRELS])
COLUMNS_OF_KINDS = {
    Kind.RUN: (
        _QUERY,
        _DOCUMENT,
        Column("value", PAIR_VALUES[Kind.RUN][:-1]),
        Column("tag", (Role.TAG,), optional=True),
    ),
    Kind.QRELS: (_QUERY, _DOCUMENT, _GRADE),
    Kind.JUDGMENTS: (
        _QUERY,
        _DOCUMENT,
        _GRADE,
        Column("annotator", (Role.ANNOTATOR,)),
        Column("cannot_judge", (Role.CANNOT_JUDGE,), optional=True),
        Column("note", (Role.NOTE,), optional=True),
        *(Column(name, (role,), optional=True) for name, role in LOG_ROLES.items()),
    ),
}
_SCORES = COLUMNS_OF_KINDS[Kind.RUN][2].roles
_BY_RANK = (_QUERY, _DOCUMENT, Column("rank", (Role.RANK,)), COLUMNS_OF_KINDS[Kind.RUN][3])
_POOLED = (
    _QUERY._replace(optional=True),
    _DOCUMENT._replace(optional=True),
    *(Column(name, (role,), optional=True) for name, role in POOL_COLUMNS.items()),
)

_NO_POOL = (
    "these are the columns of Judgepool's export of a pool, which names runs and ranks but has no "
    "{missing}; import it as what it is, without --as, or export what you need with --as {what}"
)
_EXPORTS = {
    Kind.RUN: ("score, so that it is no run", "run"),
    Kind.JUDGMENTS: ("grade and no annotator, so that it holds no judgments", "judgments"),
}


def pool_fault(kind: Kind, roles: Roles) -> str:
    """Say why the export of a pool cannot be read as a kind; nothing where it can."""
    if kind not in _EXPORTS or not is_pool_export(roles):
        return ""
    missing, what = _EXPORTS[kind]
    return _NO_POOL.format(missing=missing, what=what)


def columns_of(kind: Kind, roles: Roles) -> tuple[Column, ...]:
    """Return the columns of a kind; of a run without scores, its ranks; of a pool, its pairs."""
    if kind is Kind.QRELS and is_pool_export(roles):
        return _POOLED
    if kind is Kind.RUN and Role.RANK in roles and not any(role in roles for role in _SCORES):
        return _BY_RANK
    return COLUMNS_OF_KINDS[kind]
