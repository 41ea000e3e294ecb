"""From a board's arrays to the figures that screens and the API show."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from judge_app.services.live.scores import MeasureScores
from judge_app.services.live.standings import (
    WEAK,
    AllSystems,
    Neighbours,
    QueryScore,
    Standings,
    SystemScore,
)
from judge_app.services.live.state import BoardState
from metrics import Bounds, Measure, Summary, mean_difference, summarise_runs, worst


def standings(state: BoardState) -> Standings:
    """Return every run's figures over all queries."""
    labelled = state.scores.labelled()
    judged_pairs, total = state.pool_progress(None)
    by_measure = {
        measure: _summaries(state, scores, labelled)
        for measure, scores in state.scores.by_measure.items()
    }
    by_run = {
        run: {measure: summaries[number] for measure, summaries in by_measure.items()}
        for number, run in enumerate(state.layout.runs)
    }
    values = state.scores.by_measure[state.main_measure].value
    means = {run: by_run[run][state.main_measure].mean for run in by_run}
    return Standings(
        position=state.position,
        order=_best_first(means),
        weak={run: int((values[n] < WEAK).sum()) for n, run in enumerate(state.layout.runs)},
        undefined=tuple(
            query_id
            for query_id, is_undefined in zip(
                state.layout.queries, state.scores.without_relevant(), strict=True
            )
            if is_undefined
        ),
        by_run=by_run,
        n_queries=len(labelled),
        n_labelled=int(labelled.sum()),
        pool_judged=judged_pairs,
        pool_total=total,
    )


def _summaries(
    state: BoardState, scores: MeasureScores, labelled: NDArray[np.bool_]
) -> list[Summary]:
    values = scores.value[:, labelled]
    # Undefined is a matter of the labels, so all runs agree on it.
    defined = np.asarray(~np.isnan(values).all(axis=0))
    bounds = None
    if scores.low is not None and scores.high is not None:
        bounds = Bounds(scores.low[:, labelled], scores.high[:, labelled])
    return summarise_runs(
        values,
        defined=defined,
        missing=state.layout.retrieved[labelled].T == 0,
        judged=scores.judged[:, labelled],
        bounds=bounds,
    )


def _best_first(means: Mapping[str, float | None]) -> tuple[str, ...]:
    def place(run: str) -> tuple[bool, float, str]:
        mean = means[run]
        return mean is None, -(mean or 0.0), run

    return tuple(sorted(means, key=place))


def neighbours(state: BoardState, standing: Standings) -> tuple[Neighbours, ...]:
    """Return each run with the one that follows it in the order, best first."""
    number = {run: n for n, run in enumerate(state.layout.runs)}
    return tuple(
        Neighbours(ahead, behind, state.difference(number[ahead], number[behind]))
        for ahead, behind in pairwise(standing.order)
    )


def settled(state: BoardState, a: str, b: str) -> str | None:
    """Return which of two runs is ahead over the pooled queries whatever is judged; else None."""
    number = {run: n for n, run in enumerate(state.layout.runs)}
    ahead = mean_difference(state.lead_rows(number[a], number[b])).ahead
    return None if ahead is None else {"a": a, "b": b}[ahead]


def worst_queries(state: BoardState, run: str, n: int) -> tuple[QueryScore, ...]:
    """Return the queries on which a run does worst in the main measure, worst first."""
    scores = state.scores.by_measure[state.main_measure]
    number = state.layout.runs.index(run)
    return tuple(
        QueryScore(
            state.layout.queries[query],
            float(scores.value[number, query]),
            None if scores.low is None else _number(scores.low[number, query]),
            None if scores.high is None else _number(scores.high[number, query]),
            _number(scores.judged[number, query]),
        )
        for query in worst(scores.value[number], n)
    )


def systems_on(state: BoardState, query_id: str, measure: Measure) -> tuple[SystemScore, ...]:
    """Return every run on one query."""
    query = state.layout.query_number[query_id]
    scores = state.scores.by_measure[measure]
    return tuple(
        SystemScore(
            name,
            _number(scores.value[run, query]),
            None if scores.low is None else _number(scores.low[run, query]),
            None if scores.high is None else _number(scores.high[run, query]),
            _number(scores.judged[run, query]),
        )
        for run, name in enumerate(state.layout.runs)
    )


def all_systems(state: BoardState, query_id: str, measure: Measure) -> AllSystems:
    """Return the mean over all runs on one query."""
    systems = systems_on(state, query_id, measure)
    return AllSystems(
        _mean([system.value for system in systems]),
        _mean([system.low for system in systems]),
        _mean([system.high for system in systems]),
        _mean([system.judged for system in systems]),
    )


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
