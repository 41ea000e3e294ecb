"""Quepid's JSON: books, cases and snapshots, by hand and with each fault."""

import json

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind
from tests.support.reading import documents, messages, read, topics, warned

NEED = "I want to bake."


def judgement(rating, who="mira@example.org", **more):
    return {"rating": rating, "unrateable": False, "judge_later": False, "user_email": who, **more}


def pair(query, doc_id, *judgements, **more):
    return {"query_text": query, "doc_id": doc_id, "judgements": list(judgements), **more}


BOOK = {
    "name": "A book",
    "query_doc_pairs": [
        pair(
            "rye bread",
            "b1",
            judgement(3.0, explanation="all of it"),
            judgement(2.0, "jo@example.org"),
            information_need=NEED,
            document_fields='{"title": "Rye", "id": "other", "price": 2}',
        ),
        pair("rye bread", "b 2", judgement(None, unrateable=True), information_need=None),
        pair("milk", "b1", judgement(0.5), document_fields='{"title": "Rye", "price": 2}'),
        pair("milk", "b3"),
        pair("milk", "b4", judgement(None, judge_later=True)),
    ],
}
CASE = {
    "case_name": "A case",
    "queries": [
        {
            "query_text": "rye bread",
            "information_need": NEED,
            "ratings": [
                {"doc_id": "b1", "rating": 3, "user_email": "mira@example.org"},
                {"doc_id": "b2", "rating": None, "user_email": "mira@example.org"},
            ],
        },
        {"query_text": "milk", "ratings": {"b1": 0.0, "b 3": 1}},
    ],
}
SNAPSHOT = {
    "id": 7,
    "name": "tuned",
    "docs": {
        "41": [
            {"id": "b2", "explain": {"value": 1.5}, "rated_only": False},
            {"id": "b1", "explain": {"value": 9.5}, "rated_only": False},
            {"id": "b9", "explain": {"value": 0}, "rated_only": True},
        ],
        "42": [],
        "43": [{"id": "b2"}],
    },
    "queries": [
        {"query_id": 41, "query_text": "rye", "information_need": NEED, "ratings": {"b1": 3.0}},
        {"query_id": 43, "query_text": "milk", "ratings": {"b2": None, "b3": 0.0}},
    ],
}


@pytest.fixture(params=[None, 1])
def written(request, tmp_path):
    def write(content, name="export.json", **said):
        return read(tmp_path, json.dumps(content, indent=request.param), name, **said)

    return write


def rows(parsed):
    return parsed.frame.drop(columns="line").to_numpy().tolist()


def test_the_judges_of_a_book_are_annotators_and_unrateable_pairs_cannot_be_judged(written):
    parsed = written(BOOK)
    assert (parsed.kind, parsed.format, parsed.problems) == (Kind.JUDGMENTS, "quepid-book", ())
    mira, jo = "mira@example.org", "jo@example.org"
    frame = parsed.frame.drop(columns="line").astype(object)
    assert frame.where(frame.notna(), None).to_numpy().tolist() == [
        ["rye bread", "b1", mira, "graded", 3.0, "all of it"],
        ["rye bread", "b1", jo, "graded", 2.0, ""],
        ["rye bread", "b 2", mira, "cannot_judge", None, ""],
        ["milk", "b1", mira, "graded", 0.5, ""],
    ]
    assert parsed.frame["line"].is_unique
    said = " ".join(warned(parsed))
    assert "each one's text is its id" in said
    assert "--as topics" in said
    assert "1 of the judgements are marked judge_later" in said


def test_a_book_as_qrels_leaves_out_what_has_no_rating_and_refuses_contradictions(written):
    parsed = written(BOOK, kind=Kind.QRELS)
    assert parsed.n_problems == 1
    assert "different grades" in parsed.problems[0].message
    assert "--as judgments" in parsed.problems[0].message
    assert "1 of the judgements have no rating and are left out" in warned(parsed)


def test_a_book_holds_topics_and_documents_too(written):
    assert topics(written(BOOK, kind=Kind.TOPICS)) == [
        ("rye bread", "rye bread", NEED),
        ("milk", "milk", ""),
    ]
    with_fields = {"query_doc_pairs": [BOOK["query_doc_pairs"][0], BOOK["query_doc_pairs"][2]]}
    parsed = written(with_fields, kind=Kind.DOCUMENTS)
    assert documents(parsed) == [{"doc_id": "b1", "title": "Rye", "extra": '{"price": "2"}'}]


def test_a_document_without_fields_is_named(tmp_path):
    text = json.dumps({"query_doc_pairs": [pair("q", "d", document_fields="no JSON")]})
    parsed = read(tmp_path, text, "x.json", kind=Kind.DOCUMENTS)
    assert messages(parsed)[0] == (
        1,
        "query_doc_pairs[0]: document_fields holds no JSON object of fields",
    )


