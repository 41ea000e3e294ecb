"""TREC runs and qrels: columns, numbers, repeats, comments, ids."""

import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, Parsed, read_file, read_run
from judge_app.importing.fields import Fields, split_at_blanks, split_at_tabs
from judge_app.importing.values import grade_of, score_of


@pytest.fixture
def read(tmp_path: Path):
    def read_text(text: str, name: str = "a.run", kind: Kind | None = None) -> Parsed:
        path = tmp_path / name
        path.write_bytes(text.encode())
        return read_file(path, name=name, kind=kind)

    return read_text


def messages(parsed: Parsed) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.message) for problem in parsed.problems]


def rows_of(fields: Fields) -> list[list[str]]:
    values = fields.values.to_pylist()
    return [
        values[first : first + count]
        for first, count in zip(fields.first, fields.n_columns, strict=True)
    ]


ASCII_BLANKS = " \t\x0b\x0c\r"
LINE = st.text(st.sampled_from("aé7\u00a0\u2028\x08\x0e\x1c\"'#" + ASCII_BLANKS), max_size=12)


@settings(deadline=None)
@given(st.lists(LINE, min_size=1, max_size=8))
def test_splitting_at_blanks_is_what_python_does_with_ascii_blanks(lines):
    data = "".join(f"{line}\n" for line in lines).encode()
    expected = [[word.decode() for word in line.encode().split()] for line in lines]
    assert rows_of(split_at_blanks(data)) == expected


@settings(deadline=None)
@given(st.lists(LINE, min_size=1, max_size=8))
def test_splitting_at_tabs_keeps_blanks_inside_and_empty_columns(lines):
    data = "".join(f"{line}\n" for line in lines).encode()
    expected = [
        []
        if "\t" not in line and not line.strip(ASCII_BLANKS)
        else [cell.strip(ASCII_BLANKS) for cell in line.split("\t")]
        for line in lines
    ]
    assert rows_of(split_at_tabs(data)) == expected


ONCE = "a ranking holds a document once"
IDS = ["NA", "007", "1e5", '"x', "null", "nan", "TRUE", "-0", "é\u00a0è", "a#1", "\\N", "'", "q,1"]


def test_ids_survive_byte_for_byte(read):
    parsed = read("".join(f"{id_} Q0 {id_} 1 1.0 t\n" for id_ in IDS))
    assert parsed.frame["query_id"].tolist() == IDS
    assert parsed.frame["doc_id"].tolist() == IDS
    assert not parsed.frame.isna().any().any()


def test_any_blanks_and_tabs_part_columns_and_further_columns_are_ignored(read):
    parsed = read("  q1\tQ0  d1 1\t\t 2.5 tag further columns \r\n\nq1 Q0 d2 2 +1e-1 tag\n")
    assert parsed.frame["doc_id"].tolist() == ["d1", "d2"]
    assert parsed.frame["score"].tolist() == [2.5, 0.1]
    assert parsed.frame["line"].tolist() == [1, 3]
    assert (parsed.format, parsed.tags, parsed.n_lines) == ("trec", ("tag",), 3)


@pytest.mark.parametrize("blank", ["\u0085", "\u2028", "\u2029", "\u00a0", "\u3000", "\x1c"])
def test_other_blanks_and_line_ends_of_unicode_stay_in_ids(read, blank: str):
    lines = [f"q{blank}1 Q0 {blank}d{blank}{n} {n} {9 - n}.5 t\n" for n in range(9)]
    parsed = read("".join(lines), name="found.txt")
    assert parsed.kind is Kind.RUN
    assert set(parsed.frame["query_id"]) == {f"q{blank}1"}
    assert parsed.frame["doc_id"].tolist() == [f"{blank}d{blank}{n}" for n in range(9)]


def test_a_form_feed_is_a_blank(read):
    assert read("q\fQ0 a\f1 2\x0bt\n\f\nq Q0 b 2 1 t\f\n").frame["line"].tolist() == [1, 3]


