"""The live board: scores of all runs that follow the judgment log."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from judge_app.domain.model import Judgment
from judge_app.domain.people import Person
from judge_app.services.live.readings import (
    all_systems,
    neighbours,
    standings,
    systems_on,
    worst_queries,
)
from judge_app.services.live.standings import (
    AllSystems,
    Neighbours,
    QueryScore,
    Standings,
    SystemScore,
)
from judge_app.services.live.state import BoardState, load_state
from judge_app.store import Store
from metrics import Measure

# What an import adds at once is cheaper to load as a whole.
MOST_FOLLOWED_SINGLY = 2_000

Stretch: TypeAlias = tuple[int, int]


@dataclass(slots=True)
class _Renewal:
    """What one renewal has come to so far."""

    others_wait: bool
    imported: list[Stretch]


class LiveBoard:
    """Scores and bounds of every run on every query, as of the end of the log.

    Several threads may ask at once; each call first takes in what the log has gained.

    Parameters
    ----------
    store : Store
        The project's file.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.RLock()
        self._state: BoardState | None = None
        self._standings: Standings | None = None
        self._people: dict[int, Person] = {}
        self._n_reloads = 0
        self._renewing = threading.Lock()
        self._mine = threading.local()
        # First and last position of what imports wrote that is in no state yet.
        self._imported: list[Stretch] = []

    @contextmanager
    def held(self) -> Iterator[BoardState]:
        """Keep other threads out until the block ends, so that several readings agree."""
        with self._lock:
            yield self._current()

    @contextmanager
    def renewal(self, *, others_wait: bool) -> Iterator[None]:
        """Make all figures anew after the block, which changes what they are made of.

        A renewal inside another of the same thread is part of it. One that stores goes around the
        transaction: whoever grades holds the figures while waiting for the file, so nobody may
        hold the file while waiting for the figures.

        Parameters
        ----------
        others_wait : bool
            Whether the figures as they were are of no use any more, because there are other pairs
            to judge. If not, others see them until the new ones are made, with the grades given
            meanwhile, and wait for nothing.
        """
        outer = self._own_renewal
        if outer is not None:
            outer.others_wait |= others_wait
            yield
            return
        own = self._mine.renewal = _Renewal(others_wait, [])
        try:
            yield
            if own.others_wait:
                self.reload()
            else:
                self._renew()
        finally:
            self._mine.renewal = None
            for stretch in own.imported:
                self._imported.remove(stretch)

    def passes_over(self, first: int, last: int) -> None:
        """Say inside of a renewal's transaction what it adds to the log.

        The figures as they were do without it.

        Parameters
        ----------
        first, last : int
            Positions; nothing was added when ``last`` comes before ``first``.
        """
        own = self._own_renewal
        if own is not None and first <= last:
            own.imported.append((first, last))
            self._imported.append((first, last))

    def reload(self) -> None:
        """Forget everything: runs, pool, scale or label rule have changed."""
        with self._lock:
            self._state = None
            self._n_reloads += 1

    def forget_open_pairs(self) -> None:
        """Find out anew what the queue needs: pairs want other numbers of judgments, or none."""
        with self._lock:
            if self._state is not None:
                self._state.forget_open_pairs()

    def standings(self) -> Standings:
        """Return every run's figures over all queries."""
        with self._lock:
            state = self._current()
            if self._standings is None:
                self._standings = standings(state)
            return self._standings

    def neighbours(self) -> tuple[Neighbours, ...]:
        """Return each run with the one that follows it in the order, best first."""
        with self._lock:
            return neighbours(self._current(), self.standings())

    def worst_queries(self, run: str, n: int) -> tuple[QueryScore, ...]:
        """Return the queries on which a run does worst in the main measure, worst first."""
        with self._lock:
            return worst_queries(self._current(), run, n)

    @property
    def effect_measure(self) -> Measure:
        """Measure in which annotators are told what a grade did."""
        with self._lock:
            return self._current().main_measure

    def all_systems(self, query_id: str) -> AllSystems:
        """Return the mean over all runs on one query."""
        with self._lock:
            return all_systems(self._current(), query_id, self.effect_measure)

    def systems_on(self, query_id: str, measure: Measure) -> tuple[SystemScore, ...]:
        """Return every run on one query."""
        with self._lock:
            return systems_on(self._current(), query_id, measure)

    def pool_progress(self, query_id: str | None) -> tuple[int, int]:
        """Return how many pooled pairs of a query, or of all, have a label, and the total."""
        with self._lock:
            state = self._current()
            query = None if query_id is None else state.layout.query_number[query_id]
            return state.pool_progress(query)

    def pooled_queries(self) -> dict[str, int]:
        """Return the queries that have pairs, numbered from 0 in the project's order."""
        with self._lock:
            return self._current().pooled_queries

    def is_pooled(self, query_id: str, doc_id: str) -> bool:
        """Tell whether a pair is in the pool."""
        with self._lock:
            layout = self._current().layout
            query = layout.query_number.get(query_id)
            document = layout.document_number.get(doc_id)
            return query is not None and document is not None and layout.is_pooled(query, document)

    def is_finished(self, query_id: str) -> bool:
        """Tell whether every pooled pair of a query that can be shown has a label."""
        with self._lock:
            state = self._current()
            return state.is_finished(state.layout.query_number[query_id])

    @property
    def _own_renewal(self) -> _Renewal | None:
        """Return the renewal that this thread is in."""
        own: _Renewal | None = getattr(self._mine, "renewal", None)
        return own

    def _current(self) -> BoardState:
        if self._state is None or not self._follow(self._state):
            self._state = load_state(self._store)
            self._standings = None
        return self._state

    def _renew(self) -> None:
        with self._renewing:
            with self._lock:
                n_reloads = self._n_reloads
                if self._state is None:
                    return
            state = load_state(self._store)
            with self._lock:
                # After a reload meanwhile, what was read may be outdated, and is not needed.
                if self._n_reloads == n_reloads:
                    self._state = state
                    self._standings = None

    def _follow(self, state: BoardState) -> bool:
        """Take in what the log has gained; False when it is better to load all of it."""
        gained = list(self._gained(state.position))
        if sum(last - first + 1 for first, last in gained) > MOST_FOLLOWED_SINGLY:
            return False
        for first, last in gained:
            judgments = self._store.judgments.since(first - 1, last)
            if not state.knows(judgments):
                return False
            state.take_in(judgments, self._known_people(judgments))
            self._standings = None
        return True

    def _gained(self, position: int) -> Iterator[Stretch]:
        """Yield the stretches of the log after a position, without those of running imports."""
        size = self._store.judgments.size()
        for first, last in sorted(self._imported):
            if position < first <= size:
                if position + 1 < first:
                    yield position + 1, first - 1
                position = last
        if position < size:
            yield position + 1, size

    def _known_people(self, judgments: Sequence[Judgment]) -> dict[int, Person]:
        if any(judgment.person_id not in self._people for judgment in judgments):
            self._people = {person.person_id: person for person in self._store.people.all()}
        return self._people
