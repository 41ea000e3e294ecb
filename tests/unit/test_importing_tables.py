"""Runs, qrels and judgments as tables and JSON lines."""

import json
from pathlib import Path

import pandas as pd
import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import COLUMNS, Kind, Parsed, read_file


@pytest.fixture
def read(tmp_path: Path):
    def read_text(text: str, name: str = "table", kind: Kind | None = None) -> Parsed:
        path = tmp_path / name
        path.write_bytes(text.encode())
        return read_file(path, name=name, kind=kind)

    return read_text


IDS = ["NA", "007", "1e5", "null", " x", "a b", "é", "#1"]


def test_beir_qrels_are_told_by_their_header(read):
    parsed = read("query-id\tcorpus-id\tscore\n007\tNA\t2\n007\t1e5\t0\n")
    assert (parsed.kind, parsed.format) == (Kind.QRELS, "beir")
    assert parsed.frame.to_numpy().tolist() == [["007", "NA", 2, 2], ["007", "1e5", 0, 3]]


@pytest.mark.parametrize(
    "header",
    ["query,docid,rating", "query_id,doc_id,relevance", "q_id,doc_id,grade", "Topic,DocNo,Label"],
)
def test_qrels_tables_are_told_by_their_headers(read, header: str):
    parsed = read(f'{header}\n"a, b",d1,3\n"a, b",d2,0\n')
    assert parsed.kind is Kind.QRELS
    assert parsed.frame["query_id"].tolist() == ["a, b", "a, b"]
    assert parsed.frame["grade"].tolist() == [3, 0]


@pytest.mark.parametrize("separator", [",", "\t"])
def test_ids_in_tables_survive_byte_for_byte(read, separator: str):
    rows = "".join(f"{id_}{separator}{id_}{separator}1\n" for id_ in IDS)
    frame = read(separator.join(["query_id", "doc_id", "grade"]) + "\n" + rows).frame
    assert frame["query_id"].tolist() == IDS
    assert frame["doc_id"].tolist() == IDS


def test_an_id_that_begins_with_a_quote_survives_in_both_kinds_of_table(read):
    assert read('query_id\tdoc_id\tgrade\nq\t"x\t1\n').frame["doc_id"].tolist() == ['"x']
    assert read('query_id,doc_id,grade\nq,"""x",1\n').frame["doc_id"].tolist() == ['"x']


def test_a_table_with_fractions_for_scores_is_a_run(read):
    parsed = read("query_id,doc_id,score\nq,a,2.5\nq,b,1\n")
    assert parsed.kind is Kind.RUN
    assert parsed.frame["score"].tolist() == [2.5, 1.0]


def test_a_table_with_ranks_is_a_run_and_names_its_tags(read):
    parsed = read("qid\tdocno\trank\tscore\ttag\nq\ta\t1\t9\tbm25\nq\tb\t2\t8\tbm25\n")
    assert (parsed.kind, parsed.tags) == (Kind.RUN, ("bm25",))


def test_whole_numbers_for_scores_are_a_run_or_qrels_by_the_files_name(read):
    text = "query_id,doc_id,score\nq,a,2\nq,b,1\n"
    assert read(text, "run.csv").kind is Kind.RUN
    assert read(text, "qrels.csv").kind is Kind.QRELS
    with pytest.raises(BadInputError, match="run or qrels"):
        read(text, "table.csv")


def test_an_annotator_column_makes_judgments(read):
    parsed = read(
        "query_id\tdoc_id\tassessor\tgrade\tnotes\nq\td\tMira\t2\tnear\nq\td\tIlya\t0\t\n"
    )
    assert parsed.kind is Kind.JUDGMENTS
    assert list(parsed.frame) == list(COLUMNS[Kind.JUDGMENTS])
    assert parsed.frame.drop(columns="line").to_numpy().tolist() == [
        ["q", "d", "Mira", "graded", 2, "near"],
        ["q", "d", "Ilya", "graded", 0, ""],
    ]


