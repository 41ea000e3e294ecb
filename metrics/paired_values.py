"""The values of several runs on the same queries, checked to be comparable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from metrics.arrays import BoolArray, FloatArray
from metrics.errors import MetricsError
from metrics.names import Measure, parse_measure

_PARTS = {
    "gain": "gain",
    "cutoff": "cut-off",
    "rel": "lowest relevant grade",
    "p": "persistence",
    "judged_only": "treatment of unjudged documents",
}


class PairedValues(NamedTuple):
    """Values of one measure.

    Attributes
    ----------
    runs : list of str
        Names of the rows.
    values : numpy.ndarray
        ``float64[runs, queries]`` over the queries that count, in the order of their ids.
    """

    runs: list[str]
    values: FloatArray

    def of(self, runs: Sequence[str]) -> FloatArray:
        """Return the rows of some runs, in the order asked for."""
        return self.values[pd.Index(self.runs).get_indexer(pd.Index(runs))]


def paired_values(lines: pd.DataFrame) -> PairedValues:
    """Lay the values of one measure out by run and query.

    Parameters
    ----------
    lines : pandas.DataFrame
        ``run``, ``query_id``, ``value`` of one measure; NaN where it is undefined.

    Returns
    -------
    PairedValues
        Queries for which the measure is undefined are left out, for all runs.

    Raises
    ------
    MetricsError
        If a run has no line or two for a query, or a measure is defined for one run and not
        for another, which only different labels can bring about.
    """
    rows, runs = pd.factorize(lines["run"])
    columns, queries = pd.factorize(lines["query_id"], sort=True)
    shape = (len(runs), len(queries))
    cells = rows.astype(np.int64) * len(queries) + columns
    counts = np.bincount(cells, minlength=len(runs) * len(queries)).reshape(shape)
    _refuse_where(counts != 1, runs, queries, "The runs were not evaluated on the same queries")
    values = np.empty(shape)
    values[rows, columns] = lines["value"].to_numpy(dtype=np.float64)
    defined = ~np.isnan(values)
    differs = defined != defined[:1]
    _refuse_where(differs, runs, queries, "The runs were not evaluated with the same labels")
    return PairedValues([str(run) for run in runs], values[:, defined.all(axis=0)])


def refuse_different_measures(per_query: pd.DataFrame, pairs: Sequence[tuple[str, str]]) -> None:
    """Refuse to compare runs that were measured differently.

    Parameters
    ----------
    per_query : pandas.DataFrame
        ``run`` and ``measure``.
    pairs : sequence of tuple of str
        Runs to be compared.

    Raises
    ------
    MetricsError
        If a run is unknown, or has values of a measure that the other has not; it says what
        differs between that measure and the nearest of the other run.
    """
    found = per_query[["run", "measure"]].drop_duplicates()
    measures = found.groupby("run", sort=False)["measure"].agg(list).to_dict()
    for pair in pairs:
        for run in pair:
            if run not in measures:
                known = ", ".join(map(str, measures))
                raise MetricsError(f"There are no values of run {run!r}.", f"Known runs: {known}")
        for run, other in (pair, pair[::-1]):
            only_here = [name for name in measures[run] if name not in measures[other]]
            if only_here:
                raise MetricsError(
                    _what_differs(run, only_here[0], other, measures[other]),
                    "Evaluate both by the same measures.",
                )


def _what_differs(run: str, name: str, other: str, others: Sequence[str]) -> str:
    """Say what keeps a measure of one run from being compared with those of another."""
    measure = parse_measure(name)
    related = [one for one in map(parse_measure, others) if one.name == measure.name]
    if not related:
        return f"Run {run!r} was measured by {name}, run {other!r} was not."
    nearest = min(related, key=lambda one: len(_parts_apart(measure, one)))
    return (
        f"Run {run!r} was measured by {name} and run {other!r} by {nearest}: they differ in "
        f"{' and '.join(_parts_apart(measure, nearest))}."
    )


def _parts_apart(measure: Measure, other: Measure) -> list[str]:
    """Return, in words, the parts in which two measures of one family differ."""
    return [
        words for part, words in _PARTS.items() if getattr(measure, part) != getattr(other, part)
    ]


def _refuse_where(wrong: BoolArray, runs: pd.Index, queries: pd.Index, fault: str) -> None:
    """Raise an error that names the first run and query at which something is wrong."""
    if wrong.any():
        row, column = (int(place[0]) for place in np.nonzero(wrong))
        raise MetricsError(f"{fault}: see query {queries[column]!r} of run {runs[row]!r}.")
