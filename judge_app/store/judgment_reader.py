"""What the log of judgments says, in the forms that its readers want."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import pandas as pd
import pyarrow as pa

from judge_app.domain.model import Judgment, JudgmentKind, Verdict
from judge_app.store.database import Database, first_row
from judge_app.store.times import from_stored
from judge_app.store.words import CHECKS

_COLUMNS = (
    "judgment_id, client_key, query_id, doc_id, person_id, verdict, grade, note, received_at, "
    "kind, is_late"
)


class JudgmentReader:
    """Reads the log; nothing here writes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def current_grades(
        self, up_to: int | None = None, *, query_id: str | None = None
    ) -> pd.DataFrame:
        """Return everybody's current grade on every pair, in log order.

        Parameters
        ----------
        up_to : int, optional
            Only the log's first judgments, up to this position: a replay.
        query_id : str, optional
            Only those on documents of this query.

        Returns
        -------
        DataFrame
            ``judgment_id, query_id, doc_id, grade, person, person_kind, is_adjudication``.
        """
        return (
            self._database.cursor()
            .execute(
                f"""
                WITH latest AS (
                    SELECT * FROM judgment
                    WHERE verdict <> 'skipped' AND NOT is_late
                      AND kind NOT IN ({CHECKS})
                      AND ($up_to IS NULL OR judgment_id <= $up_to)
                      AND ($query_id IS NULL OR query_id = $query_id)
                    QUALIFY row_number() OVER (
                        PARTITION BY query_id, doc_id, person_id, kind = 'adjudication'
                        ORDER BY judgment_id DESC
                    ) = 1
                )
                SELECT judgment_id, query_id, doc_id, grade::BIGINT AS grade,
                       person.name AS person, person.kind AS person_kind,
                       latest.kind = 'adjudication' AS is_adjudication
                FROM latest JOIN person USING (person_id)
                WHERE verdict = 'graded'
                ORDER BY judgment_id
                """,  # noqa: S608 - a constant
                {"up_to": up_to, "query_id": query_id},
            )
            .df()
        )

    def words(self, up_to: int) -> pa.Table:
        """Return what anybody said of any pair, up to a position of the log.

        Returns
        -------
        pyarrow.Table
            ``judgment_id, query_id, doc_id, person_id, is_adjudication, grade`` (null where it
            is no grade) in the byte order of the ids, on each pair in log order. Judgments that
            came late, put the pair off or answer a check say nothing.
        """
        return (
            self._database.cursor()
            .sql(
                f"""
                SELECT judgment_id, query_id, doc_id, person_id,
                       kind = 'adjudication' AS is_adjudication,
                       grade
                FROM judgment
                WHERE verdict <> 'skipped' AND NOT is_late AND judgment_id <= $up_to
                  AND kind NOT IN ({CHECKS})
                ORDER BY query_id, doc_id, judgment_id
                """,  # noqa: S608 - a constant
                params={"up_to": up_to},
            )
            .to_arrow_table()
        )

    def since(self, judgment_id: int, up_to: int | None = None) -> tuple[Judgment, ...]:
        """Return the judgments after a position, to the end or another one, in log order."""
        rows = self._database.cursor().execute(
            f"SELECT {_COLUMNS} FROM judgment "  # noqa: S608 - a constant of this module
            "WHERE judgment_id > $after AND ($up_to IS NULL OR judgment_id <= $up_to) "
            "ORDER BY judgment_id",
            {"after": judgment_id, "up_to": up_to},
        )
        return tuple(_judgment(*row) for row in rows.fetchall())

    def of_person(self, person_id: int, before: int | None, limit: int) -> tuple[Judgment, ...]:
        """Return a person's latest word on each pair, newest first, withdrawn ones left out.

        Answers to checks are among them, since their authors do not know them from others.

        Parameters
        ----------
        person_id : int
            Whose.
        before : int or None
            Only those at an earlier position, for paging.
        limit : int
            At most so many.
        """
        rows = self._database.cursor().execute(
            f"""
            SELECT {_COLUMNS} FROM (
                SELECT {_COLUMNS} FROM judgment
                WHERE person_id = $person AND verdict <> 'skipped' AND NOT is_late
                QUALIFY row_number() OVER (
                    PARTITION BY query_id, doc_id, kind = 'adjudication' ORDER BY judgment_id DESC
                ) = 1
            ) AS latest
            WHERE verdict <> 'withdrawn' AND ($before IS NULL OR judgment_id < $before)
            ORDER BY judgment_id DESC LIMIT $limit
            """,  # noqa: S608 - a constant of this module
            {"person": person_id, "before": before, "limit": limit},
        )
        return tuple(_judgment(*row) for row in rows.fetchall())

    def query_ids(self) -> tuple[str, ...]:
        """Return every query that somebody has judged a document of."""
        rows = self._database.cursor().execute("SELECT DISTINCT query_id FROM judgment")
        return tuple(row[0] for row in rows.fetchall())

    def latest_of_pairs(
        self,
        person_id: int,
        pairs: Sequence[tuple[str, str]],
        kind: JudgmentKind | None = None,
    ) -> dict[tuple[str, str], Judgment]:
        """Return a person's latest word on each pair, of any verdict, unless it came late.

        Pairs that the person never spoke about are left out. Where a kind is named, only words
        of this kind count.
        """
        query_ids = sorted({query_id for query_id, _ in pairs})
        if not query_ids:
            return {}
        # As a list of values, which rows are compared with before anything of them is unpacked.
        queries = ", ".join("?" * len(query_ids))
        rows = self._database.cursor().execute(
            f"SELECT {_COLUMNS} FROM judgment "  # noqa: S608 - a constant and question marks
            f"WHERE person_id = ? AND NOT is_late AND query_id IN ({queries})",
            [person_id, *query_ids],
        )
        words = (_judgment(*row) for row in sorted(rows.fetchall(), key=lambda row: int(row[0])))
        return {
            (word.query_id, word.doc_id): word
            for word in words
            if kind is None or word.kind is kind
        }

    def median_seconds(self) -> tuple[int, float | None]:
        """Return how many grades were timed by their author's clock, and their median seconds."""
        row = first_row(
            self._database.cursor().execute(
                """
                SELECT count(*), median(epoch(judged_at - shown_at))
                FROM judgment
                WHERE verdict = 'graded' AND kind = 'ordinary' AND judged_at > shown_at
                """
            )
        )
        count, seconds = row or (0, None)
        return int(count), seconds

    def counts(self) -> dict[str, int]:
        """Return how many pairs each human has graded now."""
        rows = self._database.cursor().execute(
            "SELECT person.name, count(*) FROM current_judgment JOIN person USING (person_id) "
            "WHERE verdict = 'graded' GROUP BY ALL ORDER BY 2 DESC, 1"
        )
        return dict(rows.fetchall())


def _judgment(
    judgment_id: int,
    client_key: str,
    query_id: str,
    doc_id: str,
    person_id: int,
    verdict: str,
    grade: int | None,
    note: str,
    received_at: datetime,
    kind: str,
    is_late: bool,  # noqa: FBT001
) -> Judgment:
    return Judgment(
        judgment_id,
        client_key,
        query_id,
        doc_id,
        person_id,
        Verdict(verdict),
        grade,
        note,
        from_stored(received_at),
        JudgmentKind(kind),
        is_late,
    )
