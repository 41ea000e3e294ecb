"""How much of what a system shows was judged."""

from __future__ import annotations

import numpy as np

from metrics.arrays import FloatArray, count_in_rows
from metrics.matrix import ABSENT, GradeMatrix


def judged_at(matrix: GradeMatrix, k: int | None) -> FloatArray:
    """Return Judged@k, the share of the first `k` documents that have a label.

    The share is taken of the documents that are there, min(k, retrieved); trec_eval 10's
    ``unj_k`` divides by `k` instead.

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
    """
    codes = matrix.top(k)
    judged = count_in_rows(codes >= 0)
    shown = count_in_rows(codes != ABSENT)
    return judged / np.maximum(shown, 1)
