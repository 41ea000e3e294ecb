"""A number for each pair of query and document: equal pairs have equal numbers.

Different pairs nearly always have different ones. Sorting numbers is far cheaper than sorting
texts, so they prove that no pair stands twice and find the few entries that need a closer look.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa

    from metrics.arrays import IntArray

Keys: TypeAlias = NDArray[np.uint64]

_WORD = 8
# Odd constants of SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number
# generators, OOPSLA 2014). Each step below can be undone, so texts of one length that differ in
# a single word never share a key.
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FACTOR = np.uint64(0xBF58476D1CE4E5B9)


def text_keys(texts: pa.StringArray) -> Keys:
    """Return the key of every text, without making an object of any.

    Parameters
    ----------
    texts : pyarrow.StringArray
        Without nulls.

    Returns
    -------
    numpy.ndarray
        ``uint64[len(texts)]``.
    """
    _, offset_buffer, data_buffer = texts.buffers()
    offsets = np.frombuffer(offset_buffer, np.int32)[texts.offset :][: len(texts) + 1]
    lengths = np.diff(offsets)
    words = _words(data_buffer, int(offsets[0]), int(offsets[-1]))
    starts = offsets[:-1] - offsets[0]
    keys = lengths.astype(np.uint64) * _STEP
    for done in range(0, int(lengths.max(initial=0)), _WORD):
        rows = slice(None) if done < lengths.min() else np.flatnonzero(lengths > done)
        keys[rows] = _absorbed(keys[rows], words[starts[rows] + done], lengths[rows] - done)
    return keys


def pair_keys(groups: IntArray, keys: Keys) -> Keys:
    """Return the keys of pairs, from the number of the query and the key of the document."""
    return keys ^ ((groups.astype(np.uint64) + np.uint64(1)) * _STEP)


def _words(data: pa.Buffer | None, start: int, end: int) -> NDArray[np.uint64]:
    """Return the eight bytes that begin at each byte of some data, zeros behind its end."""
    padded = np.zeros(end - start + _WORD, dtype=np.uint8)
    if data is not None:
        padded[: end - start] = np.frombuffer(data, np.uint8)[start:end]
    return np.ndarray(end - start + 1, dtype="<u8", buffer=padded, strides=(1,))


def _absorbed(keys: Keys, words: Keys, lengths: IntArray) -> Keys:
    """Mix the next bytes into keys: all eight of a word, or as many as are left of a text."""
    spare = np.maximum(_WORD - lengths, 0).astype(np.uint64)
    # Shifted up, a little-endian word loses the bytes that belong to the next text.
    words <<= spare * np.uint64(8)
    words ^= keys
    words *= _FACTOR
    words ^= words >> np.uint64(32)
    return words
