"""The one rule by which a ranking is ordered.

Score falling, compared as 64-bit numbers; among equal scores document id falling, compared
by its UTF-8 bytes. This is trec_eval's order; the rank column of a file plays no part.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metrics.arrays import FloatArray, IntArray
from metrics.discount import check_cutoff
from metrics.errors import MetricsError


def rank_order(
    scores: ArrayLike,
    doc_ids: Any,  # noqa: ANN401 - numpy array, pandas array, series or list of text
    groups: ArrayLike | None = None,
    *,
    float32: bool = False,
) -> IntArray:
    """Return the positions that put documents in the order of their ranking.

    Parameters
    ----------
    scores : array_like
        ``float[n]``; ±inf are allowed.
    doc_ids : array of str
        ``[n]`` document ids, or ``uint64`` numbers that are in the order of the ids.
    groups : array_like of int, optional
        ``int[n]``: which ranking an entry belongs to; rankings follow each other by number.
    float32 : bool
        Compare scores as 32-bit numbers, as trec_eval did before 2023 and pytrec_eval does.

    Returns
    -------
    numpy.ndarray
        ``int64[n]``: indices into the input, best document first.

    Raises
    ------
    MetricsError
        If a score is NaN, which has no place in an order.

    Examples
    --------
    The two documents of score 2 stand in falling order of their ids:

    >>> ids = ["d1", "d2", "d3"]
    >>> [ids[place] for place in rank_order([2.0, 2.0, 7.0], ids)]
    ['d3', 'd2', 'd1']
    """
    values = _comparable(scores, float32=float32)
    groups = np.zeros(len(values), dtype=np.int64) if groups is None else np.asarray(groups)
    order = np.lexsort((-values, groups))
    _order_ties(order, values[order], groups[order], doc_ids)
    return order


def _comparable(scores: ArrayLike, *, float32: bool) -> FloatArray:
    """Return the scores at the precision they are compared with."""
    values = np.asarray(scores, dtype=np.float64)
    if np.isnan(values).any():
        position = int(np.flatnonzero(np.isnan(values))[0])
        raise MetricsError(
            f"The score at position {position} is not a number (NaN).",
            "A document without a score has no rank; leave it out or give it a score.",
        )
    return as_32_bit(values) if float32 else values


def as_32_bit(scores: FloatArray) -> FloatArray:
    """Round scores to 32 bits, those beyond their range to ±inf, as a C program does."""
    with np.errstate(over="ignore"):
        return scores.astype(np.float32).astype(np.float64)


def _order_ties(
    order: IntArray,
    values: FloatArray,
    groups: IntArray,
    doc_ids: Any,  # noqa: ANN401
) -> None:
    """Sort, in place, each stretch of equal scores by document id, falling.

    Ties are few in most runs, so only their ids are compared at all.
    """
    same_as_before = np.zeros(len(order), dtype=np.bool_)
    same_as_before[1:] = (values[1:] == values[:-1]) & (groups[1:] == groups[:-1])
    tied = same_as_before.copy()
    tied[:-1] |= same_as_before[1:]
    places = np.flatnonzero(tied)
    if not places.size:
        return
    stretch = np.cumsum(~same_as_before)[places]
    entries = order[places]
    order[places] = entries[np.lexsort((_falling_codes(doc_ids, entries), stretch))]


def _falling_codes(doc_ids: Any, entries: IntArray) -> IntArray | NDArray[np.uint64]:  # noqa: ANN401
    """Return numbers for some documents that are smaller the greater the id is."""
    if isinstance(doc_ids, np.ndarray) and doc_ids.dtype == np.uint64:
        return ~doc_ids[entries]
    # Text sorts by code point, which is the order of the UTF-8 bytes.
    codes, _ = pd.factorize(pd.Series(doc_ids).iloc[entries], sort=True)
    return -codes


def add_ranks(frame: pd.DataFrame, *, float32: bool = False) -> pd.DataFrame:
    """Sort rankings and number their ranks from 1.

    Parameters
    ----------
    frame : pandas.DataFrame
        Columns ``query_id``, ``doc_id``, ``score`` and, where it holds several runs, ``run``.
        A column ``rank`` is replaced.
    float32 : bool
        Compare scores as 32-bit numbers; see `rank_order`.

    Returns
    -------
    pandas.DataFrame
        The rows with ``rank``, each ranking in order, rankings in order of first appearance,
        index 0 … n − 1.

    Raises
    ------
    MetricsError
        If a score is NaN.
    """
    groups = _ranking_numbers(frame)
    order = rank_order(frame["score"].to_numpy(), frame["doc_id"], groups, float32=float32)
    result = frame.iloc[order].reset_index(drop=True)
    groups = groups[order]
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    lengths = np.diff(starts, append=len(groups))
    result["rank"] = np.arange(1, len(groups) + 1) - np.repeat(starts, lengths)
    return result


def _ranking_numbers(frame: pd.DataFrame) -> IntArray:
    """Give each ranking (run and query) a number, in order of first appearance."""
    queries, query_values = pd.factorize(frame["query_id"])
    if "run" not in frame:
        return queries
    runs, _ = pd.factorize(frame["run"])
    numbers, _ = pd.factorize(runs.astype(np.int64) * max(len(query_values), 1) + queries)
    return numbers


def straddling_ties(frame: pd.DataFrame, cutoff: int, *, float32: bool = False) -> int:
    """Count the rankings in which ranks `cutoff` and `cutoff` + 1 have equal scores.

    Which of the tied documents a measure at this cut-off sees is decided by their ids.

    Parameters
    ----------
    frame : pandas.DataFrame
        Columns ``query_id``, ``score``, ``rank`` and, where it holds several runs, ``run``.
    cutoff : int
        Last rank that a measure looks at.
    float32 : bool
        Compare scores as 32-bit numbers; see `rank_order`.

    Returns
    -------
    int
        Number of rankings with such a tie.
    """
    check_cutoff(cutoff)
    keys = [name for name in ("run", "query_id") if name in frame]
    last, next_ = (
        frame.loc[frame["rank"] == rank, [*keys, "score"]] for rank in (cutoff, cutoff + 1)
    )
    around = last.merge(next_, on=keys)
    scores = [_comparable(around[name], float32=float32) for name in ("score_x", "score_y")]
    return int((scores[0] == scores[1]).sum())
