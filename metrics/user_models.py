"""Measures that model a reader who goes down the list and stops somewhere."""

from __future__ import annotations

import numpy as np

from metrics.arrays import FloatArray, count_in_rows, sum_of_rows
from metrics.bounds import Bounds
from metrics.gain import Gain
from metrics.matrix import ABSENT, GradeMatrix, gains_of, with_top_grade, without_label

GDEVAL_TOP_GRADE = 4
"""Grade that gdeval, and so ir_measures, takes for the top of every scale."""


def err(matrix: GradeMatrix, k: int | None) -> FloatArray:
    """Return ERR@k, the expected reciprocal rank at which a reader is satisfied.

    A document of grade g satisfies with probability p = (2^g − 1) / 2^T, and the reader goes on
    until satisfied: ERR = Σ_r 1/r · p_r · Π_{i < r} (1 − p_i). So a good document counts less
    where good ones stand above it, which nDCG does not know. T is 4 as in gdeval, so that the
    name means what ir_measures means by it, and the top of the scale where that is higher; a
    perfect ranking stays below 1.

    Parameters
    ----------
    matrix : GradeMatrix
        Rankings.
    k : int or None
        Cut-off; None for whole rankings.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1, defined for every row.

    References
    ----------
    Chapelle, Metzler, Zhang and Grinspan, Expected reciprocal rank for graded relevance,
    CIKM 2009.

    Examples
    --------
    The document of grade 1 at rank 2 satisfies with 1/16, that of grade 3 at rank 4 with 7/16:
    1/2 · 1/16 + 1/4 · 15/16 · 7/16.

    >>> codes = np.array([[0, 1, -1, 3, 0]])  # −1: a document without a label
    >>> row = GradeMatrix(codes, judged_counts=np.array([[3, 2, 0, 2]]), retrieved=np.array([5]))
    >>> round(float(err(row, k=5)[0]), 4)
    0.1338
    """
    codes = matrix.top(k)
    scale = np.exp2(max(GDEVAL_TOP_GRADE, matrix.max_grade))
    satisfied = gains_of(codes, Gain.EXPONENTIAL, matrix.max_grade) / scale
    going_on = np.ones_like(satisfied)
    np.cumprod(1 - satisfied[:, :-1], axis=1, out=going_on[:, 1:])
    return sum_of_rows(satisfied * going_on / np.arange(1, codes.shape[1] + 1))


def err_bounds(matrix: GradeMatrix, k: int | None) -> Bounds:
    """Return the exact bounds of ERR@k: raising a grade never lowers it."""
    return Bounds(err(matrix, k), err(with_top_grade(matrix), k))


def rbp(matrix: GradeMatrix, k: int | None, p: float, rel: int = 1) -> FloatArray:
    """Return RBP(p), the rate at which a reader of persistence p meets relevant documents.

    RBP = (1 − p) · Σ_r p^(r − 1) · [grade at r ≥ rel]. The reader always looks at rank 1 and
    goes on from each document to the next with probability p, so rank r is read with
    probability p^(r − 1) and 1/(1 − p) documents are read on average: five for p = 0.8. It
    needs no number of relevant documents, so unjudged ones only ever add to it: see
    `rbp_residual`.

    Parameters
    ----------
    matrix : GradeMatrix
        Rankings.
    k : int or None
        Cut-off; None for whole rankings.
    p : float
        Probability, between 0 and 1, of going on to the next document.
    rel : int
        Lowest relevant grade.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1, defined for every row.

    References
    ----------
    Moffat and Zobel, Rank-biased precision for measurement of retrieval effectiveness,
    TOIS 2008.

    Examples
    --------
    Relevant documents stand at ranks 2 and 4: 0.5 · (0.5 + 0.125).

    >>> codes = np.array([[0, 1, -1, 3, 0]])  # −1: a document without a label
    >>> row = GradeMatrix(codes, judged_counts=np.array([[3, 2, 0, 2]]), retrieved=np.array([5]))
    >>> float(rbp(row, k=None, p=0.5)[0])
    0.3125
    """
    codes = matrix.top(k)
    return sum_of_rows((codes >= rel) * reading_weights(codes.shape[1], p))


def rbp_residual(matrix: GradeMatrix, k: int | None, p: float) -> FloatArray:
    """Return how much RBP(p) could still rise: (1 − p) · Σ_unjudged p^(r − 1) + p^n.

    n is the number of documents shown (at most `k`): what might follow them is unknown too,
    so the residual never vanishes, and value + residual is the largest RBP possible.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1.

    References
    ----------
    Moffat and Zobel, TOIS 2008, section 4.

    Examples
    --------
    The unjudged document at rank 3 weighs 0.5 · 0.25, all that may follow rank 5 weighs 0.5^5.

    >>> codes = np.array([[0, 1, -1, 3, 0]])  # −1: a document without a label
    >>> row = GradeMatrix(codes, judged_counts=np.array([[3, 2, 0, 2]]), retrieved=np.array([5]))
    >>> float(rbp_residual(row, k=None, p=0.5)[0])
    0.15625
    """
    codes = matrix.top(k)
    shown = count_in_rows(codes != ABSENT)
    unknown = sum_of_rows(without_label(codes) * reading_weights(codes.shape[1], p))
    return unknown + p**shown


def rbp_bounds(matrix: GradeMatrix, k: int | None, p: float, rel: int = 1) -> Bounds:
    """Return RBP and RBP plus its residual."""
    low = rbp(matrix, k, p, rel)
    return Bounds(low, np.minimum(low + rbp_residual(matrix, k, p), 1.0))


def reading_weights(depth: int, p: float) -> FloatArray:
    """Return (1 − p) · p^(r − 1) for ranks 1 … depth."""
    return (1 - p) * p ** np.arange(depth, dtype=np.float64)
