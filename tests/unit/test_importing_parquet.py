"""Tables in Parquet: their kinds, their ids, and each fault with its row."""

import datetime
import decimal
import gzip
import json
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from judge_app.domain.errors import BadInputError
from judge_app.importing import COLUMNS, Kind, Parsed, read_file

IDS = ["NA", "007", "1e5", "null", " x", "a b", "é", "#1", '"x', "7.0"]
RUN = {"q_id": ["q", "q"], "doc_id": ["a", "b"], "score": [2.5, 1.0]}


@pytest.fixture
def read(tmp_path: Path):
    def read_table(columns, name: str = "table.parquet", *, asked=None, **options) -> Parsed:
        table = columns if isinstance(columns, pa.Table) else pa.table(columns)
        path = tmp_path / name
        parquet.write_table(table, path, **options)
        return read_file(path, name=name, **(asked or {}))

    return read_table


def told(parsed: Parsed) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.message) for problem in parsed.problems]


@pytest.mark.parametrize("compression", ["snappy", "zstd", "gzip", "none"])
def test_a_run_in_several_row_groups_is_read_in_order(read, compression: str):
    rows = 1000
    columns = {
        "q_id": [f"q{row // 100}" for row in range(rows)],
        "doc_id": [f"d{row}" for row in range(rows)],
        "score": [1 / (row + 3) for row in range(rows)],
    }
    parsed = read(columns, compression=compression, row_group_size=64)
    assert (parsed.kind, parsed.format, parsed.n_lines) == (Kind.RUN, "parquet", rows)
    assert parsed.frame["doc_id"].tolist() == columns["doc_id"]
    assert parsed.frame["score"].tolist() == columns["score"]
    assert parsed.frame["line"].tolist() == list(range(1, rows + 1))


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (("query_id", "doc_id", "relevance"), Kind.QRELS),
        (("query", "docid", "rating"), Kind.QRELS),
        (("qid", "docno", "label", "assessor"), Kind.JUDGMENTS),
        (("query_id", "text"), Kind.TOPICS),
        (("doc_id", "title", "text"), Kind.DOCUMENTS),
    ],
)
def test_kinds_are_told_by_the_names_that_tables_have(read, names, kind: Kind):
    parsed = read({name: ["1", "2"] for name in names})
    assert (parsed.kind, parsed.problems) == (kind, ())
    assert list(parsed.frame) == list(COLUMNS[kind])
    assert names[0] in parsed.why


def test_whole_scores_are_a_run_or_qrels_by_the_files_name(read):
    columns = {**RUN, "score": [-1, 2]}
    assert read(columns, "run.parquet").kind is Kind.RUN
    assert read(columns, "qrels.parquet").kind is Kind.QRELS
    with pytest.raises(BadInputError, match="may hold run or qrels"):
        read(columns)


def test_ids_survive_byte_for_byte(read):
    frame = read({"q_id": IDS, "doc_id": IDS, "score": [0.5] * len(IDS)}).frame
    assert frame["query_id"].tolist() == IDS
    assert frame["doc_id"].tolist() == IDS


@pytest.mark.parametrize(
    ("ids", "written"),
    [
        (pa.array([7, 2**64 - 1], pa.uint64()), ["7", "18446744073709551615"]),
        (pa.array([-7, 100], pa.int8()), ["-7", "100"]),
        (pa.array([7, 12000], pa.decimal128(20, 0)), ["7", "12000"]),
        (pa.array(["007", "é"]).dictionary_encode(), ["007", "é"]),
        (pa.array(["007", "é"], pa.large_string()), ["007", "é"]),
        (pa.array([b"007", "é".encode()]), ["007", "é"]),
        (pa.array([b"07", b"08"], pa.binary(2)), ["07", "08"]),
    ],
)
def test_whole_numbers_and_every_form_of_text_may_be_ids(read, ids, written):
    parsed = read({**RUN, "doc_id": ids})
    assert parsed.problems == ()
    assert parsed.frame["doc_id"].tolist() == written
    topics = read({"query_id": ids, "text": ["bread", "milk"]}, "topics.parquet")
    assert topics.frame["query_id"].tolist() == (
        written if ids.type != pa.decimal128(20, 0) else ["7", "12000"]
    )


