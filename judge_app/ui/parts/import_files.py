"""Bring files in: dropped, checked, reported on, and only then stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind
from judge_app.services.import_options import ImportOptions, Upload, parse_import_options
from judge_app.services.imports import CheckedFile, check_files, import_files
from judge_app.services.status import read_status
from judge_app.ui.parts.check_report import show_report
from judge_app.ui.parts.faults import explained, show_error
from judge_app.ui.parts.note import note
from judge_app.ui.parts.uploads import clear_uploader, on_disk, remembered, uploader_key
from judge_app.ui.parts.words import count, escaped
from judge_app.ui.session import Session

_SLOT, _DONE = "import", "import-done"
_TOLD = "told from the file"


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found in the files, and why some cannot be read at all."""

    files: tuple[CheckedFile, ...]
    unreadable: tuple[BadInputError, ...]


def show_import(session: Session) -> None:
    """Take files, report on each, and store all of them or none."""
    if message := st.session_state.pop(_DONE, None):
        st.success(message)
    uploads = st.file_uploader(
        "Topics, documents, runs, qrels or judgments",
        accept_multiple_files=True,
        key=uploader_key(_SLOT),
        help="TREC, BEIR, JSONL, CSV or TSV, also compressed. What each file is, is told from it.",
    )
    with explained():
        options = _options()
        if not uploads:
            note(
                "Nothing is stored before you have seen what was found in each file. All files "
                "are stored together, or none."
            )
            return
        found = _found(session, uploads, options)
        for error in found.unreadable:
            show_error(error)
        for number, file in enumerate(found.files):
            show_report(file, session.project.settings.scale, key=f"report-{number}")
        _offer_store(session, uploads, found, options)


def _options() -> ImportOptions:
    with st.expander("More about these files"):
        left, right = st.columns(2, gap="medium")
        kind = left.selectbox("They are :gray[--as]", [_TOLD, *Kind], key="import-kind")
        run_name = right.text_input(
            "Name of the run :gray[--name]",
            placeholder="the tag in the file, or the file's own name",
            key="import-run",
        )
        who = left.text_input(
            "Labels are by :gray[--annotator]",
            placeholder="a person named after the file",
            key="import-who",
        )
        is_model = left.toggle("This is a model, not a person :gray[--model]", key="import-model")
        grades = right.text_input(
            "Grades of the file to ours :gray[--map-grades]",
            placeholder="1=3,2=2,3=1,4=0",
            key="import-grades",
        )
        replace = right.toggle("Replace a run of that name :gray[--replace]", key="import-replace")
        only = left.toggle(
            "Keep only documents that some run retrieved :gray[--only-retrieved]", key="import-only"
        )
    return parse_import_options(
        kind=None if kind == _TOLD else str(kind),
        run_name=run_name or None,
        replace=replace,
        annotator=who if who and not is_model else None,
        model=who if who and is_model else None,
        map_grades=grades or None,
        only_retrieved=only,
    )


def _found(session: Session, uploads: Sequence[UploadedFile], options: ImportOptions) -> _Found:
    status = read_status(session.project)
    here = (status.n_queries, status.n_documents, len(status.runs))
    key = (tuple(file.file_id for file in uploads), repr(options), here)
    return remembered(_SLOT, key, lambda: _read(session, uploads, options))


def _read(session: Session, uploads: Sequence[UploadedFile], options: ImportOptions) -> _Found:
    """Check all files together; where that fails, find those that cannot be read at all."""
    bar = st.progress(0.0, text="Reading …")

    def check(files: Sequence[Upload]) -> tuple[CheckedFile, ...]:
        return check_files(
            session.project,
            session.actor,
            files,
            options,
            lambda name, share: _advance(bar, name, share),
        )

    unreadable = []
    with on_disk(uploads) as files:
        try:
            return _Found(check(files), ())
        except BadInputError:
            readable = []
            for file in files:
                try:
                    check([file])
                    readable.append(file)
                except BadInputError as error:
                    unreadable.append(error)
            return _Found(check(readable), tuple(unreadable))
        finally:
            bar.empty()


def _advance(bar: st.delta_generator.DeltaGenerator, name: str, share: float) -> None:
    bar.progress(min(max(share, 0.0), 1.0), text=f"Reading {escaped(name)} …")


def _offer_store(
    session: Session,
    uploads: Sequence[UploadedFile],
    found: _Found,
    options: ImportOptions,
) -> None:
    faulty = len(found.unreadable) + sum(1 for file in found.files if file.n_problems)
    if faulty:
        st.error(
            f"{count(faulty, 'file has', 'files have')} errors, so nothing can be stored. Mend "
            "or remove what is faulty."
        )
        return
    if st.button(f"Store {count(len(found.files), 'file')}", type="primary"):
        with st.spinner("Storing …"), on_disk(uploads) as paths:
            stored = import_files(session.project, session.actor, paths, options)
        st.session_state[_DONE] = "Stored. " + " · ".join(
            f"{escaped(one.checked.parsed.source)}: {one.n_new:,} new" for one in stored
        )
        clear_uploader(_SLOT)
        st.rerun()
