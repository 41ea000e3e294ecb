"""A document beside a decision, shown so that nothing in it can run, load or ask."""

from __future__ import annotations

import streamlit as st

from judge_app.domain.model import Document
from judge_app.services.shown import shown_text, shown_title
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import escaped
from judge_app.ui.session import Session

_HEIGHT = 520
_SHORT = 1_200
"""Letters that need no field of their own height."""


def show_document(session: Session, doc_id: str, document: Document | None) -> None:
    """Show title and content; text is never read as anything but text."""
    is_long = document is not None and len(document.text) > _SHORT
    with st.container(height=_HEIGHT if is_long else "content", border=True, key="document"):
        if document is None:
            st.markdown(f"The project does not hold document {escaped(doc_id)}.")
            return
        if document.title:
            st.subheader(escaped(shown_title(document.title)), anchor=False)
        note(escaped(doc_id))
        if document.kind in ("html", "markdown"):
            _show_page(shown_text(document))
        elif document.kind == "image":
            _show_picture(session, document)
        else:
            for paragraph in filter(str.strip, document.text.split("\n\n")):
                st.text(paragraph)


def _show_page(safe: str) -> None:
    # Streamlit cleans what it is given once more, in the browser.
    if safe.strip():
        st.html(safe)
    else:
        note("Nothing of this page can be shown.")


def _show_picture(session: Session, document: Document) -> None:
    picture = session.project.store.pictures.picture(document.doc_id)
    if picture is None:
        note("The project does not hold this picture.")
    else:
        st.image(picture.content)
