"""One record of a table or a JSON file, read by the roles of its columns."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from judge_app.importing.values import shown

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from judge_app.importing.columns import Role, Roles

CONTROL = r"[\x00-\x1f\x7f]"


class FieldError(ValueError):
    """A value cannot be used where it stands; the message says why."""


class Row(NamedTuple):
    """One record.

    Attributes
    ----------
    line : int
        Where it begins.
    values : mapping of str to object
        Its values by column: strings, or what JSON holds.
    roles : mapping
        Which columns play which role.
    """

    line: int
    values: Mapping[str, object]
    roles: Roles

    def texts(self, *roles: Role) -> dict[str, str]:
        """Return the texts that are not blank by column, in the order of the roles.

        Raises
        ------
        FieldError
            If a value is neither a text, a number, nor a list of texts.
        """
        found = {
            column: text_of(column, self.values.get(column))
            for role in roles
            for column in self.roles.get(role, ())
        }
        return {column: text for column, text in found.items() if text.strip()}

    def first(self, *roles: Role) -> tuple[str, str]:
        """Return the first column that is not blank, and its text; two empty ones else.

        Raises as ``texts`` does.
        """
        for role in roles:
            for column in self.roles.get(role, ()):
                text = text_of(column, self.values.get(column))
                if text and not text.isspace():
                    return column, text
        return "", ""

    def value(self, *roles: Role) -> str:
        """Return what stands in the first column with one of the roles, blank or not.

        Raises
        ------
        FieldError
            If there is no such column, or it holds no single value.
        """
        return text_of(*self._only(*roles)).strip()

    def identifier(self, *roles: Role) -> str:
        """Return the id in the first column with one of the roles, exactly as it is written.

        Raises
        ------
        FieldError
            If there is none, or it could not be written to a file of lines and columns.
        """
        return id_of(*self._only(*roles))

    def _only(self, *roles: Role) -> tuple[str, object]:
        for role in roles:
            for column in self.roles.get(role, ()):
                return column, self.values.get(column)
        raise FieldError(f"there is no {' or '.join(roles)}")

    def others(self, used: Collection[str]) -> str:
        """Return as JSON the values of all other columns; empty where nothing is left.

        Raises
        ------
        FieldError
            If the values hold what is no Unicode text.
        """
        rest = {
            column: value
            for column, value in self.values.items()
            if column not in used and value not in (None, "", {}, [])
        }
        return _encodable("a further key", json.dumps(rest, ensure_ascii=False)) if rest else ""


def text_of(column: str, value: object) -> str:
    """Return a value as text; several texts are joined by blank lines.

    Raises
    ------
    FieldError
        If the value is neither a text, a number, nor a list of texts.
    """
    match value:
        case None:
            return ""
        case str():
            return _encodable(column, value)
        case bool() | dict():
            raise FieldError(f"{column} is {shown(json.dumps(value))}, not a text")
        case list():
            return "\n\n".join(text for item in value if (text := text_of(column, item).strip()))
        case _:
            return str(value)


def _encodable(column: str, text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as fault:
        raise FieldError(f"{column} holds half of a Unicode escape pair") from fault
    return text


def id_of(column: str, value: object) -> str:
    """Return a value as an id, exactly as it is written.

    Raises
    ------
    FieldError
        If it is no text and no whole number, or could not be written to a file of lines and
        columns.
    """
    if isinstance(value, float):
        raise FieldError(f"{column} is the number {value}; write ids with a fraction in quotes")
    if value is None or isinstance(value, (list, dict, bool)):
        raise FieldError(f"{column} is empty" if value is None else f"{column} is not a text")
    text = _encodable(column, str(value))
    if not text.strip():
        raise FieldError(f"{column} is empty")
    if re.search(CONTROL, text):
        raise FieldError(f"{column} {shown(text)} holds a tab, a line break or a control character")
    return text
