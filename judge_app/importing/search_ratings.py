"""Ratings as JSON by OpenSearch, Elasticsearch, RankQuest and RRE."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge_app.importing.json_lists import JsonList
from judge_app.importing.json_objects import ITEMS, JsonObject
from judge_app.importing.json_walk import note_queries, topics_of
from judge_app.importing.parsed import Kind
from judge_app.importing.placed import Item

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from judge_app.importing.findings import Place
    from judge_app.importing.json_walk import Held, Walk

_USUAL = ("q", "query", "text", "searchText")


def _opensearch_qrels(walk: Walk) -> Iterator[Item]:
    note_queries(walk.findings, have_ids=False)
    for query in walk.objects(walk.top(), "judgmentRatings"):
        for place, rating in walk.objects(query.content, "ratings", query.place.path):
            yield _rated(place, query.content.get("query"), rating.get("docId"), rating)


def _opensearch_topics(walk: Walk) -> Iterator[Item]:
    queries = walk.objects(walk.top(), "judgmentRatings")
    yield from topics_of(walk, queries, lambda query: {"query": query.get("query")})


def _rank_eval_qrels(walk: Walk) -> Iterator[Item]:
    indexes: set[str] = set()
    for request in walk.objects(walk.top(), "requests"):
        for place, rating in walk.objects(request.content, "ratings", request.place.path):
            indexes.add(str(rating.get("_index")))
            yield _rated(place, request.content.get("id"), rating.get("_id"), rating)
    if len(indexes) > 1:
        message = f"documents of {len(indexes)} indexes are rated; their ids are taken without it"
        walk.findings.warning(None, message)


def _rankquest_qrels(walk: Walk) -> Iterator[Item]:
    note_queries(walk.findings, have_ids=True)
    for search in walk.items(walk.document, "", 1):
        for place, rating in walk.objects(search.content, "ratings", search.place.path):
            yield _rated(place, search.content.get("id"), rating.get("documentId"), rating)


def _rankquest_topics(walk: Walk) -> Iterator[Item]:
    yield from topics_of(walk, walk.items(walk.document, "", 1), _searched)


def _searched(search: JsonObject) -> dict[str, object]:
    """Take what is searched with: the only text of the context, or the one under a usual name."""
    context = search.get("searchContext")
    texts: Mapping[str, object] = context if isinstance(context, JsonObject) else {}
    usual = [name for name in _USUAL if name in texts]
    named = usual or (list(texts) if len(texts) == 1 else [])
    return {"query_id": search.get("id"), "query": texts[named[0]] if named else None}


def _rre_qrels(walk: Walk) -> Iterator[Item]:
    note_queries(walk.findings, have_ids=False)
    for query, group in _rre_queries(walk):
        text = _placeholder(query.content)
        own = query if "relevant_documents" in query.content else group
        for place, key, value in walk.members(own.content, "relevant_documents", own.place.path):
            if isinstance(value, list):
                for doc_id in value:
                    yield Item(place, {"query_id": text, "doc_id": doc_id, "rating": key})
            else:
                gain = value if isinstance(value, JsonObject) else {"gain": value}
                rating = gain.get("gain", gain.get("rating"))
                yield Item(place, {"query_id": text, "doc_id": key, "rating": rating})


def _rre_topics(walk: Walk) -> Iterator[Item]:
    queries = (query for query, _ in _rre_queries(walk))
    yield from topics_of(walk, queries, lambda query: {"query": _placeholder(query)})


def _rre_queries(walk: Walk) -> Iterator[tuple[Held, Held]]:
    """Yield each query with the group that it is in; both may stand at any level."""
    top = walk.top()
    groups = list(walk.objects(top, "query_groups"))
    alone = list(walk.objects(top, "queries"))
    for topic in walk.objects(top, "topics"):
        groups += walk.objects(topic.content, "query_groups", topic.place.path)
        alone += walk.objects(topic.content, "queries", topic.place.path)
    for group in groups:
        for query in walk.objects(group.content, "queries", group.place.path):
            yield query, group
    for query in alone:
        yield query, query


def _placeholder(query: JsonObject) -> object:
    """Return the text that a template is filled with: ``$query``, or the only one there is."""
    texts = query.get("placeholders")
    if not isinstance(texts, JsonObject):
        return None
    return texts.get("$query", next(iter(texts.values())) if len(texts) == 1 else None)


def _rated(place: Place, query_id: object, doc_id: object, rating: JsonObject) -> Item:
    values = {"query_id": query_id, "doc_id": doc_id, "rating": rating.get("rating")}
    return Item(place, values)


OPENSEARCH = JsonList(
    "opensearch",
    "a judgment list of OpenSearch",
    (("judgmentRatings", ITEMS, "query"), ("judgmentRatings", ITEMS, "ratings")),
    {Kind.QRELS: _opensearch_qrels, Kind.TOPICS: _opensearch_topics},
).format()
RANK_EVAL = JsonList(
    "rank-eval",
    "a request to Elasticsearch's ranking evaluation",
    (("requests", ITEMS, "id"), ("requests", ITEMS, "ratings")),
    {Kind.QRELS: _rank_eval_qrels},
).format()
RANKQUEST = JsonList(
    "rankquest",
    "test cases of RankQuest",
    ((ITEMS, "id"), (ITEMS, "searchContext"), (ITEMS, "ratings")),
    {Kind.QRELS: _rankquest_qrels, Kind.TOPICS: _rankquest_topics},
).format()
RRE = JsonList(
    "rre",
    "ratings for the Rated Ranking Evaluator",
    (("topics", ITEMS, "query_groups", ITEMS, "queries"),),
    {Kind.QRELS: _rre_qrels, Kind.TOPICS: _rre_topics},
    others=(
        (("query_groups", ITEMS, "queries"),),
        (("topics", ITEMS, "queries", ITEMS, "placeholders"),),
        (("queries", ITEMS, "placeholders"),),
    ),
).format()
