"""What the queue has to know of the pool and of the log, at once."""

from __future__ import annotations

import pyarrow as pa

from judge_app.store.database import Database
from judge_app.store.words import CHECKS, JUDGING

# Pairs have the numbers of their places among all, ids ascending.
_NUMBERED = """
    SELECT query_id, doc_id, row_number() OVER (ORDER BY query_id, doc_id) - 1 AS pair
    FROM pool_pair
"""


class QueueReader:
    """Reads; nothing here writes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def pairs(self) -> pa.Table:
        """Return every pooled pair, ids ascending.

        Returns
        -------
        pyarrow.Table
            ``query_id, doc_id, priority, wanted`` (0 where the project's number holds),
            ``is_readable``.
        """
        return (
            self._database.cursor()
            .sql(
                """
                SELECT pair.query_id, pair.doc_id, pair.priority,
                       coalesce(pair.wanted, 0) AS wanted,
                       shown.doc_id IS NOT NULL AS is_readable
                FROM pool_pair AS pair
                LEFT JOIN readable_document AS shown ON shown.doc_id = pair.doc_id
                ORDER BY pair.query_id, pair.doc_id
                """
            )
            .to_arrow_table()
        )

    def words(self, up_to: int) -> pa.Table:
        """Return what anybody said of the pooled pairs, up to a position of the log, in its order.

        Returns
        -------
        pyarrow.Table
            ``pair`` (its place in `pairs`), ``person_id, decides`` (an adjudication),
            ``is_graded, is_judged`` (graded, or marked as one that cannot be judged).
        """
        return (
            self._database.cursor()
            .sql(
                f"""
                SELECT pair, person_id, kind = 'adjudication' AS decides,
                       verdict = 'graded' AS is_graded,
                       verdict IN ({JUDGING}) AS is_judged
                FROM judgment JOIN ({_NUMBERED}) AS place USING (query_id, doc_id)
                WHERE verdict <> 'skipped' AND NOT is_late AND judgment_id <= $up_to
                  AND kind NOT IN ({CHECKS})
                ORDER BY judgment_id
                """,  # noqa: S608 - constants
                params={"up_to": up_to},
            )
            .to_arrow_table()
        )

    def put_off(self, person_id: int) -> list[tuple[str, str]]:
        """Return the pairs that a person ever put off, the one longest ago first."""
        rows = self._database.cursor().execute(
            f"""
            SELECT query_id, doc_id FROM judgment
            WHERE person_id = ? AND verdict = 'skipped' AND NOT is_late
              AND kind NOT IN ('adjudication', {CHECKS})
            GROUP BY query_id, doc_id ORDER BY max(judgment_id)
            """,  # noqa: S608 - a constant
            [person_id],
        )
        return rows.fetchall()
