"""A log of judgments is told by its columns; what is wrong in it is named by its line."""

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, read_file

HEADER = "judgment_id,query_id,doc_id,annotator,annotator_kind,verdict,grade,note,judgment_kind"
ROW = "1,q1,d1,Ada,human,graded,2,,ordinary"


def read(tmp_path, *rows, header=HEADER):
    path = tmp_path / "log.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return read_file(path)


def told(parsed):
    return [(problem.line, problem.message) for problem in parsed.problems]


def test_a_pair_may_be_judged_again_and_the_later_word_is_the_one_further_down_the_log(tmp_path):
    parsed = read(tmp_path, "8,q1,d1,Ada,human,graded,0,,ordinary", ROW)
    assert parsed.kind is Kind.JUDGMENTS
    assert parsed.frame["grade"].tolist() == [2, 0]
    assert parsed.frame["position"].tolist() == [1, 8]


def test_without_the_columns_of_a_log_two_grades_of_a_pair_are_still_refused(tmp_path):
    parsed = read(
        tmp_path, "q1,d1,Ada,2,graded", "q1,d1,Ada,0,graded",
        header="query_id,doc_id,annotator,grade,verdict",
    )  # fmt: skip
    assert "has different grades" in parsed.problems[0].message


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("2,q1,d1,Ada,human,liked,2,,ordinary", "the verdict 'liked' is none of: graded, "),
        ("2,q1,d1,Ada,robot,graded,2,,ordinary", "the annotator_kind 'robot' is none of: human"),
        ("2,q1,d1,Ada,human,graded,2,,guess", "the judgment_kind 'guess' is none of: ordinary"),
        ("2,q1,d1,Ada,human,skipped,2,,ordinary", "a judgment that is 'skipped' has no grade"),
        ("2,q1,d1,Ada,human,graded,,,ordinary", "the grade is empty"),
        ("two,q1,d1,Ada,human,graded,2,,ordinary", "the position 'two' is no position in a log"),
        ("1,q1,d1,Ada,human,graded,2,,ordinary", "the judgment_id 1 stands twice"),
        ("2,q1,,Ada,human,graded,2,,ordinary", "the doc_id is empty"),
    ],
)
def test_a_faulty_row_is_named_by_its_line(tmp_path, row, said):
    (found,) = told(read(tmp_path, ROW, row))
    assert found[0] == 3
    assert said in found[1]


def test_a_moment_that_is_none_is_refused(tmp_path):
    parsed = read(tmp_path, f"{ROW},yesterday", header=f"{HEADER},judged_at")
    assert "'yesterday' is no moment" in told(parsed)[0][1]
    with pytest.raises(BadInputError):
        parsed.or_refuse()


def test_cells_named_as_escaped_lose_their_apostrophe_and_no_others(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text(
        "query_id,doc_id,grade,escaped\n"
        "'=q,'=d,1,doc_id\n'=q,'d,2,doc_id\n'+q,x,0,query_id doc_id\n"
    )
    frame = read_file(path).frame
    assert frame["query_id"].tolist() == ["'=q", "'=q", "+q"]
    assert frame["doc_id"].tolist() == ["=d", "'d", "x"]


def test_without_that_column_an_apostrophe_is_part_of_an_id(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text("query_id,doc_id,grade\nq,'=d,1\n")
    assert read_file(path).frame["doc_id"].tolist() == ["'=d"]
