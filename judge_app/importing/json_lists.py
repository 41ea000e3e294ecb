"""Formats that are one JSON document with lists of ratings or rankings somewhere inside.

Each such format says by which keys it is known, and how to walk through it for a kind of file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.json_objects import JsonObject, fits, outline, read_json
from judge_app.importing.json_walk import Walk
from judge_app.importing.jsonl import sampled_objects
from judge_app.importing.placed import content_of_items
from judge_app.importing.sample import SAMPLE_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from judge_app.importing.findings import Findings
    from judge_app.importing.parsed import Kind
    from judge_app.importing.placed import Item
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source


@dataclass(frozen=True, slots=True)
class JsonList:
    """What tells a format, and how its items are found.

    Attributes
    ----------
    name : str
        As ``--format`` takes it.
    what : str
        Its name in a sentence.
    keys : tuple of tuple of str
        Paths of keys that all have to occur; see `fits`.
    readers : mapping of Kind to callable
        Yields the items of the document as a kind; the likeliest kind first.
    others : tuple of tuple of tuple of str
        Other sets of keys by which it is known too.
    """

    name: str
    what: str
    keys: tuple[tuple[str, ...], ...]
    readers: Mapping[Kind, Callable[[Walk], Iterator[Item]]]
    others: tuple[tuple[tuple[str, ...], ...], ...] = ()

    def format(self) -> Format:
        """Return it as the registry needs it."""
        kinds = frozenset(self.readers)
        return Format(self.name, kinds, self.recognise, _never, self.parse, certain=True)

    def recognise(self, sample: Sample) -> Guess | None:
        """Tell the format by its keys; the kind is the likeliest unless the name says another."""
        if sample.text.lstrip()[:1] not in ("{", "[") or len(sampled_objects(sample)) > 1:
            return None
        paths = outline(sample.text[:SAMPLE_BYTES])
        sets = (self.keys, *self.others)
        if not any(all(fits(paths, *pattern) for pattern in keys) for keys in sets):
            return None
        kinds = tuple(self.readers)
        return Guess(kinds, f"{self.what}, by its keys", likely=kinds[0])

    def parse(self, source: Source, kind: Kind, findings: Findings) -> Content:
        """Read the document as a whole, and walk through it."""
        text = source.document()
        document = _document(text, findings)
        if document is None:
            return Content(pd.DataFrame())
        _note_repeated_keys(document, findings)
        walk = Walk(document, findings)
        content = content_of_items(self.readers[kind](walk), kind, findings)
        return content._replace(tags=walk.tags or content.tags)


def _never(_sample: Sample) -> bool:
    return False


def _document(text: str, findings: Findings) -> object:
    try:
        return read_json(text)
    except json.JSONDecodeError as fault:
        end = len(text.rstrip())
        line = text.count("\n", 0, min(fault.pos, end)) + 1
        if fault.pos < end:
            findings.problem(line, f"this is not JSON: {fault.msg} (column {fault.colno})")
        else:
            message = "the JSON ends in the middle; copy or download the file again"
            findings.problem(line, message)
    except RecursionError:
        findings.problem(None, "objects or lists are nested without end")
    return None


def _note_repeated_keys(document: object, findings: Findings) -> None:
    held = [document]
    while held:
        value = held.pop()
        if isinstance(value, JsonObject):
            for key in value.repeated:
                message = f"the object that begins here has the key {key!r} twice; keep one"
                findings.problem(value.line, message)
        if isinstance(value, dict):
            held.extend(value.values())
        elif isinstance(value, list):
            held.extend(value)
