"""Labels looked up in a stretch of a run: by the hash of the pair, then by the pair itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judge_app.importing.run_scan_blocks import DoubtError

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from judge_app.importing.run_scan_blocks import Block, PairKeys
    from metrics.arrays import IntArray

_SIEVE_BITS = 20

_KEYS = "select hash(query_id, doc_id) as key from labels"


@dataclass(frozen=True, slots=True, eq=False)
class LabelIndex:
    """Labels, ready to be found in the blocks of a run.

    Attributes
    ----------
    labels : pandas.DataFrame
        ``query_id``, ``doc_id``, ``grade``, one query's labels together.
    doc_ids : pyarrow.Array
        The document ids of `labels`.
    keys : numpy.ndarray
        ``uint64``: hash of each pair, made as the keys of a `Block` are.
    rows : dict of str to range
        Where in `labels` each query stands.
    """

    labels: pd.DataFrame
    doc_ids: pa.Array
    keys: PairKeys
    rows: dict[str, range]

    @classmethod
    def of(cls, connection: duckdb.DuckDBPyConnection, labels: pd.DataFrame) -> LabelIndex:
        """Index labels (``query_id``, ``doc_id``, ``grade``; one per pair).

        Raises
        ------
        DoubtError
            If two labels share a hash.
        """
        grouped = labels.sort_values("query_id", kind="stable", ignore_index=True)
        pairs = pa.table(
            {name: pa.array(grouped[name], pa.string()) for name in ("query_id", "doc_id")}
        )
        connection.register("labels", pairs)
        keys = connection.sql(_KEYS).to_arrow_table()["key"].to_numpy()
        if _repeats(keys):
            raise DoubtError
        sizes = grouped["query_id"].value_counts(sort=False)
        ends = np.cumsum(sizes.to_numpy()).tolist()
        return cls(
            labels=grouped,
            doc_ids=pairs["doc_id"].combine_chunks(),
            keys=keys,
            rows={
                str(query_id): range(start, end)
                for query_id, start, end in zip(sizes.index, [0, *ends], ends, strict=False)
            },
        )

    def find(self, block: Block) -> tuple[IntArray, IntArray]:
        """Find the labelled documents of a block.

        Returns
        -------
        entries : numpy.ndarray
            Positions in the block.
        rows : numpy.ndarray
            The row of `labels` that belongs to each.

        Raises
        ------
        DoubtError
            If two entries of the block may be one pair, or two different pairs share a hash.
        """
        if _repeats(block.keys):
            raise DoubtError
        ranges = [self.rows.get(query_id, range(0)) for query_id in block.queries]
        rows = np.concatenate([np.asarray(rows, dtype=np.int64) for rows in ranges])
        groups = np.repeat(np.arange(len(ranges)), [len(rows) for rows in ranges])
        near = _may_be_among(block.keys, self.keys[rows])
        _, found, sought = np.intersect1d(
            block.keys[near], self.keys[rows], assume_unique=True, return_indices=True
        )
        entries, rows, groups = near[found], rows[sought], groups[sought]
        same_document = pc.equal(block.doc_ids.take(entries), self.doc_ids.take(rows))
        if (block.groups[entries] != groups).any() or not pc.all(same_document).as_py():
            raise DoubtError
        return entries, rows


def _repeats(keys: PairKeys) -> bool:
    """Tell whether any key stands here twice."""
    in_order = np.sort(keys)
    return bool((in_order[1:] == in_order[:-1]).any())


def _may_be_among(keys: PairKeys, wanted: PairKeys) -> IntArray:
    """Return the positions of all keys that are wanted and of few others.

    Most entries of a run have no label; this drops them at a fraction of what a search costs.
    """
    sieve = np.zeros(1 << _SIEVE_BITS, dtype=np.bool_)
    shift = np.uint64(64 - _SIEVE_BITS)
    sieve[wanted >> shift] = True
    return np.flatnonzero(sieve[keys >> shift])
