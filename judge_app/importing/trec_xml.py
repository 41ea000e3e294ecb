"""Topics in XML: ``<topic>`` with ``<query>``, ``<description>``, ``<subtopic>`` and the like."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.parsers import expat

from judge_app.importing.columns import roles_of
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.parsed import Kind
from judge_app.importing.rows import Row
from judge_app.importing.texts import topics_frame, unwrapped

if TYPE_CHECKING:
    from judge_app.importing.findings import Findings
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source

_TOPIC = re.compile(r"<topic[\s>]", re.IGNORECASE)


def recognise(sample: Sample) -> Guess | None:
    """Tell XML topics by an element ``<topic>`` in a text that begins with a tag."""
    if sample.text.lstrip().startswith("<") and _TOPIC.search(sample.text):
        return Guess((Kind.TOPICS,), "elements <topic> of TREC topics in XML")
    return None


def could_be(sample: Sample) -> bool:
    """Tell whether the text begins with a tag."""
    return sample.text.lstrip().startswith("<")


def parse(source: Source, _kind: Kind, findings: Findings) -> Content:
    """Read every ``<topic>``: its number, its query, and whatever describes the need."""
    reader = _TopicReader()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, found: reader.start(
        name.lower(), found, parser.CurrentLineNumber
    )
    parser.EndElementHandler = lambda _: reader.end()
    parser.CharacterDataHandler = reader.text
    parser.EntityDeclHandler = _refuse_entity
    try:
        parser.Parse("".join(source.lines()), True)  # noqa: FBT003
    except expat.ExpatError as fault:
        reason = expat.ErrorString(fault.code)
        findings.problem(fault.lineno, f"this is not XML: {reason} (a plain & is written &amp;)")
    except _EntityError as fault:
        findings.problem(parser.CurrentLineNumber, str(fault))
    return Content(topics_frame(reader.rows, findings))


class _EntityError(Exception):
    """The file declares entities, which can be made to grow without bound."""


def _refuse_entity(name: str, *_: object) -> None:
    raise _EntityError(f"entities such as &{name}; are not read; write their text instead")


class _TopicReader:
    """Collects the topics, as rows, while the parser walks through the file."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._line = 0
        self._attributes: dict[str, str] = {}
        self._children: dict[str, list[str]] = {}
        self._open: list[tuple[str, list[str]]] = []

    def start(self, name: str, attributes: dict[str, str], line: int) -> None:
        """Begin a topic, or an element inside one."""
        if self._open:
            self._open.append((name, [_subtopic_label(attributes)] if name == "subtopic" else []))
        elif name == "topic":
            self._open.append((name, []))
            self._line = line
            self._attributes = {key.lower(): value for key, value in attributes.items()}
            self._children = {}

    def text(self, data: str) -> None:
        """Take text that stands in the innermost open element."""
        if self._open:
            self._open[-1][1].append(data)

    def end(self) -> None:
        """Close the innermost element; the outermost one completes a topic."""
        if not self._open:
            return
        name, pieces = self._open.pop()
        text = unwrapped("".join(pieces))
        if len(self._open) > 1:
            self._open[-1][1].append(text)
        elif self._open:
            self._children.setdefault("subtopics" if name == "subtopic" else name, []).append(text)
        else:
            self._complete(text)

    def _complete(self, own_text: str) -> None:
        children = {
            name: texts[0] if len(texts) == 1 else texts for name, texts in self._children.items()
        }
        values: dict[str, object] = {"text": own_text, **self._attributes, **children}
        self.rows.append(Row(self._line, values, roles_of(values)))


def _subtopic_label(attributes: dict[str, str]) -> str:
    number, kind = attributes.get("number", ""), attributes.get("type", "")
    return f"Subtopic {number}{f' ({kind})' if kind else ''}: "


FORMAT = Format("trec-xml", frozenset({Kind.TOPICS}), recognise, could_be, parse)
