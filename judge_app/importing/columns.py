"""What columns of tables and keys of JSON objects are called, and which of them make pairs."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

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
    BATCH = "pool batch"
    STRATEGY = "pooling strategy"
    DEPTH = "pool depth"
    BUDGET = "pool budget"
    RANDOM_SHARE = "random share"
    SEED = "seed of a draw"
    ADDED_AT = "added at"
    ADDED_BY = "added by"
    BATCH_RUNS = "runs of a batch"
    POOL_PRIORITY = "priority in the pool"
    INCLUSION_PROBABILITY = "inclusion probability"


Roles: TypeAlias = "Mapping[Role, tuple[str, ...]]"

# Spelt in lower case with _ for everything that is no letter or digit; of two texts that stand in
# one file the first is taken.
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
    Role.TAG: (
        *("tag", "run", "run_id", "runid", "run_tag", "runtag", "run_name", "system", "system_id"),
        "system_name",
    ),
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
    Role.BATCH: ("batch",),
    Role.STRATEGY: ("strategy",),
    Role.DEPTH: ("depth",),
    Role.BUDGET: ("budget",),
    Role.RANDOM_SHARE: ("random_share",),
    Role.SEED: ("seed",),
    Role.ADDED_AT: ("added_at",),
    Role.ADDED_BY: ("added_by",),
    Role.BATCH_RUNS: ("batch_runs",),
    Role.POOL_PRIORITY: ("pool_priority",),
    Role.INCLUSION_PROBABILITY: ("inclusion_probability",),
}
# Where a table pairs queries with documents, the query's text may be its id.
PAIR_QUERY_IDS = (Role.QUERY_ID, Role.TOPIC, Role.QUERY)
TOPIC_IDS = (Role.QUERY_ID, Role.ID, Role.NUMBER, Role.TOPIC)
DOCUMENT_IDS = (Role.DOC_ID, Role.ID)
PAIR_DOC_IDS = (Role.DOC_ID, Role.DOCUMENT_URL)
# What fills the one number of a pair, the first that is there.
PAIR_VALUES: Mapping[Kind, tuple[Role, ...]] = {
    Kind.RUN: (Role.SCORE, Role.GRADE, Role.RANK),
    Kind.QRELS: (Role.GRADE, Role.SCORE),
    Kind.JUDGMENTS: (Role.GRADE, Role.SCORE),
}
_POOL = {Role.BATCH, Role.STRATEGY, Role.DEPTH}
# What a kind of pairs takes beside ids and number.
_BESIDE: Mapping[Kind, frozenset[Role]] = {
    Kind.RUN: frozenset({Role.TAG}),
    Kind.QRELS: frozenset(),
    Kind.JUDGMENTS: frozenset(
        {
            *(Role.ANNOTATOR, Role.CANNOT_JUDGE, Role.NOTE, Role.LOG_POSITION, Role.VERDICT),
            *(Role.ANNOTATOR_KIND, Role.JUDGMENT_KIND, Role.SEEN, Role.IS_LATE, Role.SHOWN_AT),
            *(Role.JUDGED_AT, Role.RECEIVED_AT, Role.FINGERPRINT),
        }
    ),
}


def is_pool_export(roles: Roles) -> bool:
    """Tell Judgepool's own export of a pool: what brought each pair, and no number for it."""
    return roles.keys() >= _POOL and not {Role.GRADE, Role.SCORE} & roles.keys()


def pair_roles(roles: Roles, kind: Kind) -> tuple[Role, ...]:
    """Return the roles that make a run, qrels or judgments of what is there."""
    value = () if is_pool_export(roles) else PAIR_VALUES[kind]
    ones = [
        next((role for role in able if role in roles), None)
        for able in (PAIR_QUERY_IDS, PAIR_DOC_IDS, value)
    ]
    taken = {*ones, *_BESIDE[kind]}
    return tuple(role for role in roles if role in taken)


def pair_columns(roles: Roles, kind: Kind) -> tuple[str, ...]:
    """Return the columns that are read as a run, qrels or judgments, the first of each role."""
    return tuple(roles[role][0] for role in pair_roles(roles, kind))


def rivals(roles: Roles, kind: Kind) -> dict[Role, tuple[str, ...]]:
    """Return the roles of a run, qrels or judgments for which several columns are there."""
    return {role: roles[role] for role in pair_roles(roles, kind) if len(roles[role]) > 1}


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
