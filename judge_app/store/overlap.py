"""How many judgments single pairs want."""

from __future__ import annotations

from judge_app.store.database import Database, first_number
from judge_app.store.words import GRADED_BY_HUMANS

_DIGITS = 12


class OverlapTable:
    """Writes how many judgments pairs want."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def set_wanted(
        self, wanted: int, share: float, seed: int, batch_id: int | None
    ) -> tuple[int, int]:
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

        Returns
        -------
        n_pairs, n_chosen : int
            Pairs without a judgment, and those among them that were chosen.
        """
        # Hexadecimal digits of a hash are equally likely, and order like the number they write.
        below = format(round(share * 16**_DIGITS), f"0{_DIGITS + 1}x")
        with self._database.transaction() as cursor:
            values = {"wanted": wanted, "below": below, "seed": seed, "batch": batch_id}
            cursor.execute(
                f"""
                CREATE OR REPLACE TEMP TABLE chosen_pair AS
                SELECT query_id, doc_id,
                       CASE WHEN '0' || substr(
                           md5(concat_ws(chr(31), $seed, query_id, doc_id)), 1, {_DIGITS}
                       ) < $below THEN $wanted END AS wanted
                FROM pool_pair ANTI JOIN ({GRADED_BY_HUMANS}) AS judged USING (query_id, doc_id)
                WHERE $batch IS NULL OR batch_id = $batch
                """,  # noqa: S608 - constants
                values,
            )
            cursor.execute(
                "UPDATE pool_pair SET wanted = chosen_pair.wanted FROM chosen_pair "
                "WHERE chosen_pair.query_id = pool_pair.query_id "
                "AND chosen_pair.doc_id = pool_pair.doc_id"
            )
            n_pairs = first_number(cursor.execute("SELECT count(*) FROM chosen_pair"))
            n_chosen = first_number(cursor.execute("SELECT count(wanted) FROM chosen_pair"))
            cursor.execute("DROP TABLE chosen_pair")
            return n_pairs, n_chosen
