"""SMART collections: topics and documents as records of .I and lettered fields."""

import json

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind
from tests.support.reading import documents, messages, read, topics, warned

DOCUMENTS = """.I 1
.T
A title on
two lines
.A
Ann, A.
Ben, B.
.B
Journal, 1958
.W
First line
  second line

last line
.X
4\t5\t1
.I 2
.T
.W
"""


def test_documents_keep_their_lines_and_lose_their_cross_references(tmp_path):
    parsed = read(tmp_path, DOCUMENTS, "any.all")
    assert parsed.format == "smart"
    first, second = documents(parsed)
    assert json.loads(first.pop("extra")) == {
        "authors": "Ann, A. Ben, B.",
        "source": "Journal, 1958",
    }
    assert first == {
        "doc_id": "1",
        "title": "A title on two lines",
        "text": "First line\n  second line\n\nlast line",
    }
    assert second == {"doc_id": "2"}
    assert "1 document has neither title nor text (line 17)" in warned(parsed)[0]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_topics_are_one_line_and_further_fields_are_the_narrative(tmp_path, end: str):
    lines = (".I 1", ".W", " What is", "sought?", ".A", "Ann", ".N", " 1. Ben", ".I 2", ".W", "x")
    parsed = read(tmp_path, end.join(lines), "a.qry")
    assert topics(parsed) == [("1", "What is sought?", "Ann\n\n1. Ben"), ("2", "x", "")]
    assert parsed.warnings == ()


def test_ids_are_taken_as_written_and_a_gap_is_a_warning(tmp_path):
    text = ".I 001\n.W\na\n.I 002\n.W\nb\n.I 004\n.W\nc\n"
    parsed = read(tmp_path, text, "topics.txt")
    assert [row[0] for row in topics(parsed)] == ["001", "002", "004"]
    assert "say --format smart-ordinal" in warned(parsed)[0]
    counted = read(tmp_path, text, "topics.txt", format="smart-ordinal")
    assert [row[0] for row in topics(counted)] == ["1", "2", "3"]
    assert counted.warnings == ()


def test_words_alone_may_be_topics_or_documents_so_that_a_person_is_asked(tmp_path):
    with pytest.raises(BadInputError, match="may hold topics or documents") as refusal:
        read(tmp_path, ".I 1\n.W\na\n", "med.txt")
    assert "--as" in refusal.value.hint
    assert documents(read(tmp_path, ".I 1\n.W\na\n", "med.txt", kind=Kind.DOCUMENTS))


def test_a_field_that_comes_twice_goes_on(tmp_path):
    parsed = read(tmp_path, ".I 1\n.T\nt\n.W\none\n.W\ntwo\n", "corpus")
    assert documents(parsed)[0]["text"] == "one\ntwo"


def test_faults_are_told_with_their_lines(tmp_path):
    text = ".I\n.W\na\n.I 2\nlost\n.W\nb\n.I 2\n.W\nc\n"
    assert messages(read(tmp_path, text, "topics.qry")) == [
        (1, "id is empty"),
        (5, "'lost' stands in no field such as .T or .W"),
        (8, "the id '2' stood in line 4 already, with other content"),
    ]
