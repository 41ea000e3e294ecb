"""The typed values of Parquet columns as the texts that every other format has."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.types as kinds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judge_app.importing.findings import Findings

_TEXTS = (kinds.is_string, kinds.is_large_string, kinds.is_string_view)
_BYTES = (
    kinds.is_binary,
    kinds.is_large_binary,
    kinds.is_binary_view,
    kinds.is_fixed_size_binary,
)


def id_type_fault(held: pa.DataType) -> str:
    """Say why values of a type are no ids; empty where they may be.

    Texts and whole numbers are. A number with a fraction is none: ``7`` and ``7.0`` would be
    the same number and different ids.
    """
    if kinds.is_dictionary(held):
        return id_type_fault(held.value_type)
    is_whole = kinds.is_integer(held) or (kinds.is_decimal(held) and held.scale == 0)
    if is_whole or kinds.is_null(held) or any(fits(held) for fits in _TEXTS + _BYTES):
        return ""
    if kinds.is_floating(held) or kinds.is_decimal(held):
        why = "numbers with a fraction, where ids are texts or whole numbers"
        return f"holds {why} ({held}); write the ids as texts"
    return f"is of type {held}, where ids are texts or whole numbers; write the ids as texts"


def text_type_fault(held: pa.DataType) -> str:
    """Say why values of a type cannot be read as scores, grades or notes; empty where they can."""
    try:
        pc.cast(pa.array([], held), pa.string())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return f"is of type {held}, where a number or a text is needed"
    return ""


def texts(values: pa.Array, column: str, first: int, findings: Findings) -> pa.Array:
    """Return a column as strings: whole numbers in decimal digits, missing values as ``""``.

    Floats are written with as many digits as tell them from every other 64-bit number.

    Parameters
    ----------
    values : pyarrow.Array
        Some rows of the column.
    column : str
        Its name, for messages.
    first : int
        The number of the first row.
    findings : Findings
        Takes the rows that hold no UTF-8.
    """
    held = values.type
    if kinds.is_dictionary(held):
        return texts(values.dictionary_decode(), column, first, findings)
    if any(fits(held) for fits in _TEXTS + _BYTES):
        return _checked_utf8(values, column, first, findings)
    numbers = pc.cast(values, pa.float64()) if kinds.is_floating(held) else values
    return pc.fill_null(pc.cast(numbers, pa.string()), "")


def records(
    batch: pa.RecordBatch, first: int, findings: Findings
) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield the number and the values of each row, as they would stand in JSON."""
    for position in range(batch.num_rows):
        row = batch.slice(position, 1)
        try:
            (record,) = row.to_pylist()
            yield first + position, {name: _plain(value) for name, value in record.items()}
        except UnicodeDecodeError:
            findings.problem(first + position, "a text of this row is not UTF-8")


def _checked_utf8(values: pa.Array, column: str, first: int, findings: Findings) -> pa.Array:
    """Return strings of which Arrow has checked that they are UTF-8: readers do not."""
    data = pc.fill_null(pc.cast(values, pa.binary()), b"")
    try:
        return pc.cast(data, pa.string())
    except pa.ArrowInvalid:
        decoded = [item.decode(errors="replace") for item in data.to_pylist()]
        for position, (text, item) in enumerate(zip(decoded, data.to_pylist(), strict=True)):
            if text.encode() != item:
                message = f"the {column} {item[:40]!r} is not UTF-8"
                findings.problem(first + position, message)
        return pa.array(decoded, pa.string())


def _plain(value: Any) -> object:  # noqa: ANN401 - whatever a Parquet column can hold
    """Return a value as JSON could hold it; what it has no form for, as text."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else None if math.isnan(value) else str(value)
        case bytes():
            return value.decode()
        case list():
            return [_plain(item) for item in value]
        case dict():
            return {key: _plain(item) for key, item in value.items()}
        case _:
            return str(value)
