"""Rankings that arrive in parts, stored by one statement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import duckdb
import pyarrow as pa

_PART = pa.schema(
    {
        "query_id": pa.string(),
        "doc_id": pa.string(),
        "score": pa.float64(),
        "rank": pa.int64(),
    }
)

# The outer join says that rows may be stored in any order, so each of DuckDB's threads writes what
# comes to it; to keep the order of the file they would wait for each other, for as long again.
_INSERT = """
    INSERT INTO ranking
    SELECT run_id, query_id, doc_id, score, rank
    FROM incoming RIGHT JOIN (VALUES (?)) AS new (run_id) ON TRUE
"""


def insert_parts(cursor: duckdb.DuckDBPyConnection, run_id: int, parts: Iterable[pa.Table]) -> None:
    """Store the rankings of a run.

    Parameters
    ----------
    cursor
        Of the transaction.
    run_id : int
        Number of the run.
    parts : iterable of pyarrow.Table
        As `RunTables.add_in_parts` takes them; what they raise passes through.
    """
    drawn = _Drawn(parts)
    cursor.register("incoming", pa.RecordBatchReader.from_batches(_PART, drawn.batches()))
    try:
        # One statement, since rows of many would wait for the commit in memory.
        cursor.execute(_INSERT, [run_id])
    except BaseException:
        if drawn.fault is not None:
            raise drawn.fault from None
        raise
    cursor.unregister("incoming")


class _Drawn:
    """Parts as one stream, whose fault is kept, since DuckDB would tell only its text."""

    def __init__(self, parts: Iterable[pa.Table]) -> None:
        self.fault: BaseException | None = None
        self._parts = parts

    def batches(self) -> Iterator[pa.RecordBatch]:
        try:
            for part in self._parts:
                yield from part.cast(_PART).to_batches()
        except GeneratorExit:
            raise
        except BaseException as fault:
            self.fault = fault
            raise
