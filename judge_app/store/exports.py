"""What a project holds, in the forms in which it leaves."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import pandas as pd

from judge_app.store.database import Database, first_number, first_row
from judge_app.store.times import from_stored, to_stored

_DOCUMENTS_AT_A_TIME = 1_000
_MOMENT = "'%Y-%m-%dT%H:%M:%S.%fZ'"
_PAIRS = """
    SELECT query_id, doc_id FROM pool_pair WHERE batch_id <= $batch
    UNION SELECT query_id, doc_id FROM judgment WHERE judgment_id <= $position
"""
_TEXTS = {
    "query": ("query_id", "query_id, text, narrative"),
    "document": ("doc_id", "doc_id, title, text, url, kind, extra"),
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
            LEFT JOIN judgment AS seen ON seen.client_key = judgment.seen
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
            ``query_id, doc_id, batch, strategy, depth, run, rank``, one row for each run that
            brought a pair; one without run and rank for a pair that no run brought. Ids ascending.
        """
        frame = self._database.cursor().execute(
            """
            SELECT pair.query_id, pair.doc_id, pair.batch_id AS batch, batch.strategy,
                   batch.depth, run.name AS run, source.rank
            FROM pool_pair AS pair
            JOIN pool_batch AS batch USING (batch_id)
            LEFT JOIN (
                SELECT DISTINCT query_id, doc_id, run_id, rank FROM pool_source
                WHERE batch_id <= $up_to
            ) AS source ON source.query_id = pair.query_id AND source.doc_id = pair.doc_id
            LEFT JOIN run ON run.run_id = source.run_id
            WHERE pair.batch_id <= $up_to
            ORDER BY pair.query_id, pair.doc_id, run.name, source.rank
            """,
            {"up_to": up_to_batch},
        )
        return frame.df().astype({"depth": "Int64", "rank": "Int64"})

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
        """Return the number of the pool's last batch, or of the last by some moment; -1 if none."""
        return first_number(
            self._database.cursor().execute(
                "SELECT coalesce(max(batch_id), -1) FROM pool_batch "
                "WHERE $before IS NULL OR added_at <= $before",
                {"before": to_stored(before)},
            )
        )

    def received_at(self, position: int) -> datetime | None:
        """Return when a judgment arrived; None where the log has no such position."""
        row = first_row(
            self._database.cursor().execute(
                "SELECT received_at FROM judgment WHERE judgment_id = ?", [position]
            )
        )
        return None if row is None else from_stored(row[0])

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
