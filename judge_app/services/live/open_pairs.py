"""Which pairs still want judgments, and whose: the queue's view of the pool and the log.

Looking for the next pairs in the file means reading the whole log each time. This follows the log
instead, one judgment at a time, so that a look costs a pass over a few arrays.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from judge_app.domain.model import JUDGED, KINDS_OF_CHECKS, Judgment, JudgmentKind, PairKey, Verdict
from judge_app.domain.people import Person, PersonKind
from judge_app.store import Store
from metrics.arrays import BoolArray


@dataclass(slots=True)
class _Own:
    """What one person said: ``bool[pairs]``, and the pairs put off, the one longest ago first."""

    judged: BoolArray
    put_off: dict[int, None] = field(default_factory=dict)


class OpenPairs:
    """Pooled pairs by number, ids ascending, and how many judgments each has and wants.

    Not safe for several threads: the board's lock guards it.

    Parameters
    ----------
    store : Store
        The project's file.
    position : int
        Place in the log up to which it is read; `apply` follows from there.

    Attributes
    ----------
    queries : tuple of str
        Queries with pairs, ids ascending.
    starts : int64[queries + 1]
        First pair of each query, and their number.
    priorities : float64[pairs]
        As the pool keeps them, greater first.
    """

    def __init__(self, store: Store, position: int) -> None:
        table = store.queue.pairs()
        self._store = store
        self._doc_ids = _whole(table["doc_id"])
        self.queries, self.starts = _stretches(_whole(table["query_id"]))
        self._number = {query_id: number for number, query_id in enumerate(self.queries)}
        self.priorities = table["priority"].to_numpy()
        self._wanted = table["wanted"].to_numpy().astype(np.int16)
        self._readable = table["is_readable"].to_numpy()
        self._models = {p.person_id for p in store.people.all() if p.kind is PersonKind.MODEL}
        self._own: dict[int, _Own] = {}
        self._read_words(store.queue.words(position))

    def _read_words(self, words: pa.Table) -> None:
        n_pairs = len(self._doc_ids)
        frame = words.to_pandas().drop_duplicates(["pair", "person_id", "decides"], keep="last")
        decisions = frame[frame["decides"] & frame["is_graded"]]
        self._deciders: dict[int, set[int]] = {}
        for pair, person_id in decisions[["pair", "person_id"]].itertuples(index=False):
            self._deciders.setdefault(pair, set()).add(person_id)
        self._decided = np.zeros(n_pairs, dtype=bool)
        self._decided[decisions["pair"].to_numpy()] = True
        said = frame[~frame["decides"] & frame["is_judged"]].sort_values("pair", kind="stable")
        self._said_pairs = said["pair"].to_numpy()
        self._said_persons = said["person_id"].to_numpy()
        self._said_graded = said["is_graded"].to_numpy()
        counted = self._said_graded & ~np.isin(self._said_persons, list(self._models))
        given = np.bincount(self._said_pairs[counted], minlength=n_pairs)
        self._given = given.astype(np.int16)
        # Of the pairs judged since: whether each person who judged one gave it a grade.
        self._changed: dict[int, dict[int, bool]] = {}

    def apply(self, judgment: Judgment, person: Person) -> None:
        """Take in one judgment of the log, in log order."""
        pair = self.number_of((judgment.query_id, judgment.doc_id))
        if pair is None or judgment.is_late or judgment.kind in KINDS_OF_CHECKS:
            return
        if judgment.kind is JudgmentKind.ADJUDICATION:
            self._decide(pair, judgment)
            return
        own = self._own.get(person.person_id)
        if judgment.verdict is Verdict.SKIPPED:
            if own is not None:
                own.put_off.pop(pair, None)
                own.put_off[pair] = None
            return
        words = self._changed[pair] = self._words_on(pair)
        words.pop(person.person_id, None)
        if judgment.verdict in JUDGED:
            words[person.person_id] = judgment.verdict is Verdict.GRADED
        if person.kind is PersonKind.MODEL:
            self._models.add(person.person_id)
        self._given[pair] = sum(
            graded for speaker, graded in words.items() if speaker not in self._models
        )
        if own is not None:
            own.judged[pair] = person.person_id in words

    def _decide(self, pair: int, judgment: Judgment) -> None:
        if judgment.verdict is Verdict.SKIPPED:
            return
        deciders = self._deciders.setdefault(pair, set())
        deciders.discard(judgment.person_id)
        if judgment.verdict is Verdict.GRADED:
            deciders.add(judgment.person_id)
        self._decided[pair] = bool(deciders)

    def number_of(self, pair: PairKey) -> int | None:
        """Return the number of a pair; None when it is not pooled."""
        query = self._number.get(pair[0])
        if query is None:
            return None
        places = range(int(self.starts[query]), int(self.starts[query + 1]))
        place = bisect_left(places, pair[1], key=self._doc_id)
        if place == len(places) or self._doc_id(places[place]) != pair[1]:
            return None
        return places[place]

    def query_number(self, query_id: str) -> int | None:
        """Return the number of a query; None when it has no pairs."""
        return self._number.get(query_id)

    def pairs_of(self, query_id: str) -> slice:
        """Return which pairs are a query's."""
        query = self._number.get(query_id)
        if query is None:
            return slice(0, 0)
        return slice(int(self.starts[query]), int(self.starts[query + 1]))

    def names_of(self, query: int, pairs: NDArray[np.int64]) -> list[PairKey]:
        """Return pairs of one query by their ids."""
        doc_ids = self._doc_ids.take(pa.array(pairs)).to_pylist()
        return [(self.queries[query], doc_id) for doc_id in doc_ids]

    def query_of(self, pair: int) -> int:
        """Return the number of a pair's query."""
        return int(np.searchsorted(self.starts, pair, side="right")) - 1

    def room(self, wanted: int) -> NDArray[np.int16]:
        """Return ``int16[pairs]``: judgments that each pair wants beyond those it has.

        0 for pairs whose label is decided and for those that there is nothing to show of.

        Parameters
        ----------
        wanted : int
            Judgments of a pair of which nothing else is said.
        """
        room = np.where(self._wanted > 0, self._wanted, np.int16(wanted)) - self._given
        room[self._decided | ~self._readable] = 0
        room[room < 0] = 0
        return room.astype(np.int16)

    def judged_by(self, person_id: int) -> BoolArray:
        """Return ``bool[pairs]``: whether a person graded a pair or could not judge it."""
        return self._own_of(person_id).judged

    def put_off_by(self, person_id: int) -> Sequence[int]:
        """Return the pairs that a person ever put off, the one longest ago first."""
        return tuple(self._own_of(person_id).put_off)

    def numbers_of(
        self, held: Mapping[PairKey, int]
    ) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        """Return those of some counted pairs that are pooled, and their counts."""
        found = [(self.number_of(pair), count) for pair, count in held.items()]
        known = [(number, count) for number, count in found if number is not None]
        numbers = np.array([number for number, _ in known], dtype=np.int64)
        return numbers, np.array([count for _, count in known], dtype=np.int16)

    def _own_of(self, person_id: int) -> _Own:
        own = self._own.get(person_id)
        if own is None:
            judged = np.zeros(len(self._doc_ids), dtype=bool)
            judged[self._said_pairs[self._said_persons == person_id]] = True
            for pair, words in self._changed.items():
                judged[pair] = person_id in words
            own = self._own[person_id] = _Own(judged)
            for name in self._store.queue.put_off(person_id):
                number = self.number_of(name)
                if number is not None:
                    own.put_off[number] = None
        return own

    def _words_on(self, pair: int) -> dict[int, bool]:
        known = self._changed.get(pair)
        if known is not None:
            return known
        first, last = np.searchsorted(self._said_pairs, [pair, pair + 1]).tolist()
        persons = self._said_persons[first:last].tolist()
        return dict(zip(persons, self._said_graded[first:last].tolist(), strict=True))

    def _doc_id(self, pair: int) -> str:
        return str(self._doc_ids[pair])


def _whole(column: pa.ChunkedArray) -> pa.Array:
    whole = column.cast(pa.large_string()).combine_chunks()
    return pa.concat_arrays(whole.chunks) if isinstance(whole, pa.ChunkedArray) else whole


def _stretches(query_ids: pa.Array) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Return the ids of ascending rows, each once, and where each begins, and their number."""
    encoded = query_ids.dictionary_encode()
    sizes = np.bincount(encoded.indices.to_numpy(), minlength=len(encoded.dictionary))
    return tuple(encoded.dictionary.to_pylist()), np.append(0, np.cumsum(sizes)).astype(np.int64)
