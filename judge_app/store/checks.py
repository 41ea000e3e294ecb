"""Pairs whose grade is known, and pairs that were handed out to learn about people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import pandas as pd

from judge_app.domain.checks import REPEAT_AFTER, REPEAT_AFTER_JUDGMENTS
from judge_app.domain.model import JudgmentKind
from judge_app.store.database import Database
from judge_app.store.times import from_stored, to_stored
from judge_app.store.words import CHECKS, JUDGING


@dataclass(frozen=True, slots=True)
class GoldPair:
    """A pair whose grade the lead has fixed.

    Attributes
    ----------
    grade : int
        The right one.
    explanation : str
        Why; told after a warm-up pair. May be empty.
    is_warm_up : bool
        Whether people practise on it; else it is mixed in unseen.
    set_at : datetime
        UTC.
    set_by : str
        Name of the person.
    """

    query_id: str
    doc_id: str
    grade: int
    explanation: str
    is_warm_up: bool
    set_at: datetime
    set_by: str


@dataclass(frozen=True, slots=True)
class HandedCheck:
    """A pair that was handed to a person for another purpose than a label.

    ``purpose`` is training, gold or repeat.
    """

    query_id: str
    doc_id: str
    purpose: JudgmentKind
    is_answered: bool


_GOLD = """
    SELECT query_id, doc_id, grade, explanation, is_warm_up, set_at, set_by
    FROM gold_pair
    QUALIFY row_number() OVER (PARTITION BY query_id, doc_id ORDER BY gold_id DESC) = 1
"""

# What a person said last of a pair in answer to a check.
_ANSWER = f"""
    SELECT person_id, query_id, doc_id, kind, verdict
    FROM judgment
    WHERE kind IN ({CHECKS}) AND NOT is_late
    QUALIFY row_number() OVER (
        PARTITION BY person_id, query_id, doc_id, kind ORDER BY judgment_id DESC
    ) = 1
"""  # noqa: S608 - a constant

# The first grade that a person gave in answer to a check, and what was right.
_FIRST_GRADES = f"""
    WITH first AS (
        SELECT * FROM judgment
        WHERE kind IN ({CHECKS}) AND verdict = 'graded' AND NOT is_late
        QUALIFY row_number() OVER (
            PARTITION BY person_id, query_id, doc_id, kind ORDER BY judgment_id
        ) = 1
    ),
    before AS (
        SELECT first.judgment_id, earlier.grade
        FROM first JOIN judgment AS earlier USING (person_id, query_id, doc_id)
        WHERE first.kind = 'repeat' AND earlier.kind = 'ordinary'
          AND earlier.verdict = 'graded' AND NOT earlier.is_late
          AND earlier.judgment_id < first.judgment_id
        QUALIFY row_number() OVER (
            PARTITION BY first.judgment_id ORDER BY earlier.judgment_id DESC
        ) = 1
    )
    SELECT person.name AS person, first.kind AS purpose, first.query_id, first.doc_id,
           first.grade, coalesce(before.grade, gold.grade) AS right_grade
    FROM first JOIN person USING (person_id)
    LEFT JOIN before USING (judgment_id)
    LEFT JOIN ({_GOLD}) AS gold
      ON first.kind <> 'repeat'
     AND gold.query_id = first.query_id AND gold.doc_id = first.doc_id
    WHERE coalesce(before.grade, gold.grade) IS NOT NULL
    ORDER BY first.judgment_id
