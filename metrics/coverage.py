"""How much of what a system shows was judged."""

from __future__ import annotations

import numpy as np

from metrics.arrays import FloatArray, count_in_rows
from metrics.matrix import ABSENT, GradeMatrix


def judged_at(matrix: GradeMatrix, k: int | None) -> FloatArray:
    """Return Judged@k, the share of the first `k` documents that have a label.

    Judged@k = labelled documents in the top k / min(k, retrieved). It says how far the other
    figures at `k` can be trusted: all of them take what has no label for irrelevant. The share
    is taken of the documents that are there; trec_eval 10's ``unj_k`` divides by `k` instead.
    Even Judged@k = 1 leaves nDCG open where pooled documents outside the top k wait for a
    label: see `metrics.bounds`.

    Parameters
    ----------
    matrix : GradeMatrix
        Rankings.
    k : int or None
        Cut-off; None for whole rankings.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1; 0 where the run has nothing for the query.

    Examples
    --------
    >>> codes = np.array([[0, 1, -1, 3, 0]])  # −1: a document without a label
    >>> row = GradeMatrix(codes, judged_counts=np.array([[3, 2, 0, 2]]), retrieved=np.array([5]))
    >>> float(judged_at(row, k=2)[0]), float(judged_at(row, k=10)[0])
    (1.0, 0.8)
    """
    codes = matrix.top(k)
    judged = count_in_rows(codes >= 0)
    shown = count_in_rows(codes != ABSENT)
    return judged / np.maximum(shown, 1)
