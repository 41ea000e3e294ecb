"""In which order pairs are graded, and its change."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from judge_app.services.order import ORDERS, SETTLE, set_queue_order, settled_run
from judge_app.ui.parts.faults import explained
from judge_app.ui.parts.note import note
from judge_app.ui.parts.pool_choice import two_runs
from judge_app.ui.parts.words import escaped
from judge_app.ui.session import Session

_DONE = "order-done"


def show_queue_order(session: Session, runs: Sequence[str]) -> None:
    """Show the order that holds, and let the lead choose another.

    Parameters
    ----------
    session : Session
        Who looks.
    runs : sequence of str
        All runs.
    """
    settings = session.project.settings
    title, sentence = ORDERS[settings.queue_order]
    st.subheader("Order of the queue", anchor=False)
    # In a place of its own, so that nothing below moves and closes when the message goes.
    with st.container():
        if st.session_state.pop(_DONE, False):
            st.success("Changed. It holds for every document that is handed out from now on.")
    between = " against ".join(escaped(run) for run in settings.queue_runs)
    st.markdown(f"**{title}**{': ' + between if between else ''}. {sentence}")
    _show_settled(session)
    with st.expander("Change the order", key="order"):
        _show_change(session, runs)


def _show_settled(session: Session) -> None:
    ahead = settled_run(session.project)
    if ahead is not None:
        st.success(
            f"**{escaped(ahead)} is ahead, whatever else is judged.** Nothing hangs on the "
            "documents that are left, so that nobody is shown any. Choose another order to go on."
        )


def _show_change(session: Session, runs: Sequence[str]) -> None:
    names = list(ORDERS)
    current = session.project.settings.queue_order
    chosen = st.selectbox(
        "Order",
        names,
        index=names.index(current),
        format_func=lambda name: ORDERS[name][0],
        key="order-name",
    )
    note(ORDERS[chosen][1])
    two = two_runs(runs, "order") if chosen == SETTLE else ()
    if len(set(two)) < len(two):
        st.info("Choose two different runs.")
        return
    note(
        "It changes which documents come next, not which are pooled. A query is finished before "
        "the next begins; the documents that are already on somebody's desk stay there."
    )
    if st.button("Use this order"):
        with explained():
            set_queue_order(session.project, session.actor, chosen, two)
            st.session_state[_DONE] = True
            st.rerun()
