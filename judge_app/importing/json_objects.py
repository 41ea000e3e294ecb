"""A whole JSON document whose objects know where they stand, and the outline of one half read."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from judge_app.importing.json_members import Number

if TYPE_CHECKING:
    from collections.abc import Iterator

# Stands in a path for the items of a list, which have no names.
ITEMS = "[]"
_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_BRACES = re.compile(rf"{_STRING}|[{{}}]")
_SIGNS = re.compile(rf"(?P<string>{_STRING})(?P<key>\s*:)?|[{{}}\[\]]")
_DEEPEST = 8


class JsonObject(dict[str, object]):
    """An object of a JSON document.

    Attributes
    ----------
    line : int
        The line of its opening brace.
    repeated : list of str
        Keys that stand in it more than once, of which the last value was kept.
    """

    __slots__ = ("line", "repeated")

    def __init__(self, pairs: list[tuple[str, object]], line: int) -> None:
        super().__init__(pairs)
        self.line = line
        keys = [key for key, _ in pairs] if len(self) < len(pairs) else []
        self.repeated = [key for key in self if keys.count(key) > 1]


def read_json(text: str) -> object:
    """Return a JSON document: objects as `JsonObject`, numbers as `Number`.

    Raises
    ------
    json.JSONDecodeError
        If the text is no JSON.
    RecursionError
        If values are nested without end.
    """
    # The json module tells no places; but it finishes objects in the order of their last braces.
    lines = iter(_lines_of_objects(text))
    decoder = json.JSONDecoder(
        object_pairs_hook=lambda pairs: JsonObject(pairs, next(lines, 1)),
        parse_float=Number,
        parse_int=Number,
        parse_constant=Number,
    )
    return decoder.decode(text)


def outline(text: str) -> set[tuple[str, ...]]:
    """Return the paths of all keys in a text that may be cut off, at most eight levels deep.

    A path names the keys from the outside in; items of lists are called `ITEMS`.
    """
    paths: set[tuple[str, ...]] = set()
    path: list[str] = []
    for sign in _SIGNS.finditer(text):
        if sign["key"]:
            path[-1:] = [sign["string"][1:-1]]
            paths.add(tuple(path[:_DEEPEST]))
        elif sign[0] == "[":
            path.append(ITEMS)
        elif sign[0] == "{":
            path.append("")
        elif sign[0] in ("]", "}"):
            path[-1:] = []
    return paths


def fits(paths: set[tuple[str, ...]], *pattern: str) -> bool:
    """Tell whether an outline holds a path; ``*`` in the pattern stands for any key."""
    return any(
        len(path) == len(pattern)
        and all(wanted in ("*", key) for wanted, key in zip(pattern, path, strict=True))
        for path in paths
    )


def _lines_of_objects(text: str) -> Iterator[int]:
    breaks = [found.start() for found in re.finditer("\n", text)]
    begun: list[int] = []
    for sign in _BRACES.finditer(text):
        if sign[0] == "{":
            begun.append(sign.start())
        elif sign[0] == "}" and begun:
            yield bisect_right(breaks, begun.pop()) + 1