@pytest.mark.parametrize(
    ("ids", "words"),
    [
        (pa.array([7.0, 8.0]), "numbers with a fraction"),
        (pa.array([7.5, 8], pa.float32()).dictionary_encode(), "numbers with a fraction"),
        (pa.array([decimal.Decimal("7.50"), None]), "numbers with a fraction"),
        (pa.array([True, False]), "is of type bool"),
        (pa.array([datetime.date(2020, 1, 1), None]), "is of type date32"),
        (pa.array([["a"], ["b"]]), "is of type list"),
    ],
)
def test_ids_of_another_type_are_refused_once_for_the_column(read, ids, words: str):
    for columns in ({**RUN, "doc_id": ids}, {"doc_id": ids, "text": ["bread", "milk"]}):
        ((line, message),) = told(read(columns))
        assert line is None
        assert message.startswith("the column doc_id ")
        assert words in message
        assert "write the ids as texts" in message


def test_missing_values_are_refused_with_their_rows(read):
    columns = {
        "q_id": ["q", None, "q", "q"],
        "doc_id": ["a", "b", "", "c"],
        "score": [1.5, 2.5, 3.5, None],
    }
    assert told(read(columns, row_group_size=1)) == [
        (2, "row 2: the query_id is empty"),
        (3, "row 3: the doc_id is empty"),
        (4, "row 4: the score is empty"),
    ]


def test_scores_follow_the_rules_of_other_runs(read):
    columns = {
        "q_id": ["q"] * 5,
        "doc_id": list("abcde"),
        "score": [float("inf"), -0.0, 5e-324, 0.1 + 0.2, float("-inf")],
    }
    assert read(columns).frame["score"].tolist() == columns["score"]
    small = pa.array([0.1, 1e30, 2, 3, 4], pa.float32())
    assert read({**columns, "score": small}).frame["score"].tolist() == [
        float(score) for score in small.to_numpy()
    ]
    columns["score"][2] = float("nan")
    ((line, message),) = told(read(columns))
    assert line == 3
    assert message.startswith("row 3: the score is nan, not a number")


def test_grades_may_be_floats_that_are_whole(read):
    columns = {"query_id": ["q"] * 3, "doc_id": list("abc"), "grade": [2.0, 0.0, -1.0]}
    assert read(columns).frame["grade"].tolist() == [2, 0, -1]
    assert not read(columns).has_fractional_grades
    columns["grade"][1] = 0.5
    assert read(columns).frame["grade"].tolist() == [2, 0.5, -1]
    assert read(columns).has_fractional_grades


def test_repeated_and_contradicting_rows_are_told_as_rows(read):
    run = {"q_id": ["q", "q", "q"], "doc_id": ["a", "b", "a"], "score": [3.5, 2, 1]}
    ((line, message),) = told(read(run))
    assert line == 3
    assert "stands twice in the run (rows 1, 3)" in message
    qrels = {"q_id": ["q"] * 3, "doc_id": ["a", "b", "a"], "grade": [1, 1, 1]}
    (warning,) = read(qrels).warnings
    assert "1 row repeats a pair with the same grade (row 3)" in warning.message
    documents = {"doc_id": ["a", "b", "a"], "text": ["x", "y", "z"]}
    ((line, message),) = told(read(documents))
    assert (line, message[:48]) == (3, "row 3: the id 'a' stood in row 1 already, with o")


def test_judgments_may_say_that_nothing_can_be_judged(read):
    columns = {
        "query": ["q", "q"],
        "docid": ["d", "e"],
        "judge": [1, 1],
        "rating": [None, 3],
        "unrateable": [True, None],
    }
    frame = read(columns).frame
    assert frame["verdict"].tolist() == ["cannot_judge", "graded"]
    assert frame["grade"].tolist() == [pd.NA, 3]
    assert frame["annotator"].tolist() == ["1", "1"]


def test_documents_keep_their_other_columns_as_json(read):
    columns = {
        "docid": [7, 8],
        "title": ["T", None],
        "text": ["bread", "milk"],
        "facts": [{"grams": [1.5, float("nan")], "sold": datetime.date(2020, 1, 2)}, None],
        "price": [float("nan"), 2.5],
    }
    frame = read(columns).frame
    assert frame["doc_id"].tolist() == ["7", "8"]
    assert [json.loads(extra) for extra in frame["extra"]] == [
        {"facts": {"grams": [1.5, None], "sold": "2020-01-02"}},
        {"price": 2.5},
    ]


def test_an_index_that_pandas_wrote_is_said_to_be_unused(tmp_path: Path):
    path = tmp_path / "run.parquet"
    pd.DataFrame(RUN, index=["x", "y"]).to_parquet(path)
    parsed = read_file(path)
    assert len(parsed.frame) == 2
    assert "not used: __index_level_0__" in parsed.warnings[0].message
    assert parsed.warnings[0].line is None


def test_text_that_is_not_utf8_is_refused_with_its_row(read):
    torn = pa.array([b"a", b"\xff\xfe"])
    parsed = read({**RUN, "doc_id": torn})
    assert told(parsed) == [(2, "row 2: the doc_id b'\\xff\\xfe' is not UTF-8")]
    documents = read({"doc_id": ["a", "b"], "text": torn})
    assert told(documents) == [(2, "row 2: a text of this row is not UTF-8")]


