"""Judgments for learning to rank: where the document stands, and each fault."""

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind
from tests.support.reading import messages, read, topics, warned

HEAD = "# qid:1: rye bread*1\n# qid:2: milk\n\n"


def rows(parsed):
    assert (parsed.kind, parsed.format, parsed.problems) == (Kind.QRELS, "letor", ())
    return parsed.frame.to_numpy().tolist()


@pytest.mark.parametrize(
    ("line", "doc_id"),
    [
        ("4\tqid:1\t # 7555\trye bread", "7555"),
        ("4 qid:1 # 7555 rye bread", "7555"),
        ("4 qid:1 #7555", "7555"),
        ("4 qid:1 # a b\trye bread", "a b"),
        ('4    qid:1 #    7555; "rye bread"', "7555"),
        ("4 qid:1 # a;b", "a;b"),
        ("4 qid:1 1:0.3 2:1e-3 # doc#1", "doc#1"),
        ("4 qid:1 1:0.3 #docid = GX0-1 inc = 1 prob = 0.02", "GX0-1"),
        ("4 qid:1 # docid: 7555", "7555"),
    ],
)
def test_the_document_stands_in_the_comment(tmp_path, line: str, doc_id: str):
    assert rows(read(tmp_path, f"{line}\n", "any.txt")) == [["1", doc_id, 4, 1]]


def test_heads_are_the_texts_of_the_queries_and_only_read_as_topics(tmp_path):
    text = f"{HEAD}3 qid:1 # a x\n0 qid:2 1:2 # a y\r\n"
    parsed = read(tmp_path, text, "any.txt")
    assert rows(parsed) == [["1", "a", 3, 4], ["2", "a", 0, 5]]
    said = warned(parsed)
    assert "the features are not imported" in said
    assert (
        "the first word of each comment is the document's id; the rest is not used, as 'x'" in said
    )
    assert "the texts of 2 queries are not imported; --as topics reads them from here" in said
    as_topics = read(tmp_path, text, "any.txt", kind=Kind.TOPICS)
    assert topics(as_topics) == [("1", "rye bread", ""), ("2", "milk", "")]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("4 qid:1 1:0.3", "no comment names the document"),
        ("4 qid:1 # ", "no comment names the document"),
        ("4 doc:1 # a", "is not of the form: grade qid:query … # document"),
        ("high qid:1 # b", "the grade 'high' is not a whole number"),
        ("1 qid:1 # d0", "has different grades (lines 1, 13)"),
    ],
)
def test_each_fault_is_named_with_its_line(tmp_path, line: str, words: str):
    good = "".join(f"0 qid:1 # d{number}\n" for number in range(12))
    parsed = read(tmp_path, f"{good}{line}\n", "any.txt")
    assert [line for line, _ in messages(parsed)] == [13]
    assert words in parsed.problems[0].message


def test_nothing_else_is_taken_from_such_a_file(tmp_path):
    with pytest.raises(BadInputError, match="holds no run: it is a grade, then qid:"):
        read(tmp_path, "4 qid:1 # 7555\n", "run.txt", kind=Kind.RUN)