def test_cannot_judge_is_a_verdict_without_a_grade(read):
    parsed = read("query,docid,judge,rating,unrateable\nq,d,Mira,,1\nq,e,Mira,3,0\n")
    assert parsed.problems == ()
    assert parsed.frame["verdict"].tolist() == ["cannot_judge", "graded"]
    assert parsed.frame["grade"].tolist() == [pd.NA, 3]
    assert parsed.frame["grade"].dtype == "Int64"


def test_one_annotators_two_grades_of_a_pair_are_refused_with_both_lines(read):
    parsed = read("query,docid,judge,rating\nq,d,Mira,1\nq,d,Ilya,2\nq,d,Mira,3\n")
    assert [(problem.line, problem.message) for problem in parsed.problems] == [
        (4, "document 'd' of query 'q' by 'Mira' has different grades (lines 2, 4); keep one")
    ]


def test_json_lines_of_pairs_are_read_like_tables(read):
    items = [
        {"query_id": "q", "doc_id": "a", "relevance": 2, "iteration": "0"},
        {"query_id": "q", "doc_id": "b", "relevance": "1"},
    ]
    parsed = read("\n".join(map(json.dumps, items)))
    assert (parsed.kind, parsed.format) == (Kind.QRELS, "jsonl")
    assert parsed.frame["grade"].tolist() == [2, 1]


def test_faults_of_a_table_are_told_on_the_line_where_the_row_begins(read):
    parsed = read(
        'query,docid,rating,notes\nq,a,1,"two\nlines"\nq,,1,\nq,b,,\nq,c,high,\nq,d,1\nq,e,NaN,\n'
    )
    assert [(problem.line, problem.message) for problem in parsed.problems] == [
        (4, "the doc_id is empty"),
        (5, "the grade is empty"),
        (6, "the grade 'high' is not a whole number"),
        (7, "3 columns, where the first row has 4"),
        (8, "the grade 'NaN' is not a whole number"),
    ]


def test_a_run_table_with_a_decimal_comma_or_nan_is_refused(read):
    parsed = read("query_id;doc_id;score\nq;a;2,5\nq;b;nan\nq;c;1.5\n")
    assert [problem.line for problem in parsed.problems] == [2, 3]
    assert "decimal comma; write 2.5" in parsed.problems[0].message


def test_a_table_without_rows_is_refused(read):
    parsed = read("query,docid,rating\n")
    assert [problem.message for problem in parsed.problems] == [
        "there is not one row of qrels in this file"
    ]


@pytest.mark.parametrize("header", ["query,relevance,link", "docid,rank"])
def test_a_header_that_makes_no_kind_is_refused_with_what_is_needed(read, header: str):
    row = ",".join("1" for _ in header.split(","))
    with pytest.raises(BadInputError, match="header") as refusal:
        read(f"{header}\n{row}\n")
    assert "qrels query_id, doc_id and rating" in refusal.value.hint


def test_cannot_judge_beside_a_grade_of_the_same_annotator_is_a_contradiction(read):
    parsed = read("query,docid,judge,rating,cannot_judge\nq,d,Mira,2,\nq,d,Mira,,yes\n")
    assert [problem.line for problem in parsed.problems] == [3]
    assert "different grades (lines 2, 3)" in parsed.problems[0].message


def test_a_row_number_is_not_taken_for_the_query(read):
    parsed = read("number,query,docid,rating\n1,bread,d1,2\n2,bread,d2,0\n")
    assert parsed.frame["query_id"].tolist() == ["bread", "bread"]


def test_a_topic_column_is_the_query_of_a_pair(read):
    parsed = read("topic,query,docid,rating\n7,bread,d1,2\n")
    assert parsed.frame["query_id"].tolist() == ["7"]


