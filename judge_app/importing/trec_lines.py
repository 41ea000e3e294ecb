"""Lines of TREC runs and qrels: columns between blanks, or tabs where ids hold blanks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judge_app.importing.fields import split_at_blanks, split_at_tabs
from judge_app.importing.findings import places
from judge_app.importing.regular_lines import (
    DoubtError,
    delimiter_of,
    parse_regular,
)
from judge_app.importing.several import in_order
from judge_app.importing.values import looks_numeric

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judge_app.importing.fields import Fields, IntArray, Split
    from judge_app.importing.findings import Findings
    from judge_app.importing.source import Chunk, Source

_QUERY, _DOCUMENT = 0, 2

# trec_eval takes it for a blank, Python's text files for the end of a line.
_RETURN_INSIDE = re.compile(rb"\r(?![\r\n])")
_TORN = (
    "a carriage return stands inside this line, which other programs take for the end of a line; "
    "end all lines in the same way"
)


class Layout(NamedTuple):
    """What the lines of one kind of file look like.

    Attributes
    ----------
    noun : str
        The kind and its verb in a message: ``a run has``.
    columns : str
        A good line in words.
    needed : int
        Number of columns.
    extra : bool
        Whether further columns are ignored rather than refused.
    taken : dict of str to int
        Names and positions (from 0) of the columns that are used.
    others : mapping of int to str
        By another number of columns, what reads lines of so many.
    """

    noun: str
    columns: str
    needed: int
    extra: bool
    taken: dict[str, int]
    others: Mapping[int, str] = MappingProxyType({})


RUN = Layout(
    "a run has",
    "query_id Q0 doc_id rank score tag",
    needed=6,
    extra=True,
    taken={"query_id": _QUERY, "doc_id": _DOCUMENT, "value": 4, "tag": 5},
)
QRELS = Layout(
    "qrels have",
    "query_id 0 doc_id grade",
    needed=4,
    extra=False,
    taken={"query_id": _QUERY, "doc_id": _DOCUMENT, "value": 3},
    others={
        3: "; --format trec-3col reads query_id doc_id grade",
        5: "; --format prels reads query_id doc_id grade method probability",
    },
)
THREE_COLUMNS = Layout(
    "qrels of trec-3col have",
    "query_id doc_id grade",
    needed=3,
    extra=False,
    taken={"query_id": _QUERY, "doc_id": 1, "value": 2},
)
PRELS = Layout(
    "prels have",
    "query_id doc_id grade method probability",
    needed=5,
    extra=False,
    taken={"query_id": _QUERY, "doc_id": 1, "value": 2},
)


@dataclass(slots=True)
class Lines:
    """What one pass over a file found.

    Attributes
    ----------
    parts : list of pyarrow.RecordBatch
        The good lines.
    wrong : list of (numpy.ndarray, numpy.ndarray)
        Per chunk the lines that do not fit and their numbers of columns.
    comments : list of numpy.ndarray
        Per chunk the lines that were skipped.
    torn : list of int
        The lines with a carriage return inside.
    """

    parts: list[pa.RecordBatch] = field(default_factory=list)
    wrong: list[tuple[IntArray, IntArray]] = field(default_factory=list)
    comments: list[IntArray] = field(default_factory=list)
    torn: list[int] = field(default_factory=list)


def read_lines(source: Source, layout: Layout, findings: Findings) -> pa.Table:
    """Read the columns that ``layout`` takes, as strings, and ``line``.

    Blank lines are skipped; comments (``#`` at the start, as in trec_eval) with a warning;
    lines with a wrong number of columns are noted as errors.
    """
    try:
        lines = _read(source, layout, split_at_blanks)
    except _IdsHoldBlanksError:
        findings.warning(None, "some ids hold blanks, so the columns were split at tabs only")
        lines = _read(source, layout, split_at_tabs)
    for numbers, counts in lines.wrong:
        findings.problems_at(numbers, partial(_wrong_count, counts, layout))
    findings.problems_at(lines.torn, lambda _: _TORN)
    skipped = np.concatenate([np.empty(0, np.int64), *lines.comments])
    if len(skipped):
        message = f"{places(skipped)} skipped: # at the start marks a comment"
        findings.warning(int(skipped[0]), message)
    names = {name: pa.string() for name in layout.taken}
    return pa.Table.from_batches(lines.parts, pa.schema({**names, "line": pa.int64()}))


class _IdsHoldBlanksError(Exception):
    """Splitting at blanks would cut ids apart."""


def _read(source: Source, layout: Layout, split: Split) -> Lines:
    lines = Lines()
    is_tried = split is split_at_blanks
    tried = in_order(source.chunks(), lambda c: (c, _regular(c, layout) if is_tried else None))
    for chunk, regular in tried:
        if regular is not None:
            lines.parts.append(regular)
            continue
        fields = split(chunk.data)
        if split is split_at_blanks and _cuts_ids(chunk.data, layout):
            raise _IdsHoldBlanksError
        filled = fields.n_columns > 0
        if b"#" in chunk.data:
            comments = _comments(fields)
            filled[comments] = False
            lines.comments.append(chunk.first_line + comments)
        if b"\r" in chunk.data:
            lines.torn += _torn(chunk)
        fits = fields.n_columns == layout.needed
        if layout.extra:
            fits |= fields.n_columns > layout.needed
        wrong = np.flatnonzero(filled & ~fits)
        lines.wrong.append((chunk.first_line + wrong, fields.n_columns[wrong]))
        rows = np.flatnonzero(filled & fits)
        columns = {name: fields.column(number, rows) for name, number in layout.taken.items()}
        lines.parts.append(pa.record_batch({**columns, "line": chunk.first_line + rows}))
    return lines


def _regular(chunk: Chunk, layout: Layout) -> pa.RecordBatch | None:
    """Return the columns of lines without any peculiarity, the fast way; None if there is one."""
    try:
        delimiter = delimiter_of(chunk.data, layout.needed)
        columns = {str(number): pa.string() for number in range(layout.needed)}
        wanted = {name: str(number) for name, number in layout.taken.items()}
        rows = parse_regular(chunk.data, delimiter, columns, list(wanted.values()))
    except DoubtError:
        return None
    first_column = rows[wanted["query_id"]]
    if b"#" in chunk.data and pc.any(pc.starts_with(first_column, "#")).as_py():
        return None
    taken = {name: rows[number] for name, number in wanted.items()}
    return pa.record_batch({**taken, "line": np.arange(len(rows)) + chunk.first_line})


def _torn(chunk: Chunk) -> list[int]:
    """Return the lines that hold a carriage return in front of anything but their end."""
    inside = [found.start() for found in _RETURN_INSIDE.finditer(chunk.data)]
    counts = (chunk.data.count(b"\n", *ends) for ends in pairwise([0, *inside]))
    return sorted({chunk.first_line + count for count in accumulate(counts)})


def _comments(fields: Fields) -> IntArray:
    """Return the positions of the lines that begin with ``#``."""
    filled = np.flatnonzero(fields.n_columns > 0)
    marked = pc.starts_with(fields.column(0, filled), "#")
    positions: IntArray = filled[marked.to_numpy(zero_copy_only=False)]
    return positions


def _cuts_ids(data: bytes, layout: Layout) -> bool:
    """Tell whether a line is whole between tabs, with blanks inside an id."""
    if b"\t" not in data or b" " not in data:
        return False
    fields = split_at_tabs(data)
    rows = np.flatnonzero(fields.n_columns >= layout.needed)
    ids = (layout.taken["query_id"], layout.taken["doc_id"])
    held = [pc.match_substring(fields.column(number, rows), " ") for number in ids]
    inside = rows[pc.or_(*held).to_numpy(zero_copy_only=False)]
    values = fields.column(layout.taken["value"], inside).to_pylist()
    return any(looks_numeric(value) for value in values)


def _wrong_count(counts: IntArray, layout: Layout, position: int) -> str:
    count = counts[position]
    columns = "1 column" if count == 1 else f"{count} columns"
    other = layout.others.get(int(count), "")
    return f"{columns}, where {layout.noun} {layout.needed}: {layout.columns}{other}"
