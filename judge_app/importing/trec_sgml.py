"""TREC topics in SGML: ``<top>`` with ``<num>``, ``<title>``, ``<desc>``, ``<narr>``.

The fields are closed by end tags in some collections and by the next field in others.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from judge_app.importing.columns import roles_of
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.parsed import Kind
from judge_app.importing.rows import Row
from judge_app.importing.texts import topics_frame, unwrapped
from judge_app.importing.values import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judge_app.importing.findings import Findings
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source

_START = re.compile(r"<top(\s[^>]*)?>", re.IGNORECASE)
_NUMBER = re.compile(r"<num(\s[^>]*)?>", re.IGNORECASE)
# A field begins on a line of its own; anything else in angle brackets may be text.
_NAMES = "top|num|title|desc|narr|head|dom|smry|con|fac|def|nat|time"
_TAG = re.compile(rf"^[ \t]*<(?P<open>{_NAMES})(?:\s[^>]*)?>|</(?:{_NAMES})\s*>", re.IGNORECASE)
_ENTITY = re.compile(r"&#?\w+;")
_LABELS = {
    "num": re.compile(r"\s*Number\s*:", re.IGNORECASE),
    "title": re.compile(r"\s*Topic\s*:", re.IGNORECASE),
    "desc": re.compile(r"\s*Description\s*:", re.IGNORECASE),
    "narr": re.compile(r"\s*Narrative\s*:", re.IGNORECASE),
}
_ROLES = roles_of(_LABELS)
_FEWEST_ALIKE = 3


def recognise(sample: Sample) -> Guess | None:
    """Tell TREC's SGML by its tags ``<top>`` and ``<num>``."""
    if _START.search(sample.text) and _NUMBER.search(sample.text):
        return Guess((Kind.TOPICS,), "the tags <top> and <num> of TREC topics in SGML")
    return None


def could_be(sample: Sample) -> bool:
    """Tell whether there is a tag ``<top>``."""
    return _START.search(sample.text) is not None


def parse(source: Source, _kind: Kind, findings: Findings) -> Content:
    """Read title, description and narrative of every topic; other fields are left out."""
    topics = list(_topics(source.lines()))
    for name in ("title", "desc", "narr"):
        _drop_placeholder(topics, name, findings)
    return Content(topics_frame((Row(line, fields, _ROLES) for line, fields in topics), findings))


def _topics(lines: Iterator[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the line of each topic's start and its fields as plain text."""
    start, pieces, current = 0, dict[str, list[str]](), ""
    for number, line in enumerate(lines, start=1):
        for tag, text in _parts(line):
            if tag == "top":
                if start:
                    yield start, _plain(pieces)
                start, pieces, current = number, {}, ""
            elif tag is not None:
                current = tag
            pieces.setdefault(current, []).append(text)
    if start:
        yield start, _plain(pieces)


def _parts(line: str) -> Iterator[tuple[str | None, str]]:
    """Cut a line at its tags.

    Yields
    ------
    tag : str or None
        The field that begins, empty where one ends, None where the last one goes on.
    text : str
        What follows the tag.
    """
    tag, rest = None, line
    while (found := _TAG.search(rest)) is not None:
        yield tag, rest[: found.start()]
        tag = (found["open"] or "").lower()
        rest = rest[found.end() :]
    yield tag, rest


def _plain(pieces: dict[str, list[str]]) -> dict[str, str]:
    fields = {}
    for name, label in _LABELS.items():
        text = label.sub("", "".join(pieces.get(name, ())), count=1)
        fields[name] = unwrapped(_ENTITY.sub(lambda entity: html.unescape(entity[0]), text))
    return fields


def _drop_placeholder(
    topics: list[tuple[int, dict[str, str]]], name: str, findings: Findings
) -> None:
    """Empty a field that reads the same in every topic, since it then says nothing of any."""
    values = {fields[name] for _, fields in topics}
    if len(topics) < _FEWEST_ALIKE or len(values) > 1 or "" in values:
        return
    for _, fields in topics:
        fields[name] = ""
    message = f"<{name}> reads {shown(values.pop())} in all {len(topics):,} topics and is left out"
    findings.warning(topics[0][0], message)


FORMAT = Format("trec-sgml", frozenset({Kind.TOPICS}), recognise, could_be, parse)
