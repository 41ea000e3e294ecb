"""A regular run file as a stream of whole rankings, in constant memory.

Regular means: six columns, one and the same blank or tab between them, one query's lines
together. Rows arrive as Arrow batches and leave as `Block`, which never splits a ranking. What
is not regular raises `DoubtError`, which does not tell what is wrong.

Arrow reads, not DuckDB: the same columns cost it half the processor time (7 million lines, 1.2
against 2.8 seconds), and it leaves the other processor to the scoring that runs beside it.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
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

_TEXTS = ("query_id", "iteration", "doc_id", "tag")

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
    DoubtError, pyarrow.ArrowException
        If a line does not have six columns, a score is no number, or a rank no whole one.
    ScatteredError
        If a query comes up again after another one.
    """
    seen: set[str] = set()
    for rows, starts in _whole_rankings(_ahead(_batches(path, delimiter, progress))):
        block = _block(rows, starts)
        if len(set(block.queries)) < len(block.queries) or not seen.isdisjoint(block.queries):
            raise ScatteredError
        seen.update(block.queries)
        yield block


def read_scattered(path: Path, delimiter: str, progress: Progress | None = None) -> Block:
    """Return the rankings of a plain run file as one block, its lines in any order.

    The whole file is held in memory. Parameters and errors as with `read_blocks`.
    """
    rows = pa.concat_batches(list(_batches(path, delimiter, progress)))
    query_numbers = rows["query_id"].dictionary_encode().indices.to_numpy()
    together = rows.take(np.argsort(query_numbers, kind="stable"))
    return _block(together, _starts(together["query_id"]))


def _batches(path: Path, delimiter: str, progress: Progress | None) -> Iterator[pa.RecordBatch]:
    """Parse a file."""
    n_blocks = max(1, path.stat().st_size // BLOCK_BYTES)
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


def _ahead(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Let the next batch be parsed on another processor while one is worked on."""
    with ThreadPoolExecutor(max_workers=1) as worker:
        coming = worker.submit(next, batches, None)
        while (batch := coming.result()) is not None:
            coming = worker.submit(next, batches, None)
            yield batch


def _whole_rankings(
    batches: Iterable[pa.RecordBatch],
) -> Iterator[tuple[pa.RecordBatch, IntArray]]:
    """Cut a stream of rows anew, between queries; tell where in the rows each query begins."""
    held: list[pa.RecordBatch] = []
    for batch in batches:
        held.append(batch)
        if held[0]["query_id"][0] != batch["query_id"][-1]:
            rows = pa.concat_batches(held)
            starts = _starts(rows["query_id"])
            yield rows.slice(0, starts[-1]), starts[:-1]
            held = [rows.slice(starts[-1])]
    if held:
        rows = pa.concat_batches(held)
        yield rows, _starts(rows["query_id"])


def _block(rows: pa.RecordBatch, starts: IntArray) -> Block:
    """Make a block of whole rankings that have no gaps and no NaN."""
    queries = rows["query_id"].take(starts).to_pylist()
    scores = rows["score"].to_numpy()
    has_gap = any(pc.min(pc.binary_length(rows[name])).as_py() == 0 for name in _TEXTS)
    may_be_comment = any(query_id.startswith("#") for query_id in queries)
    if has_gap or may_be_comment or np.isnan(scores).any():
        raise DoubtError
    return Block(
        queries=queries,
        starts=starts,
        lengths=np.diff(starts, append=len(scores)),
        doc_ids=rows["doc_id"],
        scores=scores,
        tags=pc.unique(rows["tag"].take(_starts(rows["tag"]))).to_pylist(),
    )


def _starts(texts: pa.Array) -> IntArray:
    """Return the positions at which another text stands than before, 0 among them."""
    changes = pc.not_equal(texts.slice(1), texts.slice(0, len(texts) - 1))
    return np.concatenate([[0], np.flatnonzero(changes.to_numpy(zero_copy_only=False)) + 1])