def test_a_case_is_qrels_whose_names_judgments_would_keep(written):
    parsed = written(CASE)
    assert (parsed.kind, parsed.format) == (Kind.QRELS, "quepid-case")
    expected = [["rye bread", "b1", 3], ["milk", "b1", 0], ["milk", "b 3", 1]]
    assert rows(parsed) == expected
    assert any("--as judgments" in warning for warning in warned(parsed))
    assert any("1 of the ratings are null" in warning for warning in warned(parsed))
    assert topics(written(CASE, kind=Kind.TOPICS))[0] == ("rye bread", "rye bread", NEED)


def test_a_case_whose_ratings_name_nobody_is_refused_as_judgments(written):
    parsed = written(CASE, kind=Kind.JUDGMENTS)
    assert [message for _, message in messages(parsed)] == [
        'queries[1].ratings["b1"]: there is no annotator',
        'queries[1].ratings["b 3"]: there is no annotator',
    ]


def test_a_snapshot_is_a_run_in_the_order_of_its_lists(written):
    parsed = written(SNAPSHOT)
    assert (parsed.kind, parsed.format, parsed.tags) == (Kind.RUN, "quepid-snapshot", ("tuned",))
    assert rows(parsed) == [["41", "b2", 1.0], ["41", "b1", 0.5], ["43", "b2", 1.0]]
    said = " ".join(warned(parsed))
    assert "1/position" in said
    assert "1 of the documents are marked rated_only" in said


def test_a_snapshot_holds_qrels_and_topics_under_the_same_query_ids(written):
    assert rows(written(SNAPSHOT, kind=Kind.QRELS)) == [["41", "b1", 3], ["43", "b3", 0]]
    assert topics(written(SNAPSHOT, kind=Kind.TOPICS)) == [("41", "rye", NEED), ("43", "milk", "")]


def test_a_kind_that_the_export_does_not_hold_is_refused_with_those_it_holds(tmp_path):
    with pytest.raises(BadInputError, match="holds no run: it is a book that Quepid") as refusal:
        read(tmp_path, json.dumps(BOOK), "x.json", kind=Kind.RUN)
    assert "documents, judgments, qrels, topics" in refusal.value.hint


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([pair("q", "d", judgement("high"))], "the grade 'high' is not a whole number"),
        ([pair("q", "d", judgement(1, None))], "annotator is empty"),
        ([pair("q", 1.5, judgement(1))], "doc_id is the number 1.5"),
        ([pair("q", None, judgement(1))], "doc_id is empty"),
        ([pair("a\tb", "d", judgement(1))], "holds a tab, a line break or a control character"),
        ([pair("q", "d", judgement(2, unrateable=True))], "marked as unrateable, with a rating"),
        (
            [pair("q", "d", judgement(1), judgement(2))],
            "by 'mira@example.org' has different grades",
        ),
    ],
)
def test_each_fault_of_a_book_is_named_with_its_place(tmp_path, pairs, message):
    good = pair("q", "good", judgement(1))
    content = {"query_doc_pairs": [good, *pairs]}
    for indent, line in ((None, 1), (1, None)):
        parsed = read(tmp_path, json.dumps(content, indent=indent), "x.json")
        assert parsed.n_problems == 1
        problem = parsed.problems[0]
        assert message in problem.message
        assert problem.message.startswith("query_doc_pairs[1].judgements[")
        assert problem.line == line or (line is None and problem.line > 10)


def test_equal_judgments_are_taken_once_though_all_stand_on_one_line(tmp_path):
    content = {"query_doc_pairs": [pair("q", "d", judgement(1), judgement(1)), pair("q", "e")]}
    content["query_doc_pairs"][1]["judgements"] = [judgement(2)]
    parsed = read(tmp_path, json.dumps(content), "x.json")
    assert len(parsed.frame) == 2
    repeats = "query_doc_pairs[0].judgements[1]"
    assert any(f"1 row repeats a pair with the same grade ({repeats})" in w for w in warned(parsed))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('{"query_doc_pairs": [\n{"query_text": "q", "doc_id": "d", "judgements": [', 2, "ends in"),
        (
            '{"query_doc_pairs": [\n{"query_text": "q", "doc_id": "d", "judgements": [}',
            2,
            "not JSON",
        ),
        (
            (
                '{"query_doc_pairs": [\n{"query_text": "q", "doc_id": "d", "doc_id": "e", '
                '"judgements": [{"rating": 1, "user_email": "m"}]}]}'
            ),
            2,
            "has the key 'doc_id' twice",
        ),
        (
            '{"query_doc_pairs": [\n{"query_text": "q", "doc_id": "d", "judgements": {}}]}',
            2,
            "query_doc_pairs[0].judgements has to be a list",
        ),
        (
            '{"query_doc_pairs": [\n7, {"query_text": "q", "doc_id": "d", "judgements": []}]}',
            1,
            "query_doc_pairs[0] has to be an object",
        ),
    ],
)
def test_json_that_is_not_as_quepid_writes_it_is_refused_with_its_line(
    tmp_path, text, line, message
):
    parsed = read(tmp_path, text, "x.json", kind=Kind.JUDGMENTS)
    assert parsed.problems[0].line == line
    assert message in parsed.problems[0].message
