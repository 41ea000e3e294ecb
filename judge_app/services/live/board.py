"""The live board: scores of all runs that follow the judgment log."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

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

    @contextmanager
    def held(self) -> Iterator[BoardState]:
        """Keep other threads out until the block ends, so that several readings agree."""
        with self._lock:
            yield self._current()

    def reload(self) -> None:
        """Forget everything: runs, pool, scale or label rule have changed."""
        with self._lock:
            self._state = None

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

    def _current(self) -> BoardState:
        state = self._state
        n_gained = 0 if state is None else self._store.judgments.size() - state.position
        if n_gained > MOST_FOLLOWED_SINGLY:
            state = None
        elif state is not None and n_gained > 0:
            gained = self._store.judgments.since(state.position)
            if not state.knows(gained):
                state = None
            elif gained:
                state.take_in(gained, self._known_people(gained))
                self._standings = None
        if state is None:
            state = self._state = load_state(self._store)
            self._standings = None
        return state

    def _known_people(self, judgments: Sequence[Judgment]) -> dict[int, Person]:
        if any(judgment.person_id not in self._people for judgment in judgments):
            self._people = {person.person_id: person for person in self._store.people.all()}
        return self._people
