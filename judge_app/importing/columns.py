"""What columns of tables and keys of JSON objects are called, and which kind of file they make."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from judge_app.importing.formats import Guess
from judge_app.importing.parsed import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Role(StrEnum):
    """What a column is for."""

    QUERY_ID = "query id"
    NUMBER = "number"
    TOPIC = "topic"
    DOC_ID = "document id"
    ID = "id"
    QUERY = "query"
    QUESTION = "question"
    TEXT = "text"
    TITLE = "title"
    URL = "url"
    DOCUMENT_KIND = "document kind"
    DESCRIPTION = "description"
    NARRATIVE = "narrative"
    GRADE = "grade"
    SCORE = "score"
    RANK = "rank"
    TAG = "run tag"
    ANNOTATOR = "annotator"
    NOTE = "note"
    CANNOT_JUDGE = "cannot judge"


Roles: TypeAlias = "Mapping[Role, tuple[str, ...]]"

# Spelt in lower case with _ for everything that is no letter or digit; the first of two that
# stand in one file is taken.
NAMES: Mapping[Role, tuple[str, ...]] = {
    Role.QUERY_ID: ("query_id", "queryid", "qid", "q_id", "topic_id", "topicid"),
    Role.NUMBER: ("number", "num"),
    Role.TOPIC: ("topic",),
    Role.DOC_ID: ("doc_id", "docid", "docno", "d_id", "document_id", "corpus_id", "passage_id"),
    Role.ID: ("id", "identifier"),
    Role.QUERY: ("query", "query_text"),
    Role.QUESTION: ("question",),
    Role.TEXT: ("text", "contents", "content", "body", "passage"),
    Role.TITLE: ("title",),
    Role.URL: ("url",),
    Role.DOCUMENT_KIND: ("kind",),
    Role.DESCRIPTION: ("description", "desc"),
    Role.NARRATIVE: ("information_need", "narrative", "narr", "narratives", "subtopics"),
    Role.GRADE: ("rating", "grade", "relevance", "rel", "label", "judgment", "judgement"),
    Role.SCORE: ("score",),
    Role.RANK: ("rank",),
    Role.TAG: ("tag", "run", "run_id", "system"),
    Role.ANNOTATOR: ("annotator", "assessor", "judge", "rater", "annotator_id"),
    Role.NOTE: ("note", "notes", "comment"),
    Role.CANNOT_JUDGE: ("cannot_judge", "unrateable"),
}
# Where a table pairs queries with documents, the query's text may be its id.
PAIR_QUERY_IDS = (Role.QUERY_ID, Role.TOPIC, Role.QUERY)
TOPIC_IDS = (Role.QUERY_ID, Role.ID, Role.NUMBER, Role.TOPIC)
DOCUMENT_IDS = (Role.DOC_ID, Role.ID)
_READABLE = {Role.QUERY, Role.QUESTION, Role.TEXT, Role.TITLE, Role.DESCRIPTION}


def roles_of(names: Iterable[str]) -> Roles:
    """Map each role to the columns that play it, the preferred spelling first."""
    spelt: dict[str, str] = {}
    for name in names:
        spelt.setdefault(re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_"), name)
    found = {role: tuple(spelt[n] for n in known if n in spelt) for role, known in NAMES.items()}
    return {role: columns for role, columns in found.items() if columns}


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
    why = "the columns " + ", ".join(column for columns in roles.values() for column in columns)
    if Role.DOC_ID in roles:
        return _guess_pairs(roles, scores, why) or _guess_documents(roles, why)
    if Role.ID in roles:
        return _guess_by_id(roles, why)
    if any(role in roles for role in TOPIC_IDS) and _READABLE & roles.keys():
        return Guess((Kind.TOPICS,), why)
    return None


def _guess_pairs(roles: Roles, scores: Iterable[str], why: str) -> Guess | None:
    if not any(role in roles for role in PAIR_QUERY_IDS):
        return None
    if Role.GRADE in roles or (Role.SCORE in roles and Role.ANNOTATOR in roles):
        return Guess((Kind.JUDGMENTS if Role.ANNOTATOR in roles else Kind.QRELS,), why)
    if Role.SCORE not in roles:
        return None
    if roles[Role.DOC_ID][0].lower().replace("_", "-") == "corpus-id":
        return Guess((Kind.QRELS,), f"{why}, as in BEIR")
    if Role.RANK in roles or Role.TAG in roles or not all(map(_is_whole, scores)):
        return Guess((Kind.RUN,), why)
    return Guess((Kind.RUN, Kind.QRELS), f"{why}, all scores being whole numbers")


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
