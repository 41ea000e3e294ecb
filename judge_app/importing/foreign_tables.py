"""What tells tables that nearly are runs, qrels or judgments, for messages in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from judge_app.importing import wide
from judge_app.importing.columns import roles_of
from judge_app.importing.values import looks_numeric

if TYPE_CHECKING:
    from judge_app.importing.sample import Sample

SAMPLED = 200


def has_three_columns(_sample: Sample, rows: list[list[str]]) -> bool:
    """Tell three columns between blanks."""
    return _mostly(rows, 3)


def has_no_grades(sample: Sample, rows: list[list[str]]) -> bool:
    """Tell three columns between blanks, no number in the last."""
    return has_three_columns(sample, rows) and not any(looks_numeric(row[-1]) for row in rows)


def has_five_columns(_sample: Sample, rows: list[list[str]]) -> bool:
    """Tell five columns between blanks."""
    return _mostly(rows, 5)


def has_four_columns(_sample: Sample, rows: list[list[str]]) -> bool:
    """Tell four columns between blanks, a number in the last."""
    return _mostly(rows, 4) and _mostly([row for row in rows if looks_numeric(row[-1])], 4)


def has_columns_of_numbers(sample: Sample, _rows: list[list[str]]) -> bool:
    """Tell query and document with columns of numbers that have no known name."""
    return wide.could_be(sample)


def has_header(sample: Sample, _rows: list[list[str]]) -> bool:
    """Tell whether the first line names at least two columns that are known."""
    return bool(sample.lines) and len(roles_of(re.split(r"[,;\t]", sample.lines[0]))) > 1


def has_numbers_third(sample: Sample, _rows: list[list[str]]) -> bool:
    """Tell a table between tabs whose third column holds numbers, which may be grades."""
    rows = [line.split("\t") for line in sample.lines[:SAMPLED]]
    third = [row for row in rows if len(row) == len(rows[0]) and looks_numeric("".join(row[2:3]))]
    return bool(third) and 10 * len(third) >= 9 * len(rows)


def _mostly(rows: list[list[str]], count: int) -> bool:
    return bool(rows) and 10 * sum(len(row) == count for row in rows) >= 9 * len(rows)
