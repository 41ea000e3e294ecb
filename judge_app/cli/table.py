"""Rows as people read them, and as programs do."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from judge_app.cli.output import harmless

GAP = "  "
NOTHING = "-"


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Return aligned columns.

    Parameters
    ----------
    header : sequence of str
        Names of the columns.
    rows : sequence of sequence of str
        Cells, as many as there are names.
    left : int
        Columns that are flush left; the others, numbers, are flush right.
    """
    lines = [[harmless(cell) for cell in row] for row in (header, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        GAP.join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def csv_text(columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as CSV with a header; numbers at full precision, None as an empty cell."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row[column] for column in columns] for row in rows)
    return buffer.getvalue()


def json_text(answer: Mapping[str, Any]) -> str:
    """Return an answer as one JSON document."""
    return json.dumps(answer, ensure_ascii=False, indent=2) + "\n"


def figure(value: float | None) -> str:
    """Return a score as people read it; ``-`` where it is undefined."""
    return NOTHING if value is None else f"{value:.4f}"


def share(value: float | None) -> str:
    """Return a share between 0 and 1 in percent, rounded down so that 100 % means all of it."""
    return NOTHING if value is None else f"{int(value * 1000) / 10:.1f} %"


def counted(count: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun, for instance ``1 query`` or ``1,421 pairs``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def listed(names: Sequence[str], shown: int = 5) -> str:
    """Return the first names, and how many more there are."""
    more = f" and {len(names) - shown:,} more" if len(names) > shown else ""
    return ", ".join(names[:shown]) + more
