"""The default export: bare qrels, one line a pair, the same bytes for the same labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from judge_app.domain.errors import BadInputError


def qrels_line(query_id: str, doc_id: str, grade: int) -> str:
    """Return a label as a TREC qrels line: ``query_id 0 doc_id grade``."""
    return f"{query_id} 0 {doc_id} {grade}\n"


def query_lines(query_id: str, labels: Mapping[str, int]) -> str:
    """Return the lines of one query, documents in byte order of their ids."""
    return "".join(qrels_line(query_id, doc_id, labels[doc_id]) for doc_id in sorted(labels))


def require_writable(ids: Iterable[str]) -> None:
    """Refuse ids that a blank-separated format cannot hold.

    Raises
    ------
    BadInputError
        When an id holds white space.
    """
    for identifier in ids:
        if len(identifier.split()) != 1:
            raise BadInputError(
                f"the id {identifier!r} holds a blank, which TREC files cannot hold",
                "Export with --format csv instead.",
            )
