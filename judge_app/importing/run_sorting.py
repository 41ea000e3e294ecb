"""A run whose queries stand scattered over its file, brought together on disk.

DuckDB sorts, since it does so in bounded memory: what does not fit goes into a temporary folder.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from judge_app.importing.run_scan_blocks import block_of, read_lines
from judge_app.importing.several import in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import duckdb

    from judge_app.importing.run_scan_blocks import Block, Result
    from judge_app.importing.source import Source

_MEMORY = "200MB"
_ROWS_IN = 1 << 20
_ROWS_OUT = 1 << 17


def map_sorted_blocks(
    source: Source, work: Callable[[Block], Result], tell_tags: Callable[[list[str]], None]
) -> Iterator[Result]:
    """Do some work on all rankings of a run file whose lines stand in any order.

    Parameters
    ----------
    source : Source
        The file.
    work : callable
        Called with one block at a time, on several processors at once; the blocks have no tags.
    tell_tags : callable
        Called with the run tags of each stretch of the file, in order of appearance.

    Yields
    ------
    object
        What `work` returns, in the order of the query ids.

    Raises
    ------
    DoubtError
        If the file is not regular, or a score is no number.
    UnreadableError
        As `Source.whole_lines` does.
    """
    # Loading DuckDB takes longer than reading most files, and few runs are scattered.
    import duckdb  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="judgepool-") as folder:
        config: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": _MEMORY,
            "preserve_insertion_order": False,
        }
        with duckdb.connect(Path(folder) / "lines.duckdb", config=config) as connection:
            _put_in(connection, source, tell_tags)
            ordered = connection.sql("SELECT * FROM line ORDER BY query_id")
            batches = ordered.to_arrow_reader(_ROWS_OUT)
            yield from in_order(_whole_rankings(batches), lambda rows: work(block_of(rows, [])))


def _put_in(
    connection: duckdb.DuckDBPyConnection, source: Source, tell_tags: Callable[[list[str]], None]
) -> None:
    connection.execute("CREATE TABLE line (query_id VARCHAR, doc_id VARCHAR, score DOUBLE)")
    held: list[pa.RecordBatch] = []
    n_held = 0
    for lines, tags in read_lines(source):
        tell_tags(tags)
        held.append(lines)
        n_held += len(lines)
        if n_held >= _ROWS_IN:
            _insert(connection, held)
            held, n_held = [], 0
    if held:
        _insert(connection, held)


def _insert(connection: duckdb.DuckDBPyConnection, batches: list[pa.RecordBatch]) -> None:
    connection.register("incoming", pa.Table.from_batches(batches))
    connection.execute("INSERT INTO line SELECT * FROM incoming")
    connection.unregister("incoming")


def _whole_rankings(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Cut rows in the order of their queries between queries."""
    held: list[pa.RecordBatch] = []
    for batch in batches:
        last = batch["query_id"][len(batch) - 1]
        cut = pc.index(batch["query_id"], last).as_py()
        if cut or (held and held[0]["query_id"][0] != last):
            yield pa.concat_batches([*held, batch.slice(0, cut)])
            held = []
        held.append(batch.slice(cut))
    if held:
        yield pa.concat_batches(held)
