"""Topics as id:text and as *FIND blocks, and lists of queries that have no ids."""

import json

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind
from tests.support.reading import messages, read, topics, warned


def test_a_number_a_colon_and_a_text_are_topics(tmp_path):
    parsed = read(tmp_path, "1:after school: what?\r\n20: two\r\n", "any.txt")
    assert parsed.format == "colon"
    assert topics(parsed) == [("1", "after school: what?", ""), ("20", "two", "")]


@pytest.mark.parametrize(
    "text",
    [
        "12:30 lunch\n12:45 tea\n",
        "1:1:priority\n2:3:priority\n",
        "1:one\ntwo\n",
        "name: x\nage: y\n",
    ],
)
def test_other_lines_with_colons_are_not_taken_for_topics(tmp_path, text: str):
    with pytest.raises(BadInputError):
        read(tmp_path, text, "any.txt")


def test_other_ids_before_colons_are_read_when_a_person_says_topics(tmp_path):
    parsed = read(tmp_path, "wt-1:one\nwt-2:two\nthree\n", "any.txt", kind=Kind.TOPICS)
    assert messages(parsed) == [(3, "'three' has no colon; write id:text")]


def test_find_blocks_are_topics(tmp_path):
    text = "*FIND      1\n\n FIRST LINE\n\nSECOND LINE .\n\n*FIND      2\n\n OTHER\n\n*STOP\n"
    parsed = read(tmp_path, text, "TIME.QUE")
    assert parsed.format == "find-blocks"
    assert topics(parsed) == [("1", "FIRST LINE SECOND LINE .", ""), ("2", "OTHER", "")]


def test_text_after_the_stop_is_told(tmp_path):
    parsed = read(tmp_path, "*FIND 1\nA\n*STOP\nmore\n", "TIME.QUE")
    assert messages(parsed) == [(4, "'more' stands in no block that *FIND begins")]


QUERIES = ("star wars", "  padded ", "star wars")
WITHOUT_IDS = {
    "queries.csv": "query\n" + "".join(f"{text}\n" for text in QUERIES),
    "queries.jsonl": "".join(json.dumps({"query": text}) + "\n" for text in QUERIES),
    "queries.json": json.dumps([{"queryText": text} for text in QUERIES], indent=1),
}


@pytest.mark.parametrize("name", WITHOUT_IDS)
def test_queries_without_ids_have_their_texts_as_ids(tmp_path, name: str):
    parsed = read(tmp_path, WITHOUT_IDS[name], name)
    assert topics(parsed) == [("star wars", "star wars", ""), ("  padded ", "padded", "")]
    assert any("the text of each query is its id" in message for message in warned(parsed))


def test_a_topic_without_the_id_that_others_have_is_an_error(tmp_path):
    parsed = read(tmp_path, '{"id": "1", "query": "a"}\n{"query": "b"}\n', "topics.jsonl")
    assert messages(parsed) == [(2, "there is no query id or id or number or topic")]


def test_queries_beside_documents_and_without_values_are_refused_in_words(tmp_path):
    text = "Query Text,Doc ID, MovieTitle\nstar wars,1, A\nstar wars,2, B\n"
    with pytest.raises(BadInputError, match="neither grades nor scores") as refusal:
        read(tmp_path, text, "static.csv")
    assert "--as topics" in refusal.value.hint
    alone = read(tmp_path, "Query Text,Doc ID\nstar wars,1\n", "static.csv", kind=Kind.TOPICS)
    assert topics(alone) == [("star wars", "star wars", "")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 4 7 9\n2 5\n3 1 2 8\n4 9 1\n", "lists of document numbers under each query"),
        ("1\n 5 6\n /\n2\n 7 8 9\n /\n", "lists of document numbers under each query"),
        ("the\nof\nand\n", "single word or id"),
        (
            "This is a readme of it.\nIt says what the files are, in words.\n\nNothing else.\n",
            "people",
        ),
        ("x y\t12\tz z\tu\nx\t13\ty y\tv\nu\t14\tz\tv v\n", "columns between tabs"),
    ],
)
def test_what_is_no_file_of_records_is_said_in_words(tmp_path, text: str, words: str):
    with pytest.raises(BadInputError, match=words) as refusal:
        read(tmp_path, text, "any.dat")
    assert refusal.value.hint
