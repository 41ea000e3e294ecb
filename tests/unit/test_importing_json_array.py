"""One JSON document with an array of flat objects."""

import json

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind
from tests.support.reading import documents, messages, read, topics

TOPICS = [
    {"question_id": "CQ1", "question": "Why?", "query": "cause", "background": "To know."},
    {"question_id": "CQ2", "question": "How?", "query": "manner", "background": ""},
]
EXPECTED = [("CQ1", "cause", "Why?\n\nTo know."), ("CQ2", "manner", "How?")]


@pytest.mark.parametrize("indent", [None, 4])
@pytest.mark.parametrize("wrapped", [False, True])
def test_topics_may_be_an_array_or_a_member_of_an_object(tmp_path, indent, wrapped: bool):
    content = {"name": "n", "tags": ["a"], "topics": TOPICS, "version": 2} if wrapped else TOPICS
    parsed = read(tmp_path, json.dumps(content, indent=indent), "any.json")
    assert parsed.format == "json"
    assert topics(parsed) == EXPECTED


def test_documents_lift_their_metadata(tmp_path):
    items = [{"doc_id": "007", "text": "x", "metadata": {"url": "http://x", "brand": "b"}}]
    assert documents(read(tmp_path, json.dumps(items), "any.json")) == [
        {"doc_id": "007", "text": "x", "url": "http://x", "extra": '{"brand": "b"}'}
    ]


def test_labels_may_be_an_array_too(tmp_path):
    items = [
        {"query_id": "1", "doc_id": "a", "rating": 2},
        {"query_id": "1", "doc_id": "b", "rating": 0},
    ]
    parsed = read(tmp_path, json.dumps(items, indent=0), "any.json")
    assert (parsed.kind, parsed.problems) == (Kind.QRELS, ())
    assert parsed.frame["grade"].tolist() == [2, 0]


def test_an_array_longer_than_the_sample_is_read_to_its_end(tmp_path):
    items = [{"query_id": str(number), "query": f"q {number} é"} for number in range(20_000)]
    assert len(topics(read(tmp_path, json.dumps(items), "topics.json"))) == 20_000


def test_objects_that_hold_objects_are_not_taken_for_topics(tmp_path):
    items = [{"id": "1", "query": "a", "hits": [{"documentId": "x"}]}]
    with pytest.raises(BadInputError, match="JSON document"):
        read(tmp_path, json.dumps(items, indent=1), "any.json")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[\n{"id": "1", "query": "a"},\n{"id": "2", "query": \n', 3),
        ('[\n{"id": "1", "query": "a"},\n{"id": "2" "query": "b"}]', 3),
        ('[\n{"id": "1", "query": "a"},\n7]', 1),
        ('[\n{"id": "1", "query": "a"},\n{"query": "b"}]', 3),
        ('[\n{"id": "1", "query": "a"},\n{"id": "1", "query": "b"}]', 3),
    ],
)
def test_faults_are_told_with_their_lines(tmp_path, text: str, line: int):
    assert [place for place, _ in messages(read(tmp_path, text, "topics.json"))] == [line]
