"""The live board: scores of all runs that follow the judgment log."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from judge_app.services.live.readings import all_systems, standings, systems_on
from judge_app.services.live.standings import AllSystems, Standings, SystemScore
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

    @property
    def effect_measure(self) -> Measure:
        """Measure in which annotators are told what a grade did."""
        with self._lock:
            return self._current().measures[1]

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

    def is_finished(self, query_id: str) -> bool:
        """Tell whether every pooled pair of a query has a label."""
        judged, total = self.pool_progress(query_id)
        return judged == total

    def _current(self) -> BoardState:
        state = self._state
        if state is not None:
            gained = self._store.judgments.since(state.position)
            if len(gained) > MOST_FOLLOWED_SINGLY or not state.knows(gained):
                state = None
            elif gained:
                people = {person.person_id: person for person in self._store.people.all()}
                state.take_in(gained, people)
                self._standings = None
        if state is None:
            state = self._state = load_state(self._store)
            self._standings = None
        return state
