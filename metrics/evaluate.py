"""Measures of several runs on the labels of many queries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from metrics.arrays import FloatArray
from metrics.build import build_matrix
from metrics.errors import MetricsError
from metrics.gain import check_max_grade
from metrics.measured import MeasuredRows, measure_rows
from metrics.names import Measure
from metrics.order import add_ranks
from metrics.summary import Summary, worst
from metrics.tables import check_tables, names_in
from metrics.topics import Topics


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """Values of several runs.

    Attributes
    ----------
    per_query : pandas.DataFrame
        ``run, query_id, measure, value, low, high, judged``, one line per run, measure and
        labelled query. NaN: a value that is undefined, bounds that do not exist. ``judged``
        is Judged@k at the measure's cut-off (over the whole ranking without one).
    summaries : dict
        One `Summary` per run and measure name.
    unscored_queries : tuple of str
        Queries of the rankings that have no label and so no value.
    """

    per_query: pd.DataFrame
    summaries: dict[tuple[str, str], Summary]
    unscored_queries: tuple[str, ...]

    def worst(self, run: str, measure: Measure | str, n: int = 5) -> list[tuple[str, float]]:
        """Return the `n` queries with the lowest defined values, the lowest first.

        The measure may be given by its full name.
        """
        frame = self.per_query
        lines = frame[(frame["run"] == run) & (frame["measure"] == str(measure))]
        values = lines["value"].to_numpy(dtype=np.float64)
        queries = lines["query_id"].to_numpy()
        return [(str(queries[i]), float(values[i])) for i in worst(values, n)]


def evaluate(
    rankings: pd.DataFrame,
    labels: pd.DataFrame,
    *,
    measures: Sequence[Measure],
    max_grade: int,
    pool: pd.DataFrame | None = None,
    topics: Topics = Topics.RELEVANT,
    runs: Sequence[str] | None = None,
    queries: Sequence[str] | None = None,
    retrieved: pd.DataFrame | None = None,
    float32: bool = False,
) -> Evaluation:
    """Evaluate runs against labels.

    Parameters
    ----------
    rankings : pandas.DataFrame
        ``run``, ``query_id``, ``doc_id`` and ``score``, from which ranks follow by the rule of
        `metrics.order`, whatever column ``rank`` a file may have brought. Rankings that were
        ordered by that rule before may come with ``rank`` and without ``score``.
    labels : pandas.DataFrame
        ``query_id``, ``doc_id``, ``grade``; one label per pair.
    measures : sequence of Measure
        What to compute.
    max_grade : int
        Top of the scale, which the bounds need even when no label has it yet.
    pool : pandas.DataFrame, optional
        ``query_id``, ``doc_id`` of the pooled pairs. Without it there are no bounds.
    topics : Topics
        Queries that enter the means: those with something relevant, or all labelled ones.
    runs : sequence of str, optional
        Runs to evaluate; by default those in `rankings`, in order of appearance.
    queries : sequence of str, optional
        Queries to evaluate, as far as they have labels; by default all that have, in order
        of appearance.
    retrieved : pandas.DataFrame, optional
        ``run``, ``query_id``, ``retrieved``: lengths of the whole rankings, where `rankings`
        holds only their tops.
    float32 : bool
        Compare scores as 32-bit numbers; see `metrics.order.rank_order`.

    Returns
    -------
    Evaluation

    Raises
    ------
    MetricsError
        As `metrics.build.build_matrix` and `metrics.order.add_ranks`; also if a table lacks a
        column or its ids are not text, `rankings` holds too few ranks for a measure, a run is
        not in it, or no measure is asked for.

    Examples
    --------
    >>> from metrics.names import parse_measures
    >>> rankings = pd.DataFrame(
    ...     {"run": "bm25", "query_id": "q1", "doc_id": ["a", "b", "c"], "score": [9.0, 7.0, 5.0]}
    ... )
    >>> labels = pd.DataFrame({"query_id": "q1", "doc_id": ["a", "c"], "grade": [1, 2]})
    >>> evaluation = evaluate(
    ...     rankings, labels, measures=parse_measures("nDCG@3 Judged@3"), max_grade=3
    ... )
    >>> {name: round(s.mean, 3) for (_, name), s in evaluation.summaries.items()}
    {"nDCG(dcg='exp-log2')@3": 0.689, 'Judged@3': 0.667}
    """
    if not measures:
        raise MetricsError("No measure is asked for.")
    if not all(isinstance(measure, Measure) for measure in measures):
        raise MetricsError("A measure is given by name.", "Read names with parse_measures.")
    check_tables(rankings, labels, pool)
    check_max_grade(max_grade)
    topics = Topics(topics)
    ranked = add_ranks(rankings, float32=float32) if "score" in rankings else rankings
    present = _distinct(ranked["run"])
    runs = names_in(runs, "runs", present)
    _refuse_unknown(runs, present, retrieved)
    labelled = _distinct(labels["query_id"])
    wanted = names_in(queries, "queries", labelled)
    known = set(labelled)
    scored = [query for query in wanted if query in known]
    matrix = build_matrix(
        ranked,
        labels,
        pool=pool,
        queries=scored,
        runs=runs,
        depth=_depth(ranked, measures),
        max_grade=max_grade,
        retrieved=retrieved,
    )
    measured = {str(measure): measure_rows(measure, matrix, topics) for measure in measures}
    n = len(scored)
    return Evaluation(
        per_query=_per_query(measured, runs, scored),
        summaries={
            (run, name): rows.summarise(slice(number * n, (number + 1) * n), topics)
            for number, run in enumerate(runs)
            for name, rows in measured.items()
        },
        unscored_queries=tuple(sorted(set(_distinct(ranked["query_id"])) - set(labelled))),
    )


def _refuse_unknown(
    runs: Sequence[str], present: Sequence[str], retrieved: pd.DataFrame | None
) -> None:
    """Refuse runs that no table mentions, where others are there: a slip would score 0."""
    known = {*present, *(() if retrieved is None else retrieved["run"])}
    unknown = [run for run in runs if run not in known]
    if unknown and present:
        raise MetricsError(
            f"There is no ranking of run {unknown[0]!r}.", f"Known runs: {', '.join(present)}."
        )


def _distinct(ids: pd.Series) -> list[str]:
    """Return the ids in order of first appearance."""
    return [str(value) for value in ids.unique()]


def _depth(ranked: pd.DataFrame, measures: Sequence[Measure]) -> int:
    """Return the number of ranks that the measures look at."""
    longest = max(1, int(ranked["rank"].max())) if len(ranked) else 1
    if any(measure.needs_whole_ranking for measure in measures):
        return longest
    return min(longest, max(measure.cutoff or 1 for measure in measures))


def _per_query(
    measured: dict[str, MeasuredRows], runs: Sequence[str], queries: Sequence[str]
) -> pd.DataFrame:
    """Lay the rows of all measures out as a table: by run, then measure, then query."""
    shape = (len(runs), len(queries))
    nothing = np.full(shape, np.nan)

    def column(of_measure: Callable[[MeasuredRows], FloatArray | None]) -> FloatArray:
        arrays = [of_measure(rows) for rows in measured.values()]
        by_run = [nothing if array is None else array.reshape(shape) for array in arrays]
        return np.stack(by_run, axis=1).ravel()

    lines_per_run = len(measured) * len(queries)
    return pd.DataFrame(
        {
            "run": np.repeat(np.array(runs, dtype=object), lines_per_run),
            "query_id": np.tile(np.array(queries, dtype=object), len(runs) * len(measured)),
            "measure": np.tile(
                np.repeat(np.array(list(measured), dtype=object), len(queries)), len(runs)
            ),
            "value": column(lambda rows: rows.value),
            "low": column(lambda rows: None if rows.bounds is None else rows.bounds.low),
            "high": column(lambda rows: None if rows.bounds is None else rows.bounds.high),
            "judged": column(lambda rows: rows.judged),
        }
    )
