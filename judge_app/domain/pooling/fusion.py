"""Reciprocal rank fusion: documents that many runs show early."""

from __future__ import annotations

import numpy as np

from judge_app.domain.pooling.view import QueryView
from metrics.arrays import FloatArray

K = 60


def by_reciprocal_rank(view: QueryView) -> FloatArray:
    """Return Σ 1/(60 + rank) over the runs that show a document; 0 where none does.

    References
    ----------
    Cormack, Clarke and Büttcher, Reciprocal rank fusion outperforms Condorcet and individual rank
    learning methods, SIGIR 2009.
    """
    shares = np.where(view.ranks > 0, 1.0 / (K + view.ranks), 0.0)
    return sum_in_order(shares)


def sum_in_order(shares: FloatArray) -> FloatArray:
    """Return the sum of each row, the same to the last digit for the same numbers in any order."""
    total: FloatArray = np.sort(shares, axis=1).sum(axis=1)
    return total
