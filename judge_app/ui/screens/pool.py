"""Choose what annotators will see: size and cost first, then the pool."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from judge_app.services.pace import read_pace
from judge_app.services.pooling import PoolPlan, build_pool, plan_pool, usual_runs
from judge_app.ui.pages import GRADE, POOL, PROJECT
from judge_app.ui.parts.empty import empty
from judge_app.ui.parts.faults import explained
from judge_app.ui.parts.note import note
from judge_app.ui.parts.pool_choice import pool_choice
from judge_app.ui.parts.pool_so_far import show_pool, show_unreadable
from judge_app.ui.parts.queue_order import show_queue_order
from judge_app.ui.parts.words import about, count, escaped
from judge_app.ui.session import Session, require_session

_DONE = "pool-done"
_SHOWN_IDS = 10


def show(session: Session) -> None:
    """Show what a pool would hold and cost, build it on request, and show what is pooled."""
    st.title("Pool", anchor=False)
    # In a place of its own, so that nothing below moves and closes when the message goes.
    with st.container():
        if message := st.session_state.pop(_DONE, None):
            st.success(message)
            st.page_link(GRADE.path, label="Start grading", icon=":material/arrow_forward:")
    runs = session.project.store.runs.all()
    if not runs or not session.project.store.collection.queries():
        empty(
            "**There is nothing to pool yet.** A pool is made from the first documents that runs "
            "return for the project's topics.",
            session,
            PROJECT,
            "Bring in topics and runs",
        )
        return
    with explained():
        _show_plan(session, [run.name for run in runs], usual_runs(session.project))
    if session.project.store.pool.size():
        with explained():
            show_queue_order(session, [run.name for run in runs])
    show_pool(session)
    show_unreadable(session)


def _show_plan(session: Session, runs: list[str], usual: Sequence[str]) -> None:
    is_built = session.project.store.pool.size() > 0
    st.subheader("Add to the pool" if is_built else "Build the pool", anchor=False)
    choice = pool_choice(runs, usual)
    if choice is None:
        return
    plan = plan_pool(
        session.project,
        session.actor,
        depth=choice.depth,
        strategy=choice.strategy,
        runs=choice.runs,
        selection=choice.selection,
    )
    if plan.settled is not None:
        st.success(
            f"**{escaped(plan.settled)} is ahead, whatever else is judged.** There is nothing to "
            "add."
        )
        return
    if not len(plan.pairs):
        st.markdown("Every pair that these runs bring down to this depth is pooled or judged.")
        return
    _show_size(plan)
    _show_skipped(plan)
    if not plan.n_new:
        st.markdown("All of these pairs are in the pool already.")
        return
    _show_cost(session, plan)
    if st.button(f"Add {count(plan.n_new, 'pair')} to the pool", type="primary"):
        added = build_pool(session.project, session.actor, plan)
        st.session_state[_DONE] = f"{count(added, 'pair')} are new in the pool."
        st.rerun()


def _show_size(plan: PoolPlan) -> None:
    smallest, median, largest = plan.per_query
    per_query = f"{smallest:,}–{largest:,}, median {median:,}"
    with st.container(horizontal=True):
        st.metric("Pairs", f"{len(plan.pairs):,}", border=True)
        st.metric("Of these new", f"{plan.n_new:,}", border=True)
        st.metric("Pairs per query", per_query, border=True)
        st.metric("New without text", f"{plan.n_without_text:,}", border=True)
    if plan.selection.budget is not None:
        _show_choice(plan)


def _show_choice(plan: PoolPlan) -> None:
    """Say what a budget was spent on."""
    drawn = ""
    if plan.drawn_probability is not None:
        drawn = (
            f" {count(plan.n_drawn, 'pair')} of them drawn at random, each with a chance of "
            f"{plan.drawn_probability:.1%}."
        )
    note(
        f"Chosen from {count(plan.n_candidates, 'pair')} that are neither pooled nor judged.{drawn}"
    )


def _show_cost(session: Session, plan: PoolPlan) -> None:
    wanted = session.project.settings.wanted_judgments
    readable = plan.n_new - plan.n_without_text
    pace = read_pace(session.project)
    times = "" if wanted == 1 else f", {wanted} judgments each"
    st.markdown(
        f"**{about(pace.minutes(readable * wanted))} of work** for "
        f"{count(readable, 'new pair')} with text{times}, {pace.explain()}."
    )


def _show_skipped(plan: PoolPlan) -> None:
    skipped = plan.skipped_queries
    if skipped:
        some = escaped(", ".join(skipped[:_SHOWN_IDS])) + (
            " …" if len(skipped) > _SHOWN_IDS else ""
        )
        st.warning(
            f"{count(len(skipped), 'query', 'queries')} of the runs are no topics of the project "
            f"and are left out: {some}"
        )


show(require_session(POOL.permission))
