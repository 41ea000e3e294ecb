"""What a file of labels is taken to say about documents that it does not hold."""

from __future__ import annotations

from enum import StrEnum

from judge_app.domain.errors import BadInputError

MANY = 1 << 40
"""Stands for any number of further documents: more than any ratio can tell from infinitely many."""


class FilePool(StrEnum):
    """Which documents without a label may turn out to be relevant.

    Those that a run shows always may; the two differ in the others.

    ``OPEN``: any number of others, as in an open world. ``CLOSED``: those that the file marks as
    pooled and not judged (−1).
    """

    OPEN = "open"
    CLOSED = "closed"


def parse_file_pool(text: str) -> FilePool:
    """Return the pool of that name.

    Raises
    ------
    BadInputError
        When there is none.
    """
    try:
        return FilePool(text)
    except ValueError:
        raise BadInputError(
            f"there is no pool {text!r}",
            "Use open (any other document may be relevant) or closed (only those marked -1).",
        ) from None
