"""What must not change an agreement, on generated judgments, and α against brute force."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics import (
    NOT_JUDGED,
    JudgmentSheet,
    annotator_agreement,
    judgment_sheet,
    krippendorff_alpha,
    pairwise_agreement,
)
from tests.support import brute_alpha

pytestmark = pytest.mark.filterwarnings("error")
GENERATED = settings(deadline=None, max_examples=60)
TOP = 3


@st.composite
def sheets(draw, *, complete=False):
    """Grades of two to four annotators on up to nine pairs."""
    n_annotators, n_pairs = draw(st.integers(2, 4)), draw(st.integers(1, 9))
    grade = st.integers(0 if complete else NOT_JUDGED, TOP)
    row = st.lists(grade, min_size=n_pairs, max_size=n_pairs)
    rows = draw(st.lists(row, min_size=n_annotators, max_size=n_annotators))
    return JudgmentSheet(tuple("abcd"[:n_annotators]), np.array(rows, dtype=np.int16), TOP)


def alpha(sheet, n_samples=20):
    return krippendorff_alpha(sheet, seed=3, n_samples=n_samples)


def figures(pair):
    return [
        (figure.value, figure.n_pairs, figure.why_undefined)
        for figure in (
            pair.raw,
            pair.kappa,
            pair.kappa_linear,
            pair.kappa_quadratic,
            pair.raw_binary,
            pair.kappa_binary,
        )
    ]


def assert_same(pair, other_pair):
    """The same but for the last digit, which the order of a sum may change."""
    both = zip(figures(pair), figures(other_pair), strict=True)
    for (one, *facts), (other, *other_facts) in both:
        assert facts == other_facts
        assert one == (None if other is None else pytest.approx(other, abs=1e-12))


@GENERATED
@given(sheets())
def test_alpha_is_what_comes_out_pair_by_pair(sheet):
    units = [[int(g) for g in column if g >= 0] for column in sheet.grades.T]
    expected = brute_alpha.alpha(units, "ordinal")
    ours = alpha(sheet)
    assert ours.n_pairs == sum(len(unit) > 1 for unit in units)
    assert ours.value == (None if expected is None else pytest.approx(expected, abs=1e-12))
    assert bool(ours.why_undefined) == (expected is None)


@GENERATED
@given(sheets(), st.randoms(use_true_random=False))
def test_the_order_of_judgments_does_not_matter(sheet, random):
    person, pair = np.nonzero(sheet.grades >= 0)
    frame = pd.DataFrame(
        {
            "query_id": [f"q{number % 2}" for number in pair],
            "doc_id": [f"d{number}" for number in pair],
            "annotator": [sheet.annotators[number] for number in person],
            "grade": sheet.grades[person, pair],
        }
    )
    shuffled = frame.sample(frac=1, random_state=random.randrange(2**32))
    one, other = (judgment_sheet(rows, TOP) for rows in (frame, shuffled))
    assert alpha(one) == alpha(other)
    assert list(map(figures, pairwise_agreement(one))) == list(
        map(figures, pairwise_agreement(other))
    )


@GENERATED
@given(sheets(), st.randoms(use_true_random=False))
def test_who_is_called_what_does_not_matter(sheet, random):
    order = random.sample(range(len(sheet.annotators)), len(sheet.annotators))
    renamed = JudgmentSheet(sheet.annotators, sheet.grades[order], TOP)
    assert alpha(sheet) == alpha(renamed)


@GENERATED
@given(sheets())
def test_a_pair_of_annotators_agrees_the_same_seen_from_either_side(sheet):
    there, back = (annotator_agreement(sheet, *names) for names in ("ab", "ba"))
    np.testing.assert_array_equal(there.confusion, back.confusion.T)
    assert_same(there, back)


@GENERATED
@given(st.lists(st.integers(0, TOP), min_size=1, max_size=12))
def test_perfect_agreement_is_1_or_not_to_be_told_from_chance(grades):
    sheet = JudgmentSheet(("a", "b"), np.array([grades, grades]), TOP)
    expected = 1 if len(set(grades)) > 1 else None
    pair = annotator_agreement(sheet, "a", "b")
    assert alpha(sheet).value == expected
    assert {pair.kappa.value, pair.kappa_linear.value, pair.kappa_quadratic.value} == {expected}
    assert pair.raw.value == 1


@GENERATED
@given(sheets())
def test_alpha_asks_for_the_order_of_grades_only(sheet):
    spread = np.array([0, 2, 5, 9, NOT_JUDGED])[sheet.grades]
    wider = JudgmentSheet(sheet.annotators, spread, 9)
    one, other = alpha(sheet), alpha(wider)
    assert one.value == (None if other.value is None else pytest.approx(other.value, abs=1e-12))


@GENERATED
@given(sheets())
def test_labels_that_nobody_used_do_not_matter(sheet):
    longer = JudgmentSheet(sheet.annotators, sheet.grades, 9)
    one, other = alpha(sheet).value, alpha(longer).value
    assert one == (None if other is None else pytest.approx(other, abs=1e-12))
    for one, other in zip(pairwise_agreement(sheet), pairwise_agreement(longer), strict=True):
        assert_same(one, other)


@GENERATED
@given(sheets(complete=True))
def test_no_figure_is_above_1_below_minus_1_or_nan(sheet):
    values = [alpha(sheet).value]
    values += [value for pair in pairwise_agreement(sheet) for value, *_ in figures(pair)]
    slack = 1e-12  # below; above 1 not even the last digit may go
    assert all(value is None or -1 - slack <= value <= 1 for value in values)


@GENERATED
@given(sheets(complete=True))
def test_an_interval_either_exists_or_is_explained(sheet):
    ours = alpha(sheet, n_samples=50)
    if ours.value is None:
        assert ours.why_undefined
    elif ours.low is None:
        assert ours.why_no_interval
    else:
        assert ours.low <= ours.high <= 1
        assert ours.why_no_interval == ""
