"""The pool with all its history: read as a whole, and written as it was elsewhere."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import pandas as pd

from judge_app.domain.pool_log import PoolBatch, PoolLog
from judge_app.store.database import first_number
from judge_app.store.times import from_stored, to_stored

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import duckdb

_PLACE = ["query_id", "doc_id", "rank"]
_OF_BATCH = "strategy, depth, added_at, added_by, budget, random_share, seed"


@dataclass(frozen=True, slots=True)
class Arrival:
    """The file in which a pool arrives: its name and hash, when (UTC), and who brings it."""

    source: str
    sha256: str
    at: datetime
    by: str


def read_batches(cursor: duckdb.DuckDBPyConnection, up_to: int) -> tuple[PoolBatch, ...]:
    """Return the pool's first batches, up to a number."""
    rows = cursor.execute(
        """
        SELECT batch_id, strategy, depth, added_at, added_by,
               coalesce((SELECT list(DISTINCT run.name ORDER BY run.name)
                         FROM pool_batch_run AS drawn JOIN run USING (run_id)
                         WHERE drawn.batch_id = batch.batch_id), []),
               budget, random_share, seed
        FROM pool_batch AS batch WHERE batch_id <= ? ORDER BY batch_id
        """,
        [up_to],
    ).fetchall()
    return tuple(
        PoolBatch(number, strategy, depth, from_stored(added_at), added_by, tuple(runs), *draw)
        for number, strategy, depth, added_at, added_by, runs, *draw in rows
    )


def restore(
    cursor: duckdb.DuckDBPyConnection, log: PoolLog, arrival: Arrival, measured: str
) -> None:
    """Add batches as they were in another project; see `PoolTables.restore`."""
    numbers = _enter_batches(cursor, log.batches)
    own = {batch.number: number for number, batch in zip(numbers, log.batches, strict=True)}
    cursor.register("incoming", log.pairs.assign(batch_id=log.pairs["batch"].map(own)))
    cursor.execute(
        "INSERT INTO pool_pair (query_id, doc_id, batch_id, priority, inclusion_probability) "
        "SELECT query_id, doc_id, batch_id, priority, inclusion_probability FROM incoming "
        "ORDER BY batch_id, query_id, doc_id ON CONFLICT DO NOTHING"
    )
    cursor.unregister("incoming")
    told = dict(iter(log.ranks.groupby("run")))
    for name, run_id in cursor.execute("SELECT name, run_id FROM run").fetchall():
        drawn = [(own[one.number], one.depth) for one in log.batches if name in one.runs]
        fresh = [one for one in drawn if not _is_drawn(cursor, one[0], run_id)]
        if fresh:
            ranks = told[name][_PLACE] if name in told else log.ranks.iloc[:0][_PLACE]
            _draw(cursor, run_id, fresh, ranks, log.pairs, arrival)
    cursor.execute(
        "UPDATE run SET contributes_to_pool = TRUE WHERE run_id IN ("
        "SELECT run_id FROM pool_batch_run JOIN pool_batch USING (batch_id) "
        "WHERE replaced_id IS NULL AND strategy <> ? "
        "AND batch_id IN (SELECT unnest(?::INTEGER[])))",
        [measured, list(numbers)],
    )


def _enter_batches(
    cursor: duckdb.DuckDBPyConnection, batches: Iterable[PoolBatch]
) -> tuple[int, ...]:
    """Write down batches without their pairs; one that is here already keeps its number.

    Returns the numbers that they have here.
    """
    known: dict[tuple[object, ...], list[int]] = defaultdict(list)
    rows = cursor.execute(
        f"SELECT {_OF_BATCH}, batch_id FROM pool_batch ORDER BY batch_id"  # noqa: S608 - constant
    ).fetchall()
    for *key, number in rows:
        known[tuple(key)].append(number)
    free = first_number(cursor.execute("SELECT coalesce(max(batch_id), -1) + 1 FROM pool_batch"))
    numbers = []
    for batch in batches:
        told = (
            *(batch.strategy, batch.depth, to_stored(batch.added_at), batch.added_by),
            *(batch.budget, batch.random_share, batch.seed),
        )
        if known[told]:
            numbers.append(known[told].pop(0))
            continue
        cursor.execute(
            f"INSERT INTO pool_batch (batch_id, {_OF_BATCH}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - constant
            [free, *told],
        )
        numbers.append(free)
        free += 1
    return tuple(numbers)


