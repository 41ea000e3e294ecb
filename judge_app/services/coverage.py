"""What of a run is judged, what waits, and what nobody has pooled."""

from __future__ import annotations

from collections.abc import Sequence
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
from judge_app.domain.people import Actor, Permission
from judge_app.domain.pooling import DEFAULT_DEPTH, require_depth
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.imports import (
    CheckedFile,
    Progress,
    check_files,
    refuse_faulty,
    store_files,
)
from judge_app.services.labelling import read_labels
from judge_app.services.pooling import QUEUED_STRATEGY, choose_runs
from judge_app.services.project import Project
from judge_app.store import NewBatch
from metrics import Gain, add_ranks, evaluate, parse_measure

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


def stored_coverage(
    project: Project,
    actor: Actor,
    *,
    depth: int = DEFAULT_DEPTH,
    runs: Sequence[str] | None = None,
    thresholds: Thresholds | None = None,
) -> tuple[RunCoverage, ...]:
    """Return the coverage of runs that the project holds, by default of all.

    Raises
    ------
    NotAllowedError, NotFoundError, BadInputError
        When the actor may not read coverage, a run is unknown, or the depth is below 1.
    """
    actor.require(Permission.READ_SCORES)
    require_depth(depth)
    chosen = choose_runs(project, runs)
    rankings = project.store.runs.top(depth, tuple(run.run_id for run in chosen))
    named = {run.name: rankings[rankings["run"] == run.name] for run in chosen}
    return _coverages(project, named, depth, thresholds or Thresholds())


def file_coverage(
    project: Project,
    actor: Actor,
    uploads: Sequence[Upload],
    options: ImportOptions,
    *,
    depth: int = DEFAULT_DEPTH,
    thresholds: Thresholds | None = None,
    progress: Progress | None = None,
) -> tuple[tuple[CheckedFile, ...], tuple[RunCoverage, ...]]:
    """Return the coverage of run files without storing anything.

    Returns
    -------
    tuple of CheckedFile, tuple of RunCoverage
        One of each per file. A file that the project holds as a run bears that run's name.

    Raises
    ------
    NotAllowedError
        When the actor may not read coverage.
    BadInputError
        When a file is no run or has errors, or the depth is below 1.
    """
    actor.require(Permission.READ_SCORES)
    require_depth(depth)
    files = check_files(project, actor, uploads, options, progress, keep_rows=True)
    # A name that is taken keeps a run from being stored, not from being looked at.
    refuse_faulty([file for file in files if not file.parsed.ok])
    stored = {run.sha256: run.name for run in project.store.runs.all()}
    named: dict[str, pd.DataFrame] = {}
    for file in files:
        name = stored.get(file.parsed.sha256) or file.run_name or file.parsed.source
        ranked = add_ranks(file.parsed.frame)
        named[name if name not in named else file.parsed.source] = ranked[ranked["rank"] <= depth]
    return files, _coverages(project, named, depth, thresholds or Thresholds())


def queue_new_pairs(
    project: Project,
    actor: Actor,
    files: Sequence[CheckedFile],
    coverages: Sequence[RunCoverage],
    options: ImportOptions,
) -> int:
    """Store new runs as not contributing and pool the pairs that only they have.

    Parameters
    ----------
    project, actor
        Where, and who.
    files : sequence of CheckedFile
        Run files to store first, unless the project holds them already.
    coverages : sequence of RunCoverage
        Their coverage.
    options : ImportOptions
        What was said about the files.

    Returns
    -------
    int
        Pairs that were added to the pool.

    Raises
    ------
    NotAllowedError
        When the actor may not queue pairs.
    BadInputError
        When a file has errors.
    """
    actor.require(Permission.QUEUE_PAIRS)
    stored = {run.sha256 for run in project.store.runs.all()}
    new = [file for file in files if file.parsed.sha256 not in stored]
    added = 0
    with project.board.renewal(others_wait=True), project.store.database.transaction():
        if new:
            store_files(project, actor, new, options)
        for coverage in coverages:
            run_ids = tuple(run.run_id for run in choose_runs(project, [coverage.run]))
            batch = NewBatch(
                QUEUED_STRATEGY, coverage.facts.depth, run_ids, project.clock(), actor.person.name
            )
            added += project.store.pool.add(batch, coverage.of_state(PairState.NEW))
    return added


def _coverages(
    project: Project, named: dict[str, pd.DataFrame], depth: int, thresholds: Thresholds
) -> tuple[RunCoverage, ...]:
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
