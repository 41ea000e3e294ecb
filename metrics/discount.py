"""What a rank is worth."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from metrics.arrays import FloatArray
from metrics.errors import MetricsError


def check_cutoff(k: int) -> None:
    """Refuse a cut-off that is not a rank.

    Raises
    ------
    MetricsError
        If `k` is no whole number, or below 1.
    """
    if not isinstance(k, int | np.integer):
        raise MetricsError(f"A cut-off is a whole number, not {k!r}.")
    if k < 1:
        raise MetricsError(f"A cut-off must be at least 1, not {k}.")


@lru_cache(maxsize=256)
def discounts(k: int) -> FloatArray:
    """Return the discounts 1/log2(rank + 1) of ranks 1 … k: what a gain there is still worth.

    Returns
    -------
    numpy.ndarray
        Read-only ``float64[k]``, falling from 1.

    Raises
    ------
    MetricsError
        If `k` is below 1.

    References
    ----------
    Järvelin and Kekäläinen, TOIS 2002, in the form that discounts from rank 2 on.

    Examples
    --------
    >>> discounts(4).round(3).tolist()
    [1.0, 0.631, 0.5, 0.431]
    """
    check_cutoff(k)
    table = 1.0 / np.log2(np.arange(2, k + 2, dtype=np.float64))
    table.setflags(write=False)
    return table


@lru_cache(maxsize=256)
def cumulative_discounts(k: int) -> FloatArray:
    """Return H(0) … H(k), where H(c) is the sum of the first c discounts.

    H(c) is the DCG of c documents of gain 1 at the top of a ranking.

    Returns
    -------
    numpy.ndarray
        Read-only ``float64[k + 1]``, rising from 0.
    """
    table = np.concatenate([[0.0], np.cumsum(discounts(k))])
    table.setflags(write=False)
    return table
