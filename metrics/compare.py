"""Runs compared in pairs, query by query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pandas as pd

from metrics.arrays import FloatArray
from metrics.comparison import Comparison
from metrics.difference import ROUNDING
from metrics.lead import MeanDifference
from metrics.paired_values import PairedValues, paired_values, refuse_different_measures
from metrics.significance import LEVEL, RESAMPLES, bootstrap_intervals, holm, sign_flip_p_values

_PAIRS_AT_ONCE = 128


def compare_runs(
    per_query: pd.DataFrame,
    baseline: str,
    *,
    seed: int,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
    bounds: Mapping[tuple[str, str], MeanDifference | None] | None = None,
) -> list[Comparison]:
    """Compare every run with one of them, by every measure.

    Parameters
    ----------
    per_query : pandas.DataFrame
        ``run``, ``query_id``, ``measure``, ``value`` as `metrics.evaluate.Evaluation` has them.
    baseline : str
        The run that the others are compared with.
    seed, resamples, level
        As in `metrics.significance`.
    bounds : mapping, optional
        Bounds of a run's mean difference from the baseline, by run and measure.

    Returns
    -------
    list of Comparison
        By measure, then run, both in order of appearance. Holm's correction is over the runs
        of a measure.

    Raises
    ------
    MetricsError
        As `compare_pairs`.
    """
    pairs = [(str(run), baseline) for run in per_query["run"].unique() if run != baseline]
    return compare_pairs(
        per_query,
        pairs,
        seed=seed,
        resamples=resamples,
        level=level,
        bounds={
            (run, baseline, measure): value for (run, measure), value in (bounds or {}).items()
        },
    )


def compare_pairs(
    per_query: pd.DataFrame,
    pairs: Sequence[tuple[str, str]],
    *,
    seed: int,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
    bounds: Mapping[tuple[str, str, str], MeanDifference | None] | None = None,
) -> list[Comparison]:
    """Compare pairs of runs by every measure.

    Queries are paired in the order of their ids, so that neither the order of the lines nor
    which run of a pair comes first changes a draw.

    Parameters
    ----------
    per_query, seed, resamples, level
        As in `compare_runs`.
    pairs : sequence of tuple of str
        Run and baseline of each pair. Holm's correction is over all of them.
    bounds : mapping, optional
        Bounds of mean differences, by run, baseline and measure.

    Returns
    -------
    list of Comparison
        By measure in order of appearance, then in the order of `pairs`.

    Raises
    ------
    MetricsError
        If a run is unknown, or two runs were not evaluated by the same measures, on the same
        queries and labels; also as the functions of `metrics.significance`.
    """
    refuse_different_measures(per_query, pairs)
    known = bounds or {}
    compared: list[Comparison] = []
    chosen = per_query[per_query["run"].isin({run for pair in pairs for run in pair})]
    for measure, lines in chosen.groupby("measure", sort=False):
        values = paired_values(lines)
        measured = [pair for pair in pairs if pair[0] in values.runs]
        family = [
            one
            for start in range(0, len(measured), _PAIRS_AT_ONCE)
            for one in _compare(
                values,
                str(measure),
                measured[start : start + _PAIRS_AT_ONCE],
                known,
                _Drawing(seed, resamples, level),
            )
        ]
        adjusted = holm([one.p_value for one in family])
        compared += [replace(one, p_adjusted=p) for one, p in zip(family, adjusted, strict=True)]
    return compared


def _compare(
    values: PairedValues,
    measure: str,
    pairs: Sequence[tuple[str, str]],
    bounds: Mapping[tuple[str, str, str], MeanDifference | None],
    drawing: _Drawing,
) -> list[Comparison]:
    """Compare some pairs by one measure, without Holm's correction."""
    differences = _differences(values.of([a for a, _ in pairs]), values.of([b for _, b in pairs]))
    p_values = drawing.p_values(differences)
    intervals = drawing.intervals(differences)
    n_queries = differences.shape[1]
    return [
        Comparison(
            run=run,
            baseline=baseline,
            measure=measure,
            n_queries=n_queries,
            difference=float(row.mean()) if n_queries else None,
            interval=interval,
            p_value=p_value,
            p_adjusted=None,
            wins=int(np.count_nonzero(row > 0)),
            ties=int(np.count_nonzero(row == 0)),
            losses=int(np.count_nonzero(row < 0)),
            bounds=bounds.get((run, baseline, measure)),
        )
        for (run, baseline), row, interval, p_value in zip(
            pairs, differences, intervals, p_values, strict=True
        )
    ]


def _differences(ours: FloatArray, theirs: FloatArray) -> FloatArray:
    """Subtract elementwise; what only rounding keeps apart differs by 0."""
    differences = ours - theirs
    size = np.maximum(np.maximum(np.abs(ours), np.abs(theirs)), 1.0)
    differences[np.abs(differences) <= ROUNDING * size] = 0.0
    return differences


class _Drawing(NamedTuple):
    """How chance is drawn; None for every pair where it can tell nothing."""

    seed: int
    resamples: int
    level: float

    def p_values(self, differences: FloatArray) -> list[float] | list[None]:
        p_values = sign_flip_p_values(differences, seed=self.seed, resamples=self.resamples)
        return [None] * len(differences) if p_values is None else p_values.tolist()

    def intervals(self, differences: FloatArray) -> list[tuple[float, float]] | list[None]:
        ends = bootstrap_intervals(
            differences, seed=self.seed, resamples=self.resamples, level=self.level
        )
        if ends is None:
            return [None] * len(differences)
        return list(zip(ends[:, 0].tolist(), ends[:, 1].tolist(), strict=True))
