"""The words that several commands share: arguments, options, and how lists are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

import typer

_ENTRY = re.compile(r"(?:[^\s,(]|\([^)]*\)?)+")


class Format(StrEnum):
    """How a result is printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


ProjectWord = Annotated[
    str,
    typer.Argument(
        metavar="PROJECT",
        help="A project's .duckdb file, or the http:// address of a running server.",
        show_default=False,
    ),
]
FormatWord = Annotated[Format, typer.Option("--format", help="How the result is printed.")]
RunsWord = Annotated[
    list[str] | None,
    typer.Option(
        "--runs",
        metavar="NAME...",
        help="Names of runs, separated by commas or blanks; may be repeated. [default: all]",
        show_default=False,
    ),
]
LabelsWord = Annotated[
    str | None,
    typer.Option(
        "--labels",
        metavar="RULE",
        help="How several judgments of a pair become one label. [default: the project's rule]",
        show_default=False,
    ),
]
DepthWord = Annotated[
    int | None,
    typer.Option(
        "--depth", metavar="N", help="Documents per query. [default: 10]", show_default=False
    ),
]


def split_list(values: Sequence[str] | None) -> list[str] | None:
    """Return the entries of a list option, or None where it holds none.

    Entries are separated by commas or blanks outside parentheses; an option that was given
    several times is one list.

    Examples
    --------
    >>> split_list(["a, b", "c(k1=1, b=2)"])
    ['a', 'b', 'c(k1=1, b=2)']
    """
    return [entry for value in values or () for entry in _ENTRY.findall(value)] or None
