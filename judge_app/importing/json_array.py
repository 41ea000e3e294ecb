"""One JSON document that holds an array of flat objects, by itself or as a member of an object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge_app.importing.column_kinds import guess_kind, guess_queries_without_ids
from judge_app.importing.columns import roles_of
from judge_app.importing.formats import Format, Guess
from judge_app.importing.json_lists import JsonList
from judge_app.importing.json_objects import ITEMS, JsonObject, outline
from judge_app.importing.json_walk import Walk
from judge_app.importing.jsonl import METADATA, flattened, sampled_objects
from judge_app.importing.parsed import Kind
from judge_app.importing.placed import Item
from judge_app.importing.sample import SAMPLE_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judge_app.importing.json_walk import Held
    from judge_app.importing.sample import Sample


def recognise(sample: Sample) -> Guess | None:
    """Tell the kind from the keys of the objects, none of which may hold further objects.

    Such objects carry judgments of a query, each tool's in its own way.
    """
    paths = _paths_of_objects(sample)
    if any(len(path) > 1 and path[0] != METADATA for path in paths):
        return None
    roles = roles_of(sorted({path[-1] for path in paths if path[-1] not in (METADATA, ITEMS)}))
    guess = guess_kind(roles, ()) or guess_queries_without_ids(roles)
    return guess and guess._replace(why=guess.why.replace("the columns", "a JSON array with", 1))


def could_be(sample: Sample) -> bool:
    """Tell whether there is one array of objects on the first two levels."""
    return bool(_paths_of_objects(sample))


def _paths_of_objects(sample: Sample) -> list[tuple[str, ...]]:
    """Return the paths of all keys inside the objects of the one array, else none."""
    text = sample.text[:SAMPLE_BYTES].lstrip()
    if text[:1] not in ("[", "{") or len(sampled_objects(sample)) > 1:
        return []
    paths = outline(text)
    if text.startswith("["):
        return [path[1:] for path in paths if path[0] == ITEMS and len(path) > 1]
    held = [path for path in paths if len(path) > 2 and path[1] == ITEMS]  # noqa: PLR2004 - key, [], key
    return [path[2:] for path in held] if len({path[0] for path in held}) == 1 else []


def _records(walk: Walk) -> Iterator[Item]:
    for place, content in _objects(walk):
        yield Item(place, flattened(content))


def _objects(walk: Walk) -> Iterator[Held]:
    if isinstance(walk.document, list):
        yield from walk.items(walk.document, "", 1)
        return
    top = walk.top()
    arrays = [
        key
        for key, value in top.items()
        if isinstance(value, list) and any(isinstance(item, JsonObject) for item in value)
    ]
    if len(arrays) == 1:
        yield from walk.objects(top, arrays[0])
    else:
        walk.findings.problem(top.line, "one key has to hold an array of objects: [{…}, {…}]")


_WALKED = JsonList("json", "a JSON array", (), dict.fromkeys(Kind, _records))
FORMAT = Format(_WALKED.name, frozenset(Kind), recognise, could_be, _WALKED.parse)
