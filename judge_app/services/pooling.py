"""Choose what annotators will see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from judge_app.domain.errors import BadInputError, NotFoundError
from judge_app.domain.model import Run
from judge_app.domain.people import Actor, Permission
from judge_app.domain.pooling import (
    CUTOFF,
    DEFAULT_DEPTH,
    Selection,
    depth_pool,
    find_strategy,
    require_depth,
    select_pairs,
    weight_bands,
)
from judge_app.services.live.readings import settled as settled_by
from judge_app.services.pool_rating import rated_pairs, unjudged_pairs, without
from judge_app.services.project import Project
from judge_app.store import NewBatch

QUEUED_STRATEGY = "queued for a new run"

_KEYS = ["query_id", "doc_id"]
_TWO = 2


@dataclass(frozen=True, slots=True)
class PoolPlan:
    """What a pool would hold, before it is built.

    Attributes
    ----------
    strategy, depth, runs, selection
        As asked for; ``runs`` are names.
    pairs : DataFrame
        ``query_id, doc_id, priority, inclusion_probability`` of every pair of the batch: without a
        budget of all that the runs bring down to the depth, with one of those that it buys.
    n_candidates : int
        Pairs that the strategy could choose from; those in the pool already are none of them.
    n_new : int
        Pairs of the batch that are not pooled yet.
    n_drawn : int
        Pairs of the batch that were drawn at random.
    n_without_text : int
        Pairs among the new ones that cannot be shown, since the project has no text for them.
    per_query : tuple of int
        Smallest, median and largest number of pairs of a query.
    skipped_queries : tuple of str
        Queries of the runs that are not among the project's topics.
    settled : str or None
        Of two runs that were to be settled, the one that is ahead already.
    """

    strategy: str
    depth: int
    runs: tuple[str, ...]
    selection: Selection
    pairs: pd.DataFrame
    n_candidates: int
    n_new: int
    n_drawn: int
    n_without_text: int
    per_query: tuple[int, int, int]
    skipped_queries: tuple[str, ...]
    settled: str | None = None

    @property
    def drawn_probability(self) -> float | None:
        """The chance that each pair drawn at random had; None where none was drawn."""
        return float(self.pairs["inclusion_probability"].min()) if self.n_drawn else None


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


def require_two(runs: Sequence[str]) -> tuple[str, str]:
    """Return A and B.

    Raises
    ------
    BadInputError
        When there are not two runs.
    """
    if len(runs) != _TWO:
        raise BadInputError(
            f"two runs can be settled, not {len(runs)}", "Name the two: --runs A,B."
        )
    return runs[0], runs[1]


def plan_pool(
    project: Project,
    actor: Actor,
    *,
    depth: int = DEFAULT_DEPTH,
    strategy: str = "depth",
    runs: Sequence[str] | None = None,
    selection: Selection | None = None,
) -> PoolPlan:
    """Say what a pool would hold and cost.

    Every strategy takes its pairs from the first ``depth`` documents of the runs. Without a budget
    it takes all of them, and only their order is its own. With one, it takes the best of those that
    are neither pooled nor labelled: the greatest priorities of all queries, or, by strategies that
    take turns, each query's best, then each query's second best, and so on. What was chosen by
    depth is judged by bands of DCG weight.

    Parameters
    ----------
    project, actor
        Where, and who.
    depth : int
        Each run gives its first ``depth`` documents per query.
    strategy : str
        Name; see `judge_app.domain.pooling.STRATEGIES`.
    runs : sequence of str, optional
        Names; `usual_runs` when not given. Two of them, A and B, are settled.
    selection : Selection, optional
        Budget and random share; all pairs when not given.

    Raises
    ------
    NotAllowedError, BadInputError, NotFoundError
        When the actor is no lead, a value cannot be used, or there is no such run.
    """
    actor.require(Permission.BUILD_POOL)
    chosen_by = find_strategy(strategy)
    selection = selection or Selection()
    chosen = choose_runs(project, usual_runs(project) if runs is None else runs)
    if not chosen:
        raise BadInputError("there is no run to pool", "Import runs first: judgepool import.")
    names = tuple(run.name for run in chosen)
    settled = _settled(project, names) if chosen_by.for_two_runs else None
    rankings, skipped = _rankings(project, chosen, require_depth(depth))
    brought = depth_pool(rankings, depth)[_KEYS]
    pooled = project.store.pool.pairs()
    taken = brought if selection.budget is None else unjudged_pairs(project, brought, pooled)
    candidates = taken if settled is None else taken.iloc[:0]
    rated = rated_pairs(project, chosen_by, names, rankings, candidates)
    pairs = select_pairs(rated, selection, takes_turns=chosen_by.takes_turns)
    if chosen_by.judged_by_weight:
        pairs = pairs.assign(priority=weight_bands(pairs["weight"].to_numpy()))
    new = without(pairs, pooled)
    return PoolPlan(
        strategy,
        depth,
        names,
        selection,
        pairs.drop(columns="weight"),
        n_candidates=len(without(candidates, pooled)),
        n_new=len(new),
        n_drawn=int((pairs["inclusion_probability"] < 1).sum()),
        n_without_text=len(new) - len(without(new, project.store.collection.unreadable(new))),
        per_query=_per_query(pairs),
        skipped_queries=skipped,
        settled=settled,
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
    selection = plan.selection
    is_draw = selection.random_share > 0
    batch = NewBatch(
        *(plan.strategy, plan.depth, run_ids, project.clock(), actor.person.name),
        budget=selection.budget,
        random_share=selection.random_share if is_draw else None,
        seed=selection.seed if is_draw else None,
    )
    added = project.store.pool.add(batch, plan.pairs)
    project.store.runs.mark_contributing(run_ids)
    project.board.reload()
    return added


def _settled(project: Project, names: Sequence[str]) -> str | None:
    with project.board.held() as state:
        return settled_by(state, *require_two(names))


def _per_query(pairs: pd.DataFrame) -> tuple[int, int, int]:
    """Return the smallest, the median and the largest number of pairs of a query."""
    if pairs.empty:
        return 0, 0, 0
    sizes = pairs.groupby("query_id").size()
    return int(sizes.min()), int(sizes.median()), int(sizes.max())


def _rankings(
    project: Project, runs: Sequence[Run], depth: int
) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Return what runs show for the project's topics, and the other queries that they have.

    Down to the cut-off of nDCG at least, since strategies look at that.
    """
    rankings = project.store.runs.top(max(depth, CUTOFF), tuple(run.run_id for run in runs))
    topics = {query.query_id for query in project.store.collection.queries()}
    if not topics:
        raise BadInputError(
            "the project has no topics, so annotators would not know what was asked",
            "Import topics first: judgepool import PROJECT TOPICS.",
        )
    skipped = tuple(sorted(set(rankings["query_id"]) - topics))
    return rankings[rankings["query_id"].isin(list(topics))], skipped
