"""The append-only log of judgments: the one place where a grade is written."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa

from judge_app.domain.model import JudgmentKind, NewJudgment, Verdict
from judge_app.store.database import Database, first_number
from judge_app.store.judgment_reader import JudgmentReader
from judge_app.store.log_entry import Appended, enter
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
    "received_at": "NULL",
    "fingerprint": "''",
}
_MOMENTS = ("shown_at", "judged_at", "received_at")
_TAKEN = {"client_key", "key_start", "line", "query_id", "doc_id", "person_id", "grade", *_UNSAID}
# Two groups of rows of a file of DuckDB's: several processors share the work, and few pieces are
# left over that have to be put together.
_ROWS_PER_PIECE = 2 * 122_880


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
                entry = enter(cursor, judgment, position + 1, received_at)
                position += entry.is_new
                results.append(entry)
        # Whoever was quicker knows more.
        self._size = max(position, self._size or 0)
        return results

    def append_imported(self, rows: pd.DataFrame, received_at: datetime) -> int:
        """Store the judgments of an imported file.

        Parameters
        ----------
        rows : DataFrame
            ``client_key, query_id, doc_id, person_id, grade``, no key twice; in the place of the
            key also ``key_start, line``, which are joined by colons, with the grade, to make it.
            Where not all are grades without a note also ``verdict, note``; of another project's
            log also ``judgment_kind, seen`` (a client key), ``is_late, shown_at, judged_at,
            received_at, fingerprint``.
        received_at : datetime
            UTC; when those rows arrive that do not say when they first did.

        Returns
        -------
        int
            Rows that were new; a file imported twice adds nothing.
        """
        table = _as_log(rows)
        with self._database.transaction() as cursor:
            position = first_number(cursor.execute("SELECT max(judgment_id) FROM judgment"))
            if position:
                table = _not_stored(cursor, table)
            numbers = pa.array(np.arange(position + 1, position + 1 + len(table)))
            _insert_all(cursor, table.append_column("judgment_id", numbers), received_at)
        self._size = None
        return len(table)

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


def _as_log(rows: pd.DataFrame) -> pa.Table:
    """Return what the log takes of some rows, moments in UTC without saying so."""
    names = [name for name in rows if name in _TAKEN]
    moments = {name: rows[name].dt.tz_localize(None) for name in _MOMENTS if name in names}
    # In one piece, since DuckDB compresses many small ones with one processor only.
    table = pa.Table.from_pandas(rows[names].assign(**moments), preserve_index=False)
    return table.combine_chunks()


def _key(rows: pa.Table) -> str:
    """Return, in SQL, the client key of an incoming row."""
    if "client_key" in rows.column_names:
        return "incoming.client_key"
    return "incoming.key_start || ':' || incoming.line || ':' || incoming.grade"


def _not_stored(cursor: duckdb.DuckDBPyConnection, rows: pa.Table) -> pa.Table:
    """Return the rows whose keys the log does not hold."""
    cursor.register("incoming", rows.append_column("place", pa.array(np.arange(len(rows)))))
    # The keys of a file begin alike, so that a file that is new is told without a join. A colon
    # ends their beginning; what follows it in the order of bytes is the semicolon.
    ends = "min(client_key) AS low, max(client_key) AS high"
    if "client_key" not in rows.column_names:
        ends = "min(key_start) || ':' AS low, max(key_start) || ';' AS high"
    has_some = cursor.execute(
        f"""
        SELECT EXISTS (
            FROM judgment, (SELECT {ends} FROM incoming) WHERE client_key BETWEEN low AND high
        )
        """  # noqa: S608 - words of this module
    )
    if first_number(has_some):
        new = cursor.sql(
            "SELECT place FROM incoming ANTI JOIN judgment "  # noqa: S608 - words of this module
            f"ON judgment.client_key = {_key(rows)} ORDER BY place"
        )
        rows = rows.take(new.to_arrow_table()["place"])
    cursor.unregister("incoming")
    return rows


def _insert_all(cursor: duckdb.DuckDBPyConnection, rows: pa.Table, received_at: datetime) -> None:
    """Write imported rows."""
    said = {name: name if name in rows.column_names else word for name, word in _UNSAID.items()}
    has_pool = first_number(cursor.execute("SELECT EXISTS (FROM pool_pair)"))
    pool = "LEFT JOIN pool_pair USING (query_id, doc_id)" if has_pool else ""
    pieces = rows.to_batches(max_chunksize=_ROWS_PER_PIECE)
    cursor.register("incoming", pa.Table.from_batches(pieces, rows.schema))
    cursor.execute(
        f"""
        INSERT INTO judgment
        SELECT judgment_id, {_key(rows)}, query_id, doc_id, person_id, {said["verdict"]},
               grade, {said["note"]}, {said["seen"]}, {said["is_late"]},
               {said["judgment_kind"]}, {said["shown_at"]}, {said["judged_at"]},
               coalesce({said["received_at"]}, ?), {"batch_id" if has_pool else "NULL"},
               {said["fingerprint"]}
        FROM incoming {pool}
        """,  # noqa: S608 - names and words of this module
        [to_stored(received_at)],
    )
    cursor.unregister("incoming")
