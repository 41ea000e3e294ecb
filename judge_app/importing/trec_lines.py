"""Lines of TREC runs and qrels: columns between blanks, or tabs where ids hold blanks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judge_app.importing.fields import split_at_blanks, split_at_tabs
from judge_app.importing.findings import places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from judge_app.importing.fields import Fields, Split
    from judge_app.importing.findings import Findings
    from judge_app.importing.source import Chunk, Source

_QUERY, _DOCUMENT = 0, 2


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
    """

    noun: str
    columns: str
    needed: int
    extra: bool
    taken: dict[str, int]


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
)


@dataclass(slots=True)
class Lines:
    """What one pass over a file found.

    Attributes
    ----------
    parts : list of pyarrow.RecordBatch
        The good lines.
    wrong : list of (int, int)
        Line and number of columns of those that do not fit.
    comments : list of int
        Lines that were skipped.
    """

    parts: list[pa.RecordBatch] = field(default_factory=list)
    wrong: list[tuple[int, int]] = field(default_factory=list)
    comments: list[int] = field(default_factory=list)


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
    findings.problems_at(
        [line for line, _ in lines.wrong],
        lambda number: _wrong_count(lines.wrong[number][1], layout),
    )
    if lines.comments:
        message = f"{places(lines.comments)} skipped: # at the start marks a comment"
        findings.warning(lines.comments[0], message)
    names = {name: pa.string() for name in layout.taken}
    return pa.Table.from_batches(lines.parts, pa.schema({**names, "line": pa.int64()}))


class _IdsHoldBlanksError(Exception):
    """Splitting at blanks would cut ids apart."""


def _read(source: Source, layout: Layout, split: Split) -> Lines:
    lines = Lines()
    for chunk in source.chunks():
        fields = split(chunk.data)
        if split is split_at_blanks and _cuts_ids(chunk.data, layout):
            raise _IdsHoldBlanksError
        filled = fields.n_columns > 0
        if b"#" in chunk.data:
            filled &= ~_comments(fields, chunk, lines)
        fits = fields.n_columns == layout.needed
        if layout.extra:
            fits |= fields.n_columns > layout.needed
        for position in np.flatnonzero(filled & ~fits):
            lines.wrong.append((chunk.first_line + int(position), int(fields.n_columns[position])))
        rows = np.flatnonzero(filled & fits)
        columns = {name: fields.column(number, rows) for name, number in layout.taken.items()}
        lines.parts.append(pa.record_batch({**columns, "line": chunk.first_line + rows}))
    return lines


def _comments(fields: Fields, chunk: Chunk, lines: Lines) -> NDArray[np.bool_]:
    """Find the lines that begin with ``#`` and note them."""
    filled = np.flatnonzero(fields.n_columns > 0)
    marked = pc.starts_with(fields.column(0, filled), "#").to_numpy(zero_copy_only=False)
    found = np.zeros(len(fields.n_columns), bool)
    found[filled[marked]] = True
    lines.comments += [chunk.first_line + int(position) for position in np.flatnonzero(found)]
    return found


def _cuts_ids(data: bytes, layout: Layout) -> bool:
    """Tell whether a line has enough columns between tabs, with blanks inside an id."""
    if b"\t" not in data or b" " not in data:
        return False
    fields = split_at_tabs(data)
    rows = np.flatnonzero(fields.n_columns >= layout.needed)
    return any(
        pc.any(pc.match_substring(fields.column(number, rows), " ")).as_py()
        for number in (_QUERY, _DOCUMENT)
    )


def _wrong_count(count: int, layout: Layout) -> str:
    columns = "1 column" if count == 1 else f"{count} columns"
    return f"{columns}, where {layout.noun} {layout.needed}: {layout.columns}"
