"""Rows of which many may stand on one line of a file: each has a number and a place of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from judge_app.importing.columns import roles_of
from judge_app.importing.findings import Place
from judge_app.importing.json_members import Number
from judge_app.importing.rated import IDS
from judge_app.importing.records import read_rows
from judge_app.importing.rows import Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from judge_app.importing.columns import Roles
    from judge_app.importing.findings import Findings
    from judge_app.importing.formats import Content
    from judge_app.importing.parsed import Kind


class Item(NamedTuple):
    """One rating, ranked document, topic or document, and where it stands.

    Attributes
    ----------
    place : Place
        Its line, and its path in a JSON document or the column of a table.
    content : mapping of str to object
        What JSON holds, under names that tables use too.
    """

    place: Place
    content: Mapping[str, object]


def content_of_items(items: Iterable[Item], kind: Kind, findings: Findings) -> Content:
    """Check the items by their numbers, so that each has its own even if all are on one line."""
    walked = list(items)
    places = [item.place for item in walked]
    with findings.numbered(places):
        content = read_rows(_rows(walked), kind, findings)
    _put_lines(content.frame, places)
    return content


def _put_lines(frame: pd.DataFrame, places: Sequence[Place]) -> None:
    """Put real lines in the place of the numbers, if they tell the rows of an annotator apart."""
    if "line" not in frame:
        return
    lines = np.array([place.line for place in places], np.int64)[frame["line"].to_numpy() - 1]
    told_by = {"line": lines} | {name: frame[name] for name in ("annotator",) if name in frame}
    if not pd.DataFrame(told_by).duplicated().any():
        frame["line"] = lines


def _rows(items: list[Item]) -> Iterator[Row]:
    known: dict[tuple[str, ...], Roles] = {}
    for number, item in enumerate(items, start=1):
        names = tuple(item.content)
        if names not in known:
            known[names] = roles_of(names)
        held = {name: _fraction(name, value) for name, value in item.content.items()}
        yield Row(number, held, known[names])


def _fraction(name: str, value: object) -> object:
    """Let a number with a fraction be seen as one where it would be an id."""
    if name in IDS and type(value) is Number and not value.lstrip("-").isdigit():
        return float(value)
    return value
