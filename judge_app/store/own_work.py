"""What the log says about one person's own work, for that person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from judge_app.domain.model import JudgmentKind, Verdict
from judge_app.store.database import Database, first_number, first_row
from judge_app.store.times import from_stored, to_stored
from judge_app.store.words import GRADING, JUDGING

_WORK = f"person_id = $person AND NOT is_late AND kind IN ({GRADING})"
_JUDGED = f"{_WORK} AND verdict IN ({JUDGING})"
_SECONDS = "epoch(judged_at - shown_at)"


@dataclass(frozen=True, slots=True)
class OwnWord:
    """Something a person said about a pair, at one moment.

    ``grade`` is None unless the verdict is ``graded``; ``said_at`` is UTC by the person's clock,
    else by the server's.
    """

    verdict: Verdict
    grade: int | None
    note: str
    said_at: datetime


class OwnWork:
    """Reads one person's own judgments."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def n_judged_since(self, person_id: int, moment: datetime) -> int:
        """Return how many judgments that still hold a person made by grading since a moment.

        Of what was said of a pair only the last word counts; nothing, if it takes a grade back.
        """
        return first_number(
            self._database.cursor().execute(
                f"""
                SELECT count(*) FROM (
                    SELECT verdict, coalesce(judged_at, received_at) AS said_at FROM judgment
                    WHERE {_WORK} AND verdict <> '{Verdict.SKIPPED}'
                    QUALIFY row_number() OVER (
                        PARTITION BY query_id, doc_id, kind ORDER BY judgment_id DESC
                    ) = 1
                )
                WHERE verdict IN ({JUDGING}) AND said_at >= $since
                """,  # noqa: S608 - words of this module
                {"person": person_id, "since": to_stored(moment)},
            )
        )

    def last_seconds(self, person_id: int, most: int, longest: float) -> tuple[float, ...]:
        """Return how long a person's last timed judgments took, oldest first.

        Parameters
        ----------
        person_id : int
            Whose.
        most : int
            At most so many.
        longest : float
            Seconds; what took longer was no reading and is left out.
        """
        rows = self._database.cursor().execute(
            f"SELECT {_SECONDS} FROM judgment "  # noqa: S608 - words of this module
            f"WHERE {_JUDGED} AND {_SECONDS} > 0 AND {_SECONDS} <= $longest "
            "ORDER BY judgment_id DESC LIMIT $most",
            {"person": person_id, "most": most, "longest": longest},
        )
        return tuple(float(row[0]) for row in reversed(rows.fetchall()))

    def grades_of_query(self, person_id: int, query_id: str) -> dict[int | None, int]:
        """Return how many documents of a query a person gave each grade; None: cannot judge."""
        rows = self._database.cursor().execute(
            f"""
            SELECT grade, count(*) FROM (
                SELECT verdict, grade FROM judgment
                WHERE {_WORK} AND query_id = $query AND verdict <> '{Verdict.SKIPPED}'
                QUALIFY row_number() OVER (PARTITION BY doc_id ORDER BY judgment_id DESC) = 1
            )
            WHERE verdict <> '{Verdict.WITHDRAWN}' GROUP BY grade
            """,  # noqa: S608 - words of this module
            {"person": person_id, "query": query_id},
        )
        return {grade: int(n) for grade, n in rows.fetchall()}

    def seconds_of_query(self, person_id: int, query_id: str, longest: float) -> float:
        """Return how long a person read for a query; of each reading at most ``longest``."""
        row = first_row(
            self._database.cursor().execute(
                f"SELECT sum(least({_SECONDS}, $longest)) FROM judgment "  # noqa: S608 - words of this module
                f"WHERE {_JUDGED} AND query_id = $query AND {_SECONDS} > 0",
                {"person": person_id, "query": query_id, "longest": longest},
            )
        )
        return float(row[0] or 0.0) if row else 0.0

    def history(self, person_id: int, query_id: str, doc_id: str) -> tuple[OwnWord, ...]:
        """Return everything that a person said of a pair and that counted, oldest first.

        Only what is of the kind of the last word: a pair that is shown a second time without
        saying so must not be told by what was said the first time.
        """
        rows = self._database.cursor().execute(
            """
            SELECT verdict, grade, note, coalesce(judged_at, received_at) FROM (
                SELECT *, last_value(kind) OVER (
                    ORDER BY judgment_id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
                ) AS last_kind
                FROM judgment
                WHERE person_id = $person AND query_id = $query AND doc_id = $doc AND NOT is_late
            )
            WHERE kind = last_kind ORDER BY judgment_id
            """,
            {"person": person_id, "query": query_id, "doc": doc_id},
        )
        return tuple(
            OwnWord(Verdict(verdict), grade, note, from_stored(moment))
            for verdict, grade, note, moment in rows.fetchall()
        )

    def earlier_grades(self, person_id: int) -> Mapping[tuple[str, str], tuple[int, ...]]:
        """Return the grades that a person has changed since, oldest first, by pair."""
        rows = self._database.cursor().execute(
            f"""
            SELECT query_id, doc_id, list(grade ORDER BY judgment_id)
            FROM judgment
            ANTI JOIN current_judgment AS now ON now.judgment_id = judgment.judgment_id
            WHERE {_WORK} AND kind = '{JudgmentKind.ORDINARY}' AND verdict = '{Verdict.GRADED}'
            GROUP BY query_id, doc_id
            """,  # noqa: S608 - words of this module
            {"person": person_id},
        )
        return {(query_id, doc_id): tuple(grades) for query_id, doc_id, grades in rows.fetchall()}
