"""A mean with what has to stand beside it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.arrays import BoolArray, FloatArray, IntArray
from metrics.bounds import Bounds
from metrics.topics import Topics


@dataclass(frozen=True, slots=True)
class Summary:
    """One measure of one run over its queries; None where there is nothing to say.

    Attributes
    ----------
    mean : float or None
        Mean over the queries that count.
    low, high : float or None
        Means of the bounds over the same queries; since unjudged documents of different
        queries are independent these are the exact bounds of the mean. None without a pool,
        and for measures without exact bounds.
    p10, median, p90 : float or None
        Quantiles of the values over the same queries, linearly interpolated.
    n_queries : int
        Number of queries in the mean.
    n_undefined : int
        Labelled queries for which the measure is undefined since nothing is relevant. Left
        out of the mean under ``topics=relevant``, counted as 0 under ``topics=all``.
    n_missing : int
        Labelled queries that the run has nothing for; they score 0.
    judged : float or None
        Mean of Judged@k at the measure's cut-off over the queries in the mean.
    mean_relevant, mean_all : float or None
        The mean under either choice of queries; show both where they differ.
    """

    mean: float | None
    low: float | None
    high: float | None
    p10: float | None
    median: float | None
    p90: float | None
    n_queries: int
    n_undefined: int
    n_missing: int
    judged: float | None
    mean_relevant: float | None
    mean_all: float | None


def summarise(
    values: FloatArray,
    *,
    defined: BoolArray,
    missing: BoolArray,
    judged: FloatArray,
    bounds: Bounds | None = None,
    topics: Topics = Topics.RELEVANT,
) -> Summary:
    """Summarise one measure of one run.

    Parameters
    ----------
    values : numpy.ndarray
        ``float64[queries]``: one value per labelled query.
    defined : numpy.ndarray
        ``bool[queries]``: whether the measure is defined for the query. The values of the
        others are not looked at.
    missing : numpy.ndarray
        ``bool[queries]``: whether the run has nothing for the query.
    judged : numpy.ndarray
        ``float64[queries]``: Judged@k.
    bounds : Bounds, optional
        Bounds of each value, computed under the same `topics`.
    topics : Topics
        Which queries count.

    Returns
    -------
    Summary
    """
    (summary,) = summarise_runs(
        values[None],
        defined=defined,
        missing=missing[None],
        judged=judged[None],
        bounds=None if bounds is None else Bounds(bounds.low[None], bounds.high[None]),
        topics=topics,
    )
    return summary


def summarise_runs(
    values: FloatArray,
    *,
    defined: BoolArray,
    missing: BoolArray,
    judged: FloatArray,
    bounds: Bounds | None = None,
    topics: Topics = Topics.RELEVANT,
) -> list[Summary]:
    """Summarise one measure of several runs on the same queries.

    Parameters
    ----------
    values, missing, judged, bounds
        As in `summarise`, with one row per run: ``[runs, queries]``.
    defined : numpy.ndarray
        ``bool[queries]``: it depends on the labels alone, so it is the same for every run.
    topics : Topics
        Which queries count.

    Returns
    -------
    list of Summary
        One per run, in the order of the rows.
    """
    counted = defined if topics is Topics.RELEVANT else np.ones_like(defined)
    known = np.where(defined, values, 0.0)
    chosen = known[:, counted]
    if chosen.shape[1]:
        quantiles = np.quantile(chosen, [0.1, 0.5, 0.9], axis=1).T.tolist()
    else:
        quantiles = [[None] * 3] * len(values)
    columns = zip(
        _means(chosen),
        _means(None if bounds is None else bounds.low[:, counted], len(values)),
        _means(None if bounds is None else bounds.high[:, counted], len(values)),
        quantiles,
        np.count_nonzero(missing, axis=1).tolist(),
        _means(judged[:, counted]),
        _means(values[:, defined]),
        _means(known),
        strict=True,
    )
    return [
        Summary(
            mean=mean,
            low=low,
            high=high,
            p10=p10,
            median=median,
            p90=p90,
            n_queries=int(np.count_nonzero(counted)),
            n_undefined=int(np.count_nonzero(~defined)),
            n_missing=n_missing,
            judged=judged_share,
            mean_relevant=mean_relevant,
            mean_all=mean_all,
        )
        for (
            mean,
            low,
            high,
            (p10, median, p90),
            n_missing,
            judged_share,
            mean_relevant,
            mean_all,
        ) in columns
    ]


def worst(values: FloatArray, n: int) -> IntArray:
    """Return the positions of the `n` lowest values, the lowest first.

    Equal values keep their order; undefined ones (NaN) are left out.
    """
    order = np.argsort(values, kind="stable")
    return order[: min(n, int(np.count_nonzero(~np.isnan(values))))]


def _means(values: FloatArray | None, n_rows: int = 0) -> list[float | None]:
    """Return the mean of each row; None for the mean of nothing."""
    if values is None:
        return [None] * n_rows
    if not values.shape[1]:
        return [None] * len(values)
    means: list[float | None] = values.mean(axis=1).tolist()
    return means
