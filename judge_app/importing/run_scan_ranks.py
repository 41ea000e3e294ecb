"""The ranks of a block's documents, by the one tie rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from judge_app.importing.text_keys import text_places
from metrics.order import as_32_bit, rank_order

if TYPE_CHECKING:
    from judge_app.importing.run_scan_blocks import Block
    from metrics.arrays import FloatArray, IntArray


class BlockRanks:
    """Where the documents of a block stand in their rankings.

    Files are mostly written in rank order, and sorting what is sorted would take a quarter of the
    whole time. Only ties and rankings with a rise are given to the tie rule.

    Parameters
    ----------
    block : Block
        Whole rankings.
    float32 : bool
        Compare scores as 32-bit numbers; see `metrics.order.rank_order`.
    """

    def __init__(self, block: Block, *, float32: bool) -> None:
        self._block = block
        scores: FloatArray = block.scores
        if float32:
            scores = as_32_bit(scores)
        self._unsorted = _unsorted_entries(scores, block)
        self._unsorted_ranks = self._in_file_order(self._unsorted)
        self._ranked_scores = scores
        if self._unsorted.size:
            self._sort(scores)

    def _sort(self, scores: FloatArray) -> None:
        entries = self._unsorted
        # The tie rule only compares ids, which it does many times faster on numbers.
        doc_places = text_places(self._block.doc_ids.take(entries))
        order = rank_order(scores[entries], doc_places, self._block.groups_of(entries))
        self._ranked_scores = scores.copy()
        self._ranked_scores[entries] = scores[entries][order]
        in_file_order = self._unsorted_ranks
        self._unsorted_ranks = np.empty_like(in_file_order)
        self._unsorted_ranks[order] = in_file_order

    def of(self, entries: IntArray) -> IntArray:
        """Return the ranks, from 1, of some entries of the block."""
        ranks = self._in_file_order(entries)
        if self._unsorted.size and entries.size:
            places = np.searchsorted(self._unsorted, entries)
            places[places == len(self._unsorted)] = 0
            is_unsorted = self._unsorted[places] == entries
            ranks[is_unsorted] = self._unsorted_ranks[places[is_unsorted]]
        return ranks

    def ties_across(self, cutoff: int) -> int:
        """Count the rankings whose scores at ranks `cutoff` and `cutoff` + 1 are equal."""
        block = self._block
        below = block.starts[block.lengths > cutoff] + cutoff
        return int(np.count_nonzero(self._ranked_scores[below] == self._ranked_scores[below - 1]))

    def _in_file_order(self, entries: IntArray) -> IntArray:
        """Return the ranks that entries have where the file is in rank order."""
        return entries - self._block.starts[self._block.groups_of(entries)] + 1


def _unsorted_entries(scores: FloatArray, block: Block) -> IntArray:
    """Return the entries whose ranks the lines of the file do not tell.

    All those of a ranking in which a score rises from line to line; else those with equal scores.
    """
    is_below = scores[1:] < scores[:-1]
    if is_below.all():
        return np.zeros(0, dtype=np.int64)
    unsure = np.flatnonzero(~is_below) + 1
    unsure = unsure[block.starts[block.groups_of(unsure)] != unsure]
    is_unsorted = np.zeros(len(scores), dtype=np.bool_)
    is_unsorted[unsure] = True
    is_unsorted[unsure - 1] = True
    for group in np.unique(block.groups_of(unsure[scores[unsure] > scores[unsure - 1]])):
        start = block.starts[group]
        is_unsorted[start : start + block.lengths[group]] = True
    return np.flatnonzero(is_unsorted)
