"""In which order pairs are graded, as labels arrive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from judge_app.domain.errors import BadInputError
from judge_app.domain.people import Actor, Permission
from judge_app.domain.pooling import (
    CUTOFF,
    DEFAULT_ORDER,
    STRATEGIES,
    QueryView,
    can_matter,
    judging_order,
    query_views,
)
from judge_app.services.live import BoardState
from judge_app.services.live.readings import settled
from judge_app.services.model_agreement import model_disputes
from judge_app.services.pooling import choose_runs, require_two
from judge_app.services.project import Project
from metrics import Gain
from metrics.arrays import FloatArray

AS_POOLED = "pooled"
MODEL_DISPUTES = "model-disputes"
SETTLE = "settle"
NARROW = "narrow"

ORDERS: Mapping[str, tuple[str, str]] = {
    AS_POOLED: (
        "As pooled",
        "Documents come in the order that the strategy gave them when they were pooled.",
    ),
    **{name: (one.title, one.sentence) for name, one in STRATEGIES.items()},
    MODEL_DISPUTES: (
        "Disputed by models first",
        "Documents on which a model differs from people or from another model come first.",
    ),
}
"""Title and sentence of every order of the queue, by name."""


@dataclass(frozen=True, slots=True)
class QueryOrder:
    """The order of the pooled documents of a query.

    Attributes
    ----------
    priorities : mapping of str to float
        Of every pooled document, greater first, no two the same; those with a label come last.
    left_out : frozenset of str
        Documents that nobody needs to judge, since nothing hangs on them.
    """

    priorities: Mapping[str, float]
    left_out: frozenset[str]


def set_queue_order(project: Project, actor: Actor, name: str, runs: Sequence[str] = ()) -> None:
    """Change the order in which pairs are graded from now on.

    Parameters
    ----------
    name : str
        Of ``ORDERS``.
    runs : sequence of str
        The two runs to be settled; none for any other order.

    Raises
    ------
    NotAllowedError, BadInputError, NotFoundError
        When the actor is no lead, there is no such order or run, or the runs do not fit.
    """
    actor.require(Permission.BUILD_POOL)
    if name not in ORDERS:
        raise BadInputError(
            f"there is no order of the queue {name!r}", f"Known orders: {', '.join(ORDERS)}."
        )
    named = tuple(run.name for run in choose_runs(project, runs)) if runs else ()
    if name == SETTLE:
        require_two(named)
    elif named:
        raise BadInputError(f"the order {name!r} is not about single runs", "Leave the runs out.")
    project.store.settings.write(replace(project.settings, queue_order=name, queue_runs=named))


def settled_run(project: Project) -> str | None:
    """Return which run is ahead whatever is judged, where the queue settles two; else None."""
    with project.board.held() as state:
        return _settled(project, state)


def query_order(project: Project, query_id: str) -> QueryOrder | None:
    """Return in which order a query's pairs are to be graded; None for the order as pooled.

    It is worked out anew when a label of the query changes, and kept until then. It reads the
    board, so that nobody may ask for it while holding the file.

    Parameters
    ----------
    project : Project
        Where.
    query_id : str
        Query.
    """
    if project.settings.queue_order == AS_POOLED:
        return None
    with project.board.held() as state:
        name = _order_name(project, state)
        number = state.layout.query_number.get(query_id)
        if name == AS_POOLED or number is None:
            return None
        is_settled = _settled(project, state) is not None
        labels = dict(state.labels_of(query_id))
        changed = state.position if name == MODEL_DISPUTES else int(state.changed_at[number])
    runs = project.settings.queue_runs
    bare = project.orders.get(
        state, ("view", query_id), runs, lambda: _bare_view(project, query_id, runs)
    )
    return project.orders.get(
        state,
        ("order", query_id),
        (name, runs, changed, is_settled),
        lambda: _order(project, name, query_id, bare.with_labels(labels), is_settled=is_settled),
    )


def query_places(project: Project) -> tuple[str, ...] | None:
    """Return the pooled queries in the order in which they matter; None for the project's order.

    Where intervals are narrowed or two runs settled, the widest interval comes first.
    """
    if project.settings.queue_order not in {NARROW, SETTLE}:
        return None
    with project.board.held() as state:
        name = _order_name(project, state)
        if name == AS_POOLED:
            return None
        queries = tuple(state.pooled_queries)
        widths = _widths(project, state, name)
    order = np.argsort(-widths, kind="stable")
    return tuple(queries[place] for place in order.tolist())


def _order_name(project: Project, state: BoardState) -> str:
    """Return the order that holds; as pooled where a run to be settled is gone."""
    settings = project.settings
    if settings.queue_order == SETTLE:
        known = set(state.layout.runs)
        return SETTLE if known.issuperset(settings.queue_runs) else AS_POOLED
    return settings.queue_order if settings.queue_order in ORDERS else AS_POOLED


def _settled(project: Project, state: BoardState) -> str | None:
    if _order_name(project, state) != SETTLE:
        return None
    a, b = project.settings.queue_runs
    return settled(state, a, b)


def _bare_view(project: Project, query_id: str, runs: Sequence[str]) -> QueryView:
    """Return a query's pooled documents with their ranks, without labels."""
    pool, settings = project.store.pool, project.settings
    rankings = pool.rankings(query_id, max(CUTOFF, pool.deepest()), runs)
    documents = pd.DataFrame({"doc_id": pool.documents_of(query_id)}, dtype="str").assign(
        query_id=query_id
    )
    names = runs or sorted(rankings["run"].unique())
    gain, max_grade = Gain(settings.gain), settings.scale.max_grade
    views = query_views(rankings, names, max_grade=max_grade, gain=gain, candidates=documents)
    return views[query_id]


