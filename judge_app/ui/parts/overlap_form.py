"""How many people judge a pair: for all pairs, or for a random share of them."""

from __future__ import annotations

import streamlit as st

from judge_app.services.overlap import set_overlap
from judge_app.services.overlap_cost import OverlapCost, overlap_cost
from judge_app.services.settings import MOST_WANTED
from judge_app.ui.pages import POOL
from judge_app.ui.parts.empty import empty
from judge_app.ui.parts.faults import explained
from judge_app.ui.parts.note import note
from judge_app.ui.parts.short_handed import warn_of_short_hands
from judge_app.ui.parts.words import about, count, duration
from judge_app.ui.session import Session

_DONE = "overlap-done"
_USUAL_SHARE = 20


def show_overlap(session: Session) -> None:
    """Say what is wanted, and let the lead ask for more after seeing the cost."""
    if done := st.session_state.pop(_DONE, None):
        st.success(done)
    if not session.project.store.pool.size():
        empty(
            "**No pool has been built.** Overlap is asked for on pooled pairs.",
            session,
            POOL,
            "Build the pool",
        )
        return
    warn_of_short_hands(session)
    usual = session.project.settings.wanted_judgments
    note(
        f"Each pair wants {count(usual, 'judgment')} unless it was drawn for more. Pairs that "
        "somebody has graded keep what they want. How far people agree can only be seen on pairs "
        "that several have judged; a random share of them speaks for all."
    )
    left, right = st.columns(2, gap="medium")
    wanted = left.number_input(
        "Judgments per pair", 1, MOST_WANTED, value=min(max(usual, 2), MOST_WANTED)
    )
    share = right.number_input("Share of the pairs, per cent", 0, 100, _USUAL_SHARE, step=5)
    with st.expander("Which pairs"):
        seed = st.number_input(
            "Seed",
            min_value=0,
            value=0,
            help="The same seed draws the same pairs, and a larger share holds the smaller one.",
        )
    with explained():
        cost = overlap_cost(session.project, session.actor, int(wanted), share / 100, int(seed))
        _show_cost(cost, int(wanted))
        if not cost.n_pairs or cost.is_set:
            return
        label = f"Ask for {count(int(wanted), 'judgment')} on {share} % of the pairs"
        if st.button(label, type="primary"):
            change = set_overlap(
                session.project, session.actor, int(wanted), share / 100, int(seed)
            )
            st.session_state[_DONE] = (
                f"{change.n_with_more:,} of {count(change.n_pairs, 'pair')} with text and without "
                f"a judgment now want {count(int(wanted), 'judgment')}."
            )
            st.rerun()


def _show_cost(cost: OverlapCost, wanted: int) -> None:
    if not cost.n_pairs:
        st.markdown("Every pair that can be shown has a judgment, so nothing would change.")
        return
    pairs = f"**{cost.n_chosen:,} of {count(cost.n_pairs, 'pair')}** with text and no judgment"
    if cost.is_set:
        st.markdown(
            f"This choice is set already: {pairs} want {count(wanted, 'judgment')}, "
            f"**{count(cost.before, 'judgment')}** in all. **{about(cost.minutes)} of work,** "
            f"{cost.pace.explain()}."
        )
        return
    st.markdown(
        f"{pairs} would want {count(wanted, 'judgment')}: "
        f"**{count(cost.judgments, 'judgment')}** in all, where {cost.before:,} are wanted now."
    )
    more = cost.more_minutes
    change = (
        "as much as now"
        if cost.judgments == cost.before
        else f"{duration(abs(more))} {'more' if more > 0 else 'less'} than now"
    )
    st.markdown(f"**{about(cost.minutes)} of work,** {change}, {cost.pace.explain()}.")
