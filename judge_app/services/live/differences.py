"""Differences between two runs, kept query by query so that one grade renews one row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from judge_app.services.live.scores import Scores
from metrics import (
    DifferenceRows,
    MeanDifference,
    Measure,
    Topics,
    mean_difference,
    ndcg_difference_rows,
)


class Differences:
    """Differences of pairs of runs in one nDCG.

    Parameters
    ----------
    scores : Scores
        Where the grades stand.
    measure : Measure
        nDCG with a cut-off.
    topics : Topics
        Which queries count.
    """

    def __init__(self, scores: Scores, measure: Measure, topics: Topics = Topics.RELEVANT) -> None:
        self._scores = scores
        self._measure = measure
        self._topics = topics
        self._kept: dict[tuple[int, int], tuple[int, DifferenceRows]] = {}

    def between(
        self, a: int, b: int, changed_at: NDArray[np.int64], position: int
    ) -> MeanDifference:
        """Return the mean difference of two runs; the parameters are those of `rows`."""
        return mean_difference(self.rows(a, b, changed_at, position))

    def rows(self, a: int, b: int, changed_at: NDArray[np.int64], position: int) -> DifferenceRows:
        """Return the difference of two runs, query by query.

        Parameters
        ----------
        a, b : int
            Numbers of the runs.
        changed_at : int64[queries]
            Place in the log at which each query's labels changed last.
        position : int
            Place in the log that the scores have reached.
        """
        known_at, rows = self._kept.get((a, b)) or (-1, _blank(len(changed_at)))
        stale = np.flatnonzero(changed_at > known_at)
        if len(stale):
            fresh = self._renewed(a, b, stale)
            for kept, renewed in zip(rows, fresh, strict=True):
                kept[stale] = renewed
        self._kept[a, b] = (position, rows)
        return rows

    def _renewed(self, a: int, b: int, queries: NDArray[np.intp]) -> DifferenceRows:
        measure = self._measure
        if measure.cutoff is None or measure.gain is None:
            raise TypeError(f"{measure} is no nDCG with a cut-off")
        return ndcg_difference_rows(
            self._scores.matrix_of(queries, a),
            self._scores.matrix_of(queries, b),
            measure.cutoff,
            measure.gain,
            self._topics,
        )


def _blank(n_queries: int) -> DifferenceRows:
    value, low, high = (np.full(n_queries, np.nan) for _ in range(3))
    return DifferenceRows(value, low, high, np.zeros(n_queries, dtype=np.int64))
