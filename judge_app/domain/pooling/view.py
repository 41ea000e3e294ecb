"""What a strategy sees of one query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from metrics import ABSENT, UNJUDGED, UNPOOLED, Gain, GradeMatrix
from metrics.arrays import BoolArray, FloatArray, IntArray
from metrics.discount import discounts

NO_LABEL = -1
CUTOFF = 10
"""Cut-off of the nDCG that adaptive strategies look at: the board's main measure."""


@dataclass(frozen=True, slots=True, eq=False)
class QueryView:
    """The documents that runs show for a query, and what is known of them.

    Attributes
    ----------
    doc_ids : tuple of str
        In byte order.
    ranks : int[documents, runs]
        Rank of each document in each run, from 1; 0 where the run does not show it.
    labels : int64[documents]
        Grades; ``NO_LABEL`` where there is none.
    is_candidate : bool[documents]
        Which of them somebody can be asked about.
    other_labels : int64[grades]
        Labelled documents of the query that are not among these, by grade.
    gain : Gain
        Gain variant.
    """

    doc_ids: tuple[str, ...]
    ranks: IntArray
    labels: IntArray
    is_candidate: BoolArray
    other_labels: IntArray
    gain: Gain

    @property
    def is_open(self) -> BoolArray:
        """``bool[documents]``: candidates without a label."""
        is_open: BoolArray = self.is_candidate & (self.labels == NO_LABEL)
        return is_open

    @property
    def max_grade(self) -> int:
        """Top of the scale."""
        return len(self.other_labels) - 1

    def with_label(self, place: int, grade: int) -> QueryView:
        """Return the view after one document got a label."""
        labels = self.labels.copy()
        labels[place] = grade
        return replace(self, labels=labels)

    def with_labels(self, labels: Mapping[str, int]) -> QueryView:
        """Return the view with these labels of the query, and no others."""
        place = {doc_id: n for n, doc_id in enumerate(self.doc_ids)}
        own = np.full(len(place), NO_LABEL, dtype=np.int64)
        others = np.zeros_like(self.other_labels)
        for doc_id, grade in labels.items():
            if doc_id in place:
                own[place[doc_id]] = grade
            else:
                others[grade] += 1
        return replace(self, labels=own, other_labels=others)

    def judged_counts(self) -> IntArray:
        """Return ``int64[grades]``: labelled documents of the query by grade."""
        known = self.labels[self.labels != NO_LABEL]
        return self.other_labels + np.bincount(known, minlength=len(self.other_labels))

    def discounts(self, cutoff: int | None = None) -> FloatArray:
        """Return ``float64[documents, runs]``: 1/log2(rank + 1); 0 where a run does not show it.

        Parameters
        ----------
        cutoff : int, optional
            Last rank that counts.
        """
        shown = self.ranks > 0
        if cutoff is not None:
            shown &= self.ranks <= cutoff
        table = discounts(max(1, int(self.ranks.max(initial=1))))
        return np.where(shown, table[np.maximum(self.ranks, 1) - 1], 0.0)

    def above(self, marked: BoolArray) -> IntArray:
        """Return ``int64[documents, runs]``: how many marked documents a run has above each.

        Meaningless where the run does not show the document.
        """
        last = np.iinfo(np.int64).max
        order = np.argsort(np.where(self.ranks > 0, self.ranks, last), axis=0, kind="stable")
        counted = marked[:, None] & (self.ranks > 0)
        in_order = np.take_along_axis(counted, order, axis=0)
        before: IntArray = np.cumsum(in_order, axis=0, dtype=np.int64) - in_order
        counts = np.zeros(before.shape, dtype=np.int64)
        np.put_along_axis(counts, order, before, axis=0)
        return counts

    def places(self, cutoff: int) -> IntArray:
        """Return ``int64[runs, cutoff]``: number of the document at each rank; −1 where none."""
        n_runs = self.ranks.shape[1]
        places = np.full((n_runs, cutoff), -1, dtype=np.int64)
        documents, runs = np.nonzero((self.ranks > 0) & (self.ranks <= cutoff))
        places[runs, self.ranks[documents, runs] - 1] = documents
        return places

    def grade_matrix(self, cutoff: int) -> GradeMatrix:
        """Return the first ranks of every run with their labels, one row per run."""
        places = self.places(cutoff)
        unlabelled = np.where(self.is_candidate, UNJUDGED, UNPOOLED)
        codes = np.append(np.where(self.labels == NO_LABEL, unlabelled, self.labels), ABSENT)
        n_runs = len(places)
        return GradeMatrix(
            grades=codes[places],
            judged_counts=np.tile(self.judged_counts(), (n_runs, 1)),
            retrieved=np.count_nonzero(places >= 0, axis=1),
            pool_unjudged=np.full(n_runs, np.count_nonzero(self.is_open)),
            documents=places,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Stack:
    """The documents of all queries as rows, those of a query together, in byte order of the ids.

    Attributes
    ----------
    query_ids : sequence of str
        Queries.
    starts : int64[queries + 1]
        First row of each query, and the number of rows.
    doc_ids : object[rows]
        Documents.
    ranks : int32[rows, runs]
        As in `QueryView`.
    is_candidate : bool[rows]
        As in `QueryView`.
    """

    query_ids: Sequence[str]
    starts: IntArray
    doc_ids: NDArray[np.object_]
    ranks: IntArray
    is_candidate: BoolArray

    def as_one(self, gain: Gain) -> QueryView:
        """Return all rows as if they were of one query, for what looks at each row alone."""
        unlabelled = np.full(len(self.doc_ids), NO_LABEL, dtype=np.int64)
        none = np.zeros(2, dtype=np.int64)
        return QueryView(tuple(self.doc_ids), self.ranks, unlabelled, self.is_candidate, none, gain)


def stack(
    rankings: pd.DataFrame, runs: Sequence[str], candidates: pd.DataFrame | None = None
) -> Stack:
    """Arrange rankings by document; the parameters are those of `query_views`."""
    columns = pd.Index(list(runs)).get_indexer(pd.Index(rankings["run"]))
    rankings, columns = rankings[columns >= 0], columns[columns >= 0]
    keys = ["query_id", "doc_id"]
    pairs = rankings[keys] if candidates is None else pd.concat([rankings[keys], candidates[keys]])
    queries, query_ids = pd.factorize(pairs["query_id"], sort=True)
    documents, doc_ids = pd.factorize(pairs["doc_id"], sort=True)
    codes = queries * max(len(doc_ids), 1) + documents
    rows, place = np.unique(codes, return_inverse=True)
    ranks = np.zeros((len(rows), len(runs)), dtype=np.int32)
    n_ranked = len(rankings)
    ranks[place[:n_ranked], columns] = rankings["rank"].to_numpy()
    is_candidate = np.full(len(rows), candidates is None)
    is_candidate[place[n_ranked:]] = True
    row_queries = rows // max(len(doc_ids), 1)
    return Stack(
        [str(query_id) for query_id in query_ids],
        np.searchsorted(row_queries, np.arange(len(query_ids) + 1)),
        np.asarray(doc_ids, dtype=object)[rows % max(len(doc_ids), 1)],
        ranks,
        is_candidate,
    )


def query_views(
    rankings: pd.DataFrame,
    runs: Sequence[str],
    *,
    max_grade: int,
    gain: Gain,
    labels: Mapping[str, Mapping[str, int]] | None = None,
    candidates: pd.DataFrame | None = None,
) -> dict[str, QueryView]:
    """Return what strategies see of every query, in byte order of the queries.

    Parameters
    ----------
    rankings : DataFrame
        ``query_id, doc_id, run, rank``, in any order.
    runs : sequence of str
        The runs in the order in which the views have them; rows of others are left out.
    max_grade, gain
        The project's scale and gain.
    labels : mapping of str to mapping of str to int, optional
        Labels by query and document.
    candidates : DataFrame, optional
        ``query_id, doc_id`` that somebody can be asked about; all that are shown when not given.
        Those that no run shows are in the view too, without a rank.
    """
    stacked = stack(rankings, runs, candidates)
    views = {}
    for query_id, rows in zip(
        stacked.query_ids, map(slice, stacked.starts[:-1], stacked.starts[1:]), strict=True
    ):
        doc_ids = tuple(stacked.doc_ids[rows])
        unlabelled = np.full(len(doc_ids), NO_LABEL, dtype=np.int64)
        none = np.zeros(max_grade + 1, dtype=np.int64)
        view = QueryView(
            doc_ids, stacked.ranks[rows], unlabelled, stacked.is_candidate[rows], none, gain
        )
        known = (labels or {}).get(query_id)
        views[query_id] = view.with_labels(known) if known else view
    return views
