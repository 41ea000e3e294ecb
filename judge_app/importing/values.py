"""What counts as a score and as a grade, wherever one is written."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Callable

    from judge_app.importing.findings import Findings

_NUMBER = re.compile(
    r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?(inf|infinity)", re.ASCII | re.IGNORECASE
)
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d{1,9}(\.0*)?", re.ASCII)
_SHOWN = 40
# Beyond it stand ids and times of day, no grades; all whole numbers below it are exact.
_TOO_LARGE = 1e9


def score_of(text: str) -> float | None:
    """Return the number that a text writes, ±inf included; None for NaN and everything else."""
    return float(text) if _NUMBER.fullmatch(text) else None


def grade_of(text: str) -> int | None:
    """Return the whole number that a text writes (``2``, ``-1``, ``2.0``), else None."""
    return int(text.partition(".")[0]) if _WHOLE.fullmatch(text) else None


def grade_number(text: str) -> int | float | None:
    """Return the number that a text writes as a grade, one with a fraction too, else None.

    A fraction is no grade yet: it needs a map to whole ones. That is not for the reader to judge.
    """
    number = score_of(text)
    if number is None or not abs(number) < _TOO_LARGE:
        return None
    return int(number) if number.is_integer() else number


def looks_numeric(text: str) -> bool:
    """Tell whether a text was meant as a number: one, NaN, or one with a decimal comma."""
    return bool(_NUMBER.fullmatch(text) or _DECIMAL_COMMA.fullmatch(text) or text.lower() == "nan")


def scores(texts: pa.ChunkedArray, lines: pa.ChunkedArray, findings: Findings) -> pa.ChunkedArray:
    """Read a column of scores (float64); those that are no numbers are noted as errors."""
    try:
        numbers = pc.cast(texts, pa.float64())
    except pa.ArrowInvalid:
        numbers = pa.chunked_array([[score_of(text) for text in texts.to_pylist()]], pa.float64())
    _note(texts, lines, pc.is_null(numbers, nan_is_null=True), score_fault, findings)
    return numbers


def grades(texts: pa.ChunkedArray, lines: pa.ChunkedArray, findings: Findings) -> pa.ChunkedArray:
    """Read a column of grades; those that are no numbers are noted as errors.

    Returns
    -------
    pyarrow.ChunkedArray
        int64, or float64 where some are fractions.
    """
    distinct = pc.unique(texts)
    numbers = [grade_number(text) for text in distinct.to_pylist()]
    held = pa.float64() if any(isinstance(number, float) for number in numbers) else pa.int64()
    read = pa.array(numbers, held).take(pc.index_in(texts, distinct).combine_chunks())
    _note(texts, lines, pc.is_null(read), grade_fault, findings)
    return pa.chunked_array([read])


def score_fault(text: str) -> str:
    """Say what is wrong with a text that is no score."""
    if not text:
        return "the score is empty"
    if text.lower().lstrip("+-") == "nan":
        return f"the score is {text}, not a number; a document without a score has no rank"
    if _DECIMAL_COMMA.fullmatch(text):
        return f"the score {text} has a decimal comma; write {text.replace(',', '.')}"
    return f"the score {shown(text)} is not a number"


def grade_fault(text: str) -> str:
    """Say what is wrong with a text that is no grade."""
    if not text:
        return "the grade is empty"
    if _DECIMAL_COMMA.fullmatch(text):
        return f"the grade {text} has a decimal comma; write {text.replace(',', '.')}"
    if _NUMBER.fullmatch(text) and math.isfinite(float(text)):
        return f"{shown(text)} is too large for a grade"
    return f"the grade {shown(text)} is not a whole number"


def fraction_fault(grade: float) -> str:
    """Say why a grade with a fraction is none, where nothing maps it to whole ones."""
    return f"the grade {grade:.6g} is not a whole number; grades are steps of a scale, not means"


def shown(text: str) -> str:
    """Quote a piece of a file for a message, shortened where it is long."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def _note(
    texts: pa.ChunkedArray,
    lines: pa.ChunkedArray,
    faulty: pa.ChunkedArray,
    fault: Callable[[str], str],
    findings: Findings,
) -> None:
    if not pc.any(faulty).as_py():
        return
    bad_texts = texts.filter(faulty)
    bad_lines = lines.filter(faulty).to_pylist()
    findings.problems_at(bad_lines, lambda position: fault(bad_texts[position].as_py()))
