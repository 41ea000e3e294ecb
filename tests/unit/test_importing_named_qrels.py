"""Qrels of three and five columns, and tables without a header: read when they are named only."""

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind
from tests.support.reading import messages, read, warned

THREE = "1 184 2 \n1 29  -1\n2\t184\t4"
PRELS = "1 d1 0 0 1\n1 d2 2 1 0.25\n2 d1 -1 2 0.5\n"
BARE = 'rye\tThe "bread"\t2.0\t4\tNULL\nrye\tA crust\t0.5\t\tx\nmilk\tThe "bread"\t1\t2\t3\n'


def rows(parsed):
    assert (parsed.kind, parsed.problems) == (Kind.QRELS, ())
    return parsed.frame.to_numpy().tolist()


def test_three_columns_are_refused_with_the_option_that_names_them(tmp_path):
    with pytest.raises(BadInputError, match="three columns") as refusal:
        read(tmp_path, THREE, "qrels.txt")
    assert "--format trec-3col" in refusal.value.hint
    parsed = read(tmp_path, THREE, "qrels.txt", kind=Kind.QRELS)
    assert [line for line, _ in messages(parsed)] == [1, 2, 3]
    assert all("--format trec-3col" in message for _, message in messages(parsed))


def test_three_columns_that_are_named_are_query_document_and_grade(tmp_path):
    parsed = read(tmp_path, THREE, "x", format="trec-3col")
    assert rows(parsed) == [["1", "184", 2, 1], ["1", "29", -1, 2], ["2", "184", 4, 3]]
    assert parsed.format == "trec-3col"


def test_ids_with_blanks_between_tabs_stay_whole_in_three_columns(tmp_path):
    parsed = read(tmp_path, "q\tThe bread\t2\nq\tmilk\t0\n", "x", format="trec-3col")
    assert rows(parsed) == [["q", "The bread", 2, 1], ["q", "milk", 0, 2]]


def test_three_columns_without_grades_are_said_to_lack_them(tmp_path):
    text = "q49 0 p3659\nq49 0 p11027\n"
    with pytest.raises(BadInputError, match="the grades seem to be missing"):
        read(tmp_path, text, "qrels.txt")
    parsed = read(tmp_path, text, "qrels.txt", format="trec-3col")
    assert messages(parsed)[0] == (1, "the grade 'p3659' is not a whole number")


def test_prels_are_refused_with_the_option_that_names_them(tmp_path):
    with pytest.raises(BadInputError, match="five columns") as refusal:
        read(tmp_path, PRELS, "x")
    assert "--format prels" in refusal.value.hint
    parsed = read(tmp_path, PRELS, "x", kind=Kind.QRELS)
    assert all("--format prels" in message for _, message in messages(parsed))


def test_prels_that_are_named_are_qrels_without_their_probabilities(tmp_path):
    parsed = read(tmp_path, PRELS, "x", format="prels")
    assert rows(parsed) == [["1", "d1", 0, 1], ["1", "d2", 2, 2], ["2", "d1", -1, 3]]
    assert "method and probability" in warned(parsed)[0]
    wrong = read(tmp_path, "1 d1 0 0 1\n1 d2 2 1\n", "x", format="prels")
    assert messages(wrong) == [
        (
            2,
            "4 columns, where prels have 5: query_id doc_id grade method probability",
        )
    ]


@pytest.mark.parametrize("format_name", ["trec-3col", "prels"])
@pytest.mark.parametrize("kind", [Kind.RUN, Kind.JUDGMENTS, Kind.TOPICS])
def test_the_named_formats_hold_qrels_only(tmp_path, format_name: str, kind: Kind):
    with pytest.raises(BadInputError, match=f"{format_name} holds no {kind}"):
        read(tmp_path, THREE, "x", format=format_name, kind=kind)


def test_a_table_without_header_is_refused_with_what_to_say(tmp_path):
    with pytest.raises(BadInputError, match="columns between tabs") as refusal:
        read(tmp_path, BARE, "x")
    assert "--as qrels --format tsv" in refusal.value.hint


def test_a_table_without_header_that_is_named_is_query_document_and_grade(tmp_path):
    parsed = read(tmp_path, BARE, "x", kind=Kind.QRELS, format="tsv")
    assert rows(parsed) == [
        ["rye", 'The "bread"', 2.0, 1],
        ["rye", "A crust", 0.5, 2],
        ["milk", 'The "bread"', 1.0, 3],
    ]
    assert warned(parsed) == ["columns that are not used: column 4, column 5"]


def test_four_columns_are_left_to_trec(tmp_path):
    text = "q\t0\t12\t1\nq\t0\t13\t0\n"
    parsed = read(tmp_path, text, "x", kind=Kind.QRELS, format="tsv")
    assert messages(parsed) == [(1, "4 columns without a header that says what they are")]