@pytest.mark.parametrize(
    ("doc_id", "words"),
    [(" ", "the doc_id is empty"), ('"a\nb"', "the doc_id holds a tab, a line break")],
)
def test_ids_that_no_qrels_file_could_hold_are_refused(read, doc_id: str, words: str):
    parsed = read(f"query,docid,rating\nq,{doc_id},1\nq,c,1\n")
    assert [problem.line for problem in parsed.problems] == [2]
    assert words in parsed.problems[0].message


@pytest.mark.parametrize("column", ["run", "system", "run_name", "run_id"])
def test_several_runs_in_one_table_are_refused(read, column: str):
    parsed = read(f"{column},query_id,doc_id,rank,score\na,q,d,1,2.5\nb,q,d,1,2.5\nc,q,e,1,3.5\n")
    assert [problem.message for problem in parsed.problems] == [
        "holds 3 runs: a, b, c; split it into one file for each, or export one of them with --run"
    ]


def test_an_exported_run_comes_back_with_its_scores(read):
    parsed = read("run,query_id,doc_id,rank,score,grade\na,q,d,1,2.5,\na,q,e,2,1.5,3\n")
    assert (parsed.kind, parsed.tags) == (Kind.RUN, ("a",))
    assert parsed.frame["score"].tolist() == [2.5, 1.5]
    assert [warning.message for warning in parsed.warnings] == ["columns that are not used: grade"]


POOL = [
    {"query_id": "q", "doc_id": "d", "batch": 1, "strategy": "depth", "depth": 9, "run": run}
    | {"rank": 1}
    for run in ("a", "b")
] + [{"query_id": "q", "doc_id": "e", "batch": 1, "strategy": "depth", "depth": 9, "run": "a"}]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_an_exported_pool_is_read_as_pairs_that_nobody_judged(read, form: str):
    frame = pd.DataFrame(POOL).astype({"rank": "Int64"})
    text = (
        frame.to_csv(index=False) if form == "csv" else frame.to_json(orient="records", lines=True)
    )
    parsed = read(text)
    assert parsed.kind is Kind.QRELS
    assert "Judgepool's export of a pool" in parsed.why
    assert parsed.frame[["doc_id", "grade"]].to_numpy().tolist() == [["d", -1], ["e", -1]]


@pytest.mark.parametrize(
    "text", ["query_id,doc_id\nq,d\nq,e\n", '{"query_id": "q", "doc_id": "d"}\n' * 2]
)
def test_mere_pairs_are_refused_with_the_format_that_comes_back(read, text: str):
    with pytest.raises(BadInputError) as refusal:
        read(text)
    assert "--as unjudged) come back with --format trec" in refusal.value.hint


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("query,docid,rating,relevance,label", "rating, relevance and label may each be the grade"),
        ("query,docid,judge,username,rating", "judge and username may each be the annotator"),
        ("qid,query_id,docid,score,rank", "query_id and qid may each be the query id"),
    ],
)
def test_columns_that_compete_for_one_thing_are_refused_with_their_names(read, header, words):
    row = ",".join(map(str, range(1, 6)))
    (problem,) = read(f"{header}\n{row[: 2 * header.count(',') + 1]}\n").problems
    assert problem.line == 1
    assert problem.message == f"{words}; rename or drop all of them but one"


def test_keys_that_compete_for_one_thing_are_refused_once(read):
    line = json.dumps({"query_id": "q", "doc_id": "d", "rating": 1, "label": 2})
    other = line.replace('"d"', '"e"')
    (problem,) = read(f"{line}\n{other}\n").problems
    assert "rating and label may each be the grade" in problem.message


def test_only_the_columns_that_are_read_are_named_as_the_reason(read):
    parsed = read("query_id,query,docid,score,rating\nq,some text,d,1.5,2\n")
    assert parsed.why == "commas between the columns query_id, docid, rating"
    assert [w.message for w in parsed.warnings] == ["columns that are not used: query, score"]
