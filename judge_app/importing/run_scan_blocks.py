"""A regular run file as a stream of whole rankings, in constant memory.

Regular means: six columns, one and the same blank or tab between them, one query's lines
together. Rows arrive as Arrow batches and leave as `Block`, which never splits a ranking. What
is not regular raises `DoubtError`, which does not tell what is wrong.

Arrow's reader takes less than half the processor time of DuckDB's, the hash of each pair
included, and gives way to the scoring that runs beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from judge_app.importing.opening import CHUNK_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from metrics.arrays import FloatArray, IntArray

Progress: TypeAlias = "Callable[[float], None]"

# Arrow reads up to 32 blocks ahead: larger ones cost memory and gain nothing.
BLOCK_BYTES = 2_000_000

# Columns that nobody reads are parsed too: doubled blanks make empty ones, and may shift others.
_COLUMNS = {
    "query_id": pa.string(),
    "iteration": pa.binary(),
    "doc_id": pa.string(),
    "rank": pa.int64(),
    "score": pa.float64(),
    "tag": pa.string(),
}

_DELIMITERS = (b" ", b"\t")
_FOREIGN = (b"\v", b"\f", b"\r", b"\0")


class DoubtError(Exception):
    """The file is not as regular as the fast way needs, or may hold a fault."""


class ScatteredError(DoubtError):
    """The lines of one query do not stand together."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Some whole rankings, in the order of the file.

    Attributes
    ----------
    queries : list of str
        One query id per ranking.
    starts, lengths : numpy.ndarray
        ``int64[rankings]``: first entry and number of entries of each ranking.
    doc_ids : pyarrow.StringArray
        Document id of each entry.
    scores : numpy.ndarray
        ``float64[entries]``, never NaN.
    tags : list of str
        The run tags that occur.
    """

    queries: list[str]
    starts: IntArray
    lengths: IntArray
    doc_ids: pa.StringArray
    scores: FloatArray
    tags: list[str]

    @property
    def groups(self) -> IntArray:
        """Number of the ranking that each entry belongs to."""
        return np.repeat(np.arange(len(self.starts)), self.lengths)


def single_delimiter(path: Path) -> str | None:
    """Return the blank or tab that parts the columns, if the file holds no other blank at all."""
    with path.open("rb") as file:
        first_line = file.readline(CHUNK_BYTES)
        fitting = [d for d in _DELIMITERS if first_line.count(d) == len(_COLUMNS) - 1]
        if len(fitting) != 1:
            return None
        others = {*_DELIMITERS, *_FOREIGN}.difference(fitting)
        file.seek(0)
        for chunk in iter(partial(file.read, CHUNK_BYTES), b""):
            if any(other in chunk for other in others):
                return None
    return fitting[0].decode()


def read_blocks(path: Path, delimiter: str, progress: Progress | None = None) -> Iterator[Block]:
    """Yield the rankings of a plain run file whose queries each stand together.

    Parameters
    ----------
    path : Path
        Decompressed TREC run.
    delimiter : str
        See `single_delimiter`.
    progress : callable, optional
        Called with the share of the file that has been parsed, from 0 to 1.

    Raises
    ------
    DoubtError
        If a line does not have six columns, a score is no number, or a rank no whole one.
    ScatteredError
        If a query comes up again after another one.
    """
    seen: set[str] = set()
    for table in _whole_rankings(_batches(path, delimiter, progress)):
        block = _block(table)
        if len(set(block.queries)) < len(block.queries) or not seen.isdisjoint(block.queries):
            raise ScatteredError
        seen.update(block.queries)
        yield block


def read_scattered(path: Path, delimiter: str, progress: Progress | None = None) -> Block:
    """Return the rankings of a plain run file as one block, its lines in any order.

    The whole file is held in memory. Parameters and errors as with `read_blocks`.
    """
    table = pa.Table.from_batches(list(_batches(path, delimiter, progress)))
    query_numbers = table["query_id"].combine_chunks().dictionary_encode().indices
    return _block(table.take(np.argsort(query_numbers.to_numpy(), kind="stable")))


def _batches(path: Path, delimiter: str, progress: Progress | None) -> Iterator[pa.RecordBatch]:
    """Parse a file."""
    n_blocks = max(1, path.stat().st_size // BLOCK_BYTES)
    try:
        batches = csv.open_csv(
            path,
            csv.ReadOptions(column_names=list(_COLUMNS), block_size=BLOCK_BYTES),
            csv.ParseOptions(delimiter=delimiter, quote_char=False),
            csv.ConvertOptions(column_types=_COLUMNS, null_values=[]),
        )
        for number, batch in enumerate(batches, start=1):
            yield batch
            if progress is not None:
                progress(min(number / n_blocks, 1.0))
    except pa.ArrowException as error:
        raise DoubtError from error


def _whole_rankings(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Cut a stream of rows anew, so that the cuts fall between queries."""
    held: list[pa.RecordBatch] = []
    for batch in batches:
        query_ids = batch.column("query_id")
        last = int(_starts(query_ids)[-1])
        goes_on = not held or held[-1].column("query_id")[0] == query_ids[0]
        if last or not goes_on:
            yield pa.Table.from_batches([*held, batch.slice(0, last)])
            held = []
        held.append(batch.slice(last))
    if held:
        yield pa.Table.from_batches(held)


def _block(table: pa.Table) -> Block:
    """Make a block of whole rankings, each in one stretch, that have no gaps and no NaN."""
    columns = {name: table[name].combine_chunks() for name in _COLUMNS}
    scores = columns["score"].to_numpy()
    starts = _starts(columns["query_id"])
    queries = columns["query_id"].take(pa.array(starts)).to_pylist()
    tags = pc.unique(columns["tag"]).to_pylist()
    shortest_id = pc.min(pc.binary_length(columns["doc_id"])).as_py()
    has_gap = not all([*queries, *tags, *pc.unique(columns["iteration"]).to_pylist(), shortest_id])
    may_be_comment = any(query_id.startswith("#") for query_id in queries)
    if has_gap or may_be_comment or np.isnan(scores).any():
        raise DoubtError
    return Block(
        queries=queries,
        starts=starts,
        lengths=np.diff(starts, append=len(scores)),
        doc_ids=columns["doc_id"],
        scores=scores,
        tags=tags,
    )


def _starts(query_ids: pa.Array) -> IntArray:
    """Return the positions at which another query begins, 0 among them."""
    changes = pc.not_equal(query_ids.slice(1), query_ids.slice(0, len(query_ids) - 1))
    return np.concatenate([[0], np.flatnonzero(changes.to_numpy(zero_copy_only=False)) + 1])
