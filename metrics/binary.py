"""Measures that only ask whether a document is relevant.

Relevant is a document with a label of at least `rel`; documents without a label are not. The
examples share one ranking: an irrelevant document, one of grade 1, one without a label, one of
grade 3, an irrelevant one. Its query has four relevant documents, two of grade 1 and two of
grade 3, of which the ranking misses two.
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
    """Return P@k (precision), the share of the first `k` ranks that hold a relevant document.

    P@k = relevant documents in the top k / k: how much of what a reader sees first is of use,
    in whatever order. A ranking shorter than `k` is divided by `k` all the same, and where
    fewer than `k` documents are relevant no ranking reaches 1.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1, defined for every row.

    References
    ----------
    Manning, Raghavan and Schütze, Introduction to Information Retrieval, 2008, chapter 8.

    Examples
    --------
    >>> codes = np.array([[0, 1, -1, 3, 0]])  # −1: a document without a label
    >>> row = GradeMatrix(codes, judged_counts=np.array([[3, 2, 0, 2]]), retrieved=np.array([5]))
    >>> float(precision(row, k=5)[0]), float(precision(row, k=5, rel=2)[0])
    (0.4, 0.2)
    """
    return count_in_rows(_relevant(matrix, k, rel)) / k


def success(matrix: GradeMatrix, k: int, rel: int = 1) -> FloatArray:
    """Return Success@k (hit rate): 1 where a relevant document is among the first `k`, else 0.

    Its mean is the share of queries for which a reader who looks at `k` documents finds at
    least one of use: right where one is enough, blind to whether there are more.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]``, 0 or 1, defined for every row.

    References
    ----------
    Trec_eval's ``success``, since version 9; in question answering "accuracy@k".

    Examples
    --------
    >>> codes = np.array([[0, 1, -1, 3, 0]])  # −1: a document without a label
    >>> row = GradeMatrix(codes, judged_counts=np.array([[3, 2, 0, 2]]), retrieved=np.array([5]))
    >>> float(success(row, k=1)[0]), float(success(row, k=2)[0])
    (0.0, 1.0)
    """
    return (count_in_rows(_relevant(matrix, k, rel)) > 0).astype(np.float64)


def recall(
    matrix: GradeMatrix, k: int, rel: int = 1, topics: Topics = Topics.RELEVANT
) -> FloatArray:
    """Return R@k (recall), the share of the query's relevant documents found in the first `k`.

    R@k = relevant documents in the top k / all relevant documents that were judged, retrieved
    or not: what a first stage hands on to a reranker, or a patient reader finds. Relevant
    documents that nobody has judged are missing from the divisor, so it is an estimate as good
    as the pool. Where more than `k` documents are relevant no ranking reaches 1.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1; undefined where nothing is relevant.

    References
    ----------
    Manning, Raghavan and Schütze, Introduction to Information Retrieval, 2008, chapter 8.

    Examples
    --------
    >>> codes = np.array([[0, 1, -1, 3, 0]])  # −1: a document without a label
    >>> row = GradeMatrix(codes, judged_counts=np.array([[3, 2, 0, 2]]), retrieved=np.array([5]))
    >>> float(recall(row, k=2)[0]), float(recall(row, k=5)[0])
    (0.25, 0.5)
    """
    found = count_in_rows(_relevant(matrix, k, rel))
    return ratio(found, relevant_counts(matrix, rel), topics)


def reciprocal_rank(
    matrix: GradeMatrix, k: int | None, rel: int = 1, topics: Topics = Topics.RELEVANT
) -> FloatArray:
    """Return RR@k (reciprocal rank), 1/rank of the first relevant document within the top `k`.

    1 at rank 1, 1/2 at rank 2, 1/3 at rank 3, …, and 0 where the first `k` hold none. It asks
    for one good answer near the top (a known item, a fact) and looks no further. Its mean over
    queries is MRR.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1; undefined where nothing is relevant.

    References
    ----------
    Voorhees, The TREC-8 question answering track report, 1999.

    Examples
    --------
    >>> codes = np.array([[0, 1, -1, 3, 0]])  # −1: a document without a label
    >>> row = GradeMatrix(codes, judged_counts=np.array([[3, 2, 0, 2]]), retrieved=np.array([5]))
    >>> float(reciprocal_rank(row, k=None)[0]), float(reciprocal_rank(row, k=1)[0])
    (0.5, 0.0)
    """
    value = 1.0 / first_ranks(_relevant(matrix, k, rel))
    return np.where(relevant_counts(matrix, rel) > 0, value, topics.undefined)


def average_precision(
    matrix: GradeMatrix, k: int | None, rel: int = 1, topics: Topics = Topics.RELEVANT
) -> FloatArray:
    """Return AP (AP@k with a cut-off): the mean of P@r over the ranks r of relevant documents.

    AP = Σ_r P@r · [relevant at r] / all relevant documents. The sum is divided by the number
    of all relevant documents, so each one that was not found (or stands below rank `k`) counts
    0. It rewards finding everything, and the more the higher it stands: the area under the
    curve of precision against recall. Its mean over queries is MAP.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1; undefined where nothing is relevant.

    References
    ----------
    Manning, Raghavan and Schütze, Introduction to Information Retrieval, 2008, chapter 8.

    Examples
    --------
    Precision is 1/2 at rank 2 and 2/4 at rank 4; two of four relevant documents are missed:

    >>> codes = np.array([[0, 1, -1, 3, 0]])  # −1: a document without a label
    >>> row = GradeMatrix(codes, judged_counts=np.array([[3, 2, 0, 2]]), retrieved=np.array([5]))
    >>> float(average_precision(row, k=None)[0])
    0.25
    """
    hits = _relevant(matrix, k, rel)
    precisions = hits.cumsum(axis=1) / np.arange(1, hits.shape[1] + 1)
    return ratio(sum_of_rows(precisions * hits), relevant_counts(matrix, rel), topics)


def bpref(matrix: GradeMatrix, rel: int = 1, topics: Topics = Topics.RELEVANT) -> FloatArray:
    """Return bpref: how seldom judged irrelevant documents stand above relevant ones.

    With R relevant and N judged irrelevant documents of the query, each relevant document
    that was retrieved adds 1 − min(n, R) / min(N, R), n being the judged irrelevant documents
    above it; the sum is divided by R. Documents without a label play no part at all, which
    makes it steadier than AP where judgments are few, and blind to systems that return mostly
    what nobody has judged.

    Returns
    -------
    numpy.ndarray
        ``float64[rows]`` between 0 and 1; undefined where nothing is relevant.

    References
    ----------
    Buckley and Voorhees, Retrieval evaluation with incomplete information, SIGIR 2004; in
    the form of trec_eval since version 8.

    Examples
    --------
    R = 4, N = 3; one judged irrelevant document stands above each of the two that were found,
    so each adds 1 − 1/3:

    >>> codes = np.array([[0, 1, -1, 3, 0]])  # −1: a document without a label
    >>> row = GradeMatrix(codes, judged_counts=np.array([[3, 2, 0, 2]]), retrieved=np.array([5]))
    >>> round(float(bpref(row)[0]), 3)
    0.333
    """
    codes = matrix.top(None)
    relevant = codes >= rel
    above = ((codes >= 0) & ~relevant).cumsum(axis=1)
    r = relevant_counts(matrix, rel)
    n = matrix.judged_counts.sum(axis=1) - r
    lost = np.minimum(above, r[:, None]) / np.maximum(np.minimum(n, r), 1)[:, None]
    return ratio(sum_of_rows((1 - lost) * relevant), r, topics)