def test_a_column_that_can_hold_no_number_is_refused(read):
    ((line, message),) = told(read({**RUN, "score": [[1.5], [2.5]]}))
    assert line is None
    assert message.startswith("the column score is of type list<")


def test_columns_that_make_no_kind_are_refused_with_what_is_needed(read):
    with pytest.raises(BadInputError, match="Parquet, but its columns make no kind") as refusal:
        read({"a": [1], "b": [2]})
    assert "runs query_id, doc_id and score" in refusal.value.hint
    parsed = read({"q_id": ["q"], "b": [2]}, asked={"kind": Kind.RUN})
    assert told(parsed) == [
        (None, "no column for the document id or document url; the columns are 'q_id', 'b'"),
        (None, "no column for the score or grade"),
    ]


def test_two_columns_of_one_name_are_refused(read):
    table = pa.table([["q"], ["a"], [1.5], ["b"]], names=["q_id", "doc_id", "score", "doc_id"])
    assert told(read(table)) == [(None, "two columns are called 'doc_id'")]


def test_a_table_without_rows_is_refused(read):
    table = pa.schema({"q_id": pa.string(), "doc_id": pa.string(), "grade": pa.int8()})
    assert told(read(table.empty_table())) == [(None, "there is not one row of qrels in this file")]


@pytest.mark.parametrize("kind", [None, Kind.RUN])
@pytest.mark.parametrize("kept", [12, -1, -9])
def test_a_file_cut_short_is_refused_with_what_to_do(tmp_path: Path, kept: int, kind):
    path = tmp_path / "run.parquet"
    parquet.write_table(pa.table(RUN), path)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(BadInputError, match="cannot be read as Parquet") as refusal:
        read_file(path, name="given.parquet", kind=kind)
    assert "copy or download it again" in str(refusal.value)
    assert refusal.value.problems[0].file == "given.parquet"


def test_damage_in_the_middle_is_refused(tmp_path: Path):
    path = tmp_path / "run.parquet"
    columns = {
        "q_id": ["q"] * 50_000,
        "doc_id": [str(row) for row in range(50_000)],
        "score": [row / 7 for row in range(50_000)],
    }
    parquet.write_table(pa.table(columns), path, write_page_checksum=True)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    ((line, message),) = told(read_file(path))
    assert line is None
    assert "cannot be read as Parquet" in message


def test_a_packed_parquet_file_is_read_or_refused_as_cut_short(tmp_path: Path):
    plain, packed = tmp_path / "run.parquet", tmp_path / "run.parquet.gz"
    parquet.write_table(pa.table(RUN), plain)
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert read_file(packed).frame.equals(read_file(plain).frame)
    packed.write_bytes(packed.read_bytes()[:-20])
    with pytest.raises(BadInputError, match="given: the file ends in the middle of its compressed"):
        read_file(packed, name="given")


def test_a_run_whose_first_query_spells_the_magic_bytes_is_text(tmp_path: Path):
    path = tmp_path / "a.run"
    path.write_text("PAR1 Q0 a 1 2.5 t\nPAR1 Q0 b 2 1.5 t\n")
    assert read_file(path).frame["query_id"].tolist() == ["PAR1", "PAR1"]


def test_another_file_is_not_taken_for_parquet_when_asked_to(tmp_path: Path):
    path = tmp_path / "a.run"
    path.write_text("q Q0 a 1 2.5 t\n")
    ((line, message),) = told(read_file(path, kind=Kind.RUN, format="parquet"))
    assert line is None
    assert "cannot be read as Parquet" in message


ID = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1).filter(str.strip)


@settings(deadline=None, max_examples=100)
@given(st.lists(st.tuples(ID, ID), min_size=1, max_size=20, unique=True), st.booleans())
def test_any_ids_come_back_as_they_were_written(tmp_path_factory, pairs, encoded: bool):
    path = tmp_path_factory.mktemp("ids") / "run.parquet"
    queries, documents = (pa.array(column) for column in zip(*pairs, strict=True))
    if encoded:
        queries, documents = queries.dictionary_encode(), documents.dictionary_encode()
    scores = [number / 2 for number in range(len(pairs))]
    table = pa.table({"query_id": queries, "doc_id": documents, "score": scores})
    parquet.write_table(table, path, row_group_size=7)
    frame = read_file(path).or_refuse().frame
    assert list(zip(frame["query_id"], frame["doc_id"], strict=True)) == pairs
    assert frame["score"].tolist() == scores
