"""Values that requests bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from judge_app.domain.errors import BadInputError

_Default = TypeVar("_Default", int, None)


def names_in(body: Mapping[str, Any], name: str) -> list[str] | None:
    """Return a list of names; None where there is none.

    Raises
    ------
    BadInputError
        When it is anything else.
    """
    names = body.get(name)
    if names is None:
        return None
    if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
        raise BadInputError(f"{name!r} must be a list of names")
    return names


def number(body: Mapping[str, Any], name: str) -> float:
    """Return a number; 0 where there is none.

    Raises
    ------
    BadInputError
        When it is anything else.
    """
    value = body.get(name)
    if isinstance(value, bool) or not isinstance(value or 0, int | float):
        raise BadInputError(f"{name!r} must be a number")
    return float(value or 0)


def whole_number(words: Mapping[str, Any], name: str, default: _Default) -> int | _Default:
    """Return a whole number, as such or as text; the default where there is none.

    Raises
    ------
    BadInputError
        When it is anything else.
    """
    value = words.get(name)
    if value is None or value == "":
        return default
    try:
        return int(value)
    except (TypeError, ValueError):
        raise BadInputError(f"{name!r} must be a whole number") from None
