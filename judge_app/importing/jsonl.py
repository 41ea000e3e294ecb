"""JSON lines: one object per line, whose keys say what it is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from judge_app.importing.column_kinds import guess_kind, guess_queries_without_ids
from judge_app.importing.columns import DOCUMENT_IDS, Role, roles_of
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.parsed import Kind
from judge_app.importing.records import read_rows
from judge_app.importing.rows import Row
from judge_app.importing.values import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judge_app.importing.columns import Roles
    from judge_app.importing.findings import Findings
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source
    from judge_app.importing.wanted import WantedIds

_SAMPLED = 50
METADATA = "metadata"
# Beside syntax: numbers with thousands of digits and nesting without end.
_NOT_JSON = (ValueError, RecursionError)


class RepeatedKeyError(ValueError):
    """A key stands twice in an object of a JSON line; the message says so."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    item = dict(pairs)
    if len(item) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise RepeatedKeyError(f"an object has the key {shown(key)} twice; keep one")
            seen.add(key)
    return item


_TOO_DEEP = "this is not JSON that can be read: objects or lists are nested without end"
_DECODER = json.JSONDecoder(object_pairs_hook=_object)


def sampled_objects(sample: Sample) -> list[dict[str, Any]]:
    """Return the objects of the first lines; none where most lines hold no object."""
    lines = sample.lines[:_SAMPLED]
    objects = [item for line in lines if (item := object_in(line)) is not None]
    return objects if 2 * len(objects) > len(lines) else []


def object_in(line: str) -> dict[str, Any] | None:
    """Return the JSON object that a line holds, else None."""
    try:
        item = json.loads(line)
    except _NOT_JSON:
        return None
    return flattened(item) if isinstance(item, dict) else None


def recognise(sample: Sample) -> Guess | None:
    """Tell the kind from the keys of the first objects."""
    objects = sampled_objects(sample)
    if not objects:
        return None
    roles = roles_of(key for item in objects for key in item)
    scores = [str(item.get(column)) for column in roles.get(Role.SCORE, ()) for item in objects]
    guess = guess_kind(roles, scores) or guess_queries_without_ids(roles)
    return guess and guess._replace(why=guess.why.replace("the columns", "JSON lines with", 1))


def could_be(sample: Sample) -> bool:
    """Tell whether the first line begins an object."""
    return bool(sample.lines) and sample.lines[0].lstrip().startswith("{")


def parse(source: Source, kind: Kind, findings: Findings) -> Content:
    """Read every line as one record."""
    return read_rows(_rows(source, findings), kind, findings)


def document_rows(source: Source, findings: Findings, wanted: WantedIds) -> Iterator[Row]:
    """Yield the wanted documents; see `Format`."""
    id_columns: dict[int, str] = {}
    for row in _rows(source, findings):
        # The roles of like objects are one and the same mapping.
        column = id_columns.get(id(row.roles))
        if column is None:
            named = [name for role in DOCUMENT_IDS for name in row.roles.get(role, ())]
            column = id_columns[id(row.roles)] = named[0] if named else ""
        if not wanted.may_skip(row.values.get(column)):
            yield row


def _rows(source: Source, findings: Findings) -> Iterator[Row]:
    known: dict[tuple[str, ...], Roles] = {}
    for number, line in enumerate(source.lines(), start=1):
        if not line.strip():
            continue
        try:
            item = _item_in(line)
        except RepeatedKeyError as fault:
            findings.problem(number, str(fault))
            continue
        except RecursionError:
            findings.problem(number, _TOO_DEEP)
            continue
        except _NOT_JSON as fault:
            findings.problem(number, f"this is not JSON ({fault})")
            continue
        if not isinstance(item, dict):
            findings.problem(number, "a JSON object is needed here: {…} on one line")
            continue
        values = flattened(item)
        keys = tuple(values)
        if keys not in known:
            known[keys] = roles_of(keys)
        yield Row(number, values, known[keys])


def _item_in(line: str) -> object:
    """Return what `json.loads` does, in half the time where the line has no blanks around it."""
    try:
        item, end = _DECODER.raw_decode(line)
    except json.JSONDecodeError:
        return _DECODER.decode(line)
    return item if line[end:] in ("\n", "\r\n", "") else _DECODER.decode(line)


def flattened(item: dict[str, Any]) -> dict[str, Any]:
    """Lift what BEIR keeps under ``metadata`` beside the other keys."""
    metadata = item.get(METADATA)
    if not isinstance(metadata, dict):
        return item
    rest = {key: value for key, value in item.items() if key != METADATA}
    return {**metadata, **rest}


FORMAT = Format("jsonl", frozenset(Kind), recognise, could_be, parse, document_rows=document_rows)
