"""What a project holds, in the forms in which it leaves."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import pandas as pd

from judge_app.domain.pool_log import PoolBatch
from judge_app.store.database import Database, first_number, first_row
from judge_app.store.pool_log import read_batches
from judge_app.store.times import from_stored, to_stored

_DOCUMENTS_AT_A_TIME = 1_000
_MOMENT = "'%Y-%m-%dT%H:%M:%S.%fZ'"
_PAIRS = """
    SELECT query_id, doc_id FROM pool_pair WHERE batch_id <= $batch
    UNION SELECT query_id, doc_id FROM judgment WHERE judgment_id <= $position
"""
_TEXTS = {
    "query": ("query_id", "query_id, text, narrative"),
    # Of a picture its bytes count too, by what identifies them.
    "document": (
        "doc_id",
        "doc_id, title, text, url, kind, extra, CASE WHEN kind = 'image' THEN fingerprint END",
    ),
}


class ExportReader:
    """Reads whole tables; nothing here writes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def judgments(self, up_to: int) -> pd.DataFrame:
        """Return the log up to a position, with names and times, in log order.

        Returns
        -------
        DataFrame
            ``judgment_id, query_id, doc_id, annotator, annotator_kind, verdict, grade, note,
            judgment_kind, seen, is_late, shown_at, judged_at, received_at, fingerprint``.
            ``seen`` is the position of the own judgment that the author had on screen; times are
            ISO 8601, UTC.
        """
        frame = self._database.cursor().execute(
            f"""
            SELECT judgment.judgment_id, judgment.query_id, judgment.doc_id,
                   person.name AS annotator, person.kind AS annotator_kind,
                   judgment.verdict, judgment.grade, judgment.note,
                   judgment.kind AS judgment_kind,
                   seen.judgment_id AS seen, judgment.is_late,
                   strftime(judgment.shown_at, {_MOMENT}) AS shown_at,
                   strftime(judgment.judged_at, {_MOMENT}) AS judged_at,
                   strftime(judgment.received_at, {_MOMENT}) AS received_at,
                   judgment.fingerprint
            FROM judgment JOIN person USING (person_id)
            LEFT JOIN judgment AS seen
              ON seen.client_key = judgment.seen AND seen.person_id = judgment.person_id
             AND seen.query_id = judgment.query_id AND seen.doc_id = judgment.doc_id
            WHERE judgment.judgment_id <= ?
            ORDER BY judgment.judgment_id
            """,  # noqa: S608 - a constant of this module
            [up_to],
        )
        return frame.df().astype({"grade": "Int64", "seen": "Int64"})

    def pool(self, up_to_batch: int) -> pd.DataFrame:
        """Return every pair of the pool's first batches with what brought it.

        Returns
        -------
        DataFrame
            ``query_id, doc_id, batch, priority, inclusion_probability, run, rank``, one row for
            each run that brought a pair; one without run and rank for a pair that no run brought.
            Ids ascending; last, without ids, the batches that were the first to bring nothing.
        """
        frame = self._database.cursor().execute(
            """
            SELECT pair.query_id, pair.doc_id, pair.batch_id AS batch, pair.priority,
                   pair.inclusion_probability, source.run, source.rank
            FROM pool_pair AS pair
            LEFT JOIN (
                SELECT DISTINCT query_id, doc_id, run.name AS run, rank
                FROM pool_source JOIN run USING (run_id) WHERE batch_id <= $up_to
            ) AS source ON source.query_id = pair.query_id AND source.doc_id = pair.doc_id
            WHERE pair.batch_id <= $up_to
            UNION ALL BY NAME
            SELECT batch_id AS batch FROM pool_batch ANTI JOIN pool_pair USING (batch_id)
            WHERE batch_id <= $up_to
            ORDER BY query_id NULLS LAST, doc_id, batch, run, rank
            """,
            {"up_to": up_to_batch},
        )
        return frame.df().astype({"rank": "Int64"})

    def pool_batches(self, up_to_batch: int) -> tuple[PoolBatch, ...]:
        """Return the pool's first batches, up to a number, with the runs that they drew from."""
        return read_batches(self._database.cursor(), up_to_batch)

    def rankings(self, run_ids: tuple[int, ...]) -> pd.DataFrame:
        """Return ``run, query_id, doc_id, rank, score`` of some runs, by name, query and rank."""
        return (
            self._database.cursor()
            .execute(
                """
                SELECT run.name AS run, query_id, doc_id, rank, score
                FROM ranking JOIN run USING (run_id)
                WHERE run_id IN (SELECT unnest(?::INTEGER[]))
                ORDER BY run.name, query_id, rank
                """,
                [list(run_ids)],
            )
            .df()
        )

    def documents(self) -> Iterator[tuple[Any, ...]]:
        """Yield ``doc_id, title, text, url, kind, extra`` of every document, ids ascending."""
        rows = self._database.cursor().execute(
            "SELECT doc_id, title, text, url, kind, extra FROM document ORDER BY doc_id"
        )
        while part := rows.fetchmany(_DOCUMENTS_AT_A_TIME):
            yield from part

    def pair_texts(self, position: int, up_to_batch: int) -> str:
        """Return a hash of the topics and documents of the pairs pooled or judged by then.

        Parameters
        ----------
        position, up_to_batch : int
            Last judgment and last batch of the pool that count.
        """
        values = {"position": position, "batch": up_to_batch}
        return self._text_hash(
            {key: f"WHERE {key} IN (SELECT {key} FROM ({_PAIRS}))" for key, _ in _TEXTS.values()},  # noqa: S608 - constants
            values,
        )

    def all_texts(self) -> str:
        """Return a hash of all topics and documents, as a BEIR folder holds them."""
        return self._text_hash({}, {})

    def pool_origin(self, up_to_batch: int) -> list[tuple[str, int | None, int, int]]:
        """Return strategy, depth, batches and pairs of each way in which the pool was made."""
        return (
            self._database.cursor()
            .execute(
                """
                SELECT strategy, depth, count(DISTINCT batch.batch_id), count(pair.query_id)
                FROM pool_batch AS batch
                LEFT JOIN pool_pair AS pair ON pair.batch_id = batch.batch_id
                WHERE batch.batch_id <= ?
                GROUP BY strategy, depth ORDER BY min(batch.batch_id)
                """,
                [up_to_batch],
            )
            .fetchall()
        )

    def last_batch(self, before: datetime | None = None) -> int:
        """Return the number of the pool's last batch, or of the last by some moment; -1 if none.

        Batches of another project's pool may be older than those before them, so that the last is
        the one before the first that came later.
        """
        return first_number(
            self._database.cursor().execute(
                "SELECT coalesce(min(batch_id) FILTER (added_at > $before) - 1, max(batch_id), -1) "
                "FROM pool_batch",
                {"before": to_stored(before)},
            )
        )

    def received_at(self, position: int) -> datetime | None:
        """Return by when a judgment and all before it had arrived; None for an empty log.

        The log of another project tells when judgments arrived there, which may be before those
        that stand above them here.
        """
        row = first_row(
            self._database.cursor().execute(
                "SELECT max(received_at) FROM judgment WHERE judgment_id <= ?", [position]
            )
        )
        return None if row is None or row[0] is None else from_stored(row[0])

    def _text_hash(self, wanted: Mapping[str, str], values: Mapping[str, int]) -> str:
        """Hash rows whose order does not matter; ids are unique, so no two of them cancel out."""
        digest = hashlib.sha256()
        for table, (key, columns) in _TEXTS.items():
            one = f"md5_number(concat_ws(chr(31), {columns}))"
            row = first_row(
                self._database.cursor().execute(
                    f"SELECT count(*), bit_xor({one}) FROM {table} {wanted.get(key, '')}",  # noqa: S608
                    dict(values),
                )
            )
            digest.update(f"{table} {row}\n".encode())
        return digest.hexdigest()