def test_lines_may_end_in_two_ways_and_the_last_in_none(read):
    parsed = read("q 0 a 1\r\nq 0 b 2\nq 0 c 1\r\r\nq 0 d 0", name="qrels")
    assert parsed.frame["doc_id"].tolist() == list("abcd")
    assert (parsed.n_lines, parsed.warnings) == (4, ())


def test_a_carriage_return_inside_a_line_is_refused_since_it_may_end_one(read):
    good = "".join(f"q Q0 d{number} {number} {9 - number} t\n" for number in range(9))
    parsed = read(f"{good}q Q0 x 10 0.5 t\rq Q0 y 11 0.25 t\r\n")
    assert [line for line, _ in messages(parsed)] == [10]
    assert "a carriage return stands inside this line" in messages(parsed)[0][1]


def test_every_tag_is_told_in_order_of_appearance(read):
    assert read("q Q0 a 1 2 second\nq Q0 b 2 1 first\nq Q0 c 3 0 second\n").tags == (
        "second",
        "first",
    )


def test_infinite_scores_are_kept(read):
    assert read("q Q0 a 1 inf t\nq Q0 b 2 -Infinity t\n").frame["score"].tolist() == [
        math.inf,
        -math.inf,
    ]


@pytest.mark.parametrize(
    ("score", "words"),
    [
        ("nan", "not a number; a document without a score has no rank"),
        ("NaN", "not a number; a document without a score has no rank"),
        ("12,5", "decimal comma; write 12.5"),
        ("high", "'high' is not a number"),
        ("1_000", "'1_000' is not a number"),
        ("0x1F", "'0x1F' is not a number"),
        ("٣", "'٣' is not a number"),
    ],
)
def test_what_is_no_score_is_refused_on_its_line(read, score: str, words: str):
    good = "".join(f"q Q0 d{number} {number} {9 - number} t\n" for number in range(9))
    parsed = read(f"{good}q Q0 bad 10 {score} t\n")
    assert parsed.n_problems == 1
    ((line, message),) = messages(parsed)
    assert line == 10
    assert words in message
    assert parsed.frame.empty


@given(st.floats(allow_nan=False))
def test_a_score_that_python_prints_is_read_as_the_same_number(number):
    assert score_of(repr(number)) == number


@given(st.text(max_size=6))
def test_whatever_is_read_as_a_score_is_a_number_to_python_too(text):
    number = score_of(text)
    assert number is None or number == float(text)


def test_a_line_with_too_few_columns_is_told_with_a_good_one(read):
    good = "".join(f"q Q0 d{number} {number} 1.5 t\n" for number in range(9))
    parsed = read(f"{good}q Q0 cut 10\n")
    assert messages(parsed) == [
        (10, "4 columns, where a run has 6: query_id Q0 doc_id rank score tag")
    ]


def test_a_run_without_its_tags_is_refused_as_a_run(read):
    parsed = read("q Q0 a 1 2.5\nq Q0 b 2 1.5\n", name="unnamed.txt")
    assert parsed.kind is Kind.RUN
    assert parsed.n_problems == 2
    assert messages(parsed)[0][1].startswith("5 columns, where a run has 6")


def test_a_document_twice_in_a_ranking_is_refused_with_both_lines(read):
    parsed = read("q Q0 a 1 3 t\np Q0 a 1 3 t\nq Q0 b 2 2 t\nq Q0 a 3 1 t\n")
    assert messages(parsed) == [
        (4, "document 'a' of query 'q' stands twice in the run (lines 1, 4); " + ONCE)
    ]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("pq"), st.sampled_from("abc")), min_size=1, max_size=9))
def test_repeats_in_a_run_are_found_wherever_they_are(tmp_path_factory, pairs):
    path = tmp_path_factory.mktemp("run") / "a.run"
    path.write_text("".join(f"{query} Q0 {doc} 1 1.0 t\n" for query, doc in pairs))
    repeated = {pair for pair in pairs if pairs.count(pair) > 1}
    assert read_file(path).n_problems == len(repeated)


