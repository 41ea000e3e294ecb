"""What runs were before other files took their names."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import duckdb

from judge_app.domain.model import ReplacedRun
from judge_app.store.times import from_stored, to_stored


def keep_replaced(
    cursor: duckdb.DuckDBPyConnection, name: str, sha256: str, at: datetime, by: str
) -> None:
    """Note what a run was, before another file is stored under its name.

    Of its ranking those pairs are kept that the pool took from it. The run that comes has
    contributed nothing yet.

    Parameters
    ----------
    cursor
        Of the transaction in which the run is replaced.
    name : str
        Name of the run; nothing happens when there is none of that name.
    sha256 : str
        Hash of the file that comes; nothing happens when it is the one that is here.
    at, by
        When, in UTC, and by whom.
    """
    kept = cursor.execute(
        """
        INSERT INTO replaced_run
        SELECT (SELECT coalesce(max(replaced_id), -1) + 1 FROM replaced_run),
               run_id, name, source, sha256, imported_at, imported_by, $at, $by
        FROM run WHERE name = $name AND sha256 <> $sha256
        RETURNING replaced_id, run_id
        """,
        {"name": name, "sha256": sha256, "at": to_stored(at), "by": by},
    ).fetchall()
    for replaced_id, run_id in kept:
        cursor.execute(
            """
            INSERT INTO replaced_ranking
            SELECT DISTINCT ?, query_id, doc_id, rank FROM pool_source
            WHERE run_id = ? AND batch_id IN (
                SELECT batch_id FROM pool_batch_run WHERE run_id = ? AND replaced_id IS NULL
            )
            """,
            [replaced_id, run_id, run_id],
        )
        cursor.execute(
            "UPDATE pool_batch_run SET replaced_id = ? WHERE run_id = ? AND replaced_id IS NULL",
            [replaced_id, run_id],
        )
        cursor.execute("UPDATE run SET contributes_to_pool = FALSE WHERE run_id = ?", [run_id])


def replaced_runs(cursor: duckdb.DuckDBPyConnection) -> tuple[ReplacedRun, ...]:
    """Return what runs were before, oldest first."""
    rows = cursor.execute(
        "SELECT name, source, sha256, imported_at, imported_by, replaced_at, replaced_by "
        "FROM replaced_run ORDER BY replaced_id"
    ).fetchall()
    runs = (ReplacedRun(*row) for row in rows)
    return tuple(
        replace(
            run,
            imported_at=from_stored(run.imported_at),
            replaced_at=from_stored(run.replaced_at),
        )
        for run in runs
    )
