"""A regular run file as a stream of whole rankings, in constant memory.

Regular means: six columns, one and the same blank or tab between them, one query's lines
together. The file is parsed in chunks of lines; it leaves as `Block`, which never splits a
ranking. What is not regular raises `DoubtError`, which does not tell what is wrong.

Arrow parses, not DuckDB: the same columns cost it half the processor time (7 million lines, 1.2
against 2.8 seconds), and chunks of a few megabytes cost less memory.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

    from judge_app.importing.source import Source
    from metrics.arrays import FloatArray, IntArray

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
_STRANGE = (*_DELIMITERS, b"\v", b"\f", b"\r", b"\0")
_MARK = "\ufeff".encode()

CHUNK_BYTES = 2_000_000
_CHUNKS_AHEAD = 2


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


def read_blocks(source: Source) -> Iterator[Block]:
    """Yield the rankings of a run file whose queries each stand together.

    Raises
    ------
    DoubtError, pyarrow.ArrowException
        If the file is not regular, a score is no number, or a rank no whole one.
    ScatteredError
        If a query comes up again after another one.
    UnreadableError
        As `Source.whole_lines` does.
    """
    seen: set[str] = set()
    for rows, starts in _whole_rankings(_batches(source)):
        block = _block(rows, starts)
        if len(set(block.queries)) < len(block.queries) or not seen.isdisjoint(block.queries):
            raise ScatteredError
        seen.update(block.queries)
        yield block


def read_scattered(source: Source) -> Block:
    """Return the rankings of a run file as one block, its lines in any order.

    The whole file is held in memory. Raises as `read_blocks` does.
    """
    rows = pa.concat_batches(list(_batches(source)))
    query_numbers = rows["query_id"].dictionary_encode().indices.to_numpy()
    together = rows.take(np.argsort(query_numbers, kind="stable"))
    return _block(together, _starts(together["query_id"]))


def _batches(source: Source) -> Iterator[pa.RecordBatch]:
    """Parse a file: the next chunks on another processor while one is worked on."""
    coming: deque[Future[pa.RecordBatch]] = deque()
    delimiter = b""
    with ThreadPoolExecutor(max_workers=1) as parser:
        for data in source.whole_lines(CHUNK_BYTES):
            delimiter = delimiter or _delimiter(data)
            coming.append(parser.submit(_parsed, data, delimiter))
            if len(coming) > _CHUNKS_AHEAD:
                yield coming.popleft().result()
        while coming:
            yield coming.popleft().result()


def _delimiter(data: bytes) -> bytes:
    """Return the blank or tab that stands five times in the first line."""
    first_line = data[: data.index(b"\n")]
    fitting = [one for one in _DELIMITERS if first_line.count(one) == len(_COLUMNS) - 1]
    if len(fitting) != 1:
        raise DoubtError
    return fitting[0]


def _parsed(data: bytes, delimiter: bytes) -> pa.RecordBatch:
    """Parse whole lines that hold no other blank than their delimiter."""
    is_ascii = data.isascii()
    is_strange = any(other in data for other in _STRANGE if other != delimiter)
    if is_strange or (not is_ascii and _MARK in data):
        raise DoubtError
    table = csv.read_csv(
        pa.BufferReader(data),
        csv.ReadOptions(column_names=list(_COLUMNS), block_size=len(data), use_threads=False),
        csv.ParseOptions(delimiter=delimiter.decode(), quote_char=False),
        csv.ConvertOptions(column_types=_COLUMNS, null_values=[], check_utf8=not is_ascii),
    )
    return pa.concat_batches(table.to_batches())


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
    tags = pc.unique(rows["tag"].take(_starts(rows["tag"]))).to_pylist()
    scores = rows["score"].to_numpy()
    shortest = [pc.min(pc.binary_length(rows[name])).as_py() for name in ("iteration", "doc_id")]
    may_be_comment = any(query_id.startswith("#") for query_id in queries)
    if not all((*queries, *tags, *shortest)) or may_be_comment or np.isnan(scores).any():
        raise DoubtError
    lengths = np.diff(starts, append=len(scores))
    return Block(queries, starts, lengths, rows["doc_id"], scores, tags)


def _starts(texts: pa.Array) -> IntArray:
    """Return the positions at which another text stands than before, 0 among them."""
    changes = pc.not_equal(texts.slice(1), texts.slice(0, len(texts) - 1))
    return np.concatenate([[0], np.flatnonzero(changes.to_numpy(zero_copy_only=False)) + 1])
