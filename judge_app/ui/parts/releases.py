"""The releases of a project, and the form that makes one."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from judge_app.domain.labels import REDUCERS
from judge_app.domain.people import Permission
from judge_app.services.releases import list_releases, make_release
from judge_app.ui.parts.faults import explained
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import count, escaped
from judge_app.ui.session import Session

_DONE = "release-done"
_NAME, _NOTE = "release-name", "release-note"


def show_releases(session: Session) -> None:
    """List the releases, newest first, and let the lead make one."""
    note(
        "A release gives the labels as they are now a name for good. It keeps the place in the log "
        "of judgments, the label rule, and the hash that its labels have to have; whoever cites it "
        "can get the very same labels and pool again. Texts and runs it only verifies: an export "
        "says where they have changed since."
    )
    if done := st.session_state.pop(_DONE, None):
        st.session_state[_NAME] = st.session_state[_NOTE] = ""
        st.success(done)
    _show_list(session)
    if session.actor.may(Permission.RELEASE):
        _show_form(session)
    else:
        note("Leads make releases.")


def _show_list(session: Session) -> None:
    releases = list_releases(session.project, session.actor)
    if not releases:
        st.markdown("There is no release yet.")
        return
    st.dataframe(
        pd.DataFrame(
            {
                "name": [one.name for one in reversed(releases)],
                "made": [one.created_at.replace(tzinfo=None) for one in reversed(releases)],
                "by": [one.created_by for one in reversed(releases)],
                "labels": [one.n_labels for one in reversed(releases)],
                "rule": [one.label_rule for one in reversed(releases)],
                "position": [one.position for one in reversed(releases)],
                "pool": [one.pool_pairs for one in reversed(releases)],
                "hash": [one.label_set[:12] for one in reversed(releases)],
                "note": [one.note for one in reversed(releases)],
            }
        ),
        hide_index=True,
        key="releases",
        alt="Releases, newest first",
        column_config={
            "name": st.column_config.TextColumn("Name", pinned=True),
            "made": st.column_config.DatetimeColumn(
                "Made (UTC)", format="YYYY-MM-DD HH:mm", width=140
            ),
            "by": st.column_config.TextColumn("By"),
            "labels": st.column_config.NumberColumn("Labels", width=80),
            "rule": st.column_config.TextColumn("Labels by"),
            "position": st.column_config.NumberColumn(
                "Judgments", width=90, help="Length of the log that counts"
            ),
            "pool": st.column_config.NumberColumn("Pooled pairs", width=100),
            "hash": st.column_config.TextColumn("Label set", help="Begin of the sha256"),
            "note": st.column_config.TextColumn("Note", width="large"),
        },
    )


def _show_form(session: Session) -> None:
    rules = list(REDUCERS)
    own = session.project.settings.label_rule
    known = rules if own in rules else [own, *rules]
    with st.form("release", width=820):
        left, right = st.columns(2, gap="medium")
        name = left.text_input("Name of the release", placeholder="v1", key=_NAME)
        rule = right.selectbox("Labels of it by", known, index=known.index(own))
        why = st.text_area(
            "Note", height=80, placeholder="Why it is made, what it is for", key=_NOTE
        )
        is_sent = st.form_submit_button("Make the release", type="primary")
    if is_sent:
        with explained():
            made = make_release(session.project, session.actor, name, labels=rule, note=why)
            st.session_state[_DONE] = (
                f"**{escaped(made.name)}** holds {count(made.n_labels, 'label')}, label set "
                f"{made.label_set[:8]}."
            )
            st.rerun()
