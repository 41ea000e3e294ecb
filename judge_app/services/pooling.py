"""Choose what annotators will see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from judge_app.domain.errors import BadInputError, NotFoundError
from judge_app.domain.model import Run
from judge_app.domain.people import Actor, Permission
from judge_app.domain.pooling import DEFAULT_DEPTH, depth_pool, require_depth, require_strategy
from judge_app.services.project import Project
from judge_app.store import NewBatch

QUEUED_STRATEGY = "queued for a new run"


@dataclass(frozen=True, slots=True)
class PoolPlan:
    """What a pool would hold, before it is built.

    Attributes
    ----------
    strategy, depth, runs
        As asked for; ``runs`` are names.
    pairs : DataFrame
        ``query_id, doc_id`` of every pair that the runs bring.
    n_new : int
        Pairs that are not pooled yet.
    n_without_text : int
        Pairs among the new ones that cannot be shown, since the project has no text for them.
    per_query : tuple of int
        Smallest, median and largest number of pairs of a query.
    skipped_queries : tuple of str
        Queries of the runs that are not among the project's topics.
    """

    strategy: str
    depth: int
    runs: tuple[str, ...]
    pairs: pd.DataFrame
    n_new: int
    n_without_text: int
    per_query: tuple[int, int, int]
    skipped_queries: tuple[str, ...]


def choose_runs(project: Project, names: Sequence[str] | None) -> tuple[Run, ...]:
    """Return the runs of those names, or all of them for None.

    Raises
    ------
    NotFoundError
        When a name is unknown.
    """
    known = {run.name: run for run in project.store.runs.all()}
    if names is None:
        return tuple(known.values())
    missing = [name for name in names if name not in known]
    if missing:
        raise NotFoundError(
            f"there is no run {missing[0]!r}", f"Known runs: {', '.join(known) or 'none'}."
        )
    return tuple(known[name] for name in dict.fromkeys(names))


def usual_runs(project: Project) -> tuple[str, ...]:
    """Return the runs that a pool is made from when nobody says.

    All of them but new runs that were only measured: queueing what they lack does not make them
    contribute.
    """
    queued = set(project.store.pool.runs_of(QUEUED_STRATEGY))
    return tuple(
        run.name
        for run in project.store.runs.all()
        if run.contributes_to_pool or run.name not in queued
    )


def plan_pool(
    project: Project,
    actor: Actor,
    *,
    depth: int = DEFAULT_DEPTH,
    strategy: str = "depth",
    runs: Sequence[str] | None = None,
) -> PoolPlan:
    """Say what a pool would hold and cost.

    Raises
    ------
    NotAllowedError, BadInputError, NotFoundError
        When the actor is no lead, a value cannot be used, or there is no such run.
    """
    actor.require(Permission.BUILD_POOL)
    require_strategy(strategy)
    require_depth(depth)
    chosen = choose_runs(project, usual_runs(project) if runs is None else runs)
    if not chosen:
        raise BadInputError("there is no run to pool", "Import runs first: judgepool import.")
    rankings = project.store.runs.top(depth, tuple(run.run_id for run in chosen))
    topics = {query.query_id for query in project.store.collection.queries()}
    if not topics:
        raise BadInputError(
            "the project has no topics, so annotators would not know what was asked",
            "Import topics first: judgepool import PROJECT TOPICS.",
        )
    skipped = sorted(set(rankings["query_id"]) - topics)
    pairs = depth_pool(rankings[rankings["query_id"].isin(topics)], depth)
    new = _without(pairs, project.store.pool.pairs())
    readable = _without(new, project.store.collection.unreadable(new))
    sizes = pairs.groupby("query_id").size()
    return PoolPlan(
        strategy,
        depth,
        tuple(run.name for run in chosen),
        pairs,
        len(new),
        len(new) - len(readable),
        (int(sizes.min()), int(sizes.median()), int(sizes.max())) if len(sizes) else (0, 0, 0),
        tuple(skipped),
    )


def build_pool(project: Project, actor: Actor, plan: PoolPlan) -> int:
    """Add a plan's pairs to the pool; return how many were new.

    Raises
    ------
    NotAllowedError
        When the actor is no lead.
    """
    actor.require(Permission.BUILD_POOL)
    run_ids = tuple(run.run_id for run in choose_runs(project, plan.runs))
    batch = NewBatch(plan.strategy, plan.depth, run_ids, project.clock(), actor.person.name)
    added = project.store.pool.add(batch, plan.pairs)
    project.store.runs.mark_contributing(run_ids)
    project.board.reload()
    return added


def _without(pairs: pd.DataFrame, others: pd.DataFrame) -> pd.DataFrame:
    keys = ["query_id", "doc_id"]
    marked = pairs[keys].merge(others[keys], on=keys, how="left", indicator=True)
    return marked.loc[marked["_merge"] == "left_only", keys]
