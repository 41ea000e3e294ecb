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
        """Index labels (``query_id``, ``doc_id``, ``grade``; one per pair)."""
        grouped = labels.sort_values("query_id", kind="stable", ignore_index=True)
        pairs = pa.table(
            {name: pa.array(grouped[name], pa.string()) for name in ("query_id", "doc_id")}
        )
        keys = connection.from_arrow(pairs).query("labels", _KEYS).to_arrow_table()["key"]
        sizes = grouped["query_id"].value_counts(sort=False)
        ends = np.cumsum(sizes.to_numpy()).tolist()
        return cls(
            labels=grouped,
            doc_ids=pairs["doc_id"].combine_chunks(),
            keys=keys.to_numpy(),
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
        by_key = np.argsort(block.keys)
        keys = block.keys[by_key]
        if (keys[1:] == keys[:-1]).any():
            raise DoubtError
        wanted = [self.rows.get(query_id, range(0)) for query_id in block.queries]
        rows = np.concatenate([np.asarray(rows, dtype=np.int64) for rows in wanted])
        groups = np.repeat(np.arange(len(wanted)), [len(rows) for rows in wanted])
        places = np.minimum(np.searchsorted(keys, self.keys[rows]), len(keys) - 1)
        hit = keys[places] == self.keys[rows]
        entries, rows, groups = by_key[places[hit]], rows[hit], groups[hit]
        same_document = pc.equal(block.doc_ids.take(entries), self.doc_ids.take(rows))
        if (block.groups[entries] != groups).any() or not pc.all(same_document).as_py():
            raise DoubtError
        return entries, rows
