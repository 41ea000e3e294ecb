"""Tables of judgments: annotators in a column or as columns, documents named by URLs, ranks."""

import json

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind
from tests.support.reading import messages, read, warned

WIDE = 'query,docid,Mira,"Jo, the elder"\nrye bread,b1,3,\nrye bread,b#2,0,2\nmilk,b1,,1\n'
NAMES = [
    *("annotator", "Assessor", "judge", "rater", "user", "username", "created_by", "User Email"),
    *("completed_by", "WorkerId", "worker_id", "annotator_id", "labeler", "reviewer", "user_id"),
]


def rows(parsed):
    assert parsed.problems == ()
    return parsed.frame.drop(columns="line").to_numpy().tolist()


@pytest.mark.parametrize("name", NAMES)
def test_the_column_of_the_annotator_may_have_many_names(tmp_path, name: str):
    table = f"id,query_id,doc_id,rating,{name},created_at\n9,q,d,2,mira,2024\n10,q,d,1,jo,2024\n"
    parsed = read(tmp_path, table, "export.csv")
    assert parsed.kind is Kind.JUDGMENTS
    assert parsed.frame["annotator"].tolist() == ["mira", "jo"]
    assert parsed.frame["grade"].tolist() == [2, 1]
    lines = [
        {"query_id": "q", "doc_id": "d", "label": ["2"], name: 7},
        {"query_id": "q", "doc_id": "d", "label": 1, name: "jo"},
    ]
    parsed = read(tmp_path, "\n".join(map(json.dumps, lines)), "export.jsonl")
    assert parsed.kind is Kind.JUDGMENTS
    assert parsed.frame["annotator"].tolist() == ["7", "jo"]
    assert parsed.frame["grade"].tolist() == [2, 1]


def test_an_array_of_annotations_is_judgments_too(tmp_path):
    items = [{"id": 1, "query_id": "q", "doc_id": "d", "rating": 2, "annotator": 3}]
    parsed = read(tmp_path, json.dumps(items), "export.json")
    assert (parsed.kind, parsed.frame["annotator"].tolist()) == (Kind.JUDGMENTS, ["3"])


def test_two_labels_of_one_annotation_are_no_grade(tmp_path):
    item = {"query_id": "q", "doc_id": "d", "label": ["2", "3"], "user": "mira"}
    parsed = read(tmp_path, json.dumps(item), "export.jsonl")
    assert "is not a whole number" in parsed.problems[0].message


def test_judgments_without_annotators_are_refused_with_what_to_do(tmp_path):
    parsed = read(tmp_path, "query,docid,rating\nq,d,1\n", "x.csv", kind=Kind.JUDGMENTS)
    assert messages(parsed) == [
        (
            1,
            (
                "no column for the annotator; add one, or import the file --as qrels, which need "
                "no names"
            ),
        )
    ]


def test_columns_of_numbers_are_not_taken_for_judges_by_themselves(tmp_path):
    with pytest.raises(BadInputError, match="whether each is a judge cannot be told") as refusal:
        read(tmp_path, WIDE, "book_7_export.csv")
    assert "--as judgments" in refusal.value.hint


@pytest.mark.parametrize("said", [{"kind": Kind.JUDGMENTS}, {"format": "wide"}])
def test_each_column_is_a_judge_where_a_person_says_so(tmp_path, said):
    parsed = read(tmp_path, WIDE, "book_7_export.csv", **said)
    assert parsed.format == "wide"
    expected = [
        ["rye bread", "b1", "Mira", 3],
        ["rye bread", "b#2", "Mira", 0],
        ["rye bread", "b#2", "Jo, the elder", 2],
        ["milk", "b1", "Jo, the elder", 1],
    ]
    assert (
        parsed.frame[["query_id", "doc_id", "annotator", "grade"]].to_numpy().tolist() == expected
    )
    assert parsed.frame["line"].tolist() == [2, 3, 3, 4]
    assert warned(parsed) == ["each of these columns is taken for a judge: Mira, Jo, the elder"]


def test_each_column_is_a_judge_where_the_name_says_judgments(tmp_path):
    parsed = read(tmp_path, WIDE, "judgments.csv")
    assert (parsed.kind, parsed.format) == (Kind.JUDGMENTS, "wide")


