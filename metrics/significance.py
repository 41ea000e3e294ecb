"""Whether a mean difference may be chance: sign flips, the bootstrap, and Holm's correction.

All of it knows the labels only as they are: what unjudged documents may still change is no part
of it, and stands beside it as the bounds of `metrics.lead`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from metrics.arrays import FloatArray, IntArray
from metrics.errors import MetricsError

RESAMPLES = 10_000
"""Default number of random draws, of the test and of the bootstrap each."""

LEVEL = 0.95
"""Default level of a bootstrap interval."""

EXACT_UP_TO = 20
"""Up to so many paired queries the test tries every combination of signs."""

_CELLS_AT_ONCE = 1 << 19
_ROUNDING = 1e-12


def sign_flip_p_values(
    differences: FloatArray, *, seed: int, resamples: int = RESAMPLES
) -> FloatArray | None:
    """Return two-sided p-values of the paired randomisation test on the mean difference.

    If the two runs of a pair were exchangeable, each query's difference could as well have had
    the other sign. The p-value is the share of the combinations of signs whose mean is at least
    as far from 0 as the observed one. With at most `EXACT_UP_TO` queries (differences of 0
    included) all 2^n combinations are counted and p is exactly that share; with more, B of them
    are drawn and p = (1 + count) / (B + 1), which is valid for every B and never 0.

    Parameters
    ----------
    differences : numpy.ndarray
        ``float64[pairs, queries]``: one row per pair of runs, all over the same queries.
    seed : int
        At least 0. Equal seeds give equal draws; the pairs share them.
    resamples : int
        B, at least 1.

    Returns
    -------
    numpy.ndarray or None
        ``float64[pairs]`` above 0 and at most 1; None with fewer than two queries, of which no
        test can say anything.

    Raises
    ------
    MetricsError
        If a difference is undefined, or seed or number of draws are out of range.

    References
    ----------
    Smucker, Allan and Carterette, A comparison of statistical significance tests for
    information retrieval evaluation, CIKM 2007; Phipson and Smyth, Permutation p-values should
    never be zero, 2010.
    """
    _check(differences, seed, resamples)
    n_queries = differences.shape[1]
    if n_queries < 2:  # noqa: PLR2004 - one sign alone changes nothing
        return None
    # Combinations that tie with the observed one must count whatever order they are summed in.
    least = np.abs(differences.sum(axis=1)) - _ROUNDING * np.abs(differences).sum(axis=1)
    if n_queries <= EXACT_UP_TO:
        return np.array([_exact_share(*row) for row in zip(differences, least, strict=True)])
    counts = np.zeros(len(differences), dtype=np.int64)
    total = differences.sum(axis=1)
    for kept in _drawn_signs(n_queries, seed, resamples):
        counts += np.count_nonzero(np.abs(2 * (kept @ differences.T) - total) >= least, axis=0)
    return (1 + counts) / (resamples + 1)


def bootstrap_intervals(
    differences: FloatArray, *, seed: int, resamples: int = RESAMPLES, level: float = LEVEL
) -> FloatArray | None:
    """Return percentile bootstrap intervals of mean differences, queries drawn with replacement.

    Parameters
    ----------
    differences, seed, resamples
        As in `sign_flip_p_values`.
    level : float
        Share of the resampled means that lies inside, between 0 and 1; the ends are their
        (1 − level) / 2 and (1 + level) / 2 quantiles, linearly interpolated.

    Returns
    -------
    numpy.ndarray or None
        ``float64[pairs, 2]``: lower and upper end; None with fewer than two queries, which do
        not show how queries vary.

    Raises
    ------
    MetricsError
        As `sign_flip_p_values`, or if the level is not between 0 and 1.

    References
    ----------
    Efron and Tibshirani, An introduction to the bootstrap, 1993, chapter 13; Sakai, Evaluating
    evaluation metrics based on the bootstrap, SIGIR 2006.
    """
    _check(differences, seed, resamples)
    if not 0 < level < 1:
        raise MetricsError(f"A level of {level} does not lie between 0 and 1.")
    n_queries = differences.shape[1]
    if n_queries < 2:  # noqa: PLR2004 - every resample of one query is that query
        return None
    means = [
        times @ differences.T / n_queries for times in _drawn_queries(n_queries, seed, resamples)
    ]
    ends: FloatArray = np.quantile(
        np.concatenate(means), [(1 - level) / 2, (1 + level) / 2], axis=0
    ).T
    return ends


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Adjust p-values for being several, by Holm's step-down correction.

    The i-th smallest of m p-values becomes the largest of (m − j + 1) · p_(j) over j ≤ i, at
    most 1. Rejecting where the result is at most α, any false rejection at all has a chance of
    at most α, however the tests depend on each other.

    Parameters
    ----------
    p_values : sequence of float or None
        All p-values of one family. None is no test and does not count.

    Returns
    -------
    list of float or None
        In the order given; none is smaller than it was.

    Raises
    ------
    MetricsError
        If a p-value does not lie between 0 and 1.

    References
    ----------
    Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of
    Statistics 1979.
    """
    places = [place for place, p in enumerate(p_values) if p is not None]
    raw = np.array([p_values[place] for place in places], dtype=np.float64)
    if not ((raw >= 0) & (raw <= 1)).all():
        raise MetricsError("A p-value lies between 0 and 1.", "Give None where there is no test.")
    order = np.argsort(raw, kind="stable")
    factors = np.arange(len(raw), 0, -1)
    stepped = np.minimum(np.maximum.accumulate(raw[order] * factors), 1.0)
    adjusted: list[float | None] = [None] * len(p_values)
    for place, value in zip(order.tolist(), stepped.tolist(), strict=True):
        adjusted[places[place]] = value
    return adjusted


