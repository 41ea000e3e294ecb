"""Labels looked up in a stretch of a run: by the key of the pair, then by the pair itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from judge_app.importing.run_scan_blocks import DoubtError
from judge_app.importing.run_scan_keys import Keys, pair_keys, text_keys

if TYPE_CHECKING:
    from judge_app.importing.run_scan_blocks import Block
    from metrics.arrays import IntArray

_SIEVE_BITS = 16


@dataclass(frozen=True, slots=True, eq=False)
class LabelIndex:
    """Labels, ready to be found in the blocks of a run.

    Attributes
    ----------
    frame : pandas.DataFrame
        ``query_id``, ``doc_id``, ``grade``, one query's labels together.
    doc_ids : pyarrow.StringArray
        The document ids of `frame`.
    doc_keys : numpy.ndarray
        ``uint64``: their keys.
    rows : dict of str to range
        Where in `frame` each query stands.
    """

    frame: pd.DataFrame
    doc_ids: pa.StringArray
    doc_keys: Keys
    rows: dict[str, range]

    @classmethod
    def of(cls, labels: pd.DataFrame) -> LabelIndex:
        """Index labels (``query_id``, ``doc_id``, ``grade``; one per pair)."""
        query_numbers, query_ids = pd.factorize(labels["query_id"])
        frame = labels.iloc[np.argsort(query_numbers, kind="stable")]
        table = pa.Table.from_pandas(frame[["doc_id"]], preserve_index=False)
        doc_ids = table["doc_id"].cast(pa.string()).combine_chunks()
        ends = np.cumsum(np.bincount(query_numbers)).tolist()
        rows = map(range, [0, *ends], ends)
        return cls(frame, doc_ids, text_keys(doc_ids), dict(zip(query_ids, rows, strict=True)))

    def find(self, block: Block) -> tuple[IntArray, IntArray]:
        """Find the labelled documents of a block.

        Returns
        -------
        entries : numpy.ndarray
            Positions in the block.
        rows : numpy.ndarray
            The row of `frame` that belongs to each.

        Raises
        ------
        DoubtError
            If two entries of the block may be one pair, or different pairs share a key.
        """
        rows, groups = self._rows_of(block)
        wanted = pair_keys(groups, self.doc_keys[rows])
        keys = pair_keys(block.groups, text_keys(block.doc_ids))
        if _repeats(keys) or _repeats(wanted):
            raise DoubtError
        near = _may_be_among(wanted, keys)
        _, found, sought = np.intersect1d(
            keys[near], wanted, assume_unique=True, return_indices=True
        )
        entries, rows = near[found], rows[sought]
        same_document = pc.equal(block.doc_ids.take(entries), self.doc_ids.take(rows))
        same_query = block.groups[entries] == groups[sought]
        if not (same_query.all() and pc.all(same_document, min_count=0).as_py()):
            raise DoubtError
        return entries, rows

    def _rows_of(self, block: Block) -> tuple[IntArray, IntArray]:
        """Return the labels of a block's queries, and the number of the query of each."""
        ranges = [self.rows.get(query_id, range(0)) for query_id in block.queries]
        rows = np.concatenate([np.asarray(rows, dtype=np.int64) for rows in ranges])
        return rows, np.repeat(np.arange(len(ranges)), [len(rows) for rows in ranges])


def _repeats(keys: Keys) -> bool:
    """Tell whether any key stands here twice."""
    in_order = np.sort(keys)
    return bool((in_order[1:] == in_order[:-1]).any())


def _may_be_among(wanted: Keys, keys: Keys) -> IntArray:
    """Return the positions of all keys that are wanted and of few others.

    Most entries of a run have no label; this drops them at a fraction of what a search costs.
    """
    sieve = np.zeros(1 << _SIEVE_BITS, dtype=np.bool_)
    shift = np.uint64(64 - _SIEVE_BITS)
    sieve[wanted >> shift] = True
    return np.flatnonzero(sieve[keys >> shift])
