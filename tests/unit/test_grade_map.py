"""Grades of other scales become the project's own as somebody says, and by no other way."""

import math

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_app.domain.errors import BadInputError
from judge_app.domain.grade_look import look_at_grades
from judge_app.domain.grade_map import GradeRange, map_grades, parse_grade_map
from judge_app.domain.scale import parse_scale

SCALE = parse_scale("0-3")


def mapped(text, *grades):
    return [parse_grade_map(text).of(grade) for grade in grades]


def placed(grades, text=None, scale=SCALE):
    frame = pd.DataFrame({"grade": grades, "line": range(1, len(grades) + 1)})
    look = look_at_grades(dict(frame["grade"].value_counts()), scale)
    return map_grades(frame, scale, parse_grade_map(text) if text else None, look, "f")


def test_every_grade_is_named_once():
    assert mapped("1=3,2=2, 3 = 1,4=0,-1=0", 1, 2, 3, 4, -1, 5) == [3, 2, 1, 0, 0, None]


def test_a_range_holds_both_of_its_ends():
    percent = "0-24=0,25-49=1,50-74=2,75-100=3"
    assert mapped(percent, 0, 24, 25, 74, 75, 100, 101, 24.5) == [0, 0, 1, 2, 3, 3, None, None]


def test_ranges_may_begin_below_zero_and_have_decimals():
    assert parse_grade_map("-2--1=0,0.5-1.49=1").ranges == (
        GradeRange(-2, -1, 0),
        GradeRange(0.5, 1.49, 1),
    )
    assert parse_grade_map("-2-0=0").ranges == (GradeRange(-2, 0, 0),)


def test_rounding_takes_halves_down_and_leaves_what_is_named_to_its_name():
    assert mapped("round", 0.5, 1.5, 2.5, 0.51, 2.49, 3, 0) == [0, 1, 2, 1, 2, 3, 0]
    assert mapped("-2=0,round", -2, 1.2) == [0, 1]


@given(st.floats(min_value=0, max_value=9, allow_nan=False))
def test_rounding_gives_the_nearest_whole_grade(grade):
    (new,) = mapped("round", grade)
    nearest = min(range(10), key=lambda whole: (abs(whole - grade), whole))
    assert new == nearest


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "1=",
        "=3",
        "1=3,1=2",
        "a=b",
        "1=3;2=2",
        "5-1=0",
        "1=3,",
        "1=-1",
        "nan=0",
        "",
        "١=1",
        "1=١",
    ],
)
def test_what_says_no_mapping_is_refused(text):
    with pytest.raises(BadInputError, match="which grade becomes which") as raised:
        parse_grade_map(text)
    assert "round" in raised.value.hint


def test_overlapping_ranges_are_refused_by_the_grade_they_share():
    with pytest.raises(BadInputError, match="grade 25 is in two parts"):
        parse_grade_map("0-25=0,25-50=1")


def test_a_grade_that_the_map_leaves_out_is_told_at_its_first_line():
    (problem,) = placed([1, 7, 2, 7], "1=0,2=1").problems
    assert (problem.line, "grade 7 (2 times)" in problem.message) == (2, True)


def test_a_map_to_a_grade_off_the_scale_is_refused():
    (problem,) = placed([1, 2], "1=0,2=4").problems
    assert problem.line == 2


def test_minus_one_is_no_grade_unless_it_is_named():
    for text in (None, "0=0,2=2", "round"):
        result = placed([0, -1, 2], text)
        assert result.labels["grade"].tolist() == [0, 2]
        assert result.not_judged["line"].tolist() == [2]
    wide = placed([-2, -1, 1], "-2-0=0,1=3")
    assert wide.labels["grade"].tolist() == [0, 3]
    assert wide.not_judged["line"].tolist() == [2]
    assert mapped("-2-0=0", -2, -1, 0) == [0, None, 0]
    assert placed([0, -1, 2], "-1=1,round").labels["grade"].tolist() == [0, 1, 2]


def test_fractions_are_never_rounded_unasked():
    result = placed([0.0, 1.5, 2.0])
    assert [problem.line for problem in result.problems] == [2]
    assert "grade 1.5" in result.problems[0].message
    assert placed([0.0, 1.5, 2.0], "round").labels["grade"].tolist() == [0, 1, 2]


def test_a_row_without_a_grade_stays():
    frame = pd.DataFrame({"grade": pd.array([1, None], dtype="Int64"), "line": [1, 2]})
    result = map_grades(frame, SCALE, None, look_at_grades({1: 1}, SCALE), "f")
    assert result.labels["grade"].tolist() == [1, pd.NA]
    assert not result.problems


@given(
    st.lists(
        st.one_of(
            st.integers(-3, 200).map(float),
            st.floats(min_value=-3, max_value=200).map(lambda grade: round(grade, 3)),
        ),
        min_size=1,
        max_size=40,
    ),
    st.integers(1, 9),
)
def test_a_suggestion_covers_the_file_it_was_made_for_and_keeps_its_order(grades, top):
    scale = parse_scale(f"0-{top}")
    look = look_at_grades({grade: grades.count(grade) for grade in grades}, scale)
    if all(grade == -1 for grade in grades):
        return
    judged = {grade for grade in grades if grade != -1}
    for text, direction in ((look.suggestion, 1), (look.reversed_suggestion, -1)):
        if not text:
            assert len([grade for grade in judged if grade >= 0]) <= 1
            continue
        new = {parse_grade_map(text).of(grade) for grade in judged}
        assert len(new) > 1 or len(judged) == 1
        result = placed(grades, text, scale)
        assert result.problems == ()
        counted = result.labels.assign(old=[grades[line - 1] for line in result.labels["line"]])
        counted = counted[counted["old"] >= 0].sort_values("old")
        assert (counted["grade"] * direction).is_monotonic_increasing
    assert not math.isnan(sum(look.counts))
