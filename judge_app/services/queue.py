"""Choose and claim the pairs that a person is given next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import md5

import numpy as np
from numpy.typing import NDArray

from judge_app.domain.model import PairKey
from judge_app.domain.people import Actor
from judge_app.domain.queue import LEASE, starting_query
from judge_app.services.live import OpenPairs
from judge_app.services.order import query_order, query_places
from judge_app.services.project import Project
from judge_app.store import Desk, Offer

# Offered beyond what is wanted, since somebody may take a pair between the look and the claim.
_SPARE = 8
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Work:
    """What a person can still do.

    Attributes
    ----------
    pairs : tuple of (query_id, doc_id)
        Newly claimed pairs in the order to grade them.
    later : frozenset of (query_id, doc_id)
        Those among them that this person put off before.
    remaining : int
        Pairs this person could grade now, those on the desk included. Where a strategy leaves
        pairs of later queries out, this is not known before they are reached.
    held_by_others : int
        Pairs that only other people's claims keep from this person.
    """

    pairs: tuple[PairKey, ...]
    later: frozenset[PairKey]
    remaining: int
    held_by_others: int


@dataclass(frozen=True, slots=True)
class _Look:
    """What there is for a person at one position of the log."""

    position: int
    holding: list[Offer]
    offers: list[Offer]
    later: frozenset[PairKey]
    remaining: int
    held_by_others: int


def first_place(project: Project, actor: Actor) -> int:
    """Return the place of a person's first query among those with pairs."""
    if query_places(project) is not None:
        return 0
    return starting_query(actor.person.person_id, len(project.board.pooled_queries()))


def claim_pairs(project: Project, actor: Actor, holding: Sequence[PairKey], count: int) -> Work:
    """Renew what a person holds and claim up to ``count`` further pairs.

    The pairs are found in memory and claimed in the file, where a pair that somebody took or
    judged meanwhile is passed over.

    Parameters
    ----------
    project, actor
        Where, and who.
    holding : sequence of (query_id, doc_id)
        Pairs that the person's card still holds; the person's other claims end.
    count : int
        How many more are wanted.
    """
    person_id, now = actor.person.person_id, project.clock()
    desk = Desk(person_id, now, now + LEASE)
    taken: list[PairKey] = []
    later: frozenset[PairKey] = frozenset()
    for _ in range(_TRIES):
        look = _look(project, actor, [*holding, *taken], count - len(taken))
        claimed = project.store.claims.fill(
            desk, look.holding, look.offers, count - len(taken), look.position
        )
        taken.extend(claimed)
        later |= look.later
        if len(taken) == count or len(claimed) == len(look.offers):
            break
    return Work(tuple(taken), later & set(taken), look.remaining, look.held_by_others)


def _look(project: Project, actor: Actor, holding: Sequence[PairKey], count: int) -> _Look:
    person_id = actor.person.person_id
    others = project.store.claims.of_others(person_id, project.clock())
    kept_from = project.store.team.kept_from(person_id)
    with project.board.held() as state:
        book = state.open_pairs(project.store)
        room = book.room(project.settings.wanted_judgments)
        is_open = (room > 0) & ~book.judged_by(person_id)
        for query_id in kept_from:
            is_open[book.pairs_of(query_id)] = False
        is_free = is_open & (room > _held(book, others))
        held = [(pair, book.number_of(pair)) for pair in holding]
        own = [Offer(pair, int(room[n])) for pair, n in held if n is not None and is_open[n]]
        n_free = int(np.count_nonzero(is_free))
        n_open = int(np.count_nonzero(is_open))
        is_free[[number for _, number in held if number is not None]] = False
        walk = _Walk(project, actor, book, is_free)
        offers, later = walk.take(count + _SPARE if count else 0, room)
        return _Look(state.position, own, offers, later, n_free - walk.n_left_out, n_open - n_free)


def _held(book: OpenPairs, others: Counter[PairKey]) -> NDArray[np.int16]:
    """Return ``int16[pairs]``: how many other people hold each pair."""
    numbers, counts = book.numbers_of(others)
    held = np.zeros(int(book.starts[-1]), dtype=np.int16)
    held[numbers] = counts
    return held


class _Walk:
    """One person's way through the free pairs: query by query, what was put off at the end."""

    def __init__(
        self, project: Project, actor: Actor, book: OpenPairs, is_free: NDArray[np.bool_]
    ) -> None:
        self._project = project
        self._actor = actor
        self._book = book
        self._is_free = is_free
        self.n_left_out = 0

    def take(self, count: int, room: NDArray[np.int16]) -> tuple[list[Offer], frozenset[PairKey]]:
        """Return up to so many pairs in the order to judge them, and those put off among them."""
        put_off = [n for n in self._book.put_off_by(self._person_id) if self._is_free[n]]
        self._is_free[put_off] = False
        offers: list[Offer] = []
        for pairs in self._queries() if count else ():
            offers.extend(Offer(pair, int(room[number])) for number, pair in pairs)
            if len(offers) >= count:
                return offers[:count], frozenset()
        late = []
        for number in put_off:
            query = self._book.query_of(number)
            (pair,) = self._book.names_of(query, np.array([number]))
            late.append(Offer(pair, int(room[number])))
        offers = [*offers, *late][:count]
        return offers, frozenset(offer.pair for offer in late)

    @property
    def _person_id(self) -> int:
        return self._actor.person.person_id

    def _queries(self) -> Iterator[list[tuple[int, PairKey]]]:
        """Yield the free pairs of each query, best first, beginning at the person's own place."""
        book, project = self._book, self._project
        n_free = np.add.reduceat(self._is_free, book.starts[:-1], dtype=np.int64)
        places = query_places(project) or tuple(project.board.pooled_queries())
        first = first_place(project, self._actor)
        for query_id in (*places[first:], *places[:first]):
            query = book.query_number(query_id)
            if query is not None and n_free[query]:
                yield self._ordered(query)

    def _ordered(self, query: int) -> list[tuple[int, PairKey]]:
        book = self._book
        start, end = int(book.starts[query]), int(book.starts[query + 1])
        numbers = start + np.flatnonzero(self._is_free[start:end])
        names = book.names_of(query, numbers)
        order = query_order(self._project, book.queries[query])
        given = book.priorities[numbers].tolist()
        pairs = list(zip(numbers.tolist(), names, given, strict=True))
        if order is not None:
            pairs = [
                (number, pair, order.priorities.get(pair[1], 0.0))
                for number, pair, _ in pairs
                if pair[1] not in order.left_out
            ]
            self.n_left_out += len(names) - len(pairs)
        pairs.sort(key=lambda one: (-one[2], self._shuffle(one[1])))
        return [(number, pair) for number, pair, _ in pairs]

    def _shuffle(self, pair: PairKey) -> str:
        """Return what orders pairs of the same priority, differently for everybody."""
        text = "\x1f".join((str(self._person_id), *pair))
        return md5(text.encode(), usedforsecurity=False).hexdigest()