def test_faults_of_such_a_table_name_line_and_column(tmp_path):
    table = "query,docid,Mira,Jo\nq,d,3,x\nq,e,1,1\nq,e,2,1\nq,f\n"
    parsed = read(tmp_path, table, "judgments.csv", format="wide")
    assert messages(parsed) == [
        (2, "column Jo: the grade 'x' is not a whole number"),
        (
            4,
            (
                "column Mira: document 'e' of query 'q' by 'Mira' has different grades "
                "(line 3 column Mira, line 4 column Mira); keep one"
            ),
        ),
        (5, "2 columns, where the first row has 4"),
    ]


@pytest.mark.parametrize(
    "table",
    [
        "query,docid,title\nq,d,The bread\n",
        "query,docid,rating,Mira\nq,d,1,2\n",
        "query,docid\nq,d\n",
        "query,Mira,Jo\nq,1,2\n",
    ],
)
def test_other_tables_have_no_columns_of_judges(tmp_path, table: str):
    parsed = read(tmp_path, table, "x.csv", format="wide")
    assert messages(parsed) == [
        (1, "columns for the query id, the document id and each judge are needed")
    ]


URLS = (
    "Language,Query,GitHubUrl,Relevance,Notes\r\n"
    'Go,read file,https://example.org/a.go#L1-L9,2,"one\r\ntwo"\r\n'
    "Go,read file,https://example.org/b.go#L1,0,\r\n"
)


def test_the_one_url_names_the_document_where_nothing_else_does(tmp_path):
    parsed = read(tmp_path, URLS, "store.csv")
    assert parsed.kind is Kind.QRELS
    assert "the documents being named by GitHubUrl" in parsed.why
    assert rows(parsed) == [
        ["read file", "https://example.org/a.go#L1-L9", 2],
        ["read file", "https://example.org/b.go#L1", 0],
    ]
    assert parsed.frame["line"].tolist() == [2, 4]


def test_contradicting_votes_without_names_are_refused_with_what_to_do(tmp_path):
    parsed = read(tmp_path, URLS + URLS.splitlines()[-1].replace(",0,", ",1,") + "\n", "x.csv")
    assert messages(parsed) == [
        (
            5,
            (
                "document 'https://example.org/b.go#L1' of query 'read file' has different grades "
                "(lines 4, 5); keep one, or add the annotator of each row and import them "
                "--as judgments"
            ),
        )
    ]


def test_a_document_id_goes_before_a_url_and_two_urls_name_nothing(tmp_path):
    both = "query,docid,page_url,rating\nq,d,https://example.org/,1\n"
    assert rows(read(tmp_path, both, "x.csv")) == [["q", "d", 1]]
    with pytest.raises(BadInputError, match="make no kind"):
        read(tmp_path, "query,page_url,site_url,rating\nq,a,b,1\n", "x.csv")


def test_a_run_of_ranks_without_scores_keeps_their_order(tmp_path):
    table = "Query Text,Doc ID,Doc Position, Title\nq,b,2, B\nq,a,1, A\nq,c,10, C\n"
    parsed = read(tmp_path, table, "x.csv")
    assert parsed.kind is Kind.RUN
    assert rows(parsed) == [["q", "b", -2.0], ["q", "a", -1.0], ["q", "c", -10.0]]
    assert "a score is the negative rank" in warned(parsed)[0]
    lines = (
        '{"query_id": "q", "doc_id": "a", "rank": 1}\n{"query_id": "q", "doc_id": "b", "rank": 2}'
    )
    assert rows(read(tmp_path, lines, "x.jsonl")) == [["q", "a", -1.0], ["q", "b", -2.0]]
    faulty = read(tmp_path, "query,docid,rank\nq,a,first\n", "x.csv")
    assert messages(faulty) == [(2, "the score 'first' is not a number")]


def test_ranks_beside_scores_are_not_used(tmp_path):
    table = "query_id,doc_id,rank,score\nq,a,1,0.5\nq,b,2,0.7\n"
    assert rows(read(tmp_path, table, "x.csv")) == [["q", "a", 0.5], ["q", "b", 0.7]]
