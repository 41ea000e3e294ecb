"""A regular run file as a stream of whole rankings, in constant memory.

Regular means: six columns, one and the same blank or tab between them, one query's lines
together. The file is parsed in chunks of lines; it leaves as `Block`, which never splits a
ranking. What is not regular raises `DoubtError`, which does not tell what is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judge_app.importing.regular_lines import (
    DELIMITERS,
    DoubtError,
    delimiter_of,
    parse_regular,
)
from judge_app.importing.several import in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from judge_app.importing.source import Source
    from metrics.arrays import FloatArray, IntArray

_COLUMNS = {
    "query_id": pa.string(),
    "iteration": pa.string(),
    "doc_id": pa.string(),
    "rank": pa.string(),
    "score": pa.float64(),
    "tag": pa.string(),
}
_WANTED = ("query_id", "doc_id", "score", "tag")

CHUNK_BYTES = 2_000_000
_FIRST_STEP = 1 << 16

Result = TypeVar("Result")


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

    def groups_of(self, entries: IntArray) -> IntArray:
        """Return the numbers of the rankings that some entries belong to."""
        return np.searchsorted(self.starts, entries, side="right") - 1


def map_blocks(source: Source, work: Callable[[Block], Result]) -> Iterator[Result]:
    """Do some work on all rankings of a run file whose queries each stand together.

    Parameters
    ----------
    source : Source
        The file.
    work : callable
        Called with one block at a time, on several processors at once.

    Yields
    ------
    object
        What `work` returns, in the order of the file. That no query comes up in two blocks
        is for the caller to see.

    Raises
    ------
    DoubtError
        If the file is not regular, or a score is no number.
    ScatteredError
        If a query comes up again in a block after another one.
    UnreadableError
        As `Source.whole_lines` does.
    """
    stretches = _whole_rankings(source)
    first = next(stretches, None)
    if first is None:
        return
    delimiter = delimiter_of(first, len(_COLUMNS))
    yield from in_order(chain([first], stretches), lambda data: _work_on(data, delimiter, work))


def _work_on(data: bytes, delimiter: bytes, work: Callable[[Block], Result]) -> Result:
    rows = parse_regular(data, delimiter, _COLUMNS, _WANTED)
    block = block_of(rows, _distinct(rows["tag"]))
    if len(set(block.queries)) < len(block.queries):
        raise ScatteredError
    return work(block)


def read_scattered(source: Source) -> Block:
    """Return the rankings of a run file as one block, its lines in any order.

    The whole file is held in memory. Raises as `map_blocks` does.
    """
    rows = pa.concat_batches(_parsed_chunks(source))
    query_numbers = rows["query_id"].dictionary_encode().indices.to_numpy()
    together = rows.take(np.argsort(query_numbers, kind="stable"))
    return block_of(together, _distinct(together["tag"]))


def read_lines(source: Source) -> Iterator[tuple[pa.RecordBatch, list[str]]]:
    """Yield the lines of a run file, whose queries may stand anywhere, in stretches.

    Yields
    ------
    lines : pyarrow.RecordBatch
        ``query_id``, ``doc_id`` (strings) and ``score`` (float64).
    tags : list of str
        The run tags that occur in them, in order of appearance.

    Raises
    ------
    DoubtError
        If the file is not regular.
    UnreadableError
        As `Source.whole_lines` does.
    """
    for rows in _parsed_chunks(source):
        yield rows.select(["query_id", "doc_id", "score"]), _distinct(rows["tag"])


def _parsed_chunks(source: Source) -> Iterator[pa.RecordBatch]:
    chunks = source.whole_lines(CHUNK_BYTES)
    first = next(chunks, None)
    if first is None:
        return
    delimiter = delimiter_of(first, len(_COLUMNS))
    yield from in_order(
        chain([first], chunks), lambda data: parse_regular(data, delimiter, _COLUMNS, _WANTED)
    )


def _whole_rankings(source: Source) -> Iterator[bytes]:
    """Cut a file between queries rather than anywhere between lines."""
    # Views, since every copy of a large file is felt.
    held: list[memoryview] = []
    for data in source.whole_lines(CHUNK_BYTES):
        cut = _start_of_last_ranking(data)
        if not cut and held and not _same_query(bytes(held[0]), data):
            yield b"".join(held)
            held = []
        if cut:
            yield b"".join((*held, memoryview(data)[:cut]))
            held = []
        held.append(memoryview(data)[cut:])
    if held:
        yield b"".join(held)


def _start_of_last_ranking(lines: bytes) -> int:
    """Return where the lines of the last query begin; 0 where it is the first query too.

    Looks backwards in growing steps, so a query that also stands further up is not seen; whoever
    reads the queries notices that it comes up again.
    """
    last = _query_with_delimiter(lines, lines.rfind(b"\n", 0, -1) + 1)
    step = _FIRST_STEP
    while step < len(lines):
        start = lines.rfind(b"\n", 0, len(lines) - step) + 1
        if not lines.startswith(last, start):
            return lines.index(b"\n" + last, start) + 1
        step *= 2
    return 0 if lines.startswith(last) else lines.index(b"\n" + last) + 1


def _same_query(one: bytes, other: bytes) -> bool:
    return other.startswith(_query_with_delimiter(one, 0))


def _query_with_delimiter(lines: bytes, start: int) -> bytes:
    """Return the first column of the line that begins at `start`."""
    ends = [end for end in (lines.find(one, start) for one in DELIMITERS) if end >= 0]
    if not ends:
        raise DoubtError
    return lines[start : min(ends) + 1]


def block_of(rows: pa.RecordBatch, tags: list[str]) -> Block:
    """Make a block of whole rankings.

    Parameters
    ----------
    rows : pyarrow.RecordBatch
        ``query_id``, ``doc_id`` and ``score``, the rows of a query together.
    tags : list of str
        The run tags that occur.

    Raises
    ------
    DoubtError
        If a query may be a comment, or a score is NaN.
    """
    starts = _starts(rows["query_id"])
    queries = rows["query_id"].take(starts).to_pylist()
    scores = rows["score"].to_numpy()
    may_be_comment = any(query_id.startswith("#") for query_id in queries)
    if may_be_comment or np.isnan(scores).any():
        raise DoubtError
    lengths = np.diff(starts, append=len(scores))
    return Block(queries, starts, lengths, rows["doc_id"], scores, tags)


def _distinct(tags: pa.Array) -> list[str]:
    """Return the tags that occur; nearly always there is one."""
    if pc.all(pc.equal(tags, tags[0])).as_py():
        return [tags[0].as_py()]
    distinct: list[str] = pc.unique(tags).to_pylist()
    return distinct


def _starts(texts: pa.Array) -> IntArray:
    """Return the positions at which another text stands than before, 0 among them."""
    changes = pc.not_equal(texts.slice(1), texts.slice(0, len(texts) - 1))
    return np.concatenate([[0], np.flatnonzero(changes.to_numpy(zero_copy_only=False)) + 1])
