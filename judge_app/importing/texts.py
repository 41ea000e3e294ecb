"""Topics and documents, whichever format they came from, as frames."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pandas as pd

from judge_app.importing.columns import DOCUMENT_IDS, TOPIC_IDS, Role
from judge_app.importing.parsed import COLUMNS, Kind
from judge_app.importing.rows import FieldError, Row
from judge_app.importing.values import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from judge_app.importing.findings import Findings

_KINDS = ("text", "html", "markdown")
_QUERY_TEXTS = (Role.QUERY, Role.TEXT, Role.TITLE, Role.QUESTION, Role.DESCRIPTION)


def topics_frame(rows: Iterable[Row], findings: Findings) -> pd.DataFrame:
    """Return ``query_id, text, narrative``; a topic without text is an error.

    The narrative is everything else that says what is sought, joined by blank lines.
    """
    return _frame(_distinct(rows, _topic, findings), Kind.TOPICS)


def documents_frame(rows: Iterable[Row], findings: Findings) -> pd.DataFrame:
    """Return ``doc_id, title, text, url, kind, extra``; one with nothing to read is a warning.

    ``extra`` is the JSON of every column that no other one covers.
    """
    silent: list[int] = []
    documents = _distinct(rows, lambda row: _document(row, silent), findings)
    if silent:
        count = "1 document has" if len(silent) == 1 else f"{len(silent):,} documents have"
        where = findings.places(silent)
        message = f"{count} neither title nor text ({where}); kept, but there is nothing to read"
        findings.warning(silent[0], message)
    return _frame(documents, Kind.DOCUMENTS)


def unwrapped(text: str) -> str:
    """Join lines that were broken at a fixed width; blank lines still part paragraphs."""
    paragraphs = re.split(r"\n[ \t\r]*\n", text)
    return "\n\n".join(words for part in paragraphs if (words := " ".join(part.split())))


def _topic(row: Row) -> tuple[str, str, str]:
    query_id = row.identifier(*TOPIC_IDS)
    taken, text = row.first(*_QUERY_TEXTS)
    if not taken:
        raise FieldError(f"topic {shown(query_id)} has no text")
    told = row.texts(*_QUERY_TEXTS, Role.NARRATIVE).items()
    narrative = "\n\n".join(need.strip() for column, need in told if column != taken)
    return query_id, text.strip(), narrative


def _document(row: Row, silent: list[int]) -> tuple[str, ...]:
    doc_id = row.identifier(*DOCUMENT_IDS)
    parts = [row.first(role) for role in (Role.TITLE, Role.TEXT, Role.URL, Role.DOCUMENT_KIND)]
    (_, title), (_, text), (_, url), (_, kind) = parts
    if not (title or text):
        silent.append(row.line)
    if kind not in _KINDS:
        kind = "text"
        parts.pop()
    ids = [columns[0] for role in DOCUMENT_IDS if (columns := row.roles.get(role))]
    extra = row.others({*ids[:1], *(column for column, _ in parts)})
    return doc_id, title, text, url, kind, extra


def _distinct(
    rows: Iterable[Row], read: Callable[[Row], tuple[str, ...]], findings: Findings
) -> list[tuple[str, ...]]:
    """Read the rows; of equal ones the first is kept, of contradicting ones none is right."""
    kept: dict[str, tuple[int, tuple[str, ...]]] = {}
    repeated: list[int] = []
    for row in rows:
        try:
            record = read(row)
        except FieldError as fault:
            findings.problem(row.line, str(fault))
            continue
        line, earlier = kept.setdefault(record[0], (row.line, record))
        if earlier is record:
            continue
        if earlier == record:
            repeated.append(row.line)
        else:
            findings.problem(
                row.line,
                f"the id {shown(record[0])} stood in {findings.places([line])} already, "
                "with other content",
            )
    if repeated:
        message = f"{findings.places(repeated)} repeated word for word; each record is taken once"
        findings.warning(repeated[0], message)
    return [record for _, record in kept.values()]


def _frame(records: list[tuple[str, ...]], kind: Kind) -> pd.DataFrame:
    columns = zip(*records, strict=True) if records else [()] * len(COLUMNS[kind])
    texts = (pd.array(list(column), dtype="str") for column in columns)
    return pd.DataFrame(dict(zip(COLUMNS[kind], texts, strict=True)))
