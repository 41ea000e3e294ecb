"""Quepid's JSON: books of judgments, cases with ratings, and snapshots of result lists."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from judge_app.importing.json_lists import JsonList
from judge_app.importing.json_objects import ITEMS, JsonObject, read_json
from judge_app.importing.json_walk import by_position, note_queries, topics_of
from judge_app.importing.parsed import Kind
from judge_app.importing.placed import Item

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judge_app.importing.json_walk import Held, Walk

_PAIRS = "query_doc_pairs"


def _book_judgments(walk: Walk) -> Iterator[Item]:
    note_queries(walk.findings, have_ids=False)
    for item, judgement in _book_judgements(walk):
        unrateable = judgement.get("unrateable") is True
        if unrateable and judgement.get("rating") is not None:
            message = f"{item.place.path}: marked as unrateable, with a rating all the same"
            walk.findings.problem(item.place.line, f"{message}; remove one of both")
        cannot = "1" if unrateable or judgement.get("rating") is None else ""
        said = {
            "annotator": judgement.get("user_email"),
            "cannot_judge": cannot,
            "note": judgement.get("explanation"),
        }
        yield item._replace(content={**item.content, **said})


def _book_qrels(walk: Walk) -> Iterator[Item]:
    note_queries(walk.findings, have_ids=False)
    left_out = 0
    for item, judgement in _book_judgements(walk):
        if judgement.get("rating") is None:
            left_out += 1
        else:
            yield item
    if left_out:
        message = f"{left_out:,} of the judgements have no rating and are left out"
        walk.findings.warning(None, message)


def _book_judgements(walk: Walk) -> Iterator[tuple[Item, JsonObject]]:
    postponed = 0
    for pair in walk.objects(walk.top(), _PAIRS):
        for held in walk.objects(pair.content, "judgements", pair.place.path):
            if held.content.get("judge_later") is True and held.content.get("rating") is None:
                postponed += 1
                continue
            values = {
                "query_id": pair.content.get("query_text"),
                "doc_id": pair.content.get("doc_id"),
                "rating": held.content.get("rating"),
            }
            yield Item(held.place, values), held.content
    if postponed:
        message = f"{postponed:,} of the judgements are marked judge_later and are left out"
        walk.findings.warning(None, message)


def _book_topics(walk: Walk) -> Iterator[Item]:
    yield from topics_of(walk, walk.objects(walk.top(), _PAIRS), _topic)


def _book_documents(walk: Walk) -> Iterator[Item]:
    known: dict[str, object] = {}
    for place, pair in walk.objects(walk.top(), _PAIRS):
        doc_id, written = pair.get("doc_id"), pair.get("document_fields")
        # What stands there may be a list, which no dictionary takes for a key.
        key = repr(doc_id)
        if known.setdefault(key, written) is not written and known[key] == written:
            continue
        try:
            fields = read_json(written) if isinstance(written, str) else written
        except (json.JSONDecodeError, RecursionError):
            fields = None
        if isinstance(fields, JsonObject):
            own = {name: value for name, value in fields.items() if name != "id"}
            yield Item(place, own | {"doc_id": doc_id})
        else:
            message = f"{place.path}: document_fields holds no JSON object of fields"
            walk.findings.problem(place.line, message)


def _case_ratings(walk: Walk) -> Iterator[Item]:
    note_queries(walk.findings, have_ids=False)
    unrated = 0
    for query in walk.objects(walk.top(), "queries"):
        for item in _ratings_of(walk, query):
            if item.content["rating"] is None:
                unrated += 1
            else:
                yield item
    if unrated:
        message = f"{unrated:,} of the ratings are null and are left out"
        walk.findings.warning(None, message)


def _ratings_of(walk: Walk, query: Held) -> Iterator[Item]:
    """Yield the ratings of a query: a list of objects, or in later versions documents by id."""
    path, content = query.place.path, query.content
    query_id = content.get("query_id", content.get("query_text", content.get("query")))
    if isinstance(content.get("ratings"), JsonObject):
        for place, doc_id, rating in walk.members(content, "ratings", path):
            yield Item(place, {"query_id": query_id, "doc_id": doc_id, "rating": rating})
        return
    for place, held in walk.objects(content, "ratings", path):
        values = {
            "query_id": query_id,
            "doc_id": held.get("doc_id"),
            "rating": held.get("rating"),
            "annotator": held.get("user_email"),
        }
        yield Item(place, values)


def _case_qrels(walk: Walk) -> Iterator[Item]:
    named = False
    for item in _case_ratings(walk):
        named = named or item.content.get("annotator") is not None
        yield item
    if named:
        message = "the ratings name who gave them; --as judgments keeps these names"
        walk.findings.warning(None, message)


def _queries_as_topics(walk: Walk) -> Iterator[Item]:
    yield from topics_of(walk, walk.objects(walk.top(), "queries"), _topic)


def _topic(query: JsonObject) -> dict[str, object]:
    own = {"query_id": query["query_id"]} if "query_id" in query else {}
    text = query.get("query_text", query.get("query"))
    return own | {"query": text, "information_need": query.get("information_need")}


def _snapshot_run(walk: Walk) -> Iterator[Item]:
    top = walk.top()
    note_queries(walk.findings, have_ids=True)
    if isinstance(top.get("name"), str):
        walk.tags = (str(top["name"]),)
    rated_only = 0
    for place, query_id, value in walk.members(top, "docs"):
        retrieved = []
        for held in walk.items(value, place.path, place.line):
            if held.content.get("rated_only") is True:
                rated_only += 1
            else:
                retrieved.append(held)
        yield from by_position(query_id, retrieved, "id")
    message = "the order of the lists is the ranking, and 1/position the score; explain is not used"
    walk.findings.warning(None, message)
    if rated_only:
        message = f"{rated_only:,} of the documents are marked rated_only, which means rated and "
        walk.findings.warning(None, f"{message}not retrieved, and are left out")


def _snapshot_qrels(walk: Walk) -> Iterator[Item]:
    for query in walk.objects(walk.top(), "queries"):
        for item in _ratings_of(walk, query):
            if item.content["rating"] is not None:
                yield item


BOOK = JsonList(
    "quepid-book",
    "a book that Quepid exported",
    ((_PAIRS, ITEMS, "query_text"), (_PAIRS, ITEMS, "doc_id"), (_PAIRS, ITEMS, "judgements")),
    {
        Kind.JUDGMENTS: _book_judgments,
        Kind.QRELS: _book_qrels,
        Kind.TOPICS: _book_topics,
        Kind.DOCUMENTS: _book_documents,
    },
).format()
CASE = JsonList(
    "quepid-case",
    "a case that Quepid exported",
    (("queries", ITEMS, "query_text"), ("queries", ITEMS, "ratings")),
    {Kind.QRELS: _case_qrels, Kind.JUDGMENTS: _case_ratings, Kind.TOPICS: _queries_as_topics},
).format()
SNAPSHOT = JsonList(
    "quepid-snapshot",
    "a snapshot that Quepid exported",
    (("docs",), ("docs", "*", ITEMS, "id")),
    {Kind.RUN: _snapshot_run, Kind.QRELS: _snapshot_qrels, Kind.TOPICS: _queries_as_topics},
).format()
