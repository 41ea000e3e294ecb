"""Pairs as an annotator sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge_app.domain.errors import NotFoundError
from judge_app.domain.model import Judgment, PairKey, pair_name
from judge_app.domain.people import Actor, Permission
from judge_app.services.project import Project
from judge_app.services.shown import shown_text, shown_title


@dataclass(frozen=True, slots=True)
class Card:
    """A pair as an annotator sees it: nothing tells which system brought it, or where it ranked.

    Attributes
    ----------
    text : str
        Safe HTML where the kind is html or markdown, else plain text, which may be empty beside a
        picture.
    width, height : int
        Pixels of a picture; 0 where there is none.
    mine : Judgment or None
        The reader's own latest word on the pair.
    practice : bool
        Whether it is a warm-up, which the reader is told.
    """

    query_id: str
    doc_id: str
    query: str
    narrative: str
    title: str
    text: str
    url: str
    kind: str
    width: int
    height: int
    fingerprint: str
    later: bool
    mine: Judgment | None
    practice: bool = False


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
    require_met(project, actor, query_id, doc_id)
    if not cards:
        raise NotFoundError(f"{pair_name(query_id, doc_id)} is not here", "Reload the page.")
    return cards[0]


def require_met(project: Project, actor: Actor, query_id: str, doc_id: str) -> None:
    """Refuse a pair that is neither pooled nor was ever handed to the actor.

    Raises
    ------
    NotFoundError
        When it is not.
    """
    if project.board.is_pooled(query_id, doc_id):
        return
    handed = project.store.checks.handed_to(actor.person.person_id)
    if not any((check.query_id, check.doc_id) == (query_id, doc_id) for check in handed):
        raise NotFoundError(f"{pair_name(query_id, doc_id)} is not in the pool", "Reload the page.")


def cards_of(project: Project, actor: Actor, pairs: Sequence[PairKey]) -> list[Card]:
    """Return the pairs whose query and document the project holds, in their order."""
    collection = project.store.collection
    documents = collection.documents({doc_id for _, doc_id in pairs})
    queries = {query_id: collection.query(query_id) for query_id in {q for q, _ in pairs}}
    mine = project.store.judgments.latest_of_pairs(actor.person.person_id, pairs)
    images = [one.doc_id for one in documents.values() if one.kind == "image"]
    sizes = project.store.pictures.sizes(images) if images else {}
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
                    shown_title(document.title),
                    shown_text(document),
                    document.url,
                    document.kind,
                    *sizes.get(doc_id, (0, 0)),
                    document.fingerprint,
                    later=False,
                    mine=mine.get((query_id, doc_id)),
                )
            )
    return cards
