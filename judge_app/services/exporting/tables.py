"""Frames as bytes: the same frame always gives the same ones."""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, compress
from typing import Any

import pandas as pd

from judge_app.domain.errors import BadInputError
from judge_app.domain.spreadsheet import ESCAPED_COLUMN, escaped_cell, runs_as_formula

_ROWS_IN_A_GROUP = 1 << 17
_QUOTE = '"'
_NEEDS_QUOTES = re.compile(r'[,"\r\n]')


@dataclass(frozen=True, slots=True)
class PeopleTable:
    """A CSV that people open in a spreadsheet, and how many of its cells were escaped."""

    content: bytes
    n_escaped: int


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """Return a frame as CSV for programs: every text byte for byte."""
    return _csv({name: _cells(frame[name].tolist(), _quoted) for name in frame.columns})


def people_csv(frame: pd.DataFrame, *, restorable: bool = True) -> PeopleTable:
    """Return a frame as CSV for people: no text in it runs as a formula.

    Parameters
    ----------
    frame : DataFrame
        Numbers stay as they are, also negative ones.
    restorable : bool
        Whether, where a cell had to be escaped, a last column ``escaped`` names the cells of its
        row that were. By it an import gets every text back as it was.
    """
    values: dict[str, list[Any]] = {name: frame[name].tolist() for name in frame.columns}
    columns = {
        name: _cells(column, lambda text: _quoted(escaped_cell(text)))
        for name, column in values.items()
    }
    marks = {name: marked for name, column in values.items() if any(marked := _marks(column))}
    if marks and restorable:
        names = list(marks)
        columns[ESCAPED_COLUMN] = [
            " ".join(compress(names, row)) for row in zip(*marks.values(), strict=True)
        ]
    return PeopleTable(_csv(columns), sum(map(sum, marks.values())))


def _marks(column: list[Any]) -> list[bool]:
    """Tell which cells of a column a spreadsheet would run."""
    run = {cell for cell in set(column) if isinstance(cell, str) and runs_as_formula(cell)}
    return [cell in run for cell in column] if run else []


def _cells(column: list[Any], written: Callable[[str], str]) -> list[str]:
    """Return a column as CSV has it; every text is looked at once, however often it stands there.

    Texts are written as ``written`` says.
    """
    known = {cell: written(cell) if isinstance(cell, str) else _plain(cell) for cell in set(column)}
    return [known[cell] for cell in column]


def jsonl_bytes(frame: pd.DataFrame) -> bytes:
    """Return a frame as one JSON object a line; what is missing is null.

    Raises
    ------
    BadInputError
        When a number is infinite, which JSON cannot hold.
    """
    columns = list(frame.columns)
    return "".join(
        json_text(dict(zip(columns, row, strict=True))) + "\n" for row in _rows(frame)
    ).encode()


def json_text(value: object) -> str:
    """Return a value as JSON on one line.

    Raises
    ------
    BadInputError
        When it holds an infinite number, which JSON cannot.
    """
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise BadInputError(
            "there is an infinite score, which JSON cannot hold",
            "Export with --format csv, parquet or trec instead.",
        ) from error


def parquet_bytes(frame: pd.DataFrame) -> bytes:
    """Return a frame as Parquet; nothing in it tells when it was written."""
    # Both take longer to load than most exports to write.
    import pyarrow as pa  # noqa: PLC0415
    from pyarrow import parquet  # noqa: PLC0415

    columns = {
        name: pa.array(
            [None if pd.isna(cell) else cell for cell in frame[name].tolist()],
            type=_arrow_type(frame[name]),
        )
        for name in frame.columns
    }
    buffer = io.BytesIO()
    parquet.write_table(
        pa.table(columns),
        buffer,
        version="2.6",
        compression="snappy",
        row_group_size=_ROWS_IN_A_GROUP,
        use_dictionary=True,
        write_statistics=True,
        store_schema=False,
    )
    return buffer.getvalue()


def _arrow_type(column: pd.Series[Any]) -> Any:  # noqa: ANN401 - pyarrow has no types of its own
    import pyarrow as pa  # noqa: PLC0415 - see parquet_bytes

    if pd.api.types.is_bool_dtype(column):
        return pa.bool_()
    if pd.api.types.is_integer_dtype(column):
        return pa.int64()
    return pa.float64() if pd.api.types.is_float_dtype(column) else pa.string()


def _rows(frame: pd.DataFrame) -> Iterator[tuple[Any, ...]]:
    """Yield rows of Python's own values, None where a cell is missing."""
    columns = [[_value(cell) for cell in frame[name].tolist()] for name in frame.columns]
    return zip(*columns, strict=True)


def _value(cell: Any) -> Any:  # noqa: ANN401 - a cell of any column
    if cell is pd.NA or cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return None
    return cell


def _plain(cell: Any) -> str:  # noqa: ANN401 - a cell of any column
    """Return what is no text as CSV has it."""
    if _value(cell) is None:
        return ""
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


def _csv(columns: Mapping[str, list[str]]) -> bytes:
    lines = map(",".join, zip(*columns.values(), strict=True))
    return "".join(f"{line}\n" for line in chain([",".join(map(_quoted, columns))], lines)).encode()


def _quoted(text: str) -> str:
    """Quote a cell where it has to be; Python's own writer leaves a lone CR bare."""
    return f'"{text.replace(_QUOTE, 2 * _QUOTE)}"' if _NEEDS_QUOTES.search(text) else text


TABLE_WRITERS: dict[str, Callable[[pd.DataFrame], bytes]] = {
    "csv": csv_bytes,
    "jsonl": jsonl_bytes,
    "parquet": parquet_bytes,
}
