"""The gate for a new run: what of it is judged, whether to believe its score, what to do."""

from __future__ import annotations

from functools import partial

import streamlit as st

from judge_app.domain.pooling import DEFAULT_DEPTH
from judge_app.services.coverage import queue_new_pairs
from judge_app.services.import_options import ImportOptions, Upload, parse_import_options
from judge_app.services.imports import store_files
from judge_app.services.intake import Intake, look_at_file, look_at_stored
from judge_app.services.labelling import board_stamp
from judge_app.services.pace import read_pace
from judge_app.services.upload_shelf import ShelvedFile
from judge_app.ui.pages import NEW_RUN
from judge_app.ui.parts.check_report import show_warnings
from judge_app.ui.parts.holes import show_holes
from judge_app.ui.parts.long_work import long_work
from judge_app.ui.parts.note import note
from judge_app.ui.parts.run_coverage import show_runs
from judge_app.ui.parts.stamp import stamp_line
from judge_app.ui.parts.uploads import ask_for_files, remembered, remove_files
from judge_app.ui.parts.verdict import show_facts, show_interval, show_verdict
from judge_app.ui.parts.words import about, count, escaped
from judge_app.ui.session import Session, require_session

_SLOT, _STORED, _DONE = "new-run", "new-run-stored", "new-run-done"


def show(session: Session) -> None:
    """Take a run file or a stored run, and show what is known of it."""
    st.title("New run", anchor=False)
    note(
        "A system that nobody pooled shows documents that nobody judged. See first how much of "
        "it is known; a file is only looked at until you say so."
    )
    # In a place of its own: the box would be made anew, empty, where it moves.
    with st.container():
        if done := st.session_state.pop(_DONE, None):
            st.session_state[_STORED], message = done
            st.success(message)
    left, right, last = st.columns([5, 4, 2], gap="medium")
    with left:
        sent = ask_for_files(
            session, _SLOT, "A run file", note="TREC, ranx and others, also compressed."
        )
    file = sent[0] if sent else None
    names = [run.name for run in session.project.store.runs.all()]
    stored = None
    if names:
        stored = right.selectbox(
            "or a run of the project",
            names,
            index=None,
            key=_STORED,
            disabled=file is not None,
        )
    depth = last.number_input("Depth", min_value=1, max_value=1000, value=DEFAULT_DEPTH)
    if file is not None:
        _show_file(session, file, int(depth))
    elif stored is not None:
        intake = look_at_stored(session.project, session.actor, stored, depth=int(depth))
        _show(session, intake, ImportOptions())
    else:
        show_runs(session, depth=int(depth))


def _show_file(session: Session, file: ShelvedFile, depth: int) -> None:
    with st.expander("Name of the run"):
        name = st.text_input(
            "Name", placeholder="the tag in the file, or the file's own name", key="new-run-name"
        )
        replace = st.toggle(
            "Put it in the place of the stored run of that name",
            key="new-run-replace",
            help="What that run was stays known in the status; the pool keeps its pairs.",
        )
    # Its warnings stand above the button that stores it.
    options = parse_import_options(
        kind="run", run_name=name or None, replace=replace, accept_warnings=True
    )

    place = st.empty()

    def look() -> Intake:
        with (
            long_work(place, "Reading the run …", partial(remove_files, session, _SLOT)) as tell,
            session.host.uploads.held(session.actor, [file]),
        ):
            return look_at_file(
                session.project,
                session.actor,
                Upload(file.path, file.name),
                options,
                depth=depth,
                progress=lambda _, share: tell("Reading the run …", share),
            )

    stamp = board_stamp(session.project)
    key = (file.upload_id, options.run_name, replace, depth, stamp.label_set, stamp.pool_pairs)
    _show(session, remembered(_SLOT, key, look), options)


def _show(session: Session, intake: Intake, options: ImportOptions) -> None:
    stamp_line(board_stamp(session.project))
    show_facts(intake)
    show_verdict(intake)
    show_warnings(intake.files)
    _show_next_step(session, intake, options)
    show_interval(intake)
    show_holes(session, intake)


def _show_next_step(session: Session, intake: Intake, options: ImportOptions) -> None:
    n_new = intake.coverage.facts.n_new
    if not n_new and intake.is_stored:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        if n_new:
            if st.button(f"Queue the {count(n_new, 'missing pair')}", type="primary"):
                _queue(session, intake, options)
            pace = read_pace(session.project)
            note(f"{about(pace.minutes(n_new))} of one person, {pace.explain()}.")
        elif st.button("Add it to the leaderboard", type="primary"):
            _store(session, intake, options)
    if intake.n_unreadable:
        note(
            f"{count(intake.n_unreadable, 'pair')} of these cannot be shown to anyone, since the "
            "project has no text for the document. They count as open until labels are imported."
        )


def _queue(session: Session, intake: Intake, options: ImportOptions) -> None:
    coverage = intake.coverage
    added = queue_new_pairs(session.project, session.actor, intake.files, [coverage], options)
    _finish(
        session,
        coverage.run,
        f"{count(added, 'pair')} now wait for a grade. The run **{escaped(coverage.run)}** is on "
        "the leaderboard and does not contribute to the pool.",
    )


def _store(session: Session, intake: Intake, options: ImportOptions) -> None:
    store_files(session.project, session.actor, intake.files, options)
    run = intake.coverage.run
    _finish(session, run, f"The run **{escaped(run)}** is on the leaderboard.")


def _finish(session: Session, run: str, message: str) -> None:
    remove_files(session, _SLOT)
    st.session_state[_DONE] = (run, message)
    st.rerun()


show(require_session(NEW_RUN.permission))
