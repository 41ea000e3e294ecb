"""Where the guidelines leave people alone, as somebody noted it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from judge_app.store.database import Database, first_number, first_row
from judge_app.store.times import from_stored, to_stored


@dataclass(frozen=True, slots=True)
class GuidelineMark:
    """A note that the guidelines need work, made over one pair.

    ``is_settled`` says that somebody has done that work.
    """

    mark_id: int
    query_id: str
    doc_id: str
    note: str
    marked_at: datetime
    marked_by: str
    is_settled: bool


class GuidelineMarks:
    """Reads and writes the marks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[GuidelineMark, ...]:
        """Return every mark, oldest first."""
        rows = self._database.cursor().execute(
            "SELECT mark_id, query_id, doc_id, note, marked_at, marked_by, is_settled "
            "FROM guideline_mark ORDER BY mark_id"
        )
        return tuple(
            GuidelineMark(number, query, doc, note, from_stored(moment), name, settled)
            for number, query, doc, note, moment, name, settled in rows.fetchall()
        )

    def add(self, query_id: str, doc_id: str, note: str, at: datetime, by: str) -> int:
        """Store a mark; return its number."""
        with self._database.transaction() as cursor:
            number = first_number(
                cursor.execute("SELECT coalesce(max(mark_id), 0) + 1 FROM guideline_mark")
            )
            cursor.execute(
                "INSERT INTO guideline_mark VALUES (?, ?, ?, ?, ?, ?, false)",
                [number, query_id, doc_id, note, to_stored(at), by],
            )
        return number

    def settle(self, mark_id: int, *, is_settled: bool) -> bool:
        """Say whether a mark is settled; return False when there is no such mark."""
        with self._database.transaction() as cursor:
            changed = cursor.execute(
                "UPDATE guideline_mark SET is_settled = ? WHERE mark_id = ? RETURNING mark_id",
                [is_settled, mark_id],
            )
            return first_row(changed) is not None
