"""The pairs that are put before annotators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import pandas as pd

from judge_app.domain.pool_log import PoolLog
from judge_app.store.database import Database, first_number
from judge_app.store.pool_log import Arrival, restore
from judge_app.store.times import to_stored


@dataclass(frozen=True, slots=True)
class NewBatch:
    """A batch of pairs as it is added to the pool.

    ``depth`` is None when the pairs were not taken by depth; ``run_ids`` are the runs whose
    documents the batch holds. ``budget``, ``random_share`` and ``seed`` are None where all pairs
    were taken.
    """

    strategy: str
    depth: int | None
    run_ids: tuple[int, ...]
    added_at: datetime
    added_by: str
    budget: int | None = None
    random_share: float | None = None
    seed: int | None = None


class PoolTables:
    """Reads and writes the pool."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, batch: NewBatch, pairs: pd.DataFrame) -> int:
        """Add pairs; those already pooled keep their batch.

        Parameters
        ----------
        batch : NewBatch
            Where the pairs come from.
        pairs : DataFrame
            ``query_id, doc_id`` and optionally ``priority`` (greater first within a query) and
            ``inclusion_probability`` (1 when not given).

        Returns
        -------
        int
            Pairs that were new.
        """
        frame = pairs[["query_id", "doc_id"]].assign(
            priority=pairs.get("priority", 0.0),
            inclusion_probability=pairs.get("inclusion_probability", 1.0),
        )
        with self._database.transaction() as cursor:
            before = first_number(cursor.execute("SELECT count(*) FROM pool_pair"))
            batch_id = first_number(
                cursor.execute("SELECT coalesce(max(batch_id), -1) + 1 FROM pool_batch")
            )
            cursor.execute(
                "INSERT INTO pool_batch (batch_id, strategy, depth, added_at, added_by, budget, "
                "random_share, seed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    *(batch_id, batch.strategy, batch.depth, to_stored(batch.added_at)),
                    *(batch.added_by, batch.budget, batch.random_share, batch.seed),
                ],
            )
            cursor.execute(
                "INSERT INTO pool_batch_run (batch_id, run_id) SELECT ?, unnest(?::INTEGER[])",
                [batch_id, list(batch.run_ids)],
            )
            cursor.register("incoming", frame)
            cursor.execute(
                "INSERT INTO pool_pair "
                "(query_id, doc_id, batch_id, priority, inclusion_probability) "
                "SELECT query_id, doc_id, ?, priority, inclusion_probability FROM incoming "
                "ORDER BY query_id, doc_id ON CONFLICT DO NOTHING",
                [batch_id],
            )
            cursor.unregister("incoming")
            return first_number(cursor.execute("SELECT count(*) FROM pool_pair")) - before

    def restore(self, log: PoolLog, arrival: Arrival, *, measured: str) -> int:
        """Add batches as they were in another project, after those that are here.

        A batch that is here already (of the same strategy, depth, budget, draw, moment and person)
        is not added again; pairs that are pooled already keep their batch. Where a run of the
        project does not have the ranks that the log tells, it is another version of the run that
        brought the pairs, and is kept as one that was replaced.

        Parameters
        ----------
        log : PoolLog
            The batches. Of those of their runs that are not here nothing is kept.
        arrival : Arrival
            The file that brings them.
        measured : str
            The strategy whose batches do not make runs contribute to the pool.

        Returns
        -------
        int
            Pairs that were new.
        """
        with self._database.transaction() as cursor:
            before = first_number(cursor.execute("SELECT count(*) FROM pool_pair"))
            restore(cursor, log, arrival, measured)
            return first_number(cursor.execute("SELECT count(*) FROM pool_pair")) - before

    def pairs(self, up_to_batch: int | None = None) -> pd.DataFrame:
        """Return ``query_id, doc_id, batch_id, strategy`` of every pooled pair, ids ascending.

        Parameters
        ----------
        up_to_batch : int, optional
            Only the pool's first batches, up to this one: an earlier state.
        """
        return (
            self._database.cursor()
            .execute(
                "SELECT query_id, doc_id, batch_id, strategy "
                "FROM pool_pair JOIN pool_batch USING (batch_id) "
                "WHERE $up_to IS NULL OR batch_id <= $up_to ORDER BY query_id, doc_id",
                {"up_to": up_to_batch},
            )
            .df()
        )

    def deepest(self) -> int:
        """Return the last rank that any batch took from the runs; 0 where none took ranks."""
        return first_number(
            self._database.cursor().execute("SELECT coalesce(max(depth), 0) FROM pool_batch")
        )

    def rankings(self, query_id: str, depth: int, runs: Sequence[str] = ()) -> pd.DataFrame:
        """Return ``query_id, doc_id, run, rank``: the first ranks of runs for one query.

        Of these runs, or without any of all that contribute.
        """
        return (
            self._database.cursor()
            .execute(
                "SELECT query_id, doc_id, run.name AS run, rank "
                "FROM ranking JOIN run USING (run_id) "
                "WHERE query_id = $query AND rank <= $depth AND CASE WHEN len($runs) > 0 "
                "THEN list_contains($runs, run.name) ELSE contributes_to_pool END",
                {"query": query_id, "depth": depth, "runs": list(runs)},
            )
            .df()
        )

    def documents_of(self, query_id: str) -> tuple[str, ...]:
        """Return the pooled documents of a query, ids ascending."""
        rows = self._database.cursor().execute(
            "SELECT doc_id FROM pool_pair WHERE query_id = ? ORDER BY doc_id", [query_id]
        )
        return tuple(row[0] for row in rows.fetchall())

    def queries(self) -> tuple[str, ...]:
        """Return the queries that have pairs, in the project's order."""
        rows = self._database.cursor().execute(
            "SELECT query_id FROM query SEMI JOIN pool_pair USING (query_id) ORDER BY position"
        )
        return tuple(row[0] for row in rows.fetchall())

    def size(self, up_to_batch: int | None = None) -> int:
        """Return how many pairs are pooled, or were by a batch."""
        return first_number(
            self._database.cursor().execute(
                "SELECT count(*) FROM pool_pair WHERE $up_to IS NULL OR batch_id <= $up_to",
                {"up_to": up_to_batch},
            )
        )

    def sources(self) -> pd.DataFrame:
        """Return ``query_id, doc_id, run, rank``: which run brought each pair, and where."""
        return (
            self._database.cursor()
            .execute(
                "SELECT DISTINCT query_id, doc_id, run.name AS run, rank "
                "FROM pool_source JOIN run USING (run_id) ORDER BY query_id, doc_id, run"
            )
            .df()
        )

    def runs_of(self, strategy: str) -> tuple[str, ...]:
        """Return the names of the runs whose pairs were added by a strategy."""
        rows = self._database.cursor().execute(
            "SELECT DISTINCT run.name FROM pool_batch JOIN pool_batch_run USING (batch_id) "
            "JOIN run USING (run_id) WHERE strategy = ? ORDER BY run.name",
            [strategy],
        )
        return tuple(row[0] for row in rows.fetchall())

    def batches(self) -> pd.DataFrame:
        """Return what is known of every batch, oldest first.

        Returns
        -------
        DataFrame
            ``strategy, depth, runs, pairs, budget, random_share, seed, drawn, probability,
            added_at, added_by``. ``runs`` are names joined by commas; ``pairs`` are those that the
            batch was the first to bring; ``drawn`` of them were drawn at random, each with
            ``probability``.
        """
        return (
            self._database.cursor()
            .execute(
                """
                SELECT strategy, depth,
                       (SELECT coalesce(string_agg(run.name, ', ' ORDER BY run.run_id), '')
                        FROM pool_batch_run AS source JOIN run USING (run_id)
                        WHERE source.batch_id = batch.batch_id) AS runs,
                       (SELECT count(*) FROM pool_pair
                        WHERE pool_pair.batch_id = batch.batch_id) AS pairs,
                       budget, random_share, seed,
                       (SELECT count(*) FROM pool_pair
                        WHERE pool_pair.batch_id = batch.batch_id
                          AND inclusion_probability < 1) AS drawn,
                       (SELECT min(inclusion_probability) FROM pool_pair
                        WHERE pool_pair.batch_id = batch.batch_id
                          AND inclusion_probability < 1) AS probability,
                       added_at, added_by
                FROM pool_batch AS batch ORDER BY batch_id
                """
            )
            .df()
        )

    def without_text(self) -> pd.DataFrame:
        """Return ``query_id, doc_id`` of pooled pairs whose document nobody could read."""
        return (
            self._database.cursor()
            .execute(
                """
                SELECT query_id, doc_id
                FROM pool_pair ANTI JOIN readable_document USING (doc_id)
                ORDER BY query_id, doc_id
                """
            )
            .df()
        )
