"""Labels looked up in a stretch of a run: by the key of the pair, then by the pair itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from judge_app.importing.regular_lines import DoubtError
from judge_app.importing.text_keys import Keys, group_keys, text_keys, texts_of

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
        doc_ids = texts_of(frame["doc_id"])
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
        wanted = self.doc_keys[rows] ^ group_keys(len(block.queries))[groups]
        keys = text_keys(block.doc_ids) ^ np.repeat(group_keys(len(block.queries)), block.lengths)
        in_order = np.argsort(wanted)
        rows, groups, wanted = rows[in_order], groups[in_order], wanted[in_order]
        if _repeats(np.sort(keys)) or _repeats(wanted):
            raise DoubtError
        near = _may_be_among(wanted, keys)
        places = np.searchsorted(wanted, keys[near])
        places[places == len(wanted)] = 0
        is_found = wanted[places] == keys[near] if len(wanted) else np.zeros(0, dtype=np.bool_)
        entries, sought = near[is_found], places[is_found]
        rows = rows[sought]
        same_document = pc.equal(block.doc_ids.take(entries), self.doc_ids.take(rows))
        same_query = block.groups_of(entries) == groups[sought]
        if not (same_query.all() and pc.all(same_document, min_count=0).as_py()):
            raise DoubtError
        return entries, rows

    def _rows_of(self, block: Block) -> tuple[IntArray, IntArray]:
        """Return the labels of a block's queries, and the number of the query of each."""
        ranges = [self.rows.get(query_id, range(0)) for query_id in block.queries]
        rows = np.concatenate([np.asarray(rows, dtype=np.int64) for rows in ranges])
        return rows, np.repeat(np.arange(len(ranges)), [len(rows) for rows in ranges])


def _repeats(in_order: Keys) -> bool:
    """Tell whether any of the sorted keys stands here twice."""
    return bool((in_order[1:] == in_order[:-1]).any())


def _may_be_among(wanted: Keys, keys: Keys) -> IntArray:
    """Return the positions of all keys that are wanted and of few others.

    Most entries of a run have no label; this drops them at a fraction of what a search costs.
    """
    sieve = np.zeros(1 << _SIEVE_BITS, dtype=np.bool_)
    shift = np.uint64(64 - _SIEVE_BITS)
    sieve[wanted >> shift] = True
    return np.flatnonzero(sieve[keys >> shift])
