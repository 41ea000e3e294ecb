"""What a file is taken for: a person's word, then its content, then its name."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge_app.domain.errors import BadInputError
from judge_app.importing import FORMAT_NAMES, Kind, Parsed, read_file
from judge_app.importing.sample import kind_by_name

RUN = "q Q0 a 1 2.5 t\nq Q0 b 2 1.5 t\n"
QRELS = "q 0 a 1\nq 0 b 2\n"
TEXTS = '{"_id": "1", "text": "bread"}\n{"_id": "2", "text": "milk"}\n'


@pytest.fixture
def read(tmp_path: Path):
    def read_text(text: str, name: str, **asked: object) -> Parsed:
        path = tmp_path / "upload"
        path.write_text(text)
        return read_file(path, name=name, **asked)

    return read_text


@pytest.mark.parametrize("name", ["x", "topics.jsonl", "corpus.tsv"])
def test_content_that_tells_is_believed_whatever_the_name(read, name: str):
    assert read(RUN, name).kind is Kind.RUN
    assert read(QRELS, name).kind is Kind.QRELS


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("queries.jsonl", Kind.TOPICS),
        ("my-topics_v2.jsonl", Kind.TOPICS),
        ("corpus.jsonl", Kind.DOCUMENTS),
        ("scifact/docs.json", Kind.DOCUMENTS),
        ("queries/part1.jsonl", Kind.TOPICS),
    ],
)
def test_texts_that_could_be_either_go_by_the_name(read, name: str, kind: Kind):
    assert read(TEXTS, name).kind is kind
    assert read("1\tbread\n2\tmilk\n", name).kind is kind


@pytest.mark.parametrize("name", ["data.jsonl", "queries_and_corpus.jsonl", "results.jsonl"])
def test_texts_that_neither_content_nor_name_tells_are_asked_for(read, name: str):
    with pytest.raises(BadInputError, match="may hold topics or documents") as refusal:
        read(TEXTS, name)
    assert "--as topics|documents" in refusal.value.hint


def test_titles_beside_texts_make_documents_unless_the_name_says_topics(read):
    text = json.dumps({"_id": "1", "title": "T", "text": "bread"})
    assert read(text, "data.jsonl").kind is Kind.DOCUMENTS
    assert read(text, "topics.jsonl").kind is Kind.TOPICS


def test_a_persons_word_stands_above_content_and_name(read):
    assert read(TEXTS, "corpus.jsonl", kind=Kind.TOPICS).kind is Kind.TOPICS
    parsed = read(QRELS, "qrels.txt", kind=Kind.RUN)
    assert parsed.kind is Kind.RUN
    assert parsed.n_problems == 2
    assert "4 columns, where a run has 6" in parsed.problems[0].message


def test_the_same_content_in_both_words_says_why(read):
    assert "TREC run" in read(RUN, "x").why
    assert "_id" in read(TEXTS, "queries.jsonl").why


@pytest.mark.parametrize("kind", list(Kind))
def test_a_format_that_is_named_is_used_or_refused(read, kind: Kind):
    if kind in (Kind.RUN, Kind.QRELS):
        text = RUN if kind is Kind.RUN else QRELS
        assert read(text, "x", format="trec").kind is kind
    else:
        with pytest.raises(BadInputError, match=f"The format trec holds no {kind}") as refusal:
            read(RUN, "x", format="trec", kind=kind)
        assert "jsonl" in refusal.value.hint


def test_an_unknown_format_is_refused_with_those_that_exist(read):
    with pytest.raises(BadInputError, match="no format 'excel'") as refusal:
        read(RUN, "x", format="excel")
    assert all(name in refusal.value.hint for name in FORMAT_NAMES)


TREC_EVAL = "ndcg_cut_5\tall\t0.0848\nmap\tall\t0.2\nP_5\t301\t0.4\nrunid\tall\tbm25\n"


def test_output_of_trec_eval_is_recognised_as_no_run(read):
    with pytest.raises(BadInputError, match="looks like the output of trec_eval"):
        read(TREC_EVAL, "run.txt")
    parsed = read(TREC_EVAL, "run.txt", kind=Kind.RUN)
    assert parsed.problems[0].line is None
    assert "looks like the output of trec_eval" in parsed.problems[0].message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("q 0 a\nq 0 b\n", "three columns"),
        ("q a 2\nq b 1\n", "three columns"),
        ("q d1 0 0 x\nq d2 1 1 x\n", "five columns"),
        ('{\n "q1": {"d1": 1}\n}\n', "may hold run or qrels"),
        ('{"q1": {"d1": "1"}}\n', "too few values are numbers"),
        ('{"q1": [{"d1": 1}]}\n', "one JSON document"),
        ('[{"id": 1,\n "text": "x"}]\n', "may hold topics or documents"),
        ('{"a": 1}\n{"a": 2}\n', "JSON lines"),
        ("two words\nand three more\n", "nothing tells"),
        ("nDCG@10\t0.5\nP@5\t0.25\n", "output of trec_eval"),
    ],
)
def test_what_is_none_of_the_kinds_is_refused_with_what_it_looks_like(read, text, words):
    with pytest.raises(BadInputError, match=words) as refusal:
        read(text, "unnamed")
    assert refusal.value.hint


def test_four_columns_whose_second_is_no_constant_are_not_guessed_to_be_qrels(read):
    with pytest.raises(BadInputError, match="the second one differs from line to line"):
        read("".join(f"q d{number} mira 1\n" for number in range(30)), "labels.txt")


def test_a_few_bad_lines_do_not_hide_what_a_file_is(read):
    good = "".join(f"q Q0 d{number} {number} 1.5 t\n" for number in range(8))
    assert read(f"{good}q Q0 x\nq Q0 y 1 high t\n", "x").n_problems == 2
    assert read("q Q0 a 1 2 t\nq Q0 b\n", "bm25.run").n_problems == 1


def test_a_kind_that_no_format_fits_is_refused_with_the_formats_that_would(read):
    with pytest.raises(BadInputError, match="none of the formats that can hold topics") as refusal:
        read(RUN, "x", kind=Kind.TOPICS)
    assert "trec-sgml" in refusal.value.hint


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("qrels/test.tsv", Kind.QRELS),
        ("runs/bm25.txt", Kind.RUN),
        ("input.bm25.run.gz", Kind.RUN),
        ("topics.51-100.txt", Kind.TOPICS),
        ("/home/runs/corpus.jsonl", Kind.DOCUMENTS),
        ("trunk.txt", None),
        ("queries.run", None),
    ],
)
def test_names_speak_of_one_kind_or_of_none(name: str, kind: Kind | None):
    assert kind_by_name(name) is kind


PIECES = [
    *(bytes([byte]) for byte in b' \t\n\r,#"{}02\xff\x00'),
    *(b"q1", b"Q0", b"-1", b"2.5", b"nan", b"\xc3\xa9", b"\x1f\x8b"),
    *(b"<top>", b"<num>", b"<topic>", b'{"_id": "1", "text": "x"}', b"PAR1\x15"),
    *(b'{"q": {"d": 1', b'}, "q": {"d": 2.5', b"}}", b"NaN"),
    *(b"query_id\tdoc_id\tgrade\n", b"id,query\n"),
]
KINDS = st.sampled_from([None, *Kind])
FORMATS = st.sampled_from([None, *FORMAT_NAMES])


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from(PIECES), max_size=40), KINDS, FORMATS)
def test_any_bytes_are_read_or_refused_in_words(tmp_path_factory, pieces, kind, format_name):
    path = tmp_path_factory.mktemp("any") / "file"
    path.write_bytes(b"".join(pieces))
    try:
        parsed = read_file(path, name="topics.run", kind=kind, format=format_name)
    except BadInputError:
        return
    assert parsed.ok == (not parsed.problems)
    assert parsed.ok != parsed.frame.empty
