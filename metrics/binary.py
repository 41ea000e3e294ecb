"""Measures that only ask whether a document is relevant.

Relevant is a document with a label of at least `rel`; documents without a label are not.
"""

from __future__ import annotations

import numpy as np

from metrics.arrays import BoolArray, FloatArray, IntArray, count_in_rows, sum_of_rows
from metrics.matrix import GradeMatrix
from metrics.topics import Topics, ratio


def relevant_counts(matrix: GradeMatrix, rel: int = 1) -> IntArray:
    """Return R, the number of relevant documents of each row's query, retrieved or not."""
    counts: IntArray = matrix.judged_counts[:, rel:].sum(axis=1, dtype=np.int64)
    return counts


def _relevant(matrix: GradeMatrix, k: int | None, rel: int) -> BoolArray:
    """Tell for each of the first `k` ranks whether a relevant document stands there."""
    return matrix.top(k) >= rel


def first_ranks(hits: BoolArray) -> FloatArray:
    """Return the rank of the first hit of each row, infinity where there is none."""
    if not hits.shape[1]:
        return np.full(len(hits), np.inf)
    return np.where(hits.any(axis=1), hits.argmax(axis=1) + 1.0, np.inf)


def precision(matrix: GradeMatrix, k: int, rel: int = 1) -> FloatArray:
    """Return P@k, the relevant documents among the first `k` divided by `k`.

    A ranking shorter than `k` is divided by `k` all the same.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1, defined for every row.
    """
    return count_in_rows(_relevant(matrix, k, rel)) / k


def success(matrix: GradeMatrix, k: int, rel: int = 1) -> FloatArray:
    """Return Success@k (hit rate): 1 where a relevant document is among the first `k`, else 0."""
    return (count_in_rows(_relevant(matrix, k, rel)) > 0).astype(np.float64)


def recall(
    matrix: GradeMatrix, k: int, rel: int = 1, topics: Topics = Topics.RELEVANT
) -> FloatArray:
    """Return R@k, the share of the query's relevant documents found in the first `k`.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1; undefined where nothing is relevant.
    """
    found = count_in_rows(_relevant(matrix, k, rel))
    return ratio(found, relevant_counts(matrix, rel), topics)


def reciprocal_rank(
    matrix: GradeMatrix, k: int | None, rel: int = 1, topics: Topics = Topics.RELEVANT
) -> FloatArray:
    """Return RR@k, 1/rank of the first relevant document, 0 where the first `k` hold none.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1; undefined where nothing is relevant.
    """
    value = 1.0 / first_ranks(_relevant(matrix, k, rel))
    return np.where(relevant_counts(matrix, rel) > 0, value, topics.undefined)


def average_precision(
    matrix: GradeMatrix, k: int | None, rel: int = 1, topics: Topics = Topics.RELEVANT
) -> FloatArray:
    """Return AP (AP@k with a cut-off): the mean of P@r over the ranks r of relevant documents.

    The sum is divided by the number of all relevant documents, so each one that was not
    found (or stands below rank `k`) counts 0.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1; undefined where nothing is relevant.
    """
    hits = _relevant(matrix, k, rel)
    precisions = hits.cumsum(axis=1) / np.arange(1, hits.shape[1] + 1)
    return ratio(sum_of_rows(precisions * hits), relevant_counts(matrix, rel), topics)


def bpref(matrix: GradeMatrix, rel: int = 1, topics: Topics = Topics.RELEVANT) -> FloatArray:
    """Return bpref: how seldom judged irrelevant documents stand above relevant ones.

    With R relevant and N judged irrelevant documents of the query, each relevant document
    that was retrieved adds 1 − min(n, R) / min(N, R), n being the judged irrelevant documents
    above it; the sum is divided by R. Documents without a label play no part at all.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1; undefined where nothing is relevant.

    References
    ----------
    Buckley and Voorhees, Retrieval evaluation with incomplete information, SIGIR 2004; in
    the form of trec_eval since version 8.
    """
    codes = matrix.top(None)
    relevant = codes >= rel
    above = ((codes >= 0) & ~relevant).cumsum(axis=1)
    r = relevant_counts(matrix, rel)
    n = matrix.judged_counts.sum(axis=1) - r
    lost = np.minimum(above, r[:, None]) / np.maximum(np.minimum(n, r), 1)[:, None]
    return ratio(sum_of_rows((1 - lost) * relevant), r, topics)
