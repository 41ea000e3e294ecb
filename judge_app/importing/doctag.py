"""Runs as DocTAG's JSON: a list of topics, each with its documents from the first rank on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge_app.importing.json_lists import JsonList
from judge_app.importing.json_objects import ITEMS
from judge_app.importing.json_walk import by_position
from judge_app.importing.parsed import Kind
from judge_app.importing.placed import Item

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judge_app.importing.json_walk import Walk


def _run(walk: Walk) -> Iterator[Item]:
    message = "the order of the lists is the ranking, and 1/position the score"
    walk.findings.warning(None, message)
    for topic in walk.objects(walk.top(), "run"):
        documents = walk.objects(topic.content, "documents", topic.place.path)
        yield from by_position(topic.content.get("topic_id"), documents, "document_id")


FORMAT = JsonList(
    "doctag",
    "a run of DocTAG",
    (("run", ITEMS, "topic_id"), ("run", ITEMS, "documents")),
    {Kind.RUN: _run},
).format()
