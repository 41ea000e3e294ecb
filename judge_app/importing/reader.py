"""Read one file, whatever its format."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from judge_app.importing.parsed import Kind, Parsed


def read_file(
    path: Path,
    *,
    name: str | None = None,
    kind: Kind | None = None,
    format: str | None = None,  # noqa: A002
    progress: Callable[[float], None] | None = None,
) -> Parsed:
    """Read a file of topics, documents, a run, qrels or judgments.

    Content that is wrong never raises: it is told in ``problems``, with lines.
    """
    raise NotImplementedError
