"""Topics as lines of ``id:text``, as the Million Query tracks wrote them."""

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

# A second number, as in times of day and in id:priority:text, leaves the text's start in doubt.
_NUMBERED = re.compile(r"(\d+):(?!\s*\d+:)\s*\S.*")
_LINE = re.compile(r"[^\s:{\[<\"]+:[^\t]*$")
_ROLES = {Role.ID: ("id",), Role.TEXT: ("text",)}
_FEWEST = 2


def recognise(sample: Sample) -> Guess | None:
    """Tell these topics where every line is a number, a colon and a text, all numbers distinct."""
    found = [_NUMBERED.fullmatch(line) for line in sample.lines]
    numbers = {line[1] for line in found if line}
    if len(found) < _FEWEST or len(numbers) < len(found):
        return None
    return Guess((Kind.TOPICS,), "lines that are a number, a colon and a text")


def could_be(sample: Sample) -> bool:
    """Tell whether the first line has a colon behind a first word, and no tab."""
    return bool(sample.lines) and _LINE.match(sample.lines[0]) is not None


def parse(source: Source, _kind: Kind, findings: Findings) -> Content:
    """Read every line: what stands before the first colon is the id."""
    return Content(topics_frame(_rows(source, findings), findings))


def _rows(source: Source, findings: Findings) -> Iterator[Row]:
    for number, ended in enumerate(source.lines(), start=1):
        line = ended.rstrip("\r\n")
        query_id, colon, text = line.partition(":")
        if colon:
            yield Row(number, {"id": query_id, "text": text}, _ROLES)
        elif line.strip():
            findings.problem(number, f"{shown(line)} has no colon; write id:text")


FORMAT = Format("colon", frozenset({Kind.TOPICS}), recognise, could_be, parse)
