"""How many judgments single pairs want."""

from __future__ import annotations

from dataclasses import dataclass

import duckdb

from judge_app.store.database import Database, first_row
from judge_app.store.words import GRADED_BY_HUMANS

_DIGITS = 12

# Hexadecimal digits of a hash are equally likely, and order like the number they write.
_CHOOSE = f"""
    CREATE OR REPLACE TEMP TABLE chosen_pair AS
    SELECT query_id, doc_id, pool_pair.wanted AS before,
           CASE WHEN '0' || substr(
               md5(concat_ws(chr(31), $seed, query_id, doc_id)), 1, {_DIGITS}
           ) < $below THEN $wanted END AS wanted,
           doc_id IN (SELECT doc_id FROM readable_document) AS is_readable
    FROM pool_pair ANTI JOIN ({GRADED_BY_HUMANS}) AS judged USING (query_id, doc_id)
    WHERE $batch IS NULL OR batch_id = $batch
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class OverlapDraw:
    """What a share draws.

    Attributes
    ----------
    n_pairs : int
        Readable pairs without a judgment.
    n_chosen : int
        Those among them that are drawn.
    before, after : int
        Judgments that these readable pairs want before the draw, and by it.
    n_changed : int
        Pairs, readable or not, that want another number by it than before.
    """

    n_pairs: int
    n_chosen: int
    before: int
    after: int
    n_changed: int


class OverlapTable:
    """Says and writes how many judgments pairs want."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def look(self, wanted: int, share: float, seed: int, usual: int) -> OverlapDraw:
        """Return what `set_wanted` would draw of the whole pool; what pairs want stays.

        Parameters
        ----------
        wanted, share, seed, usual
            As `set_wanted` takes them.
        """
        with self._database.transaction() as cursor:
            draw = _draw(cursor, wanted, share, seed, None, usual)
            cursor.execute("DROP TABLE chosen_pair")
            return draw

    def set_wanted(
        self, wanted: int, share: float, seed: int, batch_id: int | None, usual: int
    ) -> OverlapDraw:
        """Ask for a number of judgments on a share of the pairs that nobody has judged yet.

        Which ones is drawn from their ids, so that the order of the rows does not matter. The
        other pairs without a judgment want as many as the project does.

        Parameters
        ----------
        wanted : int
            Judgments of a chosen pair, by different people.
        share : float
            From 0 to 1.
        seed : int
            Another one chooses other pairs.
        batch_id : int or None
            Only the pairs of this batch; None for the whole pool.
        usual : int
            Judgments of a pair of which nothing else is said.
        """
        with self._database.transaction() as cursor:
            draw = _draw(cursor, wanted, share, seed, batch_id, usual)
            cursor.execute(
                "UPDATE pool_pair SET wanted = chosen_pair.wanted FROM chosen_pair "
                "WHERE chosen_pair.query_id = pool_pair.query_id "
                "AND chosen_pair.doc_id = pool_pair.doc_id"
            )
            cursor.execute("DROP TABLE chosen_pair")
            return draw


def _draw(
    cursor: duckdb.DuckDBPyConnection,
    wanted: int,
    share: float,
    seed: int,
    batch_id: int | None,
    usual: int,
) -> OverlapDraw:
    """Fill ``chosen_pair``, and count what it holds."""
    below = format(round(share * 16**_DIGITS), f"0{_DIGITS + 1}x")
    cursor.execute(_CHOOSE, {"wanted": wanted, "below": below, "seed": seed, "batch": batch_id})
    row = first_row(
        cursor.execute(
            """
            SELECT count(*) FILTER (is_readable), count(wanted) FILTER (is_readable),
                   coalesce(sum(coalesce(before, $usual)) FILTER (is_readable), 0),
                   coalesce(sum(coalesce(wanted, $usual)) FILTER (is_readable), 0),
                   count(*) FILTER (coalesce(before, $usual) <> coalesce(wanted, $usual))
            FROM chosen_pair
            """,
            {"usual": usual},
        )
    )
    return OverlapDraw(*(int(number) for number in row or (0, 0, 0, 0, 0)))