def _order(
    project: Project, name: str, query_id: str, view: QueryView, *, is_settled: bool
) -> QueryOrder:
    by_weight = STRATEGIES[DEFAULT_ORDER].priorities(view)
    disputes = model_disputes(project, query_id) if name == MODEL_DISPUTES else {}
    ranked: list[str] = [doc_id for doc_id in disputes if doc_id in set(view.doc_ids)]
    priorities = by_weight if name == MODEL_DISPUTES else STRATEGIES[name].priorities(view)
    ranked += [view.doc_ids[place] for place in judging_order(view, priorities)]
    # Labelled pairs too, since somebody may still want a second judgment of them.
    rest = np.flatnonzero(view.is_candidate)
    ranked += [view.doc_ids[place] for place in rest[np.argsort(-by_weight[rest], kind="stable")]]
    order = dict.fromkeys(ranked)
    matters = name != SETTLE or (not is_settled and can_matter(view))
    return QueryOrder(
        {doc_id: float(len(order) - place) for place, doc_id in enumerate(order)},
        frozenset() if matters else frozenset(order),
    )


def _widths(project: Project, state: BoardState, name: str) -> FloatArray:
    """Return ``float64[pooled queries]``: what is open on each query."""
    if name == SETTLE:
        number = {run: n for n, run in enumerate(state.layout.runs)}
        a, b = project.settings.queue_runs
        rows = state.lead_rows(number[a], number[b])
        return np.asarray(rows.high - rows.low)
    scores = state.scores.by_measure[state.main_measure]
    if scores.low is None or scores.high is None:
        raise TypeError(f"{state.main_measure} has no bounds")
    runs = [n for n, run in enumerate(state.runs) if run.contributes_to_pool]
    queries = [state.layout.query_number[query_id] for query_id in state.pooled_queries]
    widths = (scores.high - scores.low)[np.ix_(runs, queries)]
    # Where nothing relevant is known yet everything is open.
    total: FloatArray = np.nan_to_num(widths, nan=1.0).sum(axis=0)
    return total
