"""Tell what a file holds from its start, before it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge_app.importing.encodings import encoding_named
from judge_app.importing.recognised import recognise, require_file
from judge_app.importing.source import Source

if TYPE_CHECKING:
    from pathlib import Path

    from judge_app.importing.parsed import Kind


def kind_of(
    path: Path,
    *,
    name: str | None = None,
    format: str | None = None,  # noqa: A002
    encoding: str | None = None,
) -> Kind:
    """Return the kind as which `read_file` would read a file; the values are those of it.

    Raises
    ------
    BadInputError
        As `read_file` does.
    """
    source = Source(
        path, name or str(path), None, None if encoding is None else encoding_named(encoding)
    )
    require_file(source)
    return recognise(source, None, format, None).choice.kind
