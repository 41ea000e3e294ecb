"""Runs and qrels as ranx's JSON: what they are told by, their ids, and each fault."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, Parsed, read_file
from tests.support.packing import PACKERS

RUN = {"q1": {"d1": 2.5, "d2": 1}, "q2": {"d1": 0.25}}
QRELS = {"q1": {"d1": 2, "d2": 0}, "q2": {"d1": -1}}


@pytest.fixture
def read(tmp_path: Path):
    def read_json(content, name: str = "data.json", indent=None, **asked) -> Parsed:
        text = content if isinstance(content, str) else json.dumps(content, indent=indent)
        path = tmp_path / "upload"
        path.write_text(text)
        return read_file(path, name=name, **asked)

    return read_json


def told(parsed: Parsed) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.message) for problem in parsed.problems]


def rows(parsed: Parsed) -> list[list]:
    return parsed.frame.drop(columns="line").to_numpy().tolist()


def test_numbers_that_are_no_grades_make_a_run_whatever_the_name(read):
    parsed = read(RUN, "qrels.json")
    assert (parsed.kind, parsed.format) == (Kind.RUN, "ranx")
    assert rows(parsed) == [["q1", "d1", 2.5], ["q1", "d2", 1.0], ["q2", "d1", 0.25]]
    assert parsed.tags == ()


@pytest.mark.parametrize("content", [QRELS, {"q1": {"d1": 2.0, "d2": 0.0}}])
def test_whole_numbers_are_a_run_or_qrels_by_the_files_name(read, content):
    assert read(content, "run.json").kind is Kind.RUN
    assert read(content, "qrels.json").kind is Kind.QRELS
    assert read(content, kind=Kind.QRELS).kind is Kind.QRELS
    with pytest.raises(BadInputError, match="may hold run or qrels") as refusal:
        read(content)
    assert "--as" in refusal.value.hint


@pytest.mark.parametrize("indent", [None, 1])
def test_no_two_labels_share_a_line_though_all_are_written_on_one(read, indent):
    assert read(QRELS, "qrels.json", indent).frame["line"].is_unique


def test_one_fraction_among_whole_numbers_makes_a_run(read):
    assert read('{"q": {"a": 1, "b": 2.5}}').kind is Kind.RUN


def test_qrels_have_the_grades_that_are_written(read):
    parsed = read('{"q": {"a": 2, "b": 2.0, "c": -1}}', "qrels.json")
    assert rows(parsed) == [["q", "a", 2], ["q", "b", 2], ["q", "c", -1]]


def test_infinite_scores_are_kept(read):
    parsed = read('{"q": {"a": Infinity, "b": -Infinity, "c": 1e999}}')
    assert parsed.frame["score"].tolist() == [float("inf"), float("-inf"), float("inf")]


@pytest.mark.parametrize(
    ("layout", "lines"),
    [
        ('{"q": {"a": 1.5, "b": 2}, "r": {"a": 3}}', [1, 1, 1]),
        ('{\n "q": {\n  "a": 1.5,\n  "b": 2\n },\n\n "r": {\n  "a": 3\n }\n}\n', [3, 4, 8]),
        ('\n{"q":\n{"a":\n1.5, "b": 2}, "r": {"a"\n\n: 3}}', [3, 4, 4]),
        ('{"q": {"a": 1.5, "b": 2},\r\n"r": {"a": 3}}\r\n', [1, 1, 2]),
    ],
)
def test_lines_are_those_of_the_documents(read, layout: str, lines: list[int]):
    parsed = read(layout)
    assert parsed.frame["line"].tolist() == lines
    assert parsed.n_lines == layout.rstrip().count("\n") + 1


def test_a_document_or_query_twice_is_refused_with_both_lines(read):
    again = '{\n"q": {\n"a": 2.5,\n"b": 1,\n"a": 2.5},\n"r": {"a": 1},\n"q": {"c": 1}\n}'
    assert told(read(again, "run.json")) == [
        (5, "document 'a' of query 'q' stands twice (lines 3, 5); keep one"),
        (7, "query 'q' stands twice (lines 2, 7); keep one"),
    ]
    assert told(read('{"q": {"a": 1, "a": 1}, "q": {}}', "qrels.json")) == [
        (1, "document 'a' of query 'q' stands twice; keep one"),
        (1, "query 'q' stands twice; keep one"),
    ]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("NaN", "the score is NaN, not a number; a document without a score has no rank"),
        ('"2.5"', "the score is the text '2.5', not a number"),
        ('"NaN"', "the score is the text 'NaN', not a number"),
        ("null", "the score is null, not a number"),
        ("true", "the score is true, not a number"),
        ("[1]", "the score is a list, not a number"),
        ('{"x": 1}', "the score is an object, not a number"),
    ],
)
def test_what_is_no_score_is_refused_with_query_and_document(read, value: str, words: str):
    text = f'{{"q": {{"a": 0.5, "b": 0.25, "c": 1, "d": 1, "e": {value}}}}}'
    assert told(read(text)) == [(1, f"document 'e' of query 'q': {words}")]


def test_what_is_no_grade_is_refused_with_query_and_document(read):
    parsed = read('{\n"q": {"a": 1,\n"b": 0.5,\n"c": "x"}}', kind=Kind.QRELS)
    assert told(parsed) == [
        (4, "document 'c' of query 'q': the grade is the text 'x', not a number"),
    ]
    means = read('{"q": {"a": 1, "b": 0.5}}', kind=Kind.QRELS)
    assert means.frame["grade"].tolist() == [1, 0.5]
    assert means.has_fractional_grades


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ('""', "the document id is empty"),
        ('" "', "the document id is empty"),
        (r'"a\tb"', r"the document id 'a\tb' holds a tab"),
        (r'"\ud800"', "the document id holds half of a Unicode escape pair"),
    ],
)
def test_ids_that_no_file_of_columns_could_hold_are_refused(read, key: str, words: str):
    ((line, message),) = told(read(f'{{"q": {{"a": 0.5, {key}: 1}}}}'))
    assert (line, message.startswith(f"query 'q': {words}")) == (1, True)
    ((line, message),) = told(read(f'{{"q": {{"a": 0.5}}, {key}: {{"a": 1}}}}'))
    assert (line, message.startswith(words.replace("document", "query"))) == (1, True)


def test_a_query_that_holds_no_documents_is_refused_or_said(read):
    parsed = read('{"q": {"a": 0.5, "b": 1, "c": 2, "d": 3},\n"r": 1,\n"s": []}')
    assert told(parsed) == [
        (2, "query 'r' holds the number 1, where an object of documents is needed"),
        (3, "query 's' holds a list, where an object of documents is needed"),
    ]
    parsed = read('{"q": {"a": 0.5},\n"r": {}}')
    assert parsed.problems == ()
    assert [str(warning) for warning in parsed.warnings] == [
        "data.json:2: query 'r' has no documents and is left out"
    ]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('{"q": {"a": 0.5,\n"b": 1', 2, "the JSON ends in the middle"),
        ('{"q": {"a": 0.5},\n', 1, "the JSON ends in the middle"),
        ('{"q": {"a": 0.5},}', 1, "'\"' is needed here (column 18)"),
        ('{"q": {"a": 0.5}\n"r": {}}', 2, "'}' is needed here (column 1)"),
        ('{"q": {"a": 0.5},\n"r" {}}', 2, "':' is needed here (column 5)"),
        ('{"q": {"a": 0.5, b: 1}}', 1, "(column 18)"),
        ('{"q": {"a": 0.5}} {"r": {}}', 1, "something follows the end of the object (column 19)"),
        ('{"q": {"a": 0.5, "b": 01}}', 1, "(column 24)"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(read, text: str, line: int, words: str):
    ((at, message),) = told(read(text))
    assert at == line
    assert words in message


def test_nesting_without_end_is_refused(read):
    nested = '{"q": {"a": 0.5, "b": 1, "c": 2, "d": 3, "e": ' + "[" * 200_000
    assert told(read(nested)) == [(None, "objects or lists are nested without end")]


def test_numbers_of_thousands_of_digits_are_scores_and_no_grades(read):
    text = f'{{"q": {{"a": 1{"0" * 5000}}}}}'
    assert read(text).frame["score"].tolist() == [float("inf")]
    assert "not a whole number" in read(text, kind=Kind.QRELS).problems[0].message


def test_json_lines_with_objects_inside_are_no_ranx_file(read):
    lines = "\n".join(
        json.dumps({"metadata": {"year": 1999, "page": 7}, "_id": str(number), "text": "bread"})
        for number in range(3)
    )
    assert read(lines, "corpus.jsonl").format == "beir"
    pairs = '{"x": {"n": 1.5}, "query_id": "q", "doc_id": "d", "grade": 2}\n'
    assert read(pairs).format == "jsonl"


def test_a_long_first_query_is_enough_to_tell(read):
    content = {"q": {f"document-{number}": number + 0.5 for number in range(30_000)}}
    assert len(read(content, indent=2).frame) == len(read(content).frame) == 30_000


@pytest.mark.parametrize("ending", PACKERS)
def test_packed_files_are_read(tmp_path: Path, ending: str):
    path = tmp_path / f"run.json.{ending}"
    path.write_bytes(PACKERS[ending](json.dumps(RUN).encode()))
    assert len(read_file(path).frame) == 3


def test_ranxs_own_binary_form_is_refused_with_what_to_do(tmp_path: Path):
    path = tmp_path / "run.lz4"
    path.write_bytes(b"\x04\x22M\x18\x60\x40\x82 and so on")
    with pytest.raises(BadInputError, match="packed by LZ4") as refusal:
        read_file(path, kind=Kind.RUN)
    assert "save as JSON or Parquet" in refusal.value.hint


ID = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1).filter(str.strip)
CONTENT = st.dictionaries(
    ID, st.dictionaries(ID, st.floats(allow_nan=False), min_size=1), min_size=1, max_size=8
)


@settings(deadline=None, max_examples=150)
@given(CONTENT, st.sampled_from([None, 0, 2]), st.booleans())
def test_any_ids_and_scores_come_back_as_they_were_written(
    tmp_path_factory, content, indent, escaped: bool
):
    path = tmp_path_factory.mktemp("ids") / "run.json"
    text = json.dumps(content, indent=indent, ensure_ascii=escaped)
    path.write_text(text, encoding="utf-8")
    frame = read_file(path, kind=Kind.RUN).or_refuse().frame
    assert list(zip(frame["query_id"], frame["doc_id"], frame["score"], strict=True)) == [
        (query, document, score)
        for query, documents in content.items()
        for document, score in documents.items()
    ]
    if indent is not None:
        lines = text.split("\n")
        keys = [lines[line - 1].lstrip() for line in frame["line"]]
        assert all(
            key.startswith(json.dumps(document, ensure_ascii=escaped))
            for key, document in zip(keys, frame["doc_id"], strict=True)
        )