def test_problems_come_in_line_order_and_are_counted_beyond_those_kept(read):
    lines = [f"q Q0 d{n} 1 nan t\n" if n % 2 else f"q Q0 d{n} 1\n" for n in range(5_000)]
    parsed = read("".join(lines), kind=Kind.RUN)
    kept = [problem.line for problem in parsed.problems]
    assert parsed.n_problems == 5_000
    assert len(kept) == 1_000
    assert kept == sorted(kept)


def test_where_ids_hold_blanks_columns_are_split_at_tabs_and_that_is_said(read):
    parsed = read("q 1\tQ0\tJohn F. Kennedy\t1\t 2.5\ta tag\nq 1\tQ0\tJFK\t2\t1.5\ta tag\n")
    assert parsed.frame["query_id"].tolist() == ["q 1", "q 1"]
    assert parsed.frame["doc_id"].tolist() == ["John F. Kennedy", "JFK"]
    assert parsed.frame["score"].tolist() == [2.5, 1.5]
    assert parsed.tags == ("a tag",)
    assert "ids hold blanks" in parsed.warnings[0].message


def test_one_id_with_a_blank_far_down_changes_no_rank_into_a_score(read):
    plain = "".join(f"q\tQ0\td{number}\t{number}\t{-number}\tt\n" for number in range(90_000))
    parsed = read(f"{plain}q\tQ0\ttwo words\t90000\t-90000\tt\n")
    assert parsed.frame["doc_id"].tolist()[-1] == "two words"
    assert parsed.frame["score"].tolist()[-1] == -90_000


def test_qrels_keep_pooled_but_unjudged_pairs_and_take_whole_grades_written_with_a_point(read):
    parsed = read("q 0 a 2\nq 0 b -1\nq 0 c 2.0\nq 0 d -2.0\nq 0 e +1\n", name="qrels")
    assert parsed.kind is Kind.QRELS
    assert parsed.frame["grade"].tolist() == [2, -1, 2, -2, 1]
    assert parsed.frame["grade"].dtype == "int64"


@pytest.mark.parametrize(
    ("grade", "words"),
    [
        ("1,5", "1,5 has a decimal comma; write 1.5"),
        ("ERROR", "'ERROR' is not a whole number"),
        ("nan", "'nan' is not a whole number"),
        ("inf", "'inf' is not a whole number"),
        ("1e9", "'1e9' is too large for a grade"),
        ("1_0", "'1_0' is not a whole number"),
    ],
)
def test_what_is_no_grade_is_refused_on_its_line(read, grade: str, words: str):
    good = "".join(f"q 0 d{number} 1\n" for number in range(9))
    parsed = read(f"{good}q 0 bad {grade}\n", name="qrels")
    assert [line for line, _ in messages(parsed)] == [10]
    assert words in messages(parsed)[0][1]


def test_grades_with_a_fraction_are_left_for_a_map(read):
    parsed = read("q 0 a 2\nq 0 b 1.5\nq 0 c -0.25\nq 0 d 3.0\n", name="qrels")
    assert parsed.ok
    assert parsed.has_fractional_grades
    assert parsed.frame["grade"].tolist() == [2, 1.5, -0.25, 3]
    assert not read("q 0 a 2.0\nq 0 b 1e0\n", name="qrels").has_fractional_grades


def test_two_fractions_for_one_pair_are_a_contradiction(read):
    parsed = read("q 0 a 1.5\nq 0 b 1.5\nq 0 a 1.75\nq 0 b 1.50\n", name="qrels")
    ((line, message),) = messages(parsed)
    assert line == 3
    assert "document 'a' of query 'q' has different grades (lines 1, 3)" in message