def _check(differences: FloatArray, seed: int, resamples: int) -> None:
    """Refuse what no test can be made of."""
    if not np.isfinite(differences).all():
        raise MetricsError(
            "A difference is undefined (NaN) or infinite.",
            "Leave out the queries that do not count.",
        )
    if seed < 0 or resamples < 1:
        raise MetricsError(
            f"Seed {seed} with {resamples} draws cannot be used.",
            "A seed is at least 0, and there is at least one draw.",
        )


def _exact_share(row: FloatArray, least: float) -> float:
    """Return the share of all sign combinations whose sum is at least `least` in size."""
    # Turning all signs round changes no size, so the first sign can stay as it is.
    sums = row[:1]
    for difference in row[1:]:
        sums = np.concatenate([sums + difference, sums - difference])
    return float(np.count_nonzero(np.abs(sums) >= least) / len(sums))


def _blocks(n_queries: int, resamples: int) -> Iterator[int]:
    """Yield how many draws to make at a time, so that memory stays bounded."""
    at_once = max(1, _CELLS_AT_ONCE // n_queries)
    for start in range(0, resamples, at_once):
        yield min(at_once, resamples - start)


def _drawn_signs(n_queries: int, seed: int, resamples: int) -> Iterator[FloatArray]:
    """Yield blocks of ``float64[draws, queries]``: 1 where a sign stays, 0 where it turns."""
    rng = np.random.default_rng(seed)
    width = -(-n_queries // 8)
    for draws in _blocks(n_queries, resamples):
        drawn = np.frombuffer(rng.bytes(draws * width), dtype=np.uint8).reshape(draws, width)
        yield np.unpackbits(drawn, axis=1, count=n_queries).astype(np.float64)


def _drawn_queries(n_queries: int, seed: int, resamples: int) -> Iterator[FloatArray]:
    """Yield blocks of ``float64[draws, queries]``: how often each query was drawn."""
    rng = np.random.default_rng(seed)
    for draws in _blocks(n_queries, resamples):
        drawn: IntArray = rng.integers(n_queries, size=(draws, n_queries))
        drawn += np.arange(draws)[:, None] * n_queries
        times = np.bincount(drawn.ravel(), minlength=draws * n_queries)
        yield times.reshape(draws, n_queries).astype(np.float64)
