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
    DOCUMENT_URL = "document url"
    DOCUMENT_KIND = "document kind"
    DESCRIPTION = "description"
    BACKGROUND = "background"
    NARRATIVE = "narrative"
    GRADE = "grade"
    SCORE = "score"
    RANK = "rank"
    TAG = "run tag"
    ANNOTATOR = "annotator"
    NOTE = "note"
    CANNOT_JUDGE = "cannot judge"
    LOG_POSITION = "position in a log"
    VERDICT = "verdict"
    ANNOTATOR_KIND = "human or model"
    JUDGMENT_KIND = "judgment kind"
    SEEN = "judgment seen"
    IS_LATE = "late"
    SHOWN_AT = "shown at"
    JUDGED_AT = "judged at"
    RECEIVED_AT = "received at"
    FINGERPRINT = "fingerprint"
    ESCAPED = "escaped cells"


Roles: TypeAlias = "Mapping[Role, tuple[str, ...]]"

# Spelt in lower case with _ for everything that is no letter or digit; the first of two that
# stand in one file is taken.
NAMES: Mapping[Role, tuple[str, ...]] = {
    Role.QUERY_ID: ("query_id", "queryid", "qid", "q_id", "topic_id", "topicid", "question_id"),
    Role.NUMBER: ("number", "num"),
    Role.TOPIC: ("topic",),
    Role.DOC_ID: ("doc_id", "docid", "docno", "d_id", "document_id", "corpus_id", "passage_id"),
    Role.ID: ("id", "identifier"),
    Role.QUERY: ("query", "query_text", "querytext"),
    Role.QUESTION: ("question",),
    Role.TEXT: ("text", "contents", "content", "body", "passage"),
    Role.TITLE: ("title",),
    Role.URL: ("url",),
    Role.DOCUMENT_KIND: ("kind",),
    Role.DESCRIPTION: ("description", "desc"),
    Role.BACKGROUND: ("background",),
    Role.NARRATIVE: ("information_need", "narrative", "narr", "narratives", "subtopics"),
    Role.GRADE: ("rating", "grade", "relevance", "rel", "label", "judgment", "judgement"),
    Role.SCORE: ("score",),
    Role.RANK: ("rank", "position", "doc_position", "doc_rank"),
    Role.TAG: ("tag", "run", "run_id", "system"),
    Role.ANNOTATOR: (
        *("annotator", "assessor", "judge", "rater", "annotator_id", "annotatorid"),
        *("annotated_by", "judged_by", "rated_by", "labeled_by", "labelled_by", "completed_by"),
        *("annotator_name", "labeler", "labeller", "coder", "reviewer", "worker", "worker_id"),
        *("workerid", "created_by", "username", "user_name", "user", "user_email", "user_id"),
    ),
    Role.NOTE: ("note", "notes", "comment"),
    Role.CANNOT_JUDGE: ("cannot_judge", "unrateable"),
    Role.LOG_POSITION: ("judgment_id",),
    Role.VERDICT: ("verdict",),
    Role.ANNOTATOR_KIND: ("annotator_kind",),
    Role.JUDGMENT_KIND: ("judgment_kind",),
    Role.SEEN: ("seen",),
    Role.IS_LATE: ("is_late",),
    Role.SHOWN_AT: ("shown_at",),
    Role.JUDGED_AT: ("judged_at",),
    Role.RECEIVED_AT: ("received_at",),
    Role.FINGERPRINT: ("fingerprint",),
    Role.ESCAPED: ("escaped",),
}
# Where a table pairs queries with documents, the query's text may be its id.
PAIR_QUERY_IDS = (Role.QUERY_ID, Role.TOPIC, Role.QUERY)
TOPIC_IDS = (Role.QUERY_ID, Role.ID, Role.NUMBER, Role.TOPIC)
DOCUMENT_IDS = (Role.DOC_ID, Role.ID)
_NO_MERE_QUERIES = {*TOPIC_IDS, Role.DOC_ID, Role.GRADE, Role.SCORE, Role.RANK}
_GRADED_RUN = {Role.TAG, Role.RANK, Role.SCORE, Role.GRADE}
_READABLE = {Role.QUERY, Role.QUESTION, Role.TEXT, Role.TITLE, Role.DESCRIPTION}


def roles_of(names: Iterable[str]) -> Roles:
    """Map each role to the columns that play it, the preferred spelling first."""
    spelt: dict[str, str] = {}
    for name in names:
        spelt.setdefault(re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_"), name)
    found = {role: tuple(spelt[n] for n in known if n in spelt) for role, known in NAMES.items()}
    urls = [name for spelling, name in spelt.items() if spelling.endswith("url")]
    if len(urls) == 1 and not found[Role.DOC_ID]:
        found[Role.DOCUMENT_URL] = (urls[0],)
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
    named = dict.fromkeys(column for columns in roles.values() for column in columns)
    why = f"the columns {', '.join(named)}"
    if Role.DOC_ID in roles:
        return _guess_pairs(roles, scores, why) or _guess_documents(roles, why)
    if Role.DOCUMENT_URL in roles and Role.GRADE in roles and Role.QUERY in roles:
        why = f"{why}, the documents being named by {roles[Role.DOCUMENT_URL][0]}"
        return _guess_pairs(roles, (), why)
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


def _guess_pairs(roles: Roles, scores: Iterable[str], why: str) -> Guess | None:
    if not any(role in roles for role in PAIR_QUERY_IDS):
        return None
    if roles.keys() >= _GRADED_RUN:
        return Guess((Kind.RUN,), f"{why}, a run with grades filled in")
    if Role.GRADE in roles or (Role.SCORE in roles and Role.ANNOTATOR in roles):
        return Guess((Kind.JUDGMENTS if Role.ANNOTATOR in roles else Kind.QRELS,), why)
    if Role.SCORE in roles:
        return _guess_scored(roles, scores, why)
    return Guess((Kind.RUN,), f"{why}, ranks without scores") if Role.RANK in roles else None


def _guess_scored(roles: Roles, scores: Iterable[str], why: str) -> Guess:
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
