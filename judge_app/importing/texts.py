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

_TEXTS_FOR_IDS = (Role.QUERY, Role.QUESTION)
_TEXTS_ARE_IDS = (
    "the topics have no ids, so that the text of each query is its id, as in judgments that name "
    "queries by their texts; add a column query_id to give other ids"
)


def topics_frame(rows: Iterable[Row], findings: Findings) -> pd.DataFrame:
    """Return ``query_id, text, narrative, line``; a topic without text is an error.

    The narrative is everything else that says what is sought, joined by blank lines. Where no
    topic has an id, the text of its query is its id, and a warning says so.
    """
    places: list[int] = []
    nameless: list[int] = []

    def read(row: Row) -> tuple[str, str, str]:
        places.append(row.line)
        return _topic(row, nameless)

    topics, lines = _distinct(rows, read, findings)
    if nameless and len(nameless) < len(places):
        findings.problems_at(nameless, lambda _: f"there is no {' or '.join(TOPIC_IDS)}")
    elif nameless:
        findings.warning(None, _TEXTS_ARE_IDS)
    return frame_of(topics, Kind.TOPICS).assign(line=pd.array(lines, dtype="int64"))


def documents_frame(rows: Iterable[Row], findings: Findings) -> pd.DataFrame:
    """Return ``doc_id, title, text, url, kind, extra, line``; one without words is a warning.

    ``extra`` is the JSON of every column that no other one covers.
    """
    silent: list[int] = []
    documents, lines = _distinct(rows, lambda row: document_record(row, silent), findings)
    note_silent(silent, findings)
    return frame_of(documents, Kind.DOCUMENTS).assign(line=pd.array(lines, dtype="int64"))


def note_silent(places: list[int], findings: Findings) -> None:
    """Warn of documents, at the given places, that have nothing to read."""
    if places:
        count = "1 document has" if len(places) == 1 else f"{len(places):,} documents have"
        where = findings.places(places)
        message = f"{count} neither title nor text ({where}); kept, but there is nothing to read"
        findings.warning(places[0], message)


def note_repeated(places: list[int], findings: Findings) -> None:
    """Warn of records, at the given places, that stood in the file already, word for word."""
    if places:
        message = f"{findings.places(places)} repeated word for word; each record is taken once"
        findings.warning(places[0], message)


def note_contradiction(row_id: str, places: tuple[int, int], findings: Findings) -> None:
    """Note a record that differs from an earlier one of the same id."""
    earlier, place = places
    message = (
        f"the id {shown(row_id)} stood in {findings.places([earlier])} already, with other content"
    )
    findings.problem(place, message)


def unwrapped(text: str) -> str:
    """Join lines that were broken at a fixed width; blank lines still part paragraphs."""
    paragraphs = re.split(r"\n[ \t\r]*\n", text)
    return "\n\n".join(words for part in paragraphs if (words := " ".join(part.split())))


def _topic(row: Row, nameless: list[int]) -> tuple[str, str, str]:
    has_id = any(role in row.roles for role in TOPIC_IDS)
    if not has_id and any(role in row.roles for role in _TEXTS_FOR_IDS):
        nameless.append(row.line)
        query_id = row.identifier(*_TEXTS_FOR_IDS)
    else:
        query_id = row.identifier(*TOPIC_IDS)
    taken, text = row.first(*_QUERY_TEXTS)
    if not taken:
        raise FieldError(f"topic {shown(query_id)} has no text")
    told = row.texts(*_QUERY_TEXTS, Role.BACKGROUND, Role.NARRATIVE).items()
    narrative = "\n\n".join(need.strip() for column, need in told if column != taken)
    return query_id, text.strip(), narrative


def document_record(row: Row, silent: list[int]) -> tuple[str, ...]:
    """Return the values of a document in the order of its columns.

    Parameters
    ----------
    row : Row
        One record of a file.
    silent : list of int
        Takes its place if it has neither title nor text.

    Raises
    ------
    FieldError
        If there is no id, or a value cannot be used.
    """
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
) -> tuple[list[tuple[str, ...]], list[int]]:
    """Read the rows; of equal ones the first is kept, of contradicting ones none is right.

    Returns the records and the line of each.
    """
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
            note_contradiction(record[0], (line, row.line), findings)
    note_repeated(repeated, findings)
    return [record for _, record in kept.values()], [line for line, _ in kept.values()]


def frame_of(records: list[tuple[str, ...]], kind: Kind) -> pd.DataFrame:
    """Return records of texts as a frame with the columns of their kind."""
    columns = zip(*records, strict=True) if records else [()] * len(COLUMNS[kind])
    texts = (pd.array(list(column), dtype="str") for column in columns)
    return pd.DataFrame(dict(zip(COLUMNS[kind], texts, strict=True)))
