"""From tables of rankings, labels and pool to a grade matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from metrics.arrays import BoolArray, IntArray
from metrics.errors import MetricsError
from metrics.matrix import ABSENT, UNJUDGED, UNPOOLED, GradeMatrix


def build_matrix(
    rankings: pd.DataFrame,
    labels: pd.DataFrame,
    *,
    pool: pd.DataFrame | None,
    queries: Sequence[str],
    runs: Sequence[str],
    depth: int,
    max_grade: int,
    retrieved: pd.DataFrame | None = None,
) -> GradeMatrix:
    """Look up the grade of everything that the runs show.

    Parameters
    ----------
    rankings : pandas.DataFrame
        ``run``, ``query_id``, ``doc_id``, ``rank`` (from 1, by the rule of `metrics.order`).
        Ranks beyond `depth`, other runs and other queries are ignored.
    labels : pandas.DataFrame
        ``query_id``, ``doc_id``, ``grade`` (whole numbers); one label per pair. Grades below
        0 count as judged without gain.
    pool : pandas.DataFrame or None
        ``query_id``, ``doc_id`` of the pooled pairs; None where there is no pool. Every
        document without a label is then `UNJUDGED`.
    queries : sequence of str
        Queries to score, usually those that have labels.
    runs : sequence of str
        Runs to score.
    depth : int
        Number of ranks to keep.
    max_grade : int
        Top of the scale.
    retrieved : pandas.DataFrame, optional
        ``run``, ``query_id``, ``retrieved``: lengths of the whole rankings, where `rankings`
        holds only their tops. Counted from `rankings` if not given.

    Returns
    -------
    GradeMatrix
        ``len(runs) * len(queries)`` rows; run i on query j is row ``i * len(queries) + j``.
        A query that a run lacks is a row of `ABSENT` with ``retrieved`` 0.

    Raises
    ------
    MetricsError
        If a pair has two labels, a grade is no whole number or lies above the scale, a
        ranking holds a document twice, or its ranks are not 1, 2, 3, …
    """
    shown = rankings[rankings["rank"] <= depth]
    row = _rows(shown, runs, queries)
    shown, row = shown[row >= 0], row[row >= 0]
    column = shown["rank"].to_numpy(dtype=np.int64) - 1

    pairs = _number_pairs([labels, shown, shown if pool is None else pool], queries)
    known = _known_labels(labels, pairs[0], max_grade)
    waiting = _without_label(pairs[2], known)
    _check_rankings(shown, row, column, pairs[1].document)

    shape = (len(runs) * len(queries), depth)
    grades = np.full(shape, ABSENT, dtype=np.int16)
    grades[row, column] = _codes(pairs[1].key, known, waiting)
    documents = np.full(shape, -1, dtype=np.int32)
    documents[row, column] = pairs[1].document
    waiting_counts = np.bincount(waiting // pairs[2].n_documents, minlength=len(queries))
    return GradeMatrix(
        grades=grades,
        judged_counts=np.tile(known.count_by_grade(len(queries), max_grade), (len(runs), 1)),
        retrieved=_lengths(rankings, retrieved, runs, queries),
        pool_unjudged=None if pool is None else np.tile(waiting_counts, len(runs)),
        documents=documents,
    )


class _Pairs(NamedTuple):
    """Query-document pairs of one table as numbers; query −1 is one that is not scored."""

    query: IntArray
    document: IntArray
    n_documents: int

    @property
    def key(self) -> IntArray:
        """One number per pair, negative where the query is not scored."""
        return self.query * self.n_documents + self.document


class _KnownLabels(NamedTuple):
    """Labels of the scored queries, sorted by the key of their pair."""

    key: IntArray
    query: IntArray
    grade: IntArray

    def count_by_grade(self, n_queries: int, max_grade: int) -> IntArray:
        """Count the labels of each query by grade: ``int[n_queries, max_grade + 1]``."""
        width = max_grade + 1
        cells = np.bincount(self.query * width + self.grade, minlength=n_queries * width)
        return cells.reshape(n_queries, width)


def _number_pairs(frames: Sequence[pd.DataFrame], queries: Sequence[str]) -> list[_Pairs]:
    """Give equal pairs of several tables equal numbers."""
    ids = pd.concat([frame["doc_id"] for frame in frames], ignore_index=True)
    documents, values = pd.factorize(ids)
    ends = np.cumsum([len(frame) for frame in frames])[:-1]
    return [
        _Pairs(_positions(frame["query_id"], queries), part, max(len(values), 1))
        for frame, part in zip(frames, np.split(documents, ends), strict=True)
    ]


def _positions(values: pd.Series, wanted: Sequence[str]) -> IntArray:
    """Return the position of each value among the wanted ones, −1 where it is none."""
    # Ids repeat a lot: looking up each distinct one once is much faster.
    codes, distinct = pd.factorize(values)
    positions = pd.Index(wanted).get_indexer(pd.Index(distinct))
    return positions.astype(np.int64)[codes]


def _rows(frame: pd.DataFrame, runs: Sequence[str], queries: Sequence[str]) -> IntArray:
    """Return the matrix row of each line, −1 where its run or query is not scored."""
    run, query = _positions(frame["run"], runs), _positions(frame["query_id"], queries)
    return np.where((run >= 0) & (query >= 0), run * len(queries) + query, -1)


def _lengths(
    rankings: pd.DataFrame,
    retrieved: pd.DataFrame | None,
    runs: Sequence[str],
    queries: Sequence[str],
) -> IntArray:
    """Return the length of each ranking, 0 where a run lacks a query."""
    source = rankings if retrieved is None else retrieved
    row = _rows(source, runs, queries)
    n_rows = len(runs) * len(queries)
    if retrieved is None:
        return np.bincount(row[row >= 0], minlength=n_rows)
    lengths = np.zeros(n_rows, dtype=np.int64)
    lengths[row[row >= 0]] = retrieved["retrieved"].to_numpy()[row >= 0]
    return lengths


def _known_labels(labels: pd.DataFrame, pairs: _Pairs, max_grade: int) -> _KnownLabels:
    """Sort the labels by pair and check them."""
    kept = np.flatnonzero(pairs.query >= 0)
    kept = kept[np.argsort(pairs.key[kept], kind="stable")]
    key, grade = pairs.key[kept], labels["grade"].to_numpy()[kept]
    _refuse(labels, kept[1:][key[1:] == key[:-1]], "has two labels")
    _refuse(labels, kept[pd.isna(grade) | (grade % 1 != 0)], "has no whole number as its grade")
    _refuse(labels, kept[grade > max_grade], f"has a grade above {max_grade}, the scale's top")
    return _KnownLabels(key, pairs.query[kept], np.maximum(grade, 0).astype(np.int64))


def _without_label(pooled: _Pairs, known: _KnownLabels) -> IntArray:
    """Return the sorted keys, each once, of pooled pairs that have no label."""
    key = np.sort(pooled.key[pooled.query >= 0])
    key = key[~_same_as_before(key)]
    return key[_find(key, known.key) < 0]


def _codes(wanted: IntArray, known: _KnownLabels, waiting: IntArray) -> IntArray:
    """Return grade or code of each pair: labelled, waiting for a label, or neither."""
    codes = np.where(_find(wanted, waiting) >= 0, UNJUDGED, UNPOOLED)
    labelled = _find(wanted, known.key)
    codes[labelled >= 0] = known.grade[labelled[labelled >= 0]]
    return codes


def _find(wanted: IntArray, keys: IntArray) -> IntArray:
    """Return the position of each wanted key among sorted keys, −1 where it is missing."""
    if not keys.size:
        return np.full(len(wanted), -1)
    position = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[position] == wanted, position, -1)


def _check_rankings(
    shown: pd.DataFrame, row: IntArray, column: IntArray, document: IntArray
) -> None:
    """Refuse rankings that hold a document twice or whose ranks are not 1, 2, 3, … in turn."""
    order = np.lexsort((document, row))
    repeats = _same_as_before(row[order]) & _same_as_before(document[order])
    _refuse(shown, order[repeats], "stands twice in a ranking")
    order = np.lexsort((column, row))
    starts = ~_same_as_before(row[order])
    expected = np.arange(len(row)) - np.flatnonzero(starts)[np.cumsum(starts) - 1]
    _refuse(shown, order[column[order] != expected], "breaks the ranks 1, 2, 3, … of its ranking")


def _same_as_before(values: IntArray) -> BoolArray:
    """Tell for each entry whether it equals the one before it."""
    same = np.zeros(len(values), dtype=np.bool_)
    same[1:] = values[1:] == values[:-1]
    return same


def _refuse(frame: pd.DataFrame, positions: IntArray, fault: str) -> None:
    """Raise an error about the first of the given lines, if there is one."""
    if not positions.size:
        return
    line = frame.iloc[int(positions.min())]
    run = f" of run {line['run']!r}" if "run" in frame else ""
    others = f" (and {len(positions) - 1} more)" if len(positions) > 1 else ""
    raise MetricsError(
        f"Document {line['doc_id']!r} for query {line['query_id']!r}{run} {fault}{others}."
    )
