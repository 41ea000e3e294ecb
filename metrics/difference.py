"""How far the nDCG difference of two runs may move when unjudged documents are judged."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from metrics.arrays import FloatArray, IntArray, count_in_rows, sum_of_rows
from metrics.bounds import Bounds, in_slices
from metrics.discount import discounts
from metrics.errors import MetricsError
from metrics.extremes import OpenRatio
from metrics.gain import Gain, gain_table
from metrics.ideal import counts_at_least
from metrics.matrix import ABSENT, UNJUDGED, GradeMatrix, gains_of, without_label
from metrics.ndcg import ndcg
from metrics.topics import Topics

ROUNDING = 1e-12
"""Differences up to this size are taken for rounding, not for a lead."""


class DifferenceRows(NamedTuple):
    """The difference of two runs, query by query.

    Attributes
    ----------
    value : numpy.ndarray
        ``float64[queries]``: nDCG@k of A minus that of B, NaN where undefined.
    low, high : numpy.ndarray
        ``float64[queries]``: its exact bounds.
    unjudged : numpy.ndarray
        ``int64[queries]``: documents whose judgment could still move it.
    """

    value: FloatArray
    low: FloatArray
    high: FloatArray
    unjudged: IntArray


class Shown(NamedTuple):
    """The documents that either of two runs shows, each once.

    Codes are ABSENT, and weights without meaning, where a row has fewer documents.
    """

    codes: IntArray
    weights: FloatArray
    outside: IntArray


def ndcg_difference_bounds(
    a: GradeMatrix, b: GradeMatrix, k: int, gain: Gain, topics: Topics = Topics.RELEVANT
) -> Bounds:
    """Return the exact interval of nDCG@k(A) − nDCG@k(B), query by query.

    Both runs are measured with one shared ideal, so with d^A and d^B the discounts at which
    they show a document, the difference is Σ (d^A − d^B) g(grade) / ideal: the same kind of
    ratio as nDCG, with weights that may be negative. Unknown are all documents without a
    label that either run shows in its top k, and the other pooled ones, of weight 0. The
    lower bound of A − B is minus the upper bound of B − A.

    Parameters
    ----------
    a, b : GradeMatrix
        The same queries in the same order, with `documents` and `pool_unjudged`.
    k : int
        Cut-off.
    gain : Gain
        Gain variant.
    topics : Topics
        As in `metrics.bounds.ndcg_bounds`.

    Returns
    -------
    Bounds
        ``float64[queries]`` between −1 and 1.

    Raises
    ------
    MetricsError
        If the matrices do not describe the same queries or lack documents or pool.
    """
    _check_comparable(a, b)

    def of_rows(rows: slice) -> tuple[FloatArray, FloatArray]:
        forward = _open_difference(a.select(rows), b.select(rows), k, gain)
        backward = forward._replace(
            known=-forward.known,
            weights=np.where(np.isinf(forward.weights), -np.inf, -forward.weights),
        )
        return -backward.highest(topics), forward.highest(topics)

    low, high = in_slices(of_rows, len(a.grades), a.max_grade * (3 * k + 1))
    return Bounds(np.clip(low, -1.0, 1.0), np.clip(high, -1.0, 1.0))


def certain_sign(a: GradeMatrix, b: GradeMatrix, k: int, gain: Gain) -> IntArray:
    """Tell which run is ahead on each query whatever the unknown grades are.

    A is certainly ahead if its lead on the judged documents outweighs the worst that the
    others can do to it: known + G · Σ min(weight, 0) > 0.

    Parameters, errors
        As in `ndcg_difference_bounds`.

    Returns
    -------
    numpy.ndarray
        ``int64[queries]``: 1 for A, −1 for B, 0 where it is open (or nothing differs).
    """
    _check_comparable(a, b)
    shown = shown_by_either(a, b, discounts(k))
    known = sum_of_rows(gains_of(shown.codes, gain, a.max_grade) * shown.weights)
    top_gain = gain_table(gain, a.max_grade)[-1]
    unknown = np.where(without_label(shown.codes), shown.weights, 0.0)
    least = known + top_gain * sum_of_rows(np.minimum(unknown, 0.0))
    most = known + top_gain * sum_of_rows(np.maximum(unknown, 0.0))
    sign: IntArray = (least > ROUNDING).astype(np.int64) - (most < -ROUNDING)
    return sign


def ndcg_difference_rows(
    a: GradeMatrix, b: GradeMatrix, k: int, gain: Gain, topics: Topics = Topics.RELEVANT
) -> DifferenceRows:
    """Compare two runs query by query, for callers that keep the rows and renew some of them.

    Parameters, errors
        As in `ndcg_difference_bounds`.
    """
    bounds = ndcg_difference_bounds(a, b, k, gain, topics)
    shown = shown_by_either(a, b, discounts(k))
    return DifferenceRows(
        value=ndcg(a, k, gain, topics) - ndcg(b, k, gain, topics),
        low=bounds.low,
        high=bounds.high,
        unjudged=count_in_rows(without_label(shown.codes)) + shown.outside,
    )


def _check_comparable(a: GradeMatrix, b: GradeMatrix) -> None:
    """Refuse two matrices that do not hold the same queries, labels and pool."""
    same_labels = np.array_equal(a.judged_counts, b.judged_counts)
    if not (same_labels and np.array_equal(_pool_unjudged(a), _pool_unjudged(b))):
        raise MetricsError("The two runs are not measured on the same queries, labels and pool.")


def _open_difference(a: GradeMatrix, b: GradeMatrix, k: int, gain: Gain) -> OpenRatio:
    """Return nDCG@k(A) − nDCG@k(B) with the unknown grades left open."""
    shown = shown_by_either(a, b, discounts(k))
    unknown = np.where(without_label(shown.codes), shown.weights, -np.inf)
    # More than k further documents cannot enter an ideal that is cut at k.
    further = np.minimum(shown.outside, k)
    elsewhere = np.where(np.arange(further.max(initial=0)) < further[:, None], 0.0, -np.inf)
    return OpenRatio(
        known=sum_of_rows(gains_of(shown.codes, gain, a.max_grade) * shown.weights),
        weights=np.concatenate([unknown, elsewhere], axis=1),
        at_least=counts_at_least(a.judged_counts),
        k=k,
        gain=gain,
    )


def shown_by_either(a: GradeMatrix, b: GradeMatrix, by_rank: FloatArray) -> Shown:
    """Join the tops of two runs.

    Parameters
    ----------
    a, b : GradeMatrix
        The same queries in the same order, with `documents` and `pool_unjudged`.
    by_rank : numpy.ndarray
        ``float64[k]``: what a document at each rank weighs. A document that both show weighs
        its weight in A less that in B.

    Raises
    ------
    MetricsError
        If the matrices do not describe the same queries or lack documents or pool.
    """
    _check_comparable(a, b)
    k = len(by_rank)
    codes = np.concatenate([a.top(k), b.top(k)], axis=1)
    documents = np.concatenate([_documents(a)[:, :k], _documents(b)[:, :k]], axis=1)
    weights = np.concatenate([by_rank[: min(k, a.depth)], -by_rank[: min(k, b.depth)]])

    order = np.argsort(documents, axis=1, kind="stable")
    codes = np.take_along_axis(codes, order, axis=1)
    documents = np.take_along_axis(documents, order, axis=1)
    weights = weights[order]
    # Equal neighbours are one document that both runs show: the first takes both weights.
    shared = (documents[:, 1:] == documents[:, :-1]) & (codes[:, 1:] != ABSENT)
    weights[:, :-1] += np.where(shared, weights[:, 1:], 0.0)
    codes[:, 1:][shared] = ABSENT
    return Shown(codes, weights, _pool_unjudged(a) - count_in_rows(codes == UNJUDGED))


def _documents(matrix: GradeMatrix) -> IntArray:
    """Return the document numbers, which differences cannot do without."""
    if matrix.documents is None:
        raise MetricsError("Differences between runs need to know which documents they share.")
    return matrix.documents


def _pool_unjudged(matrix: GradeMatrix) -> IntArray:
    """Return the unjudged part of the pool, which bounds cannot do without."""
    if matrix.pool_unjudged is None:
        raise MetricsError("Bounds of a difference need to know the pool.")
    return matrix.pool_unjudged
