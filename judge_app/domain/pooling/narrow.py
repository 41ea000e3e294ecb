"""Narrow the intervals: the label from which the bounds of all systems are expected to gain."""

from __future__ import annotations

import numpy as np

from judge_app.domain.pooling.view import CUTOFF, QueryView
from metrics import GradeMatrix, Topics, ndcg_bounds
from metrics.arrays import BoolArray, FloatArray, IntArray


def by_narrowing(view: QueryView) -> FloatArray:
    """Return by how much a label is expected to shrink the summed intervals of nDCG@10.

    For each document and each grade the exact bounds of every run are computed as if that were its
    label; the widths are weighed by how often the grade was given for this query, one more of
    each. Documents that stand at the same ranks have the same effect and are computed once. It can
    be negative: a relevant document that no run shows opens what seemed closed.
    """
    places = np.flatnonzero(view.is_open)
    priorities = np.zeros(len(view.doc_ids))
    if not len(places):
        return priorities
    matrix = view.grade_matrix(CUTOFF)
    near = np.where(view.ranks <= CUTOFF, view.ranks, 0)[places]
    _, first, kind = np.unique(near, axis=0, return_index=True, return_inverse=True)
    widths = _widths_after(view, matrix, places[first])
    chances = view.judged_counts() + 1.0
    expected = widths @ (chances / chances.sum())
    priorities[places] = (_width(matrix, view) - expected)[kind.reshape(-1)]
    return priorities


def _width(matrix: GradeMatrix, view: QueryView) -> float:
    bounds = ndcg_bounds(matrix, CUTOFF, view.gain, Topics.ALL)
    return float((bounds.high - bounds.low).sum())


def _widths_after(view: QueryView, matrix: GradeMatrix, places: IntArray) -> FloatArray:
    """Return ``float64[places, grades]``: summed widths if a document had a grade."""
    n_runs, n_grades = len(matrix.grades), view.max_grade + 1
    shape = (len(places), n_grades, n_runs, CUTOFF)
    is_there: BoolArray = view.places(CUTOFF) == places[:, None, None]
    grades = np.arange(n_grades)
    codes = np.where(is_there[:, None], grades[:, None, None], matrix.grades[None, None])
    counts = matrix.judged_counts[None, :, :] + np.eye(n_grades, dtype=np.int64)[:, None, :]
    rows = len(places) * n_grades * n_runs
    after = GradeMatrix(
        grades=codes.reshape(rows, CUTOFF),
        judged_counts=np.broadcast_to(counts, (*shape[:3], n_grades)).reshape(rows, n_grades),
        retrieved=np.tile(matrix.retrieved, len(places) * n_grades),
        pool_unjudged=np.full(rows, np.count_nonzero(view.is_open) - 1),
    )
    bounds = ndcg_bounds(after, CUTOFF, view.gain, Topics.ALL)
    widths: FloatArray = (bounds.high - bounds.low).reshape(shape[:3]).sum(axis=2)
    return widths
