"""A regular run file as a stream of whole rankings, in constant memory.

Regular means: six columns, one and the same blank or tab between them, one query's lines
together. DuckDB parses; rows arrive as Arrow batches and leave as `Block`, which never splits
a ranking. Whatever is not regular raises: `DoubtError` here never tells what is wrong.
"""

from __future__ import annotations

import glob
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from judge_app.importing.opening import CHUNK_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from metrics.arrays import FloatArray, IntArray

N_COLUMNS = 6
BUFFER_BYTES = 8_000_000
BATCH_ROWS = 250_000
MEMORY_LIMIT = "1GB"

_QUERY = 0

# An empty field is NULL: doubled blanks shift columns, which must not go unnoticed in those that
# nobody reads. DuckDB takes 1_000 for a number; a run does not.
_ROWS = """
select
    query_id,
    doc_id,
    score::double as score,
    case when iteration is null or rank is null or contains(score, '_') then null
         else hash(query_id, doc_id) end as key,
    tag
from read_csv(
    $path,
    delim = $delimiter,
    columns = {
        'query_id': 'VARCHAR', 'iteration': 'VARCHAR', 'doc_id': 'VARCHAR',
        'rank': 'VARCHAR', 'score': 'VARCHAR', 'tag': 'VARCHAR'
    },
    auto_detect = false, header = false, quote = '', escape = '', comment = '', nullstr = '',
    compression = 'none', buffer_size = $buffer
)
"""

_DELIMITERS = (b" ", b"\t")
_FOREIGN = (b"\v", b"\f", b"\r", b"\0")


PairKeys: TypeAlias = NDArray[np.uint64]


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
    doc_ids : pyarrow.Array
        Document id of each entry.
    scores : numpy.ndarray
        ``float64[entries]``, never NaN.
    keys : numpy.ndarray
        ``uint64[entries]``: hash of (query_id, doc_id).
    tags : list of str
        The run tags that occur.
    """

    queries: list[str]
    starts: IntArray
    lengths: IntArray
    doc_ids: pa.Array
    scores: FloatArray
    keys: PairKeys
    tags: list[str]

    @property
    def groups(self) -> IntArray:
        """Number of the ranking that each entry belongs to."""
        return np.repeat(np.arange(len(self.starts)), self.lengths)


@contextmanager
def scratch_connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """Open an in-memory DuckDB that keeps to a memory limit and fetches no extensions."""
    with tempfile.TemporaryDirectory(prefix="judgepool-") as folder:
        config: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": MEMORY_LIMIT,
            "temp_directory": folder,
            "autoinstall_known_extensions": "false",
        }
        with duckdb.connect(config=config) as connection:
            yield connection


def single_delimiter(path: Path) -> str | None:
    """Return the blank or tab that parts the columns, if the file holds no other blank at all."""
    with path.open("rb") as file:
        first_line = file.readline(CHUNK_BYTES)
        delimiter = next((d for d in _DELIMITERS if first_line.count(d) == N_COLUMNS - 1), None)
        if delimiter is None:
            return None
        file.seek(0)
        others = (*_FOREIGN, *(d for d in _DELIMITERS if d != delimiter))
        for chunk in iter(partial(file.read, CHUNK_BYTES), b""):
            if any(other in chunk for other in others):
                return None
    return delimiter.decode()


def read_blocks(
    connection: duckdb.DuckDBPyConnection, path: Path, delimiter: str, *, sort: bool
) -> Iterator[Block]:
    """Yield the rankings of a plain run file.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
        See `scratch_connection`.
    path : Path
        Decompressed TREC run.
    delimiter : str
        See `single_delimiter`.
    sort : bool
        Bring the lines of each query together first.

    Raises
    ------
    DoubtError
        If a line does not have six columns, or a score is no number.
    ScatteredError
        If, without `sort`, a query comes up again after another one.
    """
    parameters = {
        "path": glob.escape(str(path)),
        "delimiter": delimiter,
        "buffer": BUFFER_BYTES,
    }
    sql = f"{_ROWS} order by query_id" if sort else _ROWS
    try:
        batches = connection.sql(sql, params=parameters).to_arrow_reader(BATCH_ROWS)
        yield from _checked(_whole_rankings(batches))
    except (duckdb.Error, pa.ArrowException) as error:
        raise DoubtError from error


def _whole_rankings(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Cut a stream of rows anew, so that the cuts fall between queries."""
    held: list[pa.RecordBatch] = []
    for batch in batches:
        last = int(_starts(batch.column(_QUERY))[-1])
        goes_on = not held or held[-1].column(_QUERY)[0] == batch.column(_QUERY)[0]
        if last or not goes_on:
            yield pa.Table.from_batches([*held, batch.slice(0, last)])
            held = [batch.slice(last)]
        else:
            held.append(batch)
    if held:
        yield pa.Table.from_batches(held)


def _checked(tables: Iterator[pa.Table]) -> Iterator[Block]:
    """Turn tables of whole rankings into blocks that are free of gaps and NaN."""
    seen: set[str] = set()
    for table in tables:
        if any(column.null_count for column in table.columns):
            raise DoubtError
        query_ids, doc_ids, scores, keys, tags = (
            column.combine_chunks() for column in table.columns
        )
        starts = _starts(query_ids)
        queries = query_ids.take(pa.array(starts)).to_pylist()
        if any(query_id.startswith("#") for query_id in queries):
            raise DoubtError  # a comment, perhaps
        if len(set(queries)) < len(queries) or not seen.isdisjoint(queries):
            raise ScatteredError
        seen.update(queries)
        block = Block(
            queries,
            starts,
            np.diff(starts, append=len(query_ids)),
            doc_ids,
            scores.to_numpy(),
            keys.to_numpy(),
            pc.unique(tags).to_pylist(),
        )
        if np.isnan(block.scores).any():
            raise DoubtError
        yield block


def _starts(query_ids: pa.Array) -> IntArray:
    """Return the positions at which another query begins, 0 among them."""
    changes = pc.not_equal(query_ids.slice(1), query_ids.slice(0, len(query_ids) - 1))
    return np.concatenate([[0], np.flatnonzero(changes.to_numpy(zero_copy_only=False)) + 1])
