"""Who has which pair on the desk, so that two people are never given the same one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import duckdb
import pandas as pd

from judge_app.store.database import Database, first_number, first_row
from judge_app.store.times import to_stored


@dataclass(frozen=True, slots=True)
class Desk:
    """Whose desk is filled, and how.

    Attributes
    ----------
    person_id : int
        Who asks.
    wanted : int
        Judgments wanted per pair, by different people.
    first_position : int
        Place of this person's first query among those with pairs; the others follow in a circle.
    now, expires_at : datetime
        UTC; claims made now hold until then.
    """

    person_id: int
    wanted: int
    first_position: int
    now: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Work:
    """What a person can still do.

    Attributes
    ----------
    pairs : tuple of (query_id, doc_id, is_later)
        Newly claimed pairs in the order to grade them; ``is_later`` when this person put the pair
        off before.
    remaining : int
        Pairs this person could grade now, those on the desk included.
    held_by_others : int
        Pairs that only other people's claims keep from this person.
    """

    pairs: tuple[tuple[str, str, bool], ...]
    remaining: int
    held_by_others: int


# Pairs that this person may still grade. `given` counts the judgments of other humans, `held` the
# live claims of other people who have not graded the pair themselves.
_OPEN = """
    CREATE OR REPLACE TEMP TABLE open_pair AS
    WITH spoken AS (
        SELECT query_id, doc_id, person_id, verdict
        FROM current_judgment WHERE verdict IN ('graded', 'cannot_judge')
    ),
    mine AS (SELECT query_id, doc_id FROM spoken WHERE person_id = $person),
    given AS (
        SELECT query_id, doc_id, count(*) AS given
        FROM spoken JOIN person USING (person_id)
        WHERE verdict = 'graded' AND person.kind = 'human' AND person_id <> $person
        GROUP BY ALL
    ),
    held AS (
        SELECT query_id, doc_id, count(*) AS held
        FROM claim ANTI JOIN spoken USING (query_id, doc_id, person_id)
        WHERE person_id <> $person AND expires_at > $now
        GROUP BY ALL
    ),
    later AS (
        SELECT query_id, doc_id, max(judgment_id) AS put_off
        FROM judgment WHERE person_id = $person AND verdict = 'skipped' GROUP BY ALL
    ),
    place AS (
        SELECT query_id, row_number() OVER (ORDER BY position) - 1 AS position
        FROM query SEMI JOIN pool_pair USING (query_id)
    ),
    n AS (SELECT greatest(count(*), 1) AS n FROM place)
    SELECT pair.query_id, pair.doc_id, later.put_off,
           coalesce(given.given, 0) AS given, coalesce(held.held, 0) AS held,
           (coalesce(place.position, 0) - $first + n.n) % n.n AS turn, pair.priority,
           md5(concat_ws(chr(31), $person, pair.query_id, pair.doc_id)) AS shuffle
    FROM pool_pair AS pair
    CROSS JOIN n
    SEMI JOIN readable_document ON readable_document.doc_id = pair.doc_id
    ANTI JOIN mine ON mine.query_id = pair.query_id AND mine.doc_id = pair.doc_id
    LEFT JOIN given ON given.query_id = pair.query_id AND given.doc_id = pair.doc_id
    LEFT JOIN held ON held.query_id = pair.query_id AND held.doc_id = pair.doc_id
    LEFT JOIN later ON later.query_id = pair.query_id AND later.doc_id = pair.doc_id
    LEFT JOIN place ON place.query_id = pair.query_id
    WHERE coalesce(given.given, 0) < $wanted
"""

_COUNTS = """
    SELECT count(*) FILTER (given + held < $wanted), count(*) FILTER (given + held >= $wanted)
    FROM open_pair
"""

_NEXT = """
    SELECT query_id, doc_id, put_off IS NOT NULL
    FROM open_pair
    ANTI JOIN holding USING (query_id, doc_id)
    WHERE given + held < $wanted
    ORDER BY put_off NULLS FIRST, turn, priority DESC, shuffle
    LIMIT $count
"""


class ClaimTable:
    """Hands out pairs and takes them back."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def fill(self, desk: Desk, holding: Sequence[tuple[str, str]], count: int) -> Work:
        """Renew what a person holds and claim up to ``count`` further pairs, in one transaction.

        A person's other claims end: what is not held is given back.

        Parameters
        ----------
        desk : Desk
            Who asks, and the project's rules.
        holding : sequence of (query_id, doc_id)
            What the person's card still holds.
        count : int
            How many more are wanted.
        """
        held = _pairs_frame(holding)
        now, expires_at = to_stored(desk.now), to_stored(desk.expires_at)
        with self._database.transaction() as cursor:
            cursor.execute(
                "DELETE FROM claim WHERE person_id = ? OR expires_at <= ?", [desk.person_id, now]
            )
            cursor.register("holding", held)
            cursor.execute(
                _OPEN,
                {
                    "person": desk.person_id,
                    "now": now,
                    "first": desk.first_position,
                    "wanted": desk.wanted,
                },
            )
            counts = first_row(cursor.execute(_COUNTS, {"wanted": desk.wanted}))
            pairs = cursor.execute(_NEXT, {"wanted": desk.wanted, "count": count}).fetchall()
            _claim(cursor, [*holding, *((q, d) for q, d, _ in pairs)], desk.person_id, expires_at)
            cursor.unregister("holding")
        remaining, held_by_others = counts or (0, 0)
        return Work(tuple(pairs), int(remaining), int(held_by_others))

    def release(self, person_id: int, pairs: Sequence[tuple[str, str]]) -> int:
        """Give claims back; return how many there were."""
        with self._database.transaction() as cursor:
            cursor.register("leaving", _pairs_frame(pairs))
            given_back = cursor.execute(
                "DELETE FROM claim WHERE person_id = ? AND EXISTS (SELECT 1 FROM leaving "
                "WHERE leaving.query_id = claim.query_id AND leaving.doc_id = claim.doc_id)",
                [person_id],
            )
            count = first_number(given_back)
            cursor.unregister("leaving")
            return count

    def live(self, now: datetime) -> pd.DataFrame:
        """Return ``query_id, doc_id, person_id`` of the claims that hold now."""
        return (
            self._database.cursor()
            .execute(
                "SELECT query_id, doc_id, person_id FROM claim WHERE expires_at > ? ORDER BY ALL",
                [to_stored(now)],
            )
            .df()
        )


def _claim(
    cursor: duckdb.DuckDBPyConnection,
    pairs: Sequence[tuple[str, str]],
    person_id: int,
    expires_at: datetime,
) -> None:
    if pairs:
        cursor.register("claimed", _pairs_frame(pairs))
        cursor.execute(
            "INSERT INTO claim SELECT query_id, doc_id, ?, ? FROM claimed", [person_id, expires_at]
        )
        cursor.unregister("claimed")


def _pairs_frame(pairs: Sequence[tuple[str, str]]) -> pd.DataFrame:
    return pd.DataFrame(list(pairs), columns=["query_id", "doc_id"], dtype="str")
