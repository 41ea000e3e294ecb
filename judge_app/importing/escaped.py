"""Undo what our own CSV for people does to cells that a spreadsheet would run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge_app.domain.spreadsheet import ESCAPED_COLUMN, escaped_cell, unescaped_cell
from judge_app.importing.tables import Cells

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def restored(header: Cells, table: Iterable[Cells]) -> Iterator[Cells]:
    """Yield the rows with the texts as they were.

    Only a cell that the row's ``escaped`` column names is touched, and only where taking the
    apostrophe away and putting it back gives the same: other files keep every byte.
    """
    names = header.cells
    place = names.index(ESCAPED_COLUMN) if ESCAPED_COLUMN in names else None
    for row in table:
        if place is None or len(row.cells) != len(names) or not row.cells[place]:
            yield row
            continue
        named = set(row.cells[place].split())
        cells = [
            _restored(cell) if name in named else cell
            for name, cell in zip(names, row.cells, strict=True)
        ]
        yield Cells(row.line, cells)


def _restored(cell: str) -> str:
    bare = unescaped_cell(cell)
    return bare if escaped_cell(bare) == cell else cell
