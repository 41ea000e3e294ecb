"""What is certain about a scale is told as certain, the rest as a likeness."""

import pytest

from judge_app.domain.grade_look import look_at_grades
from judge_app.domain.scale import parse_scale


def look(grades, scale="0-3", each=10):
    return look_at_grades(dict.fromkeys(grades, each), parse_scale(scale))


@pytest.mark.parametrize(
    ("grades", "likeness", "suggestion"),
    [
        ([-1, 1, 2, 3, 4], "1 may be its best grade", "1=0,2=1,3=2,4=3"),
        ([1, 2, 3, 4, 5], "the scale may start at 1", "1=0,2=1,3=1,4=2,5=3"),
        ([-2, -1, 0, 1, 2, 3, 4], "from -2 to 4", "-2=0,0=0,1=1,2=1,3=2,4=3"),
        ([0, 2, 4, 8, 16], "looks like gains", "0=0,2=1,4=2,8=3,16=3"),
        ([0, 1, 3, 7], "looks like gains", "0=0,1=1,3=2,7=3"),
        ([0, 0.5, 1.5, 3], "fractions", "round"),
        (range(101), "looks like per cent", "0-24=0,25-49=1,50-74=2,75-100=3"),
        ([*range(0, 101, 20)], "from 0 to 100", "0=0,20=0,40=1,60=2,80=3,100=3"),
        (range(21), "from 0 to 20", "0-4=0,5-9=1,10-14=2,15-20=3"),
        ([0, 1, 10, 100], "from 0 to 100", "0=0,1=1,10=2,100=3"),
        ([15, 16, 17, 18, 19, 20], "from 15 to 20", "15=0,16=0,17=1,18=2,19=3,20=3"),
        ([0, 0.1, 0.2], "fractions", "0=0,0.1=1,0.2=2"),
        ([-3, -2], "from -3 to -2", ""),
        ([7], "the only grade is 7", "7=3"),
    ],
)
def test_grades_off_the_scale_are_described(grades, likeness, suggestion):
    found = look(grades)
    assert not found.fits
    assert not found.is_doubtful
    assert likeness in found.looks_like
    assert found.suggestion == suggestion


def test_a_scale_that_starts_at_one_can_be_turned_round():
    assert look([1, 2, 3, 4]).reversed_suggestion == "1=3,2=2,3=1,4=0"
    assert "1=3,2=2,3=1,4=0 where the lowest is" in look([-1, 1, 2, 3, 4]).examples
    assert look([0, 1, 2, 3, 4]).examples == "0=0,1=1,2=1,3=2,4=3"


@pytest.mark.parametrize(
    "grades", [[0, 1, 2, 3], [0, 3], [1], [1, 2], [2, 3], [0, 1, 2], [-1, 0, 1], [0, 1, 3], []]
)
def test_grades_that_count_up_on_the_scale_raise_no_doubt(grades):
    found = look(grades)
    assert found.fits
    assert not found.is_doubtful
    assert found.looks_like == ""


@pytest.mark.parametrize(("grades", "scale"), [([1, 2, 3], "0-3"), ([0, 2, 4, 8], "0-9")])
def test_grades_may_fit_and_yet_mean_something_else(grades, scale):
    assert look(grades, scale).is_doubtful


def test_a_handful_of_labels_tells_nothing():
    assert not look([1, 2, 3], each=1).is_doubtful


def test_how_often_each_stands_there_proves_nothing():
    many_ones = look_at_grades({0: 5, 1: 5000, 2: 3, 3: 1}, parse_scale("0-3"))
    assert not many_ones.is_doubtful