"""  # noqa: S608 - constants


class CheckTables:
    """Reads and writes known pairs, and what was handed out of them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def set_gold(self, pair: GoldPair) -> None:
        """Fix the grade of a pair; what was fixed before no longer counts."""
        self._write(pair, pair.grade)

    def unset_gold(self, pair: GoldPair) -> None:
        """Take a pair back; it was gold until now."""
        self._write(pair, None)

    def gold(self) -> tuple[GoldPair, ...]:
        """Return every pair whose grade is known, by query and document."""
        rows = self._database.cursor().execute(
            f"SELECT * FROM ({_GOLD}) AS gold WHERE grade IS NOT NULL ORDER BY query_id, doc_id"  # noqa: S608
        )
        return tuple(
            GoldPair(query_id, doc_id, grade, explanation, warm_up, from_stored(set_at), set_by)
            for query_id, doc_id, grade, explanation, warm_up, set_at, set_by in rows.fetchall()
        )

    def hand_out(
        self,
        person_id: int,
        pairs: Sequence[tuple[str, str, JudgmentKind]],
        handed_at: datetime,
    ) -> None:
        """Keep for what purpose pairs are handed to a person."""
        with self._database.transaction() as cursor:
            cursor.executemany(
                "INSERT INTO check_pair VALUES (?, ?, ?, ?, ?)",
                [[person_id, *pair, to_stored(handed_at)] for pair in pairs],
            )

    def handed_to(self, person_id: int) -> tuple[HandedCheck, ...]:
        """Return what was handed to a person, oldest first."""
        rows = self._database.cursor().execute(
            f"""
            SELECT handed.query_id, handed.doc_id, handed.purpose,
                   coalesce(bool_or(answer.verdict IN ({JUDGING})), false)
            FROM check_pair AS handed
            LEFT JOIN (SELECT * FROM ({_ANSWER}) AS said WHERE person_id = $person) AS answer
              ON answer.query_id = handed.query_id AND answer.doc_id = handed.doc_id
             AND answer.kind = handed.purpose
            WHERE handed.person_id = $person
            GROUP BY handed.query_id, handed.doc_id, handed.purpose
            ORDER BY min(handed.handed_at), handed.query_id, handed.doc_id
            """,  # noqa: S608 - constants
            {"person": person_id},
        )
        return tuple(
            HandedCheck(query_id, doc_id, JudgmentKind(purpose), is_answered)
            for query_id, doc_id, purpose, is_answered in rows.fetchall()
        )

    def repeatable(self, person_id: int, now: datetime) -> list[tuple[str, str]]:
        """Return own pairs that a person may be shown again, by query and document.

        They were graded long enough ago, and shown for no other purpose before.
        """
        rows = self._database.cursor().execute(
            """
            SELECT word.query_id, word.doc_id
            FROM (
                SELECT query_id, doc_id, kind, verdict, received_at,
                       row_number() OVER (ORDER BY judgment_id DESC) AS place
                FROM current_judgment WHERE person_id = $person AND kind <> 'imported'
            ) AS word
            JOIN readable_document USING (doc_id)
            JOIN query USING (query_id)
            WHERE word.kind = 'ordinary' AND word.verdict = 'graded'
              AND word.place > $after AND word.received_at <= $before
              AND NOT EXISTS (
                  SELECT 1 FROM check_pair AS handed
                  WHERE handed.person_id = $person
                    AND handed.query_id = word.query_id AND handed.doc_id = word.doc_id
              )
            ORDER BY word.query_id, word.doc_id
            """,
            {
                "person": person_id,
                "after": REPEAT_AFTER_JUDGMENTS,
                "before": to_stored(now - REPEAT_AFTER),
            },
        )
        return rows.fetchall()

    def answers(self) -> pd.DataFrame:
        """Return what people first answered to checks, beside what was right.

        Returns
        -------
        DataFrame
            ``person, purpose, query_id, doc_id, grade, right_grade``; of a repeat the right grade
            is the one that the same person had given before. In log order.
        """
        return self._database.cursor().execute(_FIRST_GRADES).df()

    def _write(self, pair: GoldPair, grade: int | None) -> None:
        with self._database.transaction() as cursor:
            cursor.execute(
                "INSERT INTO gold_pair SELECT coalesce(max(gold_id), -1) + 1, ?, ?, ?, ?, ?, ?, ? "
                "FROM gold_pair",
                [
                    pair.query_id,
                    pair.doc_id,
                    grade,
                    pair.explanation,
                    pair.is_warm_up,
                    to_stored(pair.set_at),
                    pair.set_by,
                ],
            )
