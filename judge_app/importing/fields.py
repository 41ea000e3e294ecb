"""Split lines into columns, millions at a time.

Python's own ``str.split`` makes an object of every column. Here the columns of a chunk stay in
one Arrow array, found by whole-array arithmetic on the bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

IntArray: TypeAlias = "NDArray[np.int64]"
Split: TypeAlias = "Callable[[bytes], Fields]"

# The blanks of C's isspace, which trec_eval splits at: tab, line feed, vertical tab, form feed,
# carriage return, space. Other Unicode spaces belong to the id they stand in.
_BLANKS = b"\t\n\x0b\x0c\r "
_LINE_FEED, _TAB = b"\n\t"


class Fields(NamedTuple):
    """The columns of some lines.

    Attributes
    ----------
    values : pyarrow.StringArray
        All columns of all lines in a row.
    first : numpy.ndarray
        For each line the position of its first column in ``values`` (int64).
    n_columns : numpy.ndarray
        For each line its number of columns (int64); 0 for a blank line.
    """

    values: pa.StringArray
    first: IntArray
    n_columns: IntArray

    def column(self, number: int, rows: IntArray) -> pa.StringArray:
        """Return a column (counted from 0) of the lines at the given positions."""
        wanted = self.first[rows] + number
        index = pa.Array.from_buffers(pa.int64(), len(wanted), [None, pa.py_buffer(wanted)])
        return self.values.take(index)


def split_at_blanks(data: bytes) -> Fields:
    """Split lines at runs of blanks and tabs, as trec_eval does.

    Parameters
    ----------
    data : bytes
        Whole lines of UTF-8, each closed by a line feed.
    """
    buffer = np.frombuffer(data, np.uint8)
    blank = (buffer == ord(" ")) | ((buffer - np.uint8(_TAB)) < len(_BLANKS) - 1)
    change = np.empty(len(blank), bool)
    change[0] = not blank[0]
    np.not_equal(blank[1:], blank[:-1], out=change[1:])
    edges = np.flatnonzero(change)
    starts, ends = edges[0::2], edges[1::2]
    values = _strings(data.translate(None, _BLANKS), ends - starts)
    upto = np.searchsorted(starts, np.flatnonzero(buffer == _LINE_FEED))
    first = np.concatenate(([0], upto[:-1]))
    return Fields(values, first, upto - first)


def split_at_tabs(data: bytes) -> Fields:
    """Split lines at single tabs and trim the columns, which may hold blanks or be empty.

    Parameters
    ----------
    data : bytes
        Whole lines of UTF-8, each closed by a line feed.
    """
    buffer = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero((buffer == _TAB) | (buffer == _LINE_FEED))
    starts = np.concatenate(([0], ends[:-1] + 1))
    values = pc.ascii_trim_whitespace(_strings(data.translate(None, b"\t\n"), ends - starts))
    upto = np.flatnonzero(buffer[ends] == _LINE_FEED) + 1
    first = np.concatenate(([0], upto[:-1]))
    fields = Fields(values, first, upto - first)
    empty = pc.equal(pc.binary_length(fields.column(0, np.arange(len(first)))), 0)
    blank_line = (fields.n_columns == 1) & empty.to_numpy(zero_copy_only=False)
    return fields._replace(n_columns=np.where(blank_line, 0, fields.n_columns))


def _strings(data: bytes, lengths: IntArray) -> pa.StringArray:
    offsets = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=offsets[1:])
    return pa.StringArray.from_buffers(len(lengths), pa.py_buffer(offsets), pa.py_buffer(data))
