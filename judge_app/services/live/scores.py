"""Grades at every rank and the values they give, recomputed query by query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from judge_app.services.live.layout import NO_DOCUMENT, Layout, find_pairs, pair_codes
from metrics import (
    ABSENT,
    UNJUDGED,
    UNPOOLED,
    GradeMatrix,
    Measure,
    Topics,
    measure_bounds,
    measure_rows,
)

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class MeasureScores:
    """One measure for every run and query.

    Attributes
    ----------
    value : float64[runs, queries]
        NaN where undefined.
    low, high : float64[runs, queries] or None
        Bounds, NaN where the value is; None for measures without bounds.
    judged : float64[runs, queries]
        Judged@k at the measure's cut-off.
    """

    value: FloatArray
    low: FloatArray | None
    high: FloatArray | None
    judged: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class _Loaded:
    """Labels as they were loaded: of query ``n`` those from ``starts[n]`` to ``starts[n + 1]``."""

    starts: NDArray[np.int64]
    doc_ids: pa.Array
    grades: NDArray[np.int64]

    def of(self, query: int) -> dict[str, int]:
        """Return the labels of one query by document id."""
        mine = slice(int(self.starts[query]), int(self.starts[query + 1]))
        return dict(zip(self.doc_ids[mine].to_pylist(), self.grades[mine].tolist(), strict=True))


class Scores:
    """Holds the grade at every rank and every measure's values.

    Parameters
    ----------
    layout : Layout
        The rankings.
    measures : sequence of Measure
        What is computed.
    max_grade : int
        Top of the project's scale.
    """

    def __init__(self, layout: Layout, measures: Sequence[Measure], max_grade: int) -> None:
        self._layout = layout
        n_queries = len(layout.queries)
        pooled = layout.pooled_mask()
        self._codes = np.where(pooled, UNJUDGED, UNPOOLED).astype(np.int16)
        self._codes[layout.documents == NO_DOCUMENT] = ABSENT
        self._judged_counts = np.zeros((n_queries, max_grade + 1), dtype=np.int32)
        self.pool_size = layout.pool_sizes()
        self.pool_unjudged = self.pool_size.copy()
        # None where nobody asked yet for what was loaded.
        self._labels: list[dict[str, int] | None] = [None] * n_queries
        self._loaded = _Loaded(
            np.zeros(n_queries + 1, dtype=np.int64),
            pa.array([], pa.large_string()),
            np.zeros(0, dtype=np.int64),
        )
        shape = (len(layout.runs), n_queries)
        nothing = self._matrix(slice(0, 0))
        self.by_measure: Mapping[Measure, MeasureScores] = {
            measure: _empty(shape, has_bounds=measure_bounds(measure, nothing) is not None)
            for measure in measures
        }

    def load(
        self, queries: NDArray[np.int64], doc_ids: pa.Array, grades: NDArray[np.int64]
    ) -> None:
        """Take over the labels of a whole log; the values follow with `recompute_all`.

        Parameters
        ----------
        queries : int64[labels]
            Numbers of the queries, ascending.
        doc_ids : pyarrow.Array
            ``large_string[labels]``.
        grades : int64[labels]
            The labels.
        """
        layout = self._layout
        sizes = np.bincount(queries, minlength=len(layout.queries))
        self._loaded = _Loaded(np.append(0, np.cumsum(sizes)), doc_ids, grades)
        self._labels = [None] * len(layout.queries)
        np.add.at(self._judged_counts, (queries, grades), 1)
        documents = layout.numbers(doc_ids)
        has_place = documents != NO_DOCUMENT
        pairs = pair_codes(queries[has_place], documents[has_place])
        pooled = queries[has_place][find_pairs(pairs, layout.pool)[1]]
        self.pool_unjudged -= np.bincount(pooled, minlength=len(layout.queries)).astype(np.int32)
        order = np.argsort(pairs)
        places, found = find_pairs(layout.ranked_pairs(), pairs[order])
        self._codes[found] = grades[has_place][order][places[found]]

    def set_label(self, query: int, doc_id: str, label: int | None) -> bool:
        """Change the label of one pair; the values follow with `recompute`.

        Returns
        -------
        bool
            Whether anything changed.
        """
        labels = self._labels_of(query)
        old = labels.get(doc_id)
        if old == label:
            return False
        document = self._layout.document(doc_id)
        pooled = self._layout.is_pooled(query, document)
        if old is not None:
            self._judged_counts[query, old] -= 1
            del labels[doc_id]
        if label is not None:
            self._judged_counts[query, label] += 1
            labels[doc_id] = label
        if pooled:
            self.pool_unjudged[query] += int(label is None) - int(old is None)
        unlabelled = UNJUDGED if pooled else UNPOOLED
        here = self._layout.documents[query] == document
        self._codes[query][here] = unlabelled if label is None else label
        return True

    def recompute(self, queries: slice) -> None:
        """Bring the values of some queries up to date."""
        matrix = self._matrix(queries)
        block = (len(self._layout.queries[queries]), len(self._layout.runs))
        for measure, scores in self.by_measure.items():
            rows = measure_rows(measure, matrix, Topics.RELEVANT)
            scores.value[:, queries] = rows.value.reshape(block).T
            scores.judged[:, queries] = rows.judged.reshape(block).T
            if scores.low is not None and scores.high is not None and rows.bounds is not None:
                scores.low[:, queries] = rows.bounds.low.reshape(block).T
                scores.high[:, queries] = rows.bounds.high.reshape(block).T

    def recompute_all(self, queries_at_once: int = 2000) -> None:
        """Bring all values up to date, in blocks that keep the memory small."""
        for start in range(0, len(self._layout.queries), queries_at_once):
            self.recompute(slice(start, start + queries_at_once))

    def labels_of(self, query: int) -> Mapping[str, int]:
        """Return the labels of one query by document id."""
        return self._labels_of(query)

    def _labels_of(self, query: int) -> dict[str, int]:
        labels = self._labels[query]
        if labels is None:
            labels = self._labels[query] = self._loaded.of(query)
        return labels

    def labelled(self) -> NDArray[np.bool_]:
        """Return ``bool[queries]``: whether a query has any label."""
        labelled: NDArray[np.bool_] = self._judged_counts.sum(axis=1) > 0
        return labelled

    def without_relevant(self) -> NDArray[np.bool_]:
        """Return ``bool[queries]``: whether a query has labels and all of them are 0."""
        found: NDArray[np.bool_] = self.labelled() & (self._judged_counts[:, 1:].sum(axis=1) == 0)
        return found

    def n_labels(self) -> int:
        """Return how many pairs are labelled."""
        return int(self._judged_counts.sum())

    def matrix_of(self, queries: NDArray[np.intp], run: int) -> GradeMatrix:
        """Return the grade matrix of one run for some queries, one row per query."""
        layout = self._layout
        return GradeMatrix(
            grades=self._codes[queries, run],
            judged_counts=self._judged_counts[queries],
            retrieved=layout.retrieved[queries, run],
            pool_unjudged=self.pool_unjudged[queries],
            documents=layout.documents[queries, run],
        )

    def _matrix(self, queries: slice) -> GradeMatrix:
        layout = self._layout
        codes, documents = self._codes[queries], layout.documents[queries]
        n_queries, n_runs, depth = codes.shape
        return GradeMatrix(
            grades=codes.reshape(n_queries * n_runs, depth),
            judged_counts=np.repeat(self._judged_counts[queries], n_runs, axis=0),
            retrieved=layout.retrieved[queries].reshape(-1),
            pool_unjudged=np.repeat(self.pool_unjudged[queries], n_runs),
            documents=documents.reshape(n_queries * n_runs, depth),
        )


def _empty(shape: tuple[int, int], *, has_bounds: bool) -> MeasureScores:
    def blank() -> FloatArray:
        return np.full(shape, np.nan)

    low, high = (blank(), blank()) if has_bounds else (None, None)
    return MeasureScores(blank(), low, high, blank())
