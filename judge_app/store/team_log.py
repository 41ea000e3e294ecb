"""What the log says about everybody, for whoever leads them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import pandas as pd

from judge_app.domain.model import JudgmentKind, Verdict
from judge_app.domain.people import PersonKind
from judge_app.store.database import Database
from judge_app.store.times import from_stored
from judge_app.store.words import GRADED_BY_HUMANS

_SAID_AT = "coalesce(judgment.judged_at, judgment.received_at)"
_SECONDS = "epoch(judgment.judged_at - judgment.shown_at)"
# Pairs whose label a lead has decided: nobody is asked about them any more.
_DECIDED = f"""
    SELECT DISTINCT query_id, doc_id FROM current_judgment
    WHERE verdict = '{Verdict.GRADED}' AND kind = '{JudgmentKind.ADJUDICATION}'
"""  # noqa: S608 - words of the domain


@dataclass(frozen=True, slots=True)
class SaidWord:
    """What one person says of one pair now.

    Attributes
    ----------
    judgment_id : int
        Position in the log.
    person_id : int
        Whose it is.
    name : str
        That person's.
    kind : PersonKind
        Human or model.
    verdict : Verdict
        Graded or cannot judge.
    grade : int or None
        None unless graded.
    note : str
        As written; may be empty.
    said_at : datetime
        UTC, by the person's clock, else by the server's.
    seconds : float or None
        From showing the pair to judging it; None where nobody timed it.
    is_decision : bool
        Whether it is an adjudication, which is the label whatever others say.
    """

    judgment_id: int
    person_id: int
    name: str
    kind: PersonKind
    verdict: Verdict
    grade: int | None
    note: str
    said_at: datetime
    seconds: float | None
    is_decision: bool


class TeamLog:
    """Reads everybody's judgments; nothing here writes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def work(self) -> pd.DataFrame:
        """Return all that people and models said of the pairs, checks and practice left out.

        Returns
        -------
        DataFrame
            ``judgment_id, query_id, doc_id, person, person_kind, verdict, grade, kind, said_at,
            seconds, is_current`` in log order. ``said_at`` is UTC without saying so, ``seconds``
            NaN where nobody timed it. What came late or is a decision is left out, and what puts
            a pair off is never current.
        """
        frame = self._database.cursor().execute(
            f"""
            SELECT judgment.judgment_id, judgment.query_id, judgment.doc_id,
                   person.name AS person, person.kind AS person_kind,
                   judgment.verdict, judgment.grade, judgment.kind,
                   {_SAID_AT} AS said_at, {_SECONDS} AS seconds,
                   now.judgment_id IS NOT NULL AS is_current
            FROM judgment JOIN person USING (person_id)
            LEFT JOIN current_judgment AS now ON now.judgment_id = judgment.judgment_id
            WHERE NOT judgment.is_late
              AND judgment.kind IN ('{JudgmentKind.ORDINARY}', '{JudgmentKind.IMPORTED}')
            ORDER BY judgment.judgment_id
            """  # noqa: S608 - words of this module
        )
        return frame.df().astype({"grade": "Int64", "seconds": "float64"})

    def on_pair(self, query_id: str, doc_id: str) -> tuple[SaidWord, ...]:
        """Return what everybody says of a pair now, in log order, withdrawn words left out."""
        rows = self._database.cursor().execute(
            f"""
            SELECT judgment.judgment_id, person_id, person.name, person.kind, judgment.verdict,
                   judgment.grade, judgment.note, {_SAID_AT},
                   CASE WHEN {_SECONDS} > 0 THEN {_SECONDS} END,
                   judgment.kind = '{JudgmentKind.ADJUDICATION}'
            FROM current_judgment AS judgment JOIN person USING (person_id)
            WHERE query_id = $query AND doc_id = $doc AND verdict <> '{Verdict.WITHDRAWN}'
            ORDER BY judgment.judgment_id
            """,  # noqa: S608 - words of this module
            {"query": query_id, "doc": doc_id},
        )
        return tuple(_word(*row) for row in rows.fetchall())

    def by_query(self, wanted: int) -> pd.DataFrame:
        """Return how far each query of the pool is.

        Parameters
        ----------
        wanted : int
            Judgments wanted of a pair that does not say another number.

        Returns
        -------
        DataFrame
            ``query_id, pairs, unreadable, judged, wanted, given, most_wanted`` in the project's
            order: pooled pairs, those that nobody can be shown, readable ones that a human has
            graded, judgments wanted and given over the readable ones, and how many one pair wants
            at most that still wants any. A pair gives at most as many as it wants; a decided one
            gives all of them, since nobody is asked about it any more.
        """
        return (
            self._database.cursor()
            .execute(
                f"""
                WITH graded AS (
                    SELECT query_id, doc_id, count(DISTINCT person_id) AS n
                    FROM ({GRADED_BY_HUMANS}) AS grade GROUP BY ALL
                ),
                pair AS (
                    SELECT pool_pair.query_id, coalesce(pool_pair.wanted, $wanted) AS wanted,
                           coalesce(graded.n, 0) AS n, readable.doc_id IS NOT NULL AS is_readable,
                           decided.doc_id IS NOT NULL AS is_decided
                    FROM pool_pair
                    LEFT JOIN ({_DECIDED}) AS decided ON decided.query_id = pool_pair.query_id
                                                     AND decided.doc_id = pool_pair.doc_id
                    LEFT JOIN graded ON graded.query_id = pool_pair.query_id
                                    AND graded.doc_id = pool_pair.doc_id
                    LEFT JOIN readable_document AS readable ON readable.doc_id = pool_pair.doc_id
                ),
                counted AS (
                    SELECT *, CASE WHEN is_decided THEN wanted ELSE least(n, wanted) END AS given
                    FROM pair
                )
                SELECT pair.query_id, count(*) AS pairs,
                       count(*) FILTER (NOT is_readable) AS unreadable,
                       count(*) FILTER (is_readable AND n > 0) AS judged,
                       coalesce(sum(wanted) FILTER (is_readable), 0)::BIGINT AS wanted,
                       coalesce(sum(given) FILTER (is_readable), 0)::BIGINT AS given,
                       coalesce(max(wanted) FILTER (is_readable AND given < wanted), 0)::BIGINT
                           AS most_wanted
                FROM counted AS pair LEFT JOIN query USING (query_id)
                GROUP BY pair.query_id ORDER BY min(query.position), pair.query_id
                """,  # noqa: S608 - words of this module
                {"wanted": wanted},
            )
            .df()
        )


def _word(
    judgment_id: int,
    person_id: int,
    name: str,
    kind: str,
    verdict: str,
    grade: int | None,
    note: str,
    said_at: datetime,
    seconds: float | None,
    is_decision: bool,  # noqa: FBT001
) -> SaidWord:
    return SaidWord(
        judgment_id,
        person_id,
        name,
        PersonKind(kind),
        Verdict(verdict),
        grade,
        note,
        from_stored(said_at),
        seconds,
        is_decision,
    )
