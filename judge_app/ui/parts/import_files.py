"""Bring files in: dropped, checked, reported on, and only then stored."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.uploaded_file_manager import UploadedFile

from judge_app.domain.errors import BadInputError
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.imports import CheckedFile, ImportedFile, check_files, store_files
from judge_app.ui.parts.check_report import show_report
from judge_app.ui.parts.faults import explained, show_error
from judge_app.ui.parts.grade_mapping import said_map
from judge_app.ui.parts.import_options import ask_for_options
from judge_app.ui.parts.long_work import long_work
from judge_app.ui.parts.missing import show_missing
from judge_app.ui.parts.note import note
from judge_app.ui.parts.uploads import clear_uploader, on_disk, remembered, uploader_key
from judge_app.ui.parts.words import count, escaped
from judge_app.ui.session import Session

_SLOT, _DONE = "import", "import-done"
_STOPPED = "Stopped. Nothing was stored."


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found in the files that can be read, and why others cannot."""

    slots: tuple[str, ...]
    files: tuple[CheckedFile, ...]
    unreadable: tuple[BadInputError, ...]


def show_import(session: Session) -> None:
    """Take files, report on each, and store all of them or none."""
    for message in st.session_state.pop(_DONE, ()):
        (st.info if message == _STOPPED else st.success)(message)
        show_missing(session.project)
    uploads = st.file_uploader(
        "Topics, documents, runs, qrels or judgments",
        accept_multiple_files=True,
        key=uploader_key(_SLOT),
        help="TREC, BEIR, JSONL, CSV or TSV, also compressed. What each file is, is told from it.",
    )
    with explained():
        options = ask_for_options()
        if not uploads:
            note(
                "Nothing is stored before you have seen what was found in each file. All files "
                "are stored together, or none."
            )
            return
        place = st.empty()
        found = remembered(
            _SLOT,
            _state(session, uploads, options),
            lambda: _read(session, uploads, options, place),
        )
        for error in found.unreadable:
            show_error(error)
        for slot, file in zip(found.slots, found.files, strict=True):
            show_report(file, session.project.settings.scale, slot=slot)
        _offer_store(session, found, options)


def _state(session: Session, uploads: Sequence[UploadedFile], options: ImportOptions) -> Hashable:
    """Return everything that a check depends on."""
    store = session.project.store
    return (
        tuple((file.file_id, said_map(file.file_id)) for file in uploads),
        repr(options),
        str(session.project.settings.scale),
        len(store.collection.queries()),
        store.collection.n_documents(),
        tuple((run.name, run.sha256) for run in store.runs.all()),
    )


def _read(
    session: Session,
    uploads: Sequence[UploadedFile],
    options: ImportOptions,
    place: DeltaGenerator,
) -> _Found:
    """Check all files together; where that fails, find those that cannot be read at all."""
    slots = [file.file_id for file in uploads]
    with (
        long_work(place, "Reading …", _stop_reading) as tell,
        on_disk(uploads, [said_map(slot) for slot in slots]) as files,
    ):

        def check(chosen: Sequence[Upload]) -> tuple[CheckedFile, ...]:
            return check_files(
                session.project,
                session.actor,
                chosen,
                options,
                lambda name, share: tell(f"Reading {escaped(name)} …", share),
            )

        try:
            return _Found(tuple(slots), check(files), ())
        except BadInputError:
            readable, unreadable = {}, []
            for slot, file in zip(slots, files, strict=True):
                try:
                    check([file])
                    readable[slot] = file
                except BadInputError as error:
                    unreadable.append(error)
            return _Found(tuple(readable), check(list(readable.values())), tuple(unreadable))


def _stop_reading() -> None:
    clear_uploader(_SLOT)
    st.session_state[_DONE] = [_STOPPED]


def _stop_storing() -> None:
    # The click may have come when everything was stored already.
    if not st.session_state.get(_DONE):
        st.session_state[_DONE] = [_STOPPED]


def _offer_store(session: Session, found: _Found, options: ImportOptions) -> None:
    if not _may_store(found):
        return
    files = [file for file in found.files if not file.same_as]
    n_warnings = sum(file.n_to_accept for file in files)
    accepted = not n_warnings or st.checkbox(
        f"Store despite {count(n_warnings, 'warning')}", key=f"accept-{hash(found.slots)}"
    )
    place = st.empty()
    label = f"Store {count(len(files), 'file')}"
    if not place.button(label, type="primary", disabled=not accepted):
        return
    # A list, since taking note in the session's state is a moment at which Streamlit may end the
    # script, and appending to what is there already is not.
    done: list[str] = []
    st.session_state[_DONE] = done
    with long_work(place, "Storing …", _stop_storing) as tell:
        stored = store_files(
            session.project,
            session.actor,
            found.files,
            replace(options, accept_warnings=True),
            before_commit=lambda: tell("Storing …", 1.0),
        )
        done.append("Stored. " + " · ".join(map(_what_became, stored)))
    clear_uploader(_SLOT)
    st.rerun()


def _may_store(found: _Found) -> bool:
    """Say why nothing can be stored, where that is so."""
    unsettled = sum(1 for file in found.files if file.n_problems and file.parsed.ok)
    faulty = sum(1 for file in found.files if not file.parsed.ok) + len(found.unreadable)
    if faulty:
        st.error(
            f"{count(faulty, 'file has', 'files have')} errors, so nothing can be stored. Correct "
            "what is faulty, or remove it above to store the others."
        )
    elif unsettled:
        st.error(
            f"{count(unsettled, 'file is', 'files are')} waiting for a word of yours, so nothing "
            "can be stored yet. The file itself is fine: say above what its grades mean, or how "
            "its run is called."
        )
    elif all(file.same_as for file in found.files):
        note("There is nothing to store: the project has all of this already.")
    else:
        return True
    return False


def _what_became(one: ImportedFile) -> str:
    name = escaped(one.checked.parsed.source)
    return f"{name}: here already" if one.checked.same_as else f"{name}: {one.n_new:,} new"
