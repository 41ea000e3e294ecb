"""What may be said about files beside the files themselves."""

from __future__ import annotations

import streamlit as st

from judge_app.importing import FORMAT_NAMES, Kind
from judge_app.services.import_options import ImportOptions, parse_import_options
from judge_app.ui.parts.file_fields import PLACE, labelled

_TOLD = "told from the file"


def ask_for_options() -> ImportOptions:
    """Show the fields, closed at first; each bears the name of its option on the command line.

    Raises
    ------
    BadInputError
        When a word cannot be used.
    """
    with st.expander(PLACE):
        left, right = st.columns(2, gap="medium")
        kind = left.selectbox(labelled("--as"), [_TOLD, *Kind], key="import-kind")
        format_name = right.selectbox(
            labelled("--format"), [_TOLD, *FORMAT_NAMES], key="import-format"
        )
        encoding = left.text_input(labelled("--encoding"), placeholder=_TOLD, key="import-encoding")
        run_name = right.text_input(
            labelled("--name"),
            placeholder="the tag in the file, or the file's own name",
            key="import-run",
        )
        who = left.text_input(
            labelled("--annotator"),
            placeholder="a person named after the file",
            key="import-who",
        )
        replace = right.toggle(
            labelled("--replace"),
            key="import-replace",
            help="A run of the same name makes room; what it was stays known in the status. "
            "Topics and documents that differ get the texts of these files. Labels are never "
            "replaced: they are added to the log.",
        )
        is_model = left.toggle(labelled("--model"), key="import-model")
        only = right.toggle(
            labelled("--only-retrieved"),
            value=False,
            key="import-only",
        )
        depth = right.number_input(
            labelled("--depth"),
            min_value=1,
            value=None,
            placeholder="any rank",
            key="import-depth",
        )
    return parse_import_options(
        kind=None if kind == _TOLD else str(kind),
        format_name=None if format_name == _TOLD else format_name,
        encoding=encoding or None,
        run_name=run_name or None,
        replace=replace,
        annotator=who if who and not is_model else None,
        model=who if who and is_model else None,
        only_retrieved=only,
        depth=int(depth) if depth is not None and only else None,
    )
