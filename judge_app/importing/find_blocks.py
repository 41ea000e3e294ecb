"""Topics of the TIME collection: ``*FIND 12``, the text below it, ``*STOP`` at the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from judge_app.importing.columns import Role
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.parsed import Kind
from judge_app.importing.rows import Row
from judge_app.importing.texts import topics_frame
from judge_app.importing.values import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judge_app.importing.findings import Findings
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source

_START = re.compile(r"\*FIND\s+(\S+)\s*")
_STOP = re.compile(r"\*STOP\s*")
_ROLES = {Role.ID: ("id",), Role.TEXT: ("text",)}


def recognise(sample: Sample) -> Guess | None:
    """Tell these topics by the mark on their first line."""
    return Guess((Kind.TOPICS,), "blocks that begin with *FIND") if could_be(sample) else None


def could_be(sample: Sample) -> bool:
    """Tell whether the first line begins a topic."""
    return bool(sample.lines) and _START.fullmatch(sample.lines[0]) is not None


def parse(source: Source, _kind: Kind, findings: Findings) -> Content:
    """Read every block; its lines, which blank ones part, are joined to one text."""
    return Content(topics_frame(_rows(source, findings), findings))


def _rows(source: Source, findings: Findings) -> Iterator[Row]:
    start, query_id, words = 0, "", list[str]()
    for number, line in enumerate(source.lines(), start=1):
        begins = _START.fullmatch(line)
        if begins or _STOP.fullmatch(line):
            if start:
                yield Row(start, {"id": query_id, "text": " ".join(words)}, _ROLES)
            start, query_id, words = (number, begins[1], []) if begins else (0, "", [])
        elif start:
            words += line.split()
        elif line.strip():
            findings.problem(number, f"{shown(line.strip())} stands in no block that *FIND begins")
    if start:
        yield Row(start, {"id": query_id, "text": " ".join(words)}, _ROLES)


FORMAT = Format("find-blocks", frozenset({Kind.TOPICS}), recognise, could_be, parse)