def _is_drawn(cursor: duckdb.DuckDBPyConnection, batch_id: int, run_id: int) -> bool:
    return bool(
        first_number(
            cursor.execute(
                "SELECT count(*) FROM pool_batch_run WHERE batch_id = ? AND run_id = ?",
                [batch_id, run_id],
            )
        )
    )


def _draw(
    cursor: duckdb.DuckDBPyConnection,
    run_id: int,
    drawn: Sequence[tuple[int, int | None]],
    told: pd.DataFrame,
    pairs: pd.DataFrame,
    arrival: Arrival,
) -> None:
    """Note that batches drew from a run, or from what was under its name before.

    Parameters
    ----------
    run_id : int
        The run.
    drawn : sequence of (int, int or None)
        Numbers and depths of the batches, oldest first.
    told : DataFrame
        ``query_id, doc_id, rank`` of the pairs that they say that it brought.
    pairs : DataFrame
        ``query_id, doc_id`` of the pool.
    arrival : Arrival
        What is known of the run as it was before.
    """
    cursor.register("incoming", pairs)
    now = cursor.execute(
        "SELECT query_id, doc_id, rank FROM ranking SEMI JOIN incoming USING (query_id, doc_id) "
        "WHERE run_id = ?",
        [run_id],
    ).df()
    cursor.unregister("incoming")
    others, ranks = _of_another_version(drawn, told, now)
    replaced_id = _enter_replaced(cursor, run_id, ranks, arrival) if others else None
    rows = [(number, run_id, replaced_id if number in others else None) for number, _ in drawn]
    cursor.executemany(
        "INSERT INTO pool_batch_run (batch_id, run_id, replaced_id) VALUES (?, ?, ?)", rows
    )


def _of_another_version(
    drawn: Sequence[tuple[int, int | None]], told: pd.DataFrame, now: pd.DataFrame
) -> tuple[frozenset[int], pd.DataFrame]:
    """Tell which batches cannot have drawn from a run as it is now, and the ranks it had then.

    A batch drew from the run of now if that has at the batch's ranks nothing but what is told. Of
    a run that was replaced the batches of before come first: they are as few as explain the rest.
    """
    marked = now.merge(told, on=_PLACE, how="left", indicator=True)
    first_other = marked.loc[marked["_merge"] == "left_only", "rank"].min()
    fewest = 0
    for place, (_, depth) in enumerate(drawn, start=1):
        if first_other <= (math.inf if depth is None else depth):
            fewest = place
    for n_before in range(fewest, len(drawn) + 1):
        seen = now[now["rank"] <= _deepest(drawn[n_before:])]
        held = told.merge(seen, on=_PLACE, how="left", indicator=True)
        rest = held.loc[held["_merge"] == "left_only", _PLACE]
        if rest.empty or rest["rank"].max() <= _deepest(drawn[:n_before]):
            break
    return frozenset(number for number, _ in drawn[:n_before]), rest


def _deepest(drawn: Sequence[tuple[int, int | None]]) -> float:
    """Return the last rank that batches took; 0 for none of them."""
    return max((math.inf if depth is None else depth for _, depth in drawn), default=0)


def _enter_replaced(
    cursor: duckdb.DuckDBPyConnection, run_id: int, ranks: pd.DataFrame, arrival: Arrival
) -> int:
    """Note what a run was before: of that only the ranks are known that the pool took."""
    at = to_stored(arrival.at)
    replaced_id = first_number(
        cursor.execute(
            """
            INSERT INTO replaced_run
            SELECT (SELECT coalesce(max(replaced_id), -1) + 1 FROM replaced_run),
                   run_id, name, $source, $sha256, $at, $by, $at, $by
            FROM run WHERE run_id = $run
            RETURNING replaced_id
            """,
            {
                "source": arrival.source,
                "sha256": arrival.sha256,
                "at": at,
                "by": arrival.by,
                "run": run_id,
            },
        )
    )
    cursor.register("incoming", ranks)
    cursor.execute(
        "INSERT INTO replaced_ranking SELECT ?, query_id, doc_id, rank FROM incoming",
        [replaced_id],
    )
    cursor.unregister("incoming")
    return replaced_id
