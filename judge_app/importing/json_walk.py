"""Go through a JSON document from list to list, noting what is not as it has to be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from judge_app.importing.findings import Place
from judge_app.importing.json_objects import JsonObject
from judge_app.importing.placed import Item

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from judge_app.importing.findings import Findings


class Held(NamedTuple):
    """An object that was found in a list or in another object."""

    place: Place
    content: JsonObject


class Walk:
    """Go through a JSON document; what is not as it has to be is noted and passed over."""

    def __init__(self, document: object, findings: Findings) -> None:
        self.document = document
        self.findings = findings
        self.tags: tuple[str, ...] = ()

    def top(self) -> JsonObject:
        """Return the outermost object; an empty one where there is none."""
        if isinstance(self.document, JsonObject):
            return self.document
        self.findings.problem(1, "the outermost value has to be an object: {…}")
        return JsonObject([], 1)

    def objects(self, holder: JsonObject, key: str, path: str = "") -> Iterator[Held]:
        """Yield the objects of the list under a key; none where the key is absent or null."""
        value = holder.get(key)
        if value is not None:
            yield from self.items(value, _joined(path, key), holder.line)

    def items(self, value: object, path: str, line: int | None) -> Iterator[Held]:
        """Yield the objects of a list."""
        if not isinstance(value, list):
            self.findings.problem(line, f"{path} has to be a list: […]")
            return
        for number, item in enumerate(value):
            where = f"{path}[{number}]"
            if isinstance(item, JsonObject):
                yield Held(Place(item.line, where), item)
            else:
                self.findings.problem(line, f"{where} has to be an object: {{…}}")

    def members(
        self, holder: JsonObject, key: str, path: str = ""
    ) -> Iterator[tuple[Place, str, object]]:
        """Yield place, key and value of the members of the object under a key."""
        value = holder.get(key)
        if isinstance(value, JsonObject):
            where = _joined(path, key)
            for name, member in value.items():
                line = member.line if isinstance(member, JsonObject) else value.line
                yield Place(line, f"{where}[{json.dumps(name, ensure_ascii=False)}]"), name, member
        elif value is not None:
            self.findings.problem(holder.line, f"{_joined(path, key)} has to be an object: {{…}}")


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def by_position(query_id: object, ranked: Iterable[Held], key: str) -> Iterator[Item]:
    """Yield the documents of a ranking whose order is all that tells their ranks.

    Parameters
    ----------
    query_id : object
        The query.
    ranked : iterable of Held
        The documents, best first; the score is 1, 1/2, 1/3 …
    key : str
        Where each holds its id.
    """
    for rank, (place, document) in enumerate(ranked, start=1):
        values = {"query_id": query_id, "doc_id": document.get(key), "score": repr(1 / rank)}
        yield Item(place, values)


def topics_of(
    walk: Walk, found: Iterable[Held], read: Callable[[JsonObject], dict[str, object]]
) -> Iterator[Item]:
    """Yield the topics of a file that holds more; those that complete each other as one."""
    walk.findings.warning(None, "only the topics of this file are read, without its ratings")
    known: dict[str, tuple[Place, dict[str, object]]] = {}
    contradicting: list[Item] = []
    for place, content in found:
        topic = read(content)
        _, first = known.setdefault(str(topic.get("query_id", topic["query"])), (place, topic))
        told = {name: value for name, value in topic.items() if value not in (None, "")}
        if all(first.get(name) in (None, "", value) for name, value in told.items()):
            first.update(told)
        else:
            contradicting.append(Item(place, topic))
    yield from (Item(place, topic) for place, topic in known.values())
    yield from contradicting


def note_queries(findings: Findings, *, have_ids: bool) -> None:
    """Say that the texts of the queries are left aside, and what their ids are."""
    ids = "" if have_ids else "the queries have no ids here, so that each one's text is its id; "
    findings.warning(
        None, f"{ids}the texts of the queries are not imported; --as topics reads them from here"
    )
