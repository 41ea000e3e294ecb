"""How several judgments become one label: the rule, what another would do, and the switch."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from judge_app.domain.labels import REDUCERS, LabelRule, parse_label_rule
from judge_app.domain.people import Permission
from judge_app.services.label_rule import change_label_rule
from judge_app.services.rule_effect import RuleEffect, effect_of_rule
from judge_app.ui.parts.faults import explained
from judge_app.ui.parts.note import note
from judge_app.ui.parts.stamp import stamp_line
from judge_app.ui.parts.state_difference import show_effect, show_labels, show_side_by_side
from judge_app.ui.parts.words import NO_VALUE, count, escaped, sentence
from judge_app.ui.session import Session

_DONE = "label-rule-done"
_SHOWN_CHANGES, _SHOWN_MOVES = 12, 3

_MEANS = {
    "lower-median": "the middle grade; of two middle ones the lower",
    "latest": "the grade that came last",
    "majority": "the grade that most gave; of equally frequent ones the lowest",
    "max": "the highest grade",
    "min": "the lowest grade",
    "mean-rounded": "the mean, rounded; a half goes down",
}
_ALL, _WITH_MODELS, _CHOSEN = "All people", "People and models", "Only those chosen"


def show_label_rule(session: Session) -> None:
    """Show the rule, what another one would do to labels and systems, and let the lead switch."""
    current = session.project.settings.label_rule
    if done := st.session_state.pop(_DONE, None):
        st.success(done)
    st.markdown(
        f"A label is made by **{escaped(current)}**: {_MEANS[parse_label_rule(current).name]}. "
        "An adjudication, where there is one, is the label under every rule. Judgments are never "
        "changed by a rule, and releases keep the one that they were made with."
    )
    _show_changes(session)
    rule = _choose(session)
    if rule is None:
        return
    if str(rule) == current:
        note("This is the rule of the project. Choose another one to see what it would change.")
        return
    with explained(), st.spinner("Scoring every run under both rules …"):
        effect = effect_of_rule(session.project, session.actor, str(rule))
        _show_summary(effect, str(rule))
        if session.actor.may(Permission.CHANGE_SETTINGS):
            _offer_switch(session, str(rule))
        else:
            note("A lead can switch; everybody else can look.")
        if not effect.difference.pairs.empty:
            _show_figures(effect)


def _choose(session: Session) -> LabelRule | None:
    current = parse_label_rule(session.project.settings.label_rule)
    names = list(REDUCERS)
    left, right = st.columns([1, 1], gap="medium")
    name = left.selectbox(
        "Rule",
        names,
        index=names.index(current.name),
        format_func=lambda one: f"{one} – {_MEANS[one]}",
        key="rule-name",
    )
    scopes = [_ALL, _WITH_MODELS, _CHOSEN]
    at_first = _CHOSEN if current.persons else (_WITH_MODELS if current.with_models else _ALL)
    scope = right.radio(
        "Whose judgments count",
        scopes,
        index=scopes.index(at_first),
        horizontal=True,
        key="rule-scope",
    )
    if scope != _CHOSEN:
        return LabelRule(name, with_models=scope == _WITH_MODELS)
    people = [one.name for one in session.project.store.people.all()]
    # The rule is written as a line, in which these signs part its words.
    offered = [one for one in people if not set(one) & set(",:")]
    chosen = right.multiselect(
        "Persons and models", offered, default=sorted(current.persons), key="rule-persons"
    )
    if not chosen:
        note("Choose at least one person or model.")
        return None
    return LabelRule(name, persons=frozenset(chosen))


def _show_summary(effect: RuleEffect, rule: str) -> None:
    """Say how many labels would change, and what that does to the order of the systems."""
    difference = effect.difference
    st.subheader("What would change", anchor=False)
    if difference.pairs.empty:
        note("No label would change, so no score would.")
        return
    before, after = difference.before.stamp.n_labels, difference.after.stamp.n_labels
    total = f"{before:,}" if before == after else f"{before:,} (then {after:,})"
    st.markdown(f"**{len(difference.pairs):,}** of {total} labels: {_moved(effect)}")
    if not effect.rank_changes:
        st.markdown("The order of the systems would stay what it is.")
    by_measure: dict[str, list[str]] = {one.after: [] for one in difference.effects}
    for change in effect.rank_changes:
        by_measure[change.measure].append(str(change))
    for measure, changes in by_measure.items():
        if changes:
            st.markdown(f"Under {escaped(rule)}, by {escaped(measure)}:\n\n{_bullets(changes)}")
        elif effect.rank_changes:
            st.markdown(f"By {escaped(measure)} no system passes another.")
    if effect.order_changes:
        said = [str(change) for change in effect.order_changes]
        st.markdown(f"Decided or open, by {escaped(effect.decided_by)}:\n\n{_bullets(said)}")
    else:
        note(
            f"By {escaped(effect.decided_by)} nothing that is decided would become open, and "
            "nothing open decided."
        )


def _show_figures(effect: RuleEffect) -> None:
    """Show every run under both rules, and every label that differs."""
    difference = effect.difference
    left, right = st.columns(2, gap="medium")
    for column, name, side in (
        (left, "From: the rule as it is", difference.before),
        (right, "To: the rule as it would be", difference.after),
    ):
        with column:
            st.markdown(f"**{name}**")
            stamp_line(side.stamp)
    for one in difference.effects:
        show_effect(one)
    show_side_by_side()
    _show_moves(effect)
    show_labels(difference, "labels-that-change.csv")


def _moved(effect: RuleEffect) -> str:
    """Return the most frequent moves in a few words."""
    moves = [
        f"{n:,} from {_grade(before)} to {_grade(after)}"
        for before, after, n in effect.moves.head(_SHOWN_MOVES).itertuples(index=False)
    ]
    return ", ".join(moves) + (" …" if len(effect.moves) > _SHOWN_MOVES else ".")


def _show_moves(effect: RuleEffect) -> None:
    moves = effect.moves
    st.subheader("From grade to grade", anchor=False)
    st.dataframe(
        pd.DataFrame(
            {
                "move": [
                    f"{_grade(before)} → {_grade(after)}"
                    for before, after in zip(moves["before"], moves["after"], strict=True)
                ],
                "labels": moves["n_pairs"],
            }
        ),
        hide_index=True,
        width=260,
        column_config={
            "move": st.column_config.TextColumn("From → to", width=110),
            "labels": st.column_config.NumberColumn("Labels", width=90),
        },
        key="rule-moves",
        alt="How many labels go from which grade to which",
    )


def _offer_switch(session: Session, rule: str) -> None:
    if st.button(f"Switch to {escaped(rule)}", type="primary", key="rule-switch"):
        with explained():
            change_label_rule(session.project, session.actor, rule)
            st.session_state[_DONE] = f"Labels are made by {escaped(rule)} now."
            st.rerun()
    note("Every score is of the new labels from then on, and its stamp says so.")


def _show_changes(session: Session) -> None:
    changes = session.project.settings.label_rule_changes
    if changes:
        note(
            "; ".join(
                f"{escaped(one.rule)} since {one.changed_at:%Y-%m-%d %H:%M} UTC, set by "
                f"{escaped(one.changed_by)}"
                for one in reversed(changes[-3:])
            )
        )


def _bullets(sentences: list[str]) -> str:
    shown = [f"- {escaped(sentence(one))}" for one in sentences[:_SHOWN_CHANGES]]
    more = len(sentences) - len(shown)
    return "\n".join([*shown, *([f"- … and {count(more, 'more')}"] if more else [])])


def _grade(grade: Any) -> str:  # noqa: ANN401 - a cell that may be missing
    return NO_VALUE if pd.isna(grade) else str(grade)
