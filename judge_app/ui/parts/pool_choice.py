"""The fields by which a lead says which pairs to pool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from judge_app.domain.pooling import DEFAULT_DEPTH, STRATEGIES, Selection, Strategy
from judge_app.ui.parts.note import note

_DEEPEST = 1000
_LARGEST_SEED = 2**31


@dataclass(frozen=True, slots=True)
class PoolChoice:
    """What was chosen."""

    strategy: str
    depth: int
    runs: tuple[str, ...]
    selection: Selection


def pool_choice(runs: Sequence[str], usual: Sequence[str]) -> PoolChoice | None:
    """Show the fields; return None, and say why, while something is missing.

    Parameters
    ----------
    runs, usual : sequence of str
        All runs, and those that are chosen at first.
    """
    left, middle, right = st.columns([3, 1.5, 5], gap="medium")
    with left:
        strategy = _strategy()
    depth = middle.number_input(
        "Depth",
        min_value=1,
        max_value=_DEEPEST,
        value=DEFAULT_DEPTH,
        help="Every run gives its first documents down to this rank.",
    )
    with right:
        chosen = two_runs(runs, "pool") if strategy.for_two_runs else _several(runs, usual)
    now = (
        " A batch is chosen by the labels of this moment; the order of the queue can follow them "
        "as they arrive."
    )
    note(strategy.sentence + (now if strategy.is_adaptive else ""))
    selection = _selection()
    if strategy.for_two_runs and len(set(chosen)) < len(chosen):
        st.info("Choose two different runs.")
        return None
    if not chosen:
        st.info("Choose at least one run.")
        return None
    return PoolChoice(strategy.name, int(depth), chosen, selection)


def two_runs(runs: Sequence[str], key: str) -> tuple[str, str]:
    """Let two runs be chosen, A and B."""
    left, right = st.columns(2, gap="small")
    a = left.selectbox("Run A", runs, key=f"{key}-a")
    b = right.selectbox("Run B", runs, index=min(1, len(runs) - 1), key=f"{key}-b")
    return a, b


def _strategy() -> Strategy:
    name = st.selectbox(
        "Strategy",
        list(STRATEGIES),
        format_func=lambda name: STRATEGIES[name].title,
        key="pool-strategy",
    )
    return STRATEGIES[name]


def _several(runs: Sequence[str], usual: Sequence[str]) -> tuple[str, ...]:
    return tuple(st.multiselect("Runs", runs, default=usual, key="pool-runs"))


def _selection() -> Selection:
    """Ask for budget and random share; without a budget all pairs are taken."""
    left, middle, right, _ = st.columns([3, 1.5, 1.5, 3.5], gap="medium")
    budget = left.number_input(
        "Budget in pairs",
        min_value=1,
        value=None,
        placeholder="all pairs",
        key="pool-budget",
        help="Only the best new pairs of the strategy. Empty takes all.",
    )
    if budget is None:
        return Selection()
    percent = middle.number_input(
        "Random share (%)",
        min_value=0,
        max_value=100,
        value=0,
        step=5,
        key="pool-random",
        help="This share of the budget is drawn from what the strategy would not have taken.",
    )
    if not percent:
        return Selection(int(budget))
    seed = right.number_input(
        "Seed",
        min_value=0,
        max_value=_LARGEST_SEED,
        value=0,
        key="pool-seed",
        help="The same seed draws the same pairs.",
    )
    note(
        "Random pairs come from beyond the strategy's reach. All of those have the same chance. "
        "It is stored with each pair, so that what the strategy misses can be estimated."
    )
    return Selection(int(budget), percent / 100, int(seed))