@given(st.integers(-999_999_999, 999_999_999), st.sampled_from(["{}", "{}.", "{}.0", "{}.000"]))
def test_whole_numbers_are_grades_however_they_are_written(number, written):
    assert grade_of(written.format(number)) == number


def test_a_pair_repeated_with_its_grade_is_taken_once_with_a_warning(read):
    parsed = read("q 0 a 2\nq 0 b 1\nq 0 a 2.0\n", name="qrels")
    assert parsed.n_problems == 0
    assert parsed.frame[["doc_id", "grade", "line"]].values.tolist() == [["a", 2, 1], ["b", 1, 2]]
    assert [(warning.line, "line 3" in warning.message) for warning in parsed.warnings] == [
        (3, True)
    ]


def test_a_pair_with_two_grades_is_refused_with_its_lines(read):
    parsed = read("q 0 a 2\nq 0 b 1\nq 0 a 0\n", name="qrels")
    assert messages(parsed) == [
        (
            3,
            (
                "document 'a' of query 'q' has different grades (lines 1, 3); keep one, or add the "
                "annotator of each row and import them --as judgments"
            ),
        )
    ]


def test_comments_in_qrels_are_skipped_with_a_warning(read):
    parsed = read("# made by hand\nq 0 a#1 2\n  # q 0 b 1\nq 0 c 1\n", name="qrels")
    assert parsed.frame["doc_id"].tolist() == ["a#1", "c"]
    assert parsed.frame["line"].tolist() == [2, 4]
    assert [(warning.line, warning.message) for warning in parsed.warnings] == [
        (1, "lines 1, 3 skipped: # at the start marks a comment")
    ]


def test_qrels_that_name_one_document_throughout_have_their_columns_mixed_up(read):
    parsed = read("".join(f"01 {1410 + n} 0 0\n" for n in range(12)), kind=Kind.QRELS)
    assert messages(parsed) == [
        (None, "all rows name the same document, '0'; the ids stand in another column")
    ]


def test_a_file_of_comments_holds_no_row(read):
    parsed = read("# nothing\n# at all\n", kind=Kind.QRELS)
    assert messages(parsed) == [(None, "there is not one row of qrels in this file")]


def test_a_run_that_is_asked_for_comes_back_or_is_refused_with_its_problems(tmp_path: Path):
    path = tmp_path / "a.run"
    path.write_text("q Q0 a 1 2 t\nq Q0 b 2 1 t\n")
    assert read_run(path).frame["doc_id"].tolist() == ["a", "b"]
    path.write_text("q Q0 a 1 2 t\nq Q0 a 2 1 t\n")
    with pytest.raises(BadInputError, match="1 problem") as refusal:
        read_run(path)
    assert [problem.line for problem in refusal.value.problems] == [2]


def test_comments_skipped_far_apart_are_told_together(read):
    lines = "".join(f"q 0 d{number} 1\n" for number in range(200_000))
    parsed = read(f"# first\n{lines}# last\n", name="qrels")
    assert [warning.message for warning in parsed.warnings] == [
        "lines 1, 200002 skipped: # at the start marks a comment"
    ]


def test_columns_ignored_after_the_tag_may_hold_tabs(read):
    parsed = read("q Q0 d1 1 2.5 t\ta\tb\tc\td\te\nq Q0 d2 2 1.5 t\n")
    assert parsed.frame["doc_id"].tolist() == ["d1", "d2"]
    assert parsed.warnings == ()


def test_several_tags_in_one_file_are_warned_of(read):
    parsed = read("q Q0 a 1 3 t\nq Q0 b 2 2 u\n")
    assert parsed.ok
    (warning,) = parsed.warnings
    assert "2 tags in this file, 't', 'u'" in warning.message


def test_a_document_twice_under_several_tags_points_to_several_runs(read):
    ((line, message),) = messages(read("q Q0 a 1 3 t\nq Q0 a 1 2 u\n"))
    assert line == 2
    assert "stands twice in the run (lines 1, 2)" in message
    assert "2 tags in this file, 't', 'u'" in message
