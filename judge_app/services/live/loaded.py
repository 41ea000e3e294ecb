"""The votes and labels of a whole log, made at once."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from judge_app.domain.labels import LabelRule

UNGRADED = -1


@dataclass(frozen=True, slots=True, eq=False)
class LoadedVotes:
    """Everybody's current grade on every pair of a log.

    Attributes
    ----------
    queries : tuple of str
        Queries with votes, in byte order.
    query_starts : int64[queries + 1]
        First pair of each query, and their number.
    documents : pyarrow.Array
        ``large_string[pairs]``, within a query in byte order.
    vote_starts : int64[pairs + 1]
        First vote on each pair, and their number.
    positions, persons, grades : int64[votes]
        Place in the log, number of the person, and grade; on each pair in log order.
    adjudications : bool[votes]
        Whether it decides the pair.
    """

    queries: tuple[str, ...]
    query_starts: NDArray[np.int64]
    documents: pa.Array
    vote_starts: NDArray[np.int64]
    positions: NDArray[np.int64]
    persons: NDArray[np.int64]
    grades: NDArray[np.int64]
    adjudications: NDArray[np.bool_]

    def on(self, query_id: str, doc_id: str) -> range:
        """Return which votes are on a pair."""
        query = bisect_left(self.queries, query_id)
        if query == len(self.queries) or self.queries[query] != query_id:
            return range(0)
        pairs = range(int(self.query_starts[query]), int(self.query_starts[query + 1]))
        place = bisect_left(pairs, doc_id, key=lambda pair: str(self.documents[pair]))
        if place == len(pairs) or str(self.documents[pairs[place]]) != doc_id:
            return range(0)
        pair = pairs[place]
        return range(int(self.vote_starts[pair]), int(self.vote_starts[pair + 1]))

    def labels(self, rule: LabelRule) -> NDArray[np.int64]:
        """Return ``int64[pairs]``: the label of each pair under a rule."""
        labels = rule.reduce_groups(self.grades, self.vote_starts[:-1])
        decisions = np.flatnonzero(self.adjudications)
        pairs = np.searchsorted(self.vote_starts, decisions, side="right") - 1
        # The latest decision on a pair holds, and it comes last.
        is_last = np.append(pairs[1:] != pairs[:-1], np.ones(len(pairs[:1]), dtype=bool))
        labels[pairs[is_last]] = self.grades[decisions[is_last]]
        return labels


def no_votes() -> LoadedVotes:
    """Return the votes of an empty log."""
    nothing, start = np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64)
    documents = pa.array([], pa.large_string())
    return LoadedVotes(
        (), start, documents, start, nothing, nothing, nothing, np.zeros(0, dtype=bool)
    )


def load_votes(words: pa.Table, counted: Collection[int]) -> LoadedVotes:
    """Find the current votes of a log.

    Parameters
    ----------
    words : pyarrow.Table
        As `JudgmentLog.words` returns it.
    counted : collection of int
        Numbers of the people whose ordinary judgments count; adjudications always do.
    """
    if not words.num_rows:
        return no_votes()
    frame = pd.DataFrame(
        {
            "position": _numbers(words["judgment_id"]),
            "person": _numbers(words["person_id"]),
            "decides": words["is_adjudication"].to_numpy(),
            "grade": _numbers(pc.fill_null(words["grade"], UNGRADED)),
            "pair": np.cumsum(_changes(words["query_id"]) | _changes(words["doc_id"])),
        }
    )
    counts = frame["decides"] | frame["person"].isin(list(counted))
    said_again = frame.duplicated("pair", keep=False) & counts
    later = frame[said_again].duplicated(["pair", "person", "decides"], keep="last")
    counts.loc[later.index[later]] = False
    kept = np.flatnonzero(counts & (frame["grade"] != UNGRADED))
    votes = frame.iloc[kept]
    pair_starts = np.flatnonzero(_new(votes["pair"].to_numpy()))
    first = pa.array(kept[pair_starts])
    query_ids = words["query_id"].take(first)
    query_starts = np.flatnonzero(_changes(query_ids)) if len(first) else np.zeros(0, np.int64)
    return LoadedVotes(
        queries=tuple(query_ids.take(pa.array(query_starts)).to_pylist()),
        query_starts=np.append(query_starts, len(first)),
        documents=_whole(words["doc_id"].take(first)),
        vote_starts=np.append(pair_starts, len(votes)),
        positions=votes["position"].to_numpy(),
        persons=votes["person"].to_numpy(),
        grades=votes["grade"].to_numpy(),
        adjudications=votes["decides"].to_numpy(),
    )


def _numbers(column: pa.ChunkedArray) -> NDArray[np.int64]:
    numbers: NDArray[np.int64] = column.to_numpy().astype(np.int64)
    return numbers


def _whole(column: pa.ChunkedArray) -> pa.Array:
    """Return a column of ids in one piece."""
    whole = column.cast(pa.large_string()).combine_chunks()
    return pa.concat_arrays(whole.chunks) if isinstance(whole, pa.ChunkedArray) else whole


def _changes(column: pa.ChunkedArray) -> NDArray[np.bool_]:
    """Return ``bool[rows]``: whether an id differs from the one before; the first does."""
    ids = _whole(column)
    differs = pc.not_equal(ids[1:], ids[:-1]).to_numpy(zero_copy_only=False)
    return np.append(np.ones(1, dtype=bool), differs)


def _new(numbers: NDArray[Any]) -> NDArray[np.bool_]:
    """Return ``bool[rows]``: whether a number differs from the one before; the first does."""
    return np.append(np.ones(len(numbers[:1]), dtype=bool), numbers[1:] != numbers[:-1])
