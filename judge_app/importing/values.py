"""What counts as a score and as a grade, wherever one is written."""

from __future__ import annotations

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


def score_of(text: str) -> float | None:
    """Return the number that a text writes, ±inf included; None for NaN and everything else."""
    return float(text) if _NUMBER.fullmatch(text) else None


def grade_of(text: str) -> int | None:
    """Return the whole number that a text writes (``2``, ``-1``, ``2.0``), else None."""
    return int(text.partition(".")[0]) if _WHOLE.fullmatch(text) else None


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
    """Read a column of grades (int64); those that are not whole numbers are noted as errors."""
    distinct = pc.unique(texts)
    known = pa.array([grade_of(text) for text in distinct.to_pylist()], pa.int64())
    numbers = known.take(pc.index_in(texts, distinct).combine_chunks())
    _note(texts, lines, pc.is_null(numbers), grade_fault, findings)
    return pa.chunked_array([numbers])


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
    if _NUMBER.fullmatch(text) or _DECIMAL_COMMA.fullmatch(text):
        return f"the grade {text} is not a whole number; grades are steps of a scale, not means"
    return f"the grade {shown(text)} is not a whole number"


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
