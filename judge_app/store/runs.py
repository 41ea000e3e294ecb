"""Runs and their rankings."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa

from judge_app.domain.model import ReplacedRun, Run
from judge_app.store.database import Database, first_number
from judge_app.store.ranking_parts import insert_parts
from judge_app.store.replaced_runs import keep_replaced, replaced_runs
from judge_app.store.times import from_stored, to_stored

# THE tie rule in SQL (SCORING §1): score descending, then document id descending by bytes, which
# is how DuckDB compares text. metrics.order says the same in numpy; a property test holds them
# equal.
RANK = "row_number() OVER (PARTITION BY query_id ORDER BY score DESC, doc_id DESC)"

_RUNS = """
    SELECT run.run_id, name, source, sha256, imported_at, imported_by, contributes_to_pool,
           count(DISTINCT query_id), count(query_id), coalesce(max(rank), 0)
    FROM run LEFT JOIN ranking ON ranking.run_id = run.run_id
"""


@dataclass(frozen=True, slots=True)
class NewRun:
    """A run as it arrives."""

    name: str
    source: str
    sha256: str
    imported_at: datetime
    imported_by: str


class RunTables:
    """Reads and writes runs."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, run: NewRun, rows: pd.DataFrame) -> int:
        """Store a run with its ranks; one of that name is replaced and keeps its number.

        What the replaced one was stays known: see `replaced`.

        Parameters
        ----------
        run : NewRun
            What is known of it.
        rows : DataFrame
            ``query_id, doc_id, score``; no document twice for a query, no NaN.

        Returns
        -------
        int
            Number of the run.
        """
        with self._database.transaction() as cursor:
            run_id = _enter(cursor, run)
            cursor.register("incoming", rows[["query_id", "doc_id", "score"]])
            cursor.execute(
                f"INSERT INTO ranking SELECT ?, query_id, doc_id, score, {RANK} "  # noqa: S608
                "FROM incoming ORDER BY query_id, score DESC, doc_id DESC",
                [run_id],
            )
            cursor.unregister("incoming")
            return run_id

    def add_in_parts(
        self, run: NewRun, parts: Iterable[pa.Table], *, is_large: bool = False
    ) -> int:
        """Store a run that arrives in parts, ranks included, as `add` stores a whole one.

        Parameters
        ----------
        run : NewRun
            What is known of it.
        parts : iterable of pyarrow.Table
            ``query_id, doc_id, score, rank`` of whole rankings, ranked by the tie rule; at least
            one row. They are drawn one at a time, from threads of DuckDB. What they raise undoes
            everything and passes through.
        is_large : bool
            Whether they are so many that little of them may stay in memory.

        Returns
        -------
        int
            Number of the run.
        """
        little = self._database.little_memory() if is_large else nullcontext()
        with self._database.transaction() as cursor, little:
            run_id = _enter(cursor, run)
            insert_parts(cursor, run_id, parts)
            return run_id

    def all(self) -> tuple[Run, ...]:
        """Return all runs, oldest first."""
        rows = self._database.cursor().execute(f"{_RUNS} GROUP BY ALL ORDER BY run.run_id")
        return tuple(_run(row) for row in rows.fetchall())

    def hashes(self) -> dict[str, str]:
        """Return the hash of the file behind every name, without a look at the rankings."""
        return dict(self._database.cursor().execute("SELECT name, sha256 FROM run").fetchall())

    def replaced(self) -> tuple[ReplacedRun, ...]:
        """Return what runs were before other files took their names, oldest first."""
        return replaced_runs(self._database.cursor())

    def mark_contributing(self, run_ids: tuple[int, ...]) -> None:
        """Remember that the pool takes documents from these runs."""
        with self._database.transaction() as cursor:
            cursor.execute(
                "UPDATE run SET contributes_to_pool = TRUE "
                "WHERE run_id IN (SELECT unnest(?::INTEGER[]))",
                [list(run_ids)],
            )

    def top(self, depth: int | None, run_ids: tuple[int, ...] | None = None) -> pd.DataFrame:
        """Return the first ``depth`` rows of every ranking.

        Parameters
        ----------
        depth : int or None
            None for whole rankings.
        run_ids : tuple of int, optional
            Only these runs.

        Returns
        -------
        DataFrame
            ``run, query_id, doc_id, rank`` in the order of runs, queries and ranks; ``run`` is
            the name.
        """
        chosen = None if run_ids is None else list(run_ids)
        return (
            self._database.cursor()
            .execute(
                """
                SELECT run.name AS run, query_id, doc_id, rank
                FROM ranking JOIN run USING (run_id)
                WHERE ($depth IS NULL OR rank <= $depth)
                  AND ($chosen IS NULL OR run_id IN (SELECT unnest($chosen::INTEGER[])))
                ORDER BY run_id, query_id, rank
                """,
                {"depth": depth, "chosen": chosen},
            )
            .df()
        )

    def retrieved(self) -> pd.DataFrame:
        """Return ``run, query_id, retrieved``: how many documents each ranking has."""
        return (
            self._database.cursor()
            .execute(
                "SELECT run.name AS run, query_id, count(*)::INTEGER AS retrieved "
                "FROM ranking JOIN run USING (run_id) GROUP BY ALL"
            )
            .df()
        )

    def straddling_ties(self, cutoff: int) -> dict[str, int]:
        """Return, per run, the queries in which equal scores stand on both sides of a cutoff."""
        rows = self._database.cursor().execute(
            """
            SELECT run.name, count(*)
            FROM ranking AS inside
            JOIN ranking AS outside USING (run_id, query_id)
            JOIN run USING (run_id)
            WHERE inside.rank = $cutoff AND outside.rank = $cutoff + 1
              AND inside.score = outside.score
            GROUP BY run.name
            """,
            {"cutoff": cutoff},
        )
        return dict(rows.fetchall())


def _enter(cursor: duckdb.DuckDBPyConnection, run: NewRun) -> int:
    """Write down a run without its rankings, in the place of one of its name; return its number."""
    keep_replaced(cursor, run.name, run.sha256, run.imported_at, run.imported_by)
    cursor.execute(
        "DELETE FROM ranking WHERE run_id IN (SELECT run_id FROM run WHERE name = ?)",
        [run.name],
    )
    stored = cursor.execute(
        """
        INSERT INTO run
        SELECT coalesce(max(run_id), -1) + 1, $name, $source, $sha256, $at, $by, FALSE
        FROM run
        ON CONFLICT (name) DO UPDATE
        SET source = excluded.source, sha256 = excluded.sha256,
            imported_at = excluded.imported_at, imported_by = excluded.imported_by
        RETURNING run_id
        """,
        {
            "name": run.name,
            "source": run.source,
            "sha256": run.sha256,
            "at": to_stored(run.imported_at),
            "by": run.imported_by,
        },
    )
    return first_number(stored)


def _run(row: tuple[Any, ...]) -> Run:
    run = Run(*row)
    return replace(run, imported_at=from_stored(run.imported_at))
