"""Numbers that stand for texts, since numbers are far cheaper to compare, to sort and to find.

Keys tell texts apart: equal texts have equal keys, different ones nearly always different keys,
so keys prove that no pair stands twice and find the few entries that need a closer look.
Places put texts in order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pandas as pd

    from metrics.arrays import IntArray

Keys: TypeAlias = NDArray[np.uint64]

_WORD = 8
# Odd constants of SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number
# generators, OOPSLA 2014). Each step below can be undone, so texts of one length that differ in
# a single word never share a key.
_STEP = np.uint64(0x9E3779B97F4A7C15)
# What a word keeps of a text by the bytes that are left of it.
_OWN_BYTES = np.array(
    [(1 << 64) - (1 << 8 * (_WORD - n)) for n in range(_WORD + 1)], dtype=np.uint64
)
_FACTOR = np.uint64(0xBF58476D1CE4E5B9)


def texts_of(ids: pd.Series) -> pa.StringArray:
    """Return a column of ids as the one Arrow array that the functions of this module take."""
    table = pa.Table.from_pandas(ids.to_frame(), preserve_index=False)
    return table.column(0).cast(pa.string()).combine_chunks()


def text_keys(texts: pa.StringArray) -> Keys:
    """Return the key of every text.

    Parameters
    ----------
    texts : pyarrow.StringArray
        Without nulls.

    Returns
    -------
    numpy.ndarray
        ``uint64[len(texts)]``.
    """
    keys = np.diff(_offsets(texts)).astype(np.uint64) * _STEP
    for rows, words in _words(texts):
        mixed = (keys[rows] ^ words) * _FACTOR
        keys[rows] = mixed ^ (mixed >> np.uint64(32))
    return keys


def row_keys(columns: Sequence[pa.ChunkedArray]) -> Keys:
    """Return the keys of rows of texts.

    Parameters
    ----------
    columns : sequence of pyarrow.ChunkedArray
        Strings without nulls, all of one length.

    Returns
    -------
    numpy.ndarray
        ``uint64[rows]``.
    """
    rows = np.zeros(len(columns[0]), dtype=np.uint64)
    for column in columns:
        keys = np.concatenate([rows[:0], *map(text_keys, column.chunks)])
        rows = (rows * _STEP) ^ keys
        rows ^= rows >> np.uint64(32)
    return rows


def group_keys(n_groups: int) -> Keys:
    """Return a number for each query of a block: ``^`` with a document's key makes a pair's."""
    return np.arange(1, n_groups + 1, dtype=np.uint64) * _STEP


def text_places(texts: pa.StringArray) -> Keys:
    """Return numbers that are in order as the texts are by their bytes.

    Parameters
    ----------
    texts : pyarrow.StringArray
        Without nulls and without NUL bytes.

    Returns
    -------
    numpy.ndarray
        ``uint64[len(texts)]``; equal texts may have different numbers.
    """
    columns = []
    for rows, words in _words(texts):
        column = np.zeros(len(texts), dtype=np.uint64)
        column[rows] = words
        columns.append(column)
    if len(columns) <= 1:
        return columns[0] if columns else np.zeros(len(texts), dtype=np.uint64)
    places = np.empty(len(texts), dtype=np.uint64)
    places[np.lexsort(columns[::-1])] = np.arange(len(texts), dtype=np.uint64)
    return places


def _words(texts: pa.StringArray) -> Iterator[tuple[slice | IntArray, Keys]]:
    """Yield texts eight bytes at a time.

    Yields
    ------
    rows : slice or numpy.ndarray
        The texts that go on.
    words : numpy.ndarray
        Their next eight bytes as a number, the first byte highest, zeros behind the end.
    """
    offsets = _offsets(texts)
    lengths = np.diff(offsets)
    at_each_byte = _word_at_each_byte(texts.buffers()[2], int(offsets[0]), int(offsets[-1]))
    starts = offsets[:-1] - offsets[0]
    for done in range(0, int(lengths.max(initial=0)), _WORD):
        rows = slice(None) if done < lengths.min() else np.flatnonzero(lengths > done)
        words = at_each_byte[starts[rows] + done].astype(np.uint64)
        words &= _OWN_BYTES[np.minimum(lengths[rows] - done, _WORD)]
        yield rows, words


def _offsets(texts: pa.StringArray) -> NDArray[np.int32]:
    """Return where each text begins in the data, and where the last one ends."""
    if not len(texts):
        return np.zeros(1, dtype=np.int32)
    return np.frombuffer(texts.buffers()[1], np.int32)[texts.offset :][: len(texts) + 1]


def _word_at_each_byte(data: pa.Buffer | None, start: int, end: int) -> NDArray[np.uint64]:
    """Return the eight bytes that begin at each byte of some data, zeros behind its end."""
    padded = np.zeros(end - start + _WORD, dtype=np.uint8)
    if data is not None:
        padded[: end - start] = np.frombuffer(data, np.uint8)[start:end]
    return np.ndarray(end - start + 1, dtype=">u8", buffer=padded, strides=(1,))
