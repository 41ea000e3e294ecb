"""Which kind of file the columns of a table or the keys of JSON objects make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge_app.importing.columns import (
    PAIR_QUERY_IDS,
    TOPIC_IDS,
    Role,
    is_pool_export,
    pair_columns,
)
from judge_app.importing.formats import Guess
from judge_app.importing.parsed import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from judge_app.importing.columns import Roles

_NO_MERE_QUERIES = {*TOPIC_IDS, Role.DOC_ID, Role.GRADE, Role.SCORE, Role.RANK}
_GRADED_RUN = {Role.TAG, Role.RANK, Role.SCORE, Role.GRADE}
_READABLE = {Role.QUERY, Role.QUESTION, Role.TEXT, Role.TITLE, Role.DESCRIPTION}


def guess_kind(roles: Roles, scores: Iterable[str]) -> Guess | None:
    """Tell the kind of a file from the roles of its columns.

    Parameters
    ----------
    roles : mapping
        See `roles_of`.
    scores : iterable of str
        Some values of the score column: fractions make a run.

    Returns
    -------
    Guess or None
        None where the columns make no kind.
    """
    named = dict.fromkeys(column for columns in roles.values() for column in columns)
    why = f"the columns {', '.join(named)}"
    if Role.DOC_ID in roles:
        return _guess_pairs(roles, scores) or _guess_documents(roles, why)
    if Role.DOCUMENT_URL in roles and Role.GRADE in roles and Role.QUERY in roles:
        by_url = _guess_pairs(roles, ())
        by = f", the documents being named by {roles[Role.DOCUMENT_URL][0]}"
        return by_url and by_url._replace(why=f"{by_url.why}{by}")
    if Role.ID in roles:
        return _guess_by_id(roles, why)
    if any(role in roles for role in TOPIC_IDS) and _READABLE & roles.keys():
        return Guess((Kind.TOPICS,), why)
    return None


def guess_queries_without_ids(roles: Roles) -> Guess | None:
    """Tell a list of queries that have no ids, and nothing that belongs to pairs."""
    if {Role.QUERY, Role.QUESTION} & roles.keys() and not _NO_MERE_QUERIES & roles.keys():
        why = ", ".join(dict.fromkeys(column for columns in roles.values() for column in columns))
        return Guess((Kind.TOPICS,), f"the columns {why}, none of which holds ids")
    return None


def _guess_pairs(roles: Roles, scores: Iterable[str]) -> Guess | None:
    if not any(role in roles for role in PAIR_QUERY_IDS):
        return None
    if is_pool_export(roles):
        pool = ", which with batch, strategy and depth are Judgepool's export of a pool"
        return _told(roles, Kind.QRELS, f"{pool}: pairs that nobody judged (-1)")
    if roles.keys() >= _GRADED_RUN:
        return _told(roles, Kind.RUN, ", a run with grades filled in")
    if Role.GRADE in roles or (Role.SCORE in roles and Role.ANNOTATOR in roles):
        return _told(roles, Kind.JUDGMENTS if Role.ANNOTATOR in roles else Kind.QRELS)
    if Role.SCORE in roles:
        return _guess_scored(roles, scores)
    return _told(roles, Kind.RUN, ", ranks without scores") if Role.RANK in roles else None


def _guess_scored(roles: Roles, scores: Iterable[str]) -> Guess:
    if roles[Role.DOC_ID][0].lower().replace("_", "-") == "corpus-id":
        return _told(roles, Kind.QRELS, ", as in BEIR")
    run = _told(roles, Kind.RUN)
    if Role.RANK in roles or Role.TAG in roles or not all(map(_is_whole, scores)):
        return run
    return Guess((Kind.RUN, Kind.QRELS), f"{run.why}, all scores being whole numbers")


def _told(roles: Roles, kind: Kind, further: str = "") -> Guess:
    """Return a guess that names the columns that are read, and no others."""
    return Guess((kind,), f"the columns {', '.join(pair_columns(roles, kind))}{further}")


def _is_whole(score: str) -> bool:
    """Tell a whole number; those below 0 are grades too, of pairs that nobody judged."""
    return score.removeprefix("-").isdigit()


def _guess_documents(roles: Roles, why: str) -> Guess | None:
    return Guess((Kind.DOCUMENTS,), why) if {Role.TEXT, Role.TITLE} & roles.keys() else None


def _guess_by_id(roles: Roles, why: str) -> Guess | None:
    if {Role.QUERY, Role.QUESTION, Role.NARRATIVE} & roles.keys():
        return Guess((Kind.TOPICS,), why)
    if Role.TITLE in roles and (Role.TEXT in roles or Role.URL in roles):
        return Guess((Kind.DOCUMENTS, Kind.TOPICS), why, likely=Kind.DOCUMENTS)
    if _READABLE & roles.keys():
        return Guess((Kind.TOPICS, Kind.DOCUMENTS), why)
    return None
