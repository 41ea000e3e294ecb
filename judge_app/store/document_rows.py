"""How the row of a document comes about, from what arrives and what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge_app.store.overwrites import merged, picture_fingerprint

if TYPE_CHECKING:
    import duckdb

_TITLE, _TEXT, _URL, _KIND, _EXTRA = (
    merged("document", name, "excluded") for name in ("title", "text", "url", "kind", "extra")
)


def put_documents(
    cursor: duckdb.DuckDBPyConnection, view: str, *, has_pictures: bool = False
) -> None:
    """Store documents with what identifies each; what is empty replaces nothing.

    Parameters
    ----------
    cursor : DuckDBPyConnection
        In a transaction.
    view : str
        Name of the rows: ``doc_id, title, text, url, kind, extra``, ids unique.
    has_pictures : bool
        Whether there also are ``media_type, width, height, content``, which are empty in rows
        that are no pictures.
    """
    content = "content" if has_pictures else "NULL::BLOB"
    cursor.execute(
        f"""
        INSERT INTO document
        SELECT doc_id, title, text, url, kind, extra,
               CASE WHEN {content} IS NULL THEN {_text_fingerprint("title", "text")}
                    ELSE {picture_fingerprint(content)} END,
               title <> '' OR text <> '' OR {content} IS NOT NULL
        FROM {view}
        ON CONFLICT (doc_id) DO UPDATE
        SET title = {_TITLE}, text = {_TEXT}, url = {_URL}, kind = {_KIND}, extra = {_EXTRA},
            fingerprint = CASE
                WHEN excluded.kind = 'image' THEN excluded.fingerprint
                WHEN document.kind = 'image' THEN document.fingerprint
                ELSE {_text_fingerprint(_TITLE, _TEXT)} END,
            is_readable = {_TITLE} <> '' OR {_TEXT} <> ''
                OR 'image' IN (excluded.kind, document.kind)
        """  # noqa: S608 - names from this program
    )
    if not has_pictures:
        return
    cursor.execute(
        f"""
        INSERT OR REPLACE INTO document_image
        SELECT doc_id, media_type, width, height, content FROM {view} WHERE content IS NOT NULL
        """  # noqa: S608 - a name of the caller
    )


def _text_fingerprint(title: str, text: str) -> str:
    return f"left(sha256(concat_ws(chr(31), {title}, {text})), 16)"
