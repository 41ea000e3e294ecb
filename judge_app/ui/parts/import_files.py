"""Bring files in: dropped, checked, reported on, and only then stored."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from judge_app.domain.errors import BadInputError
from judge_app.services.import_options import ImportOptions
from judge_app.services.imports import CheckedFile, ImportedFile, check_files, store_files
from judge_app.services.upload_shelf import ShelvedFile
from judge_app.ui.parts.check_report import show_report
from judge_app.ui.parts.faults import explained, show_error
from judge_app.ui.parts.file_fields import with_place
from judge_app.ui.parts.grade_mapping import said_map
from judge_app.ui.parts.import_options import ask_for_options
from judge_app.ui.parts.long_work import long_work
from judge_app.ui.parts.missing import show_missing
from judge_app.ui.parts.note import note
from judge_app.ui.parts.uploads import (
    Piece,
    ask_for_files,
    known_slots,
    pieces,
    remembered,
    remove_files,
)
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
    # In a place of their own: the box would be made anew, empty, where it moves.
    with st.container():
        for message in st.session_state.pop(_DONE, ()):
            (st.info if message == _STOPPED else st.success)(message)
            show_missing(session.project)
    sent = ask_for_files(
        session,
        _SLOT,
        "Topics, documents, runs, qrels or judgments",
        note="TREC, BEIR, JSONL, CSV, TSV and others, also compressed or in a ZIP. What each file "
        "is, is told from it.",
        several=True,
    )
    with explained(with_place):
        options = ask_for_options()
        if not sent:
            note(
                "Nothing is stored before you have seen what was found in each file. All files "
                "are stored together, or none."
            )
            return
        place = st.empty()
        found = remembered(
            _SLOT,
            _state(session, sent, options),
            lambda: _read(session, sent, options, place),
        )
        for error in found.unreadable:
            show_error(error, with_place)
        for slot, file in zip(found.slots, found.files, strict=True):
            show_report(file, session.project.settings.scale, slot=slot)
        _offer_store(session, sent, found, options)


def _state(session: Session, sent: Sequence[ShelvedFile], options: ImportOptions) -> Hashable:
    """Return everything that a check depends on."""
    store = session.project.store
    return (
        tuple(file.upload_id for file in sent),
        tuple((slot, said) for slot in known_slots(sent) if (said := said_map(slot))),
        repr(options),
        str(session.project.settings.scale),
        len(store.collection.queries()),
        store.collection.n_documents(),
        tuple((run.name, run.sha256) for run in store.runs.all()),
    )


def _read(
    session: Session,
    sent: Sequence[ShelvedFile],
    options: ImportOptions,
    place: DeltaGenerator,
) -> _Found:
    """Check all files together; where that fails, find those that cannot be read at all."""
    with (
        long_work(place, "Reading …", partial(_stop_reading, session)) as tell,
        session.host.uploads.held(session.actor, sent),
    ):

        def check(chosen: Sequence[Piece]) -> tuple[CheckedFile, ...]:
            return check_files(
                session.project,
                session.actor,
                [piece.upload for piece in chosen],
                options,
                lambda name, share: tell(f"Reading {escaped(name)} …", share),
            )

        unreadable: list[BadInputError] = []
        readable: list[Piece] = []
        for file in sent:
            try:
                readable += _with_maps(
                    pieces(file, lambda name, share: tell(f"Unpacking {escaped(name)} …", share))
                )
            except BadInputError as error:
                unreadable.append(error)
        try:
            found = check(readable)
        except BadInputError:
            readable = [piece for piece in readable if _reads(check, piece, unreadable)]
            found = check(readable)
        return _Found(tuple(piece.slot for piece in readable), found, tuple(unreadable))


def _with_maps(found: Sequence[Piece]) -> list[Piece]:
    """Add what the lead has said of the grades of each."""
    return [
        Piece(piece.slot, replace(piece.upload, grade_map=said_map(piece.slot))) for piece in found
    ]


def _reads(
    check: Callable[[Sequence[Piece]], object], piece: Piece, unreadable: list[BadInputError]
) -> bool:
    """Tell whether a piece can be read by itself; note why where it cannot."""
    try:
        check([piece])
    except BadInputError as error:
        unreadable.append(error)
        return False
    return True


def _stop_reading(session: Session) -> None:
    remove_files(session, _SLOT)
    st.session_state[_DONE] = [_STOPPED]


def _stop_storing() -> None:
    # The click may have come when everything was stored already.
    if not st.session_state.get(_DONE):
        st.session_state[_DONE] = [_STOPPED]


def _offer_store(
    session: Session, sent: Sequence[ShelvedFile], found: _Found, options: ImportOptions
) -> None:
    if not _may_store(found):
        return
    files = [file for file in found.files if not file.same_as]
    n_warnings = sum(file.n_to_accept for file in files)
    accepted = not n_warnings or st.checkbox(
        f"Store despite {count(n_warnings, 'warning')}",
        key=f"accept-{hash(found.slots)}-{n_warnings}",
    )
    place = st.empty()
    label = f"Store {count(len(files), 'file')}"
    if not place.button(label, type="primary", disabled=not accepted):
        return
    # A list, since taking note in the session's state is a moment at which Streamlit may end the
    # script, and appending to what is there already is not.
    done: list[str] = []
    st.session_state[_DONE] = done
    with (
        long_work(place, "Storing …", _stop_storing) as tell,
        session.host.uploads.held(session.actor, sent),
    ):
        try:
            stored = store_files(
                session.project,
                session.actor,
                found.files,
                replace(options, accept_warnings=True),
                before_commit=lambda: tell("Storing …", 1.0),
            )
        except BadInputError:
            # What was found in the files is not what would become of them any more.
            st.session_state.pop(_SLOT, None)
            raise
        done.append("Stored. " + " · ".join(map(_what_became, stored)))
    remove_files(session, _SLOT)
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
            "can be stored yet. The file itself is fine: say above what its grades mean, how "
            "its run is called, or whose labels they are."
        )
    elif all(file.same_as for file in found.files):
        note("There is nothing to store: the project has all of this already.")
    else:
        return True
    return False


def _what_became(one: ImportedFile) -> str:
    name = escaped(one.checked.parsed.source)
    return f"{name}: here already" if one.checked.same_as else f"{name}: {one.n_new:,} new"
