"""Where annotators disagree: the query-document pairs and the queries they differ on most."""

from __future__ import annotations

import numpy as np
import pandas as pd

from metrics.alpha import alphas_of_resamples
from metrics.arrays import FloatArray, IntArray
from metrics.judgment_sheet import check_judgments

_KEYS = ["query_id", "doc_id"]


def mean_distances(counts: IntArray) -> FloatArray:
    """Return how many grades two annotators of a pair are apart on average.

    The mean of |a − b| over all ways to take two of the pair's judgments. For each grade t above
    0, two judgments that lie on either side of it are one step further apart, so the distances
    sum to Σ_t c_t · (n − c_t), with c_t the number of judgments of at least t.

    Parameters
    ----------
    counts : numpy.ndarray
        ``int[pairs, labels]``: how often each grade was given, at least two judgments a row.

    Returns
    -------
    numpy.ndarray
        ``float64[pairs]``, from 0 to the top of the scale.

    Examples
    --------
    Grades 0, 0 and 3 are 0, 3 and 3 apart:

    >>> mean_distances(np.array([[2, 0, 0, 1]])).tolist()
    [2.0]
    """
    n = counts.sum(axis=1, dtype=np.int64)
    at_least = counts[:, :0:-1].cumsum(axis=1, dtype=np.int64)
    apart = (at_least * (n[:, None] - at_least)).sum(axis=1)
    distances: FloatArray = apart / (n * (n - 1) / 2)
    return distances


def pair_disputes(judgments: pd.DataFrame, max_grade: int) -> pd.DataFrame:
    """Return every pair that at least two annotators judged, the most disputed first.

    Parameters
    ----------
    judgments, max_grade
        As in `metrics.judgment_sheet.judgment_sheet`.

    Returns
    -------
    pandas.DataFrame
        ``query_id, doc_id, n_judgments, lowest, highest, mean_distance``; by mean distance, then
        by how far the ends lie apart, then by the ids.

    Raises
    ------
    MetricsError
        As `metrics.judgment_sheet.judgment_sheet`.
    """
    pairs, counts = _doubly_judged(judgments, max_grade)
    used = counts > 0
    pairs["n_judgments"] = counts.sum(axis=1)
    pairs["lowest"] = used.argmax(axis=1)
    pairs["highest"] = max_grade - used[:, ::-1].argmax(axis=1)
    pairs["mean_distance"] = mean_distances(counts)
    spread = pairs["lowest"] - pairs["highest"]
    order = np.lexsort(
        (pairs["doc_id"], pairs["query_id"], spread, -pairs["mean_distance"].to_numpy())
    )
    return pairs.iloc[order].reset_index(drop=True)


def query_disputes(judgments: pd.DataFrame, max_grade: int) -> pd.DataFrame:
    """Return every query with a pair that at least two annotators judged, most disputed first.

    Parameters
    ----------
    judgments, max_grade
        As in `metrics.judgment_sheet.judgment_sheet`.

    Returns
    -------
    pandas.DataFrame
        ``query_id, n_pairs, n_equal, mean_distance, alpha``: doubly judged pairs, those on which
        all agree, the mean of the pairs' mean distances, and Krippendorff's ordinal α over the
        query's own pairs, NaN where their judgments all have one grade. α sets the disagreement
        against how the grades vary inside the query, so that it is low for a query whose
        documents are nearly all alike, however small the distances are.

    Raises
    ------
    MetricsError
        As `metrics.judgment_sheet.judgment_sheet`.
    """
    pairs, counts = _doubly_judged(judgments, max_grade)
    query, ids = pd.factorize(pairs["query_id"], sort=True)
    distances = mean_distances(counts)
    n_pairs = np.bincount(query, minlength=len(ids))
    frame = pd.DataFrame(
        {
            "query_id": ids,
            "n_pairs": n_pairs,
            "n_equal": np.bincount(query, weights=distances == 0, minlength=len(ids)).astype(int),
            "mean_distance": np.bincount(query, weights=distances, minlength=len(ids)) / n_pairs,
            "alpha": _alpha_by_query(counts, query, len(ids)),
        }
    )
    return frame.sort_values(
        ["mean_distance", "n_pairs", "query_id"], ascending=[False, False, True], ignore_index=True
    )


def _alpha_by_query(counts: IntArray, query: IntArray, n_queries: int) -> FloatArray:
    if not n_queries:
        return np.zeros(0)
    kinds, kind = np.unique(counts, axis=0, return_inverse=True)
    cells = np.bincount(
        query * len(kinds) + kind.reshape(-1), minlength=n_queries * len(kinds)
    ).reshape(n_queries, len(kinds))
    return alphas_of_resamples(kinds, cells)


def _doubly_judged(judgments: pd.DataFrame, max_grade: int) -> tuple[pd.DataFrame, IntArray]:
    """Return the pairs with at least two judgments, and how often each got each grade."""
    grades = check_judgments(judgments, max_grade)
    repeated = judgments.duplicated(_KEYS, keep=False).to_numpy()
    kept = judgments.loc[repeated, _KEYS]
    pair = kept.groupby(_KEYS, sort=False).ngroup().to_numpy()
    pairs = kept.drop_duplicates(_KEYS).reset_index(drop=True)
    n_labels = max_grade + 1
    cells = pair * n_labels + grades[repeated]
    counts = np.bincount(cells, minlength=len(pairs) * n_labels).reshape(len(pairs), n_labels)
    return pairs, counts
