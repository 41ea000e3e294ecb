"""Documents that the project should have and does not."""

from __future__ import annotations

import streamlit as st

from judge_app.domain.pooling import DEFAULT_DEPTH
from judge_app.services.project import Project
from judge_app.ui.parts.words import count, escaped

_SHOWN = 20


def show_missing(project: Project) -> None:
    """List the documents that somebody would have to see and that were not imported."""
    missing = project.store.collection.missing(DEFAULT_DEPTH)
    if not missing or not project.store.collection.n_documents():
        return
    with st.expander(f"{count(len(missing), 'document')} still missing"):
        more = f" and {len(missing) - _SHOWN:,} more" if len(missing) > _SHOWN else ""
        st.markdown(escaped(", ".join(missing[:_SHOWN])) + more)
        st.markdown(
            f":small[:gray[Runs name them at their first {DEFAULT_DEPTH} ranks, or they are pooled "
            "or judged. All of them: judgepool status --format json.]]"
        )
