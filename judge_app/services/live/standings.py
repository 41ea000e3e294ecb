"""What a board says at one moment: values that no later judgment changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from metrics import MeanDifference, Measure, Summary

WEAK = 0.2
"""A query below this value is one that a system all but fails."""


@dataclass(frozen=True, slots=True)
class SystemScore:
    """One run on one query; None where undefined."""

    run: str
    value: float | None
    low: float | None
    high: float | None
    judged: float | None


@dataclass(frozen=True, slots=True)
class AllSystems:
    """Mean over all runs on one query; None where undefined."""

    value: float | None
    low: float | None
    high: float | None
    judged: float | None


@dataclass(frozen=True, slots=True)
class QueryScore:
    """One query of one run, in a measure that is defined for it."""

    query_id: str
    value: float
    low: float | None
    high: float | None
    judged: float | None


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Two runs that follow each other in the order, and by how much the first leads."""

    ahead: str
    behind: str
    difference: MeanDifference


@dataclass(frozen=True, slots=True)
class Standings:
    """Every run's figures after a number of judgments.

    Attributes
    ----------
    position : int
        Place in the log of the last judgment that is taken in.
    order : tuple of str
        Runs by the main measure, best first; runs without a value last.
    weak : mapping of str to int
        Queries of each run whose main measure is defined and below `WEAK`.
    undefined : tuple of str
        Labelled queries with nothing relevant, which no mean of nDCG counts.
    by_run : mapping of str to mapping of Measure to Summary
        Runs and measures in the board's order.
    n_queries, n_labelled : int
        Queries of the project, and those with at least one label.
    pool_judged, pool_total : int
        Pooled pairs with a label, and all of them.
    """

    position: int
    order: tuple[str, ...]
    weak: Mapping[str, int]
    undefined: tuple[str, ...]
    by_run: Mapping[str, Mapping[Measure, Summary]]
    n_queries: int
    n_labelled: int
    pool_judged: int
    pool_total: int
