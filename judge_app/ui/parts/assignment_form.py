"""Who is given which queries: persons, groups, or everybody."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from judge_app.domain.people import PersonKind, Role
from judge_app.services.assignment import Assignment, assign, assignments, groups, set_group
from judge_app.ui.parts.faults import explained
from judge_app.ui.parts.note import note
from judge_app.ui.parts.short_handed import warn_of_short_hands
from judge_app.ui.parts.words import count, escaped
from judge_app.ui.session import Session

_DONE = "assignment-done"
_GRADING = {Role.ANNOTATOR, Role.LEAD}


def show_assignment(session: Session) -> None:
    """Show who has which queries, and let the lead change it."""
    if done := st.session_state.pop(_DONE, None):
        st.success(done)
    note(
        "Queries that are given to somebody are handed out to them alone; all others to everybody. "
        "Who is not here yet can be chosen after their first sign-in."
    )
    warn_of_short_hands(session)
    people = [
        person.name
        for person in session.project.store.people.all()
        if person.kind is PersonKind.HUMAN and person.roles & _GRADING
    ]
    queries, members = st.columns([3, 2], gap="medium")
    with queries:
        _show_queries(session, people)
    with members:
        _show_groups(session, people)


def _show_queries(session: Session, people: list[str]) -> None:
    st.subheader("Queries", anchor=False)
    given = {one.query_id: one for one in assignments(session.project)}
    all_queries = session.project.store.collection.queries()
    if not all_queries:
        note("There are no topics yet.")
        return
    chosen = st.dataframe(
        pd.DataFrame(
            {
                "query": [query.text for query in all_queries],
                "given": [_named(given.get(query.query_id)) for query in all_queries],
            }
        ),
        hide_index=True,
        key="assigned-queries",
        on_select="rerun",
        selection_mode="multi-row",
        alt="Queries and who is given them; choose some to give them to somebody",
        column_config={
            "query": st.column_config.TextColumn("Query", width=330),
            "given": st.column_config.TextColumn("Given to", width=200),
        },
    )
    rows = chosen["selection"]["rows"]
    query_ids = [all_queries[row].query_id for row in rows if row < len(all_queries)]
    if not query_ids:
        note("Choose queries in the table to give them to somebody.")
        return
    with st.form("assignment"):
        persons = st.multiselect("Persons", people)
        named = st.multiselect("Groups", [group.name for group in groups(session.project)])
        is_sent = st.form_submit_button(
            f"Give {count(len(query_ids), 'query', 'queries')} to these alone", type="primary"
        )
        note("With nobody chosen they are everybody's again.")
    if is_sent:
        with explained():
            assign(session.project, session.actor, query_ids, persons=persons, groups=named)
            to = " and ".join([*persons, *named]) or "everybody"
            _finish(f"{count(len(query_ids), 'query', 'queries')} given to {escaped(to)}.")


def _show_groups(session: Session, people: list[str]) -> None:
    st.subheader("Groups", anchor=False)
    known = groups(session.project)
    for group in known:
        st.markdown(f"**{escaped(group.name)}** · {escaped(', '.join(group.persons))}")
    if not known:
        note("None yet.")
    with st.form("group", clear_on_submit=True):
        name = st.selectbox(
            "Group",
            [group.name for group in known],
            index=None,
            accept_new_options=True,
            placeholder="A new name, or a known group",
        )
        members = st.multiselect("People in it", people)
        is_sent = st.form_submit_button("Save the group")
        note("Without anybody in it, a group ends, and so do its assignments.")
    if is_sent:
        with explained():
            set_group(session.project, session.actor, name or "", members)
            said = "is saved" if members else "has ended"
            _finish(f"The group **{escaped(name or '')}** {said}.")


def _finish(message: str) -> None:
    st.session_state[_DONE] = message
    st.rerun()


def _named(given: Assignment | None) -> str:
    return "everybody" if given is None else ", ".join([*given.persons, *given.groups])
