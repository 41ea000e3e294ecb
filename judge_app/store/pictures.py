"""The bytes of documents that are pictures."""

from __future__ import annotations

from collections.abc import Collection

from judge_app.domain.model import Picture
from judge_app.store.database import Database, first_row


class PictureTable:
    """Reads the pictures; they are written with their documents."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def sizes(self, doc_ids: Collection[str]) -> dict[str, tuple[int, int]]:
        """Return width and height in pixels of those documents that are pictures."""
        rows = self._database.cursor().execute(
            "SELECT doc_id, width, height FROM document_image "
            "WHERE doc_id IN (SELECT unnest(?::VARCHAR[]))",
            [list(doc_ids)],
        )
        return {doc_id: (width, height) for doc_id, width, height in rows.fetchall()}

    def picture(self, doc_id: str) -> Picture | None:
        """Return one picture; None where the document is none or is not in the project."""
        row = first_row(
            self._database.cursor().execute(
                """
                SELECT media_type, fingerprint, content
                FROM document_image JOIN document USING (doc_id) WHERE doc_id = ?
                """,
                [doc_id],
            )
        )
        return None if row is None else Picture(*row)
