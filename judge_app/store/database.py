"""One DuckDB file: its connection, its transactions, and the lock that makes writers take turns."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb

from judge_app.domain.errors import StoreError

# Files written so can also be read by DuckDB 1.4 and later, not only by 2.0.
_MEMORY = "4GB"
_LITTLE_MEMORY = "400MB"
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "storage_compatibility_version": "v1.4.0",
    "memory_limit": _MEMORY,
}


class Database:
    """An open project file.

    Parameters
    ----------
    path : Path
        The file; DuckDB creates it when it is absent.

    Raises
    ------
    StoreError
        When the file is held by another process, is no database, or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._mine = threading.local()
        try:
            self._connection = duckdb.connect(path, config=_CONFIG)
        except duckdb.Error as error:
            raise StoreError(*_explain(path, error)) from error

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """Return the cursor of this thread's transaction, or a new one outside of any.

        A shared connection refuses threads, and a reader inside a transaction has to see what
        the transaction wrote.
        """
        active: duckdb.DuckDBPyConnection | None = getattr(self._mine, "cursor", None)
        return self._connection.cursor() if active is None else active

    @contextmanager
    def transaction(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """Run one writer at a time; everything inside is stored together or not at all.

        A transaction inside another is part of it.

        Raises
        ------
        StoreError
            When the file cannot be written, for instance because the disk is full.
        """
        active: duckdb.DuckDBPyConnection | None = getattr(self._mine, "cursor", None)
        if active is not None:
            yield active
            return
        with self._lock, self._connection.cursor() as cursor:
            self._mine.cursor = cursor
            try:
                cursor.begin()
                yield cursor
                cursor.commit()
            except duckdb.IOException as error:
                _roll_back(cursor)
                raise StoreError(
                    f"{self.path} could not be written: {error}",
                    "Free some space or check the disk; nothing of this step was stored.",
                ) from error
            except BaseException:
                _roll_back(cursor)
                raise
            finally:
                self._mine.cursor = None

    @contextmanager
    def little_memory(self) -> Iterator[None]:
        """Hold little of what is written meanwhile; else all of it is, as long as there is room.

        Whatever others read meanwhile has no more room either, and takes longer if it is large.
        """
        # A cursor of its own, since that of a transaction that has failed takes nothing more.
        with self._connection.cursor() as cursor:
            try:
                cursor.execute(f"SET memory_limit = '{_LITTLE_MEMORY}'")
            except duckdb.OutOfMemoryException:
                # Somebody needs more than that just now, so the usual limit has to do.
                yield
                return
            try:
                yield
            finally:
                cursor.execute(f"SET memory_limit = '{_MEMORY}'")

    def close(self) -> None:
        """Write everything into the file and let go of it."""
        with self._lock:
            self._connection.close()


def first_row(result: duckdb.DuckDBPyConnection) -> tuple[Any, ...] | None:
    """Return the first row of a result, or None; reads it to its end.

    DuckDB 2 refuses further work on a cursor whose result was not read to the end.
    """
    rows = result.fetchall()
    return rows[0] if rows else None


def first_number(result: duckdb.DuckDBPyConnection) -> int:
    """Return the whole number in the first row's first column; 0 when there is none."""
    row = first_row(result)
    return int(row[0]) if row and row[0] is not None else 0


def _roll_back(cursor: duckdb.DuckDBPyConnection) -> None:
    try:
        cursor.rollback()
    except duckdb.TransactionException:
        # DuckDB has already rolled back when the commit itself failed.
        return


def _explain(path: Path, error: duckdb.Error) -> tuple[str, str]:
    text = str(error)
    if "lock" in text.lower():
        return (
            f"{path} is held by another process",
            "A judgepool server holds it: close that server, or use its address instead.",
        )
    if "not a valid DuckDB" in text:
        return f"{path} is not a Judgepool project", "Make one with: judgepool init PROJECT.duckdb"
    return f"{path} cannot be opened: {text}", "Check that the folder exists and can be written."
