"""Pairs as an annotator sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge_app.domain.errors import NotFoundError
from judge_app.domain.model import Judgment, pair_name
from judge_app.domain.people import Actor, Permission
from judge_app.services.project import Project

PairKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Card:
    """A pair as an annotator sees it: nothing tells which system brought it, or where it ranked.

    ``mine`` is the reader's own latest word on the pair.
    """

    query_id: str
    doc_id: str
    query: str
    narrative: str
    title: str
    text: str
    url: str
    kind: str
    fingerprint: str
    later: bool
    mine: Judgment | None


def open_card(project: Project, actor: Actor, query_id: str, doc_id: str) -> Card:
    """Return one pooled pair.

    Raises
    ------
    NotAllowedError
        When the actor may not grade.
    NotFoundError
        When the pair is not pooled or its document has no text here.
    """
    actor.require(Permission.GRADE)
    cards = cards_of(project, actor, [(query_id, doc_id)])
    if not cards or not project.board.is_pooled(query_id, doc_id):
        raise NotFoundError(f"{pair_name(query_id, doc_id)} is not in the pool", "Reload the page.")
    return cards[0]


def cards_of(project: Project, actor: Actor, pairs: Sequence[PairKey]) -> list[Card]:
    """Return the pairs whose query and document the project holds, in their order."""
    collection = project.store.collection
    documents = collection.documents({doc_id for _, doc_id in pairs})
    queries = {query_id: collection.query(query_id) for query_id, _ in pairs}
    mine = project.store.judgments.latest_of_pairs(actor.person.person_id, pairs)
    cards = []
    for query_id, doc_id in pairs:
        query, document = queries[query_id], documents.get(doc_id)
        if query is not None and document is not None:
            cards.append(
                Card(
                    query_id,
                    doc_id,
                    query.text,
                    query.narrative,
                    document.title,
                    document.text,
                    document.url,
                    document.kind,
                    document.fingerprint,
                    later=False,
                    mine=mine.get((query_id, doc_id)),
                )
            )
    return cards
