"""Walk through one large JSON object member by member, knowing the lines."""

from __future__ import annotations

import json
import re
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

# The key and the value of each member, in file order, repeated keys included.
Pairs: TypeAlias = "tuple[tuple[str, object], ...]"

_BLANK = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"(?P<key>[ \t\n\r]*:)?')


class Number(str):
    """A number exactly as the file writes it, ``NaN`` and ``Infinity`` included."""

    __slots__ = ()


# The json module alone would keep the last of two equal keys, and round long numbers.
_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple, parse_float=Number, parse_int=Number, parse_constant=Number
)


class Member(NamedTuple):
    """One member of the outermost object.

    Attributes
    ----------
    line : int
        Line of its key.
    key : str
        Its key.
    value : object
        Its value: objects as `Pairs`, numbers as `Number`, all else as the json module has it.
    lines : list of int
        Of an object, the line of each key; that of its own where further objects stand inside.
    """

    line: int
    key: str
    value: object
    lines: list[int]


def members(text: str) -> Iterator[Member]:
    """Yield the members of a JSON object that is the whole text, in file order.

    Raises
    ------
    json.JSONDecodeError
        If the text is no JSON object.
    RecursionError
        If values are nested without end.
    """
    place = _past(text, _past(text, 0), "{")
    line, counted = 1, 0
    if text[place : place + 1] == "}":
        place += 1
    else:
        more = True
        while more:
            _require(text, place, '"')
            key, end = _DECODER.raw_decode(text, place)
            line, counted = line + text.count("\n", counted, place), place
            begin = _past(text, _past(text, end), ":")
            value, end = _DECODER.raw_decode(text, begin)
            yield Member(line, key, value, _key_lines(text, begin, end, line, counted, value))
            place = _past(text, end)
            more = text[place : place + 1] == ","
            place = _past(text, place, "," if more else "}")
    if _past(text, place) < len(text):
        raise json.JSONDecodeError("something follows the end of the object", text, place)


def _past(text: str, place: int, sign: str = "") -> int:
    """Return the place behind a sign, which has to stand here, and the blanks that follow it."""
    _require(text, place, sign)
    return _BLANK.match(text, place + len(sign)).end()  # type: ignore[union-attr]  # matches ""


def _require(text: str, place: int, sign: str) -> None:
    if not text.startswith(sign, place):
        raise json.JSONDecodeError(f"{sign!r} is needed here", text, place)


def _key_lines(
    text: str, begin: int, end: int, line: int, counted: int, value: object
) -> list[int]:
    """Return the line of each key of an object that stands from `begin` to `end`.

    Strings hold no line feeds, so that every one that is counted is blank space.
    """
    if not isinstance(value, tuple):
        return []
    own = line + text.count("\n", counted, begin)
    if text.find("\n", begin, end) >= 0:
        keys = [found.start() for found in _STRING.finditer(text, begin, end) if found["key"]]
        if len(keys) == len(value):
            breaks = (text.count("\n", one, other) for one, other in pairwise((begin, *keys)))
            return list(accumulate(breaks, initial=own))[1:]
    return [own] * len(value)
