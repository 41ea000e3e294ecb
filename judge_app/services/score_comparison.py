"""How far the difference of two run files may move, and the comparisons of all with the first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from judge_app.services.score_pool import FilePool
from metrics import (
    LEVEL,
    RESAMPLES,
    Comparison,
    Evaluation,
    GradeMatrix,
    MeanDifference,
    compare_runs,
    has_difference_bounds,
    measure_difference,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from judge_app.importing.run_scan import RunScan
    from judge_app.services.score_labels import FileLabels
    from metrics import Measure, Topics
    from metrics.arrays import IntArray


@dataclass(frozen=True, slots=True)
class FileComparisons:
    """Every run beside the first.

    Attributes
    ----------
    rows : tuple of Comparison
        By measure, then run.
    pool : FilePool
        What the bounds of the differences leave open.
    seed : int
        What the draws started from.
    """

    rows: tuple[Comparison, ...]
    pool: FilePool
    seed: int

    def stamp(self) -> dict[str, Any]:
        """Return what the comparisons hang on beside the labels."""
        return {
            "pool": str(self.pool),
            "seed": self.seed,
            "resamples": RESAMPLES,
            "interval_level": LEVEL,
        }

    def as_json(self) -> list[dict[str, Any]]:
        """Return one row per comparison; None where there is nothing to say."""
        return [_row(comparison) for comparison in self.rows]


class Comparer:
    """Sets each run beside the first as it is read.

    Only the first one's top is kept, so that memory does not grow with the number of runs.

    Parameters
    ----------
    labels : FileLabels
        The labels.
    measures : sequence of Measure
        What is compared.
    topics : Topics
        Topics in the means.
    pool : FilePool or None
        What bounds leave open. If it is not said that is an open world, which assumes least.
    """

    def __init__(
        self,
        labels: FileLabels,
        measures: Sequence[Measure],
        topics: Topics,
        pool: FilePool | None,
    ) -> None:
        self._labels = labels
        self._bounded = [measure for measure in measures if has_difference_bounds(measure)]
        self._topics = topics
        self._pool = pool or FilePool.OPEN
        self._top: _Top | None = None
        self._bounds: dict[tuple[str, str], MeanDifference | None] = {}

    @property
    def depth(self) -> int:
        """Down to which rank it must be known which document stands where; 0 for nowhere."""
        return max((measure.cutoff or 0 for measure in self._bounded), default=0)

    def add(self, run: str, scan: RunScan) -> None:
        """Take the next run, scanned with ``shown=depth``; what comes first is the baseline."""
        if not self._bounded:
            return
        matrix = self._labels.matrix(scan, self._bounded, self._pool)
        top = _Top.of(matrix, scan.shown, self._labels.queries)
        if self._top is None:
            self._top = top
            return
        ours, theirs = top.told_apart_from(self._top)
        for measure in self._bounded:
            bounds = measure_difference(measure, ours, theirs, self._topics)
            self._bounds[run, str(measure)] = bounds

    def comparisons(self, evaluations: Mapping[str, Evaluation], seed: int) -> FileComparisons:
        """Compare every other run with the first.

        Parameters
        ----------
        evaluations : mapping
            One per run, in the order in which they were taken.
        seed : int
            Start of the random draws.
        """
        columns = ["run", "query_id", "measure", "value"]
        per_query = pd.concat([one.per_query[columns] for one in evaluations.values()])
        rows = compare_runs(per_query, next(iter(evaluations)), seed=seed, bounds=self._bounds)
        return FileComparisons(tuple(rows), self._pool, seed)


@dataclass(frozen=True, slots=True, eq=False)
class _Top:
    """The grades at the top of a run, and which document stands where.

    Attributes
    ----------
    matrix : GradeMatrix
        One row per query.
    row, column : numpy.ndarray
        ``int[documents]``: places of the documents in the matrix.
    doc_ids : pandas.Series
        The documents.
    """

    matrix: GradeMatrix
    row: IntArray
    column: IntArray
    doc_ids: pd.Series

    @classmethod
    def of(cls, matrix: GradeMatrix, shown: pd.DataFrame, queries: pd.Index) -> _Top:
        """Find the places of documents (``query_id``, ``doc_id``, ``rank``) in a matrix."""
        row = queries.get_indexer(pd.Index(shown["query_id"]))
        scored = row >= 0
        column = shown["rank"].to_numpy(dtype=np.int64)[scored] - 1
        return cls(matrix, row[scored], column, shown["doc_id"][scored])

    def told_apart_from(self, other: _Top) -> tuple[GradeMatrix, GradeMatrix]:
        """Return the matrices of both with numbers for their documents, equal for the same."""
        numbers, _ = pd.factorize(pd.concat([self.doc_ids, other.doc_ids]))
        split = len(self.doc_ids)
        return self._numbered(numbers[:split]), other._numbered(numbers[split:])

    def _numbered(self, numbers: IntArray) -> GradeMatrix:
        documents = np.full(self.matrix.grades.shape, -1, dtype=np.int32)
        documents[self.row, self.column] = numbers
        return replace(self.matrix, documents=documents)


def _row(comparison: Comparison) -> dict[str, Any]:
    interval = comparison.interval or (None, None)
    bounds = comparison.bounds
    return {
        "run": comparison.run,
        "baseline": comparison.baseline,
        "measure": comparison.measure,
        "difference": comparison.difference,
        "interval_low": interval[0],
        "interval_high": interval[1],
        "p_value": comparison.p_value,
        "p_adjusted": comparison.p_adjusted,
        "wins": comparison.wins,
        "ties": comparison.ties,
        "losses": comparison.losses,
        "n_queries": comparison.n_queries,
        "low": None if bounds is None else bounds.low,
        "high": None if bounds is None else bounds.high,
        "state": comparison.state,
    }
