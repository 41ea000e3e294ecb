"""Warm-up, gold pairs and repeats: how often, and which pairs."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from judge_app.domain.checks import MOST_CHECKED, REPEAT_AFTER, REPEAT_AFTER_JUDGMENTS
from judge_app.services.checks import set_check_rates
from judge_app.services.gold import gold_pairs, unmark_gold
from judge_app.store import GoldPair
from judge_app.ui.parts.faults import explained
from judge_app.ui.parts.gold_form import show_gold_form
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import count
from judge_app.ui.session import Session

_DONE = "checks-done"
_REPEAT_MINUTES = REPEAT_AFTER.seconds // 60
_MOST_PERCENT = round(100 * MOST_CHECKED)


def show_checks(session: Session) -> None:
    """Show how people are checked, and on which pairs."""
    if done := st.session_state.pop(_DONE, None):
        st.success(done)
    pairs = gold_pairs(session.project, session.actor)
    _show_rates(session, pairs)
    _show_pairs(session, pairs)
    st.subheader("Fix the grade of another pair", anchor=False)
    _show_choice(session)


def _show_rates(session: Session, pairs: tuple[GoldPair, ...]) -> None:
    settings = session.project.settings
    n_warm_up = sum(pair.is_warm_up for pair in pairs)
    note(
        "Checks tell about people and never enter a label, a score or the agreement. Gold pairs "
        "and repeats look like all others. While some are mixed in, nobody is told what a single "
        "grade did to the scores: a check does nothing to them, which would give it away. For the "
        "same reason people then see only between which tens the number of judged pairs lies."
    )
    with st.form("check-rates", width=820):
        warm_up = st.toggle("Everybody first practises on the warm-up pairs", settings.warm_up)
        left, right = st.columns(2, gap="medium")
        gold = left.number_input(
            "Gold pairs, per cent of those handed out",
            0.0,
            float(_MOST_PERCENT),
            100 * settings.gold_rate,
            step=1.0,
            format="%.0f",
        )
        repeats = right.number_input(
            "Own pairs shown again, per cent",
            0.0,
            float(_MOST_PERCENT),
            100 * settings.repeat_rate,
            step=1.0,
            format="%.0f",
        )
        note(
            f"A pair is shown again after at least {REPEAT_AFTER_JUDGMENTS} further judgments of "
            f"the same person and {_REPEAT_MINUTES} minutes, so that short work has no repeats."
        )
        is_sent = st.form_submit_button("Save", type="primary")
    if is_sent:
        with explained():
            set_check_rates(
                session.project,
                session.actor,
                gold_rate=gold / 100,
                repeat_rate=repeats / 100,
                warm_up=warm_up,
            )
            st.session_state[_DONE] = "Saved. It holds for pairs handed out from now on."
            st.rerun()
    note(
        f"Now: {count(n_warm_up, 'warm-up pair')} and "
        f"{count(len(pairs) - n_warm_up, 'gold pair')} to mix in."
    )


def _show_pairs(session: Session, pairs: tuple[GoldPair, ...]) -> None:
    st.subheader("Pairs with a fixed grade", anchor=False)
    if not pairs:
        note(
            "None yet. Fix some below, or on *Disagreements* where a pair turns out to be a good "
            "example."
        )
        return
    chosen = st.dataframe(
        _frame(session, pairs),
        hide_index=True,
        key="gold-pairs",
        on_select="rerun",
        selection_mode="multi-row",
        alt="Pairs whose grade is fixed",
        column_config={
            "use": st.column_config.TextColumn("Use", width=90),
            "grade": st.column_config.NumberColumn("Grade", width=70),
            "query": st.column_config.TextColumn("Query", width=260),
            "document": st.column_config.TextColumn("Document", width=300),
            "explanation": st.column_config.TextColumn("Explanation", width=240),
            "by": st.column_config.TextColumn("By", width=100),
        },
    )
    rows = [row for row in chosen["selection"]["rows"] if row < len(pairs)]
    if rows and st.button(f"Take {count(len(rows), 'pair')} off the list"):
        with explained():
            for row in rows:
                unmark_gold(session.project, session.actor, pairs[row].query_id, pairs[row].doc_id)
            st.session_state[_DONE] = "Taken off. Labels that the pairs got stay."
            st.rerun()


def _frame(session: Session, pairs: tuple[GoldPair, ...]) -> pd.DataFrame:
    collection = session.project.store.collection
    texts = {query.query_id: query.text for query in collection.queries()}
    titles = collection.titles([pair.doc_id for pair in pairs])
    return pd.DataFrame(
        {
            "use": ["warm-up" if pair.is_warm_up else "gold" for pair in pairs],
            "grade": [pair.grade for pair in pairs],
            "query": [texts.get(pair.query_id, pair.query_id) for pair in pairs],
            "document": [titles.get(pair.doc_id, pair.doc_id) for pair in pairs],
            "explanation": [pair.explanation for pair in pairs],
            "by": [pair.set_by for pair in pairs],
        }
    )


def _show_choice(session: Session) -> None:
    collection = session.project.store.collection
    texts = {query.query_id: query.text for query in collection.queries()}
    if not texts:
        note("There are no topics yet.")
        return
    left, right = st.columns(2, gap="medium")
    query_id = left.selectbox("Query", list(texts), format_func=texts.__getitem__, key="gold-query")
    pooled = list(session.project.store.pool.documents_of(query_id))
    titles = collection.titles(pooled)
    doc_id = right.selectbox(
        "Document",
        pooled,
        index=None,
        format_func=lambda one: f"{titles.get(one, '')} ({one})",
        placeholder="Choose one of the query's pool, or write any id",
        accept_new_options=True,
        key="gold-document",
    )
    if doc_id:
        document = collection.documents([doc_id]).get(doc_id)
        if document is not None:
            with st.expander("The document"):
                st.text(document.text or document.title)
        show_gold_form(session, query_id, doc_id)
