"""The append-only log of judgments: the one place where a grade is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import duckdb
import numpy as np
import pandas as pd

from judge_app.domain.model import JudgmentKind, NewJudgment, Verdict
from judge_app.store.database import Database, first_number, first_row
from judge_app.store.judgment_reader import JudgmentReader
from judge_app.store.times import to_stored

# What an imported file need not say, in SQL.
_UNSAID = {
    "verdict": f"'{Verdict.GRADED}'",
    "note": "''",
    "seen": "NULL",
    "is_late": "false",
    "judgment_kind": f"'{JudgmentKind.IMPORTED}'",
    "shown_at": "NULL",
    "judged_at": "NULL",
    "fingerprint": "''",
}


@dataclass(frozen=True, slots=True)
class Appended:
    """What the log did with one judgment.

    ``is_new`` is False when its client key was stored before; ``is_late`` as in ``Judgment``.
    """

    judgment_id: int
    is_new: bool
    is_late: bool


class JudgmentLog(JudgmentReader):
    """Appends to the log, and reads it."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._size: int | None = None

    def append(self, judgments: Sequence[NewJudgment], received_at: datetime) -> list[Appended]:
        """Store judgments in the order given; all are on disk when this returns.

        Parameters
        ----------
        judgments : sequence of NewJudgment
            Already checked against roles and scale.
        received_at : datetime
            UTC, by the server's clock.

        Returns
        -------
        list of Appended
            One per judgment, in the same order.
        """
        with self._database.transaction() as cursor:
            position = first_number(cursor.execute("SELECT max(judgment_id) FROM judgment"))
            results = []
            for judgment in judgments:
                stored = _stored(cursor, judgment.client_key)
                if stored is None:
                    position += 1
                    stored = _insert(cursor, judgment, position, received_at)
                results.append(stored)
        self._size = position
        return results

    def append_imported(self, rows: pd.DataFrame, received_at: datetime) -> int:
        """Store the judgments of an imported file.

        Parameters
        ----------
        rows : DataFrame
            ``client_key, query_id, doc_id, person_id, grade``, no key twice; where not all are
            grades without a note also ``verdict, note``; of another project's log also
            ``judgment_kind, seen`` (a client key), ``is_late, shown_at, judged_at, fingerprint``.
        received_at : datetime
            UTC.

        Returns
        -------
        int
            Rows that were new; a file imported twice adds nothing.
        """
        with self._database.transaction() as cursor:
            rows = _not_stored(cursor, rows)
            start = first_number(cursor.execute("SELECT max(judgment_id) FROM judgment")) + 1
            numbered = _as_log(rows).assign(judgment_id=np.arange(start, start + len(rows)))
            said = {name: name if name in rows else word for name, word in _UNSAID.items()}
            cursor.register("incoming", numbered)
            cursor.execute(
                f"""
                INSERT INTO judgment
                SELECT judgment_id, client_key, query_id, doc_id, person_id, {said["verdict"]},
                       grade, {said["note"]}, {said["seen"]}, {said["is_late"]},
                       {said["judgment_kind"]}, {said["shown_at"]}, {said["judged_at"]}, ?,
                       pool_pair.batch_id, {said["fingerprint"]}
                FROM incoming LEFT JOIN pool_pair USING (query_id, doc_id)
                """,  # noqa: S608 - names and words of this module
                [to_stored(received_at)],
            )
            cursor.unregister("incoming")
        self._size = None
        return len(rows)

    def size(self) -> int:
        """Return the position of the last judgment; 0 for an empty log.

        This process is the only one that appends, so it need not ask the file each time. What it
        asks for it does not keep: an import that is being written is not seen yet.
        """
        if self._size is not None:
            return self._size
        return first_number(
            self._database.cursor().execute("SELECT max(judgment_id) FROM judgment")
        )


def _not_stored(cursor: duckdb.DuckDBPyConnection, rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows whose keys the log does not hold."""
    keys = rows[["client_key"]]
    cursor.register("incoming", keys)
    # The keys of a file begin alike, so that a file that is new is told without a join.
    has_some = cursor.execute(
        """
        SELECT EXISTS (
            FROM judgment, (SELECT min(client_key) AS low, max(client_key) AS high FROM incoming)
            WHERE client_key BETWEEN low AND high
        )
        """
    )
    if first_number(has_some):
        known = cursor.execute("FROM incoming SEMI JOIN judgment USING (client_key)")
        rows = rows[~keys["client_key"].isin(known.df()["client_key"])]
    cursor.unregister("incoming")
    return rows


def _as_log(rows: pd.DataFrame) -> pd.DataFrame:
    """Write moments as the file keeps them: in UTC without saying so."""
    names = [name for name in ("shown_at", "judged_at") if name in rows]
    return rows.assign(**{name: rows[name].dt.tz_localize(None) for name in names})


def _stored(cursor: duckdb.DuckDBPyConnection, client_key: str) -> Appended | None:
    row = first_row(
        cursor.execute(
            "SELECT judgment_id, is_late FROM judgment WHERE client_key = ?", [client_key]
        )
    )
    return None if row is None else Appended(int(row[0]), is_new=False, is_late=bool(row[1]))


def _insert(
    cursor: duckdb.DuckDBPyConnection, new: NewJudgment, position: int, received_at: datetime
) -> Appended:
    is_late = _has_newer(cursor, new)
    cursor.execute(
        """
        INSERT INTO judgment VALUES (
            $position, $client_key, $query_id, $doc_id, $person_id, $verdict, $grade, $note,
            $seen, $is_late, $kind, $shown_at, $judged_at, $received_at,
            (SELECT batch_id FROM pool_pair WHERE query_id = $query_id AND doc_id = $doc_id),
            $fingerprint
        )
        """,
        {
            "position": position,
            "client_key": new.client_key,
            "query_id": new.query_id,
            "doc_id": new.doc_id,
            "person_id": new.person_id,
            "verdict": new.verdict,
            "grade": new.grade,
            "note": new.note,
            "seen": new.seen,
            "is_late": is_late,
            "kind": new.kind,
            "shown_at": to_stored(new.shown_at),
            "judged_at": to_stored(new.judged_at),
            "received_at": to_stored(received_at),
            "fingerprint": new.fingerprint,
        },
    )
    return Appended(position, is_new=True, is_late=is_late)


def _has_newer(cursor: duckdb.DuckDBPyConnection, new: NewJudgment) -> bool:
    newer = cursor.execute(
        """
        SELECT coalesce(max(judgment_id) FILTER (verdict <> 'skipped' AND NOT is_late), 0)
             > coalesce(max(judgment_id) FILTER (client_key = $seen), 0)
        FROM judgment
        WHERE query_id = $query_id AND doc_id = $doc_id AND person_id = $person_id
          AND kind <> 'imported'
        """,
        {
            "seen": new.seen,
            "query_id": new.query_id,
            "doc_id": new.doc_id,
            "person_id": new.person_id,
        },
    )
    return bool(first_number(newer))
