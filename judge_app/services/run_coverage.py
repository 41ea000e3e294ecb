"""What of one run is judged, what waits, and what nobody has pooled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from judge_app.domain.coverage import (
    CoverageFacts,
    CoverageVerdict,
    PairState,
    Thresholds,
    judge_coverage,
)
from judge_app.services.labelling import read_labels
from judge_app.services.project import Project
from metrics import Gain, evaluate, parse_measure

_TOP = 3


@dataclass(frozen=True, slots=True)
class RunCoverage:
    """The coverage of one run down to a depth.

    Attributes
    ----------
    run : str
        Its name.
    pairs : DataFrame
        ``query_id, doc_id, rank, state, grade`` in the order of queries and ranks; ``state`` is a
        `PairState`, ``grade`` is missing where there is no label.
    facts : CoverageFacts
        Counts and figures.
    verdict : CoverageVerdict
        What to make of it.
    missing_queries, extra_queries : tuple of str
        The project's queries that the run does not answer, and the run's that the project does
        not have; the latter are left out of everything.
    """

    run: str
    pairs: pd.DataFrame
    facts: CoverageFacts
    verdict: CoverageVerdict
    missing_queries: tuple[str, ...]
    extra_queries: tuple[str, ...]

    def of_state(self, state: PairState) -> pd.DataFrame:
        """Return ``query_id, doc_id, rank`` of the pairs in a state."""
        return self.pairs.loc[self.pairs["state"] == state, ["query_id", "doc_id", "rank"]]

    def per_query(self) -> pd.DataFrame:
        """Return ``query_id, judged, queued, new``: pairs by state, fewest judged first."""
        states = [str(state) for state in PairState]
        counts = pd.crosstab(self.pairs["query_id"], self.pairs["state"])
        counts = counts.reindex(columns=states, fill_value=0).rename_axis(columns=None)
        return counts.sort_values(["judged", "new"], ascending=[True, False]).reset_index()

    def as_json(self) -> dict[str, Any]:
        """Return everything as the command line and the API print it."""
        pairs = {str(state): self.of_state(state).to_dict(orient="records") for state in PairState}
        return {
            "run": self.run,
            "depth": self.facts.depth,
            "coverage": self.facts.coverage,
            "verdict": str(self.verdict.trust),
            "headline": self.verdict.headline,
            "reasons": list(self.verdict.reasons),
            "measure": self.facts.measure,
            "mean": self.facts.mean,
            "low": self.facts.low,
            "high": self.facts.high,
            "missing_queries": list(self.missing_queries),
            "extra_queries": list(self.extra_queries),
            "n_judged": self.facts.n_judged,
            "n_queued": self.facts.n_queued,
            "n_new": self.facts.n_new,
            **pairs,
        }


def cover_runs(
    project: Project, named: dict[str, pd.DataFrame], depth: int, thresholds: Thresholds
) -> tuple[RunCoverage, ...]:
    """Return the coverage of rankings by the name of their run, in their order.

    A ranking is ``query_id, doc_id, score, rank``, down to the depth.
    """
    known = {query.query_id for query in project.store.collection.queries()}
    pool = project.store.pool.pairs()[["query_id", "doc_id"]]
    labels = read_labels(project).frame
    contributors = [run for run in project.store.runs.all() if run.contributes_to_pool]
    top = project.store.runs.top(depth, tuple(run.run_id for run in contributors))
    top = top[top["query_id"].isin(known)]
    shares = {
        str(name): float((states["state"] == PairState.JUDGED).mean())
        for name, ranking in top.groupby("run")
        if len(states := _states(ranking, pool, labels))
    }
    return tuple(
        _coverage(
            project, name, ranking, depth, known, pool, labels, _others(shares, name), thresholds
        )
        for name, ranking in named.items()
    )


def _others(shares: dict[str, float], name: str) -> tuple[float, ...]:
    return tuple(sorted(share for other, share in shares.items() if other != name))


def _coverage(
    project: Project,
    name: str,
    ranking: pd.DataFrame,
    depth: int,
    known: set[str],
    pool: pd.DataFrame,
    labels: pd.DataFrame,
    contributors: tuple[float, ...],
    thresholds: Thresholds,
) -> RunCoverage:
    answered = set(ranking["query_id"])
    ranking = ranking[ranking["query_id"].isin(known)]
    pairs = _states(ranking, pool, labels)
    counts = pairs["state"].value_counts()
    settings = project.settings
    measure = parse_measure(f"nDCG@{depth}", Gain(settings.gain))
    summary = evaluate(
        ranking.assign(run=name),
        labels,
        pool=pool,
        measures=[measure],
        max_grade=settings.scale.max_grade,
        runs=[name],
    ).summaries[name, str(measure)]
    holes = pairs[(pairs["rank"] <= _TOP) & (pairs["state"] != PairState.JUDGED)]
    facts = CoverageFacts(
        depth=depth,
        n_judged=int(counts.get(PairState.JUDGED, 0)),
        n_queued=int(counts.get(PairState.QUEUED, 0)),
        n_new=int(counts.get(PairState.NEW, 0)),
        n_queries=ranking["query_id"].nunique(),
        n_queries_with_holes_in_three=holes["query_id"].nunique(),
        n_missing_queries=len(known - answered),
        contributors=contributors,
        measure=str(measure),
        mean=summary.mean,
        low=summary.low,
        high=summary.high,
    )
    return RunCoverage(
        name,
        pairs,
        facts,
        judge_coverage(facts, thresholds),
        tuple(sorted(known - answered)),
        tuple(sorted(answered - known)),
    )


def _states(ranking: pd.DataFrame, pool: pd.DataFrame, labels: pd.DataFrame) -> pd.DataFrame:
    keys = ["query_id", "doc_id"]
    pairs = (
        ranking[[*keys, "rank"]]
        .merge(labels, on=keys, how="left")
        .merge(pool.assign(is_pooled=True), on=keys, how="left")
    )
    judged, pooled = pairs["grade"].notna(), pairs["is_pooled"].notna()
    state = pd.Series(str(PairState.NEW), index=pairs.index, dtype="object")
    state[pooled] = str(PairState.QUEUED)
    state[judged] = str(PairState.JUDGED)
    return (
        pairs.assign(state=state, grade=pairs["grade"].astype("Int64"))
        .drop(columns="is_pooled")
        .sort_values(["query_id", "rank"], ignore_index=True)
    )
