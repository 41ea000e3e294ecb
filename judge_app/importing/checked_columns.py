"""Columns of what Judgepool itself exported: read, and held against what they may say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import pyarrow as pa

from judge_app.domain.pool_log import moment_of
from judge_app.importing.values import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from judge_app.importing.findings import Findings


class CheckedColumns:
    """Reads columns of a file that Judgepool wrote and notes what is wrong in them.

    Parameters
    ----------
    table : pyarrow.Table
        Strings without gaps, and ``line`` (int64).
    findings : Findings
        Takes the faults.
    """

    def __init__(self, table: pa.Table, findings: Findings) -> None:
        self._table = table
        self._lines = table["line"].to_pylist()
        self._findings = findings

    def texts(self, name: str) -> pd.Series[str]:
        """Return a column as it is."""
        return pd.Series(self._table[name].to_pylist(), dtype="str")

    def identifier(self, name: str) -> pd.Series[str]:
        """Return a column of ids, none of which may be empty."""
        return pd.Series(
            self.column(name, lambda text, _: "" if text else f"the {name} is empty"), dtype="str"
        )

    def column(self, name: str, fault: Callable[[str, int], str]) -> list[str]:
        """Return a column's texts; ``fault`` says what is wrong with one, or nothing."""
        texts: list[str] = self._table[name].to_pylist()
        for row, text in enumerate(texts):
            if message := fault(text, row):
                self._findings.problem(self._lines[row], message)
        return texts

    def word(self, name: str, known: Collection[str]) -> list[str]:
        """Return a column that holds one of a few words."""
        said = ", ".join(word for word in known if word)
        column = name.removeprefix("log_")
        return self.column(
            name,
            lambda text, _: (
                "" if text in known else f"the {column} {shown(text)} is none of: {said}"
            ),
        )

    def numbers(self, name: str) -> pd.Series[Any]:
        """Return a column of positions in the log (Int64); missing where it is empty."""
        texts = self.column(
            name,
            lambda text, _: (
                f"the {name} {shown(text)} is no position in a log" if _not_number(text) else ""
            ),
        )
        numbers = [None if not text or _not_number(text) else int(text) for text in texts]
        return pd.Series(numbers, dtype="Int64")

    def moments(self, name: str) -> pd.Series[pd.Timestamp]:
        """Return a column of moments; missing where it is empty."""
        texts = self.column(
            name,
            lambda text, _: (
                f"the {name} {shown(text)} is no moment; write it as 2026-01-31T12:00:00Z"
                if text and moment_of(text) is None
                else ""
            ),
        )
        found = pd.Series([moment_of(text) for text in texts], dtype="object")
        return pd.to_datetime(found, utc=True)


def _not_number(text: str) -> bool:
    return bool(text) and not (text.isascii() and text.isdigit())
