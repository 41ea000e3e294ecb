"""NDCG in its textbook form and on matrices, by hand arithmetic."""

import numpy as np
import pytest

from metrics import (
    ABSENT,
    UNJUDGED,
    Gain,
    GradeMatrix,
    Measure,
    MetricsError,
    Topics,
    condense,
    dcg,
    dcg_at_k,
    ndcg,
    ndcg_at_k,
    ndcg_bounds,
    parse_measure,
)

RANKED, JUDGED = [2, 0, 3, 1, 0], [3, 2, 1, 0, 0]


def test_dcg_and_ideal_of_the_worked_example():
    assert dcg_at_k(RANKED, 5) == pytest.approx(6.931, abs=5e-4)
    assert dcg_at_k(sorted(JUDGED, reverse=True), 5) == pytest.approx(9.393, abs=5e-4)


@pytest.mark.parametrize(
    ("gain", "k", "expected"),
    [
        (Gain.EXPONENTIAL, 5, 0.738),
        (Gain.EXPONENTIAL, 3, 0.692),
        (Gain.LINEAR, 5, 0.825),
        (Gain.LINEAR, 3, 0.735),
    ],
)
def test_ndcg_of_the_worked_example(gain, k, expected):
    assert ndcg_at_k(RANKED, JUDGED, k, gain) == pytest.approx(expected, abs=5e-4)


def test_the_ideal_order_scores_1_and_the_reverse_0_479():
    assert ndcg_at_k([3, 2, 1, 0, 0], JUDGED, 5) == pytest.approx(1.0)
    assert ndcg_at_k([0, 0, 1, 2, 3], JUDGED, 5) == pytest.approx(0.479, abs=5e-4)


def test_the_second_worked_example():
    assert dcg_at_k([2, 1, 3, 0], 4) == pytest.approx(7.13, abs=5e-3)
    assert dcg_at_k([3, 2, 1, 0], 4) == pytest.approx(9.39, abs=5e-3)
    assert ndcg_at_k([2, 1, 3, 0], [3, 2, 1, 0], 4) == pytest.approx(0.759, abs=5e-4)


def test_one_irrelevant_document_too_high_costs_little():
    assert ndcg_at_k([3, 2, 0, 1, 0], JUDGED, 5) == pytest.approx(0.9926, abs=5e-5)


def test_missing_the_best_document_scores_below_1():
    assert ndcg_at_k([2, 1], [3, 2, 1], 2) < 1
    assert ndcg_at_k([2, 1], [2, 1], 2) == pytest.approx(1.0)


def test_a_short_list_is_measured_against_the_ideal_at_k():
    assert ndcg_at_k([3], [3, 2, 1], 3) == pytest.approx(7 / dcg_at_k([3, 2, 1], 3))


def test_nothing_relevant_is_undefined():
    assert ndcg_at_k([0, 0], [0, 0, 0], 2) is None


def test_a_ranking_with_grades_nobody_gave_is_refused():
    with pytest.raises(MetricsError, match="more often than it is among the judged"):
        ndcg_at_k([3, 3], [3], 2)


def test_a_negative_grade_brings_no_gain_and_is_no_part_of_the_ideal():
    assert ndcg_at_k([-2, 1], [-2, 1], 2) == ndcg_at_k([0, 1], [0, 1], 2)


def matrix(grades, judged_counts, **known):
    grades = np.array(grades, dtype=np.int16)
    retrieved = known.pop("retrieved", (grades != ABSENT).sum(axis=1))
    return GradeMatrix(grades, np.array(judged_counts), np.array(retrieved), **known)


def test_the_matrix_form_equals_the_textbook_form():
    rng = np.random.default_rng(1)
    grades = rng.choice([ABSENT, UNJUDGED, 0, 1, 2, 3], size=(200, 8))
    others = rng.integers(0, 4, size=(200, 3))
    judged = [
        [g for g in row if g >= 0] + list(more) for row, more in zip(grades, others, strict=True)
    ]
    counts = [[row.count(grade) for grade in range(4)] for row in judged]
    for gain in Gain:
        for k in (1, 3, 8, 20):
            ours = ndcg(matrix(grades, counts), k, gain, Topics.ALL)
            for value, row, all_judged in zip(ours, grades, judged, strict=True):
                textbook = ndcg_at_k([max(g, 0) for g in row], all_judged, k, gain)
                assert value == pytest.approx(textbook or 0.0, abs=1e-12)


def test_undefined_rows_are_nan_or_0_as_the_topics_say():
    nothing = matrix([[0, UNJUDGED]], [[2, 0, 0, 0]])
    assert np.isnan(ndcg(nothing, 2, Gain.LINEAR, Topics.RELEVANT)[0])
    assert ndcg(nothing, 2, Gain.LINEAR, Topics.ALL)[0] == 0


def test_no_perfect_ranking_exceeds_1():
    rng = np.random.default_rng(2)
    best = -np.sort(-rng.integers(0, 4, size=(2000, 30)), axis=1)
    counts = np.stack([(best == grade).sum(axis=1) for grade in range(4)], axis=1)
    for k in (3, 10, 30):
        values = ndcg(matrix(best, counts), k, Gain.EXPONENTIAL, Topics.ALL)
        assert values.max() == 1.0


def test_dcg_needs_no_ideal():
    assert dcg(matrix([[2, 0, 3]], [[1, 0, 1, 1]]), 2, Gain.EXPONENTIAL)[0] == 3.0


def test_without_a_cutoff_the_ideal_holds_every_judged_document():
    one_of_three = matrix([[1, ABSENT]], [[0, 3]])
    expected = 1 / (1 + 1 / np.log2(3) + 1 / 2)
    assert ndcg(one_of_three, None, Gain.LINEAR)[0] == pytest.approx(expected)


def test_a_matrix_cut_above_the_cutoff_is_refused():
    cut = matrix([[1, 0]], [[1, 1]], retrieved=[50])
    assert ndcg(cut, 2, Gain.LINEAR)[0] == 1.0
    with pytest.raises(MetricsError, match="first 10 ranks; only the first 2"):
        ndcg(cut, 10, Gain.LINEAR)
    with pytest.raises(MetricsError, match="whole rankings"):
        condense(cut)


def test_a_grade_off_the_scale_is_refused():
    with pytest.raises(MetricsError, match="Grade 3 lies above the scale, which ends at 1"):
        matrix([[3]], [[0, 1]])


def test_condensing_closes_the_gaps_that_unjudged_documents_leave():
    condensed = condense(
        matrix([[UNJUDGED, 2, UNJUDGED, 1], [0, ABSENT, ABSENT, ABSENT]], [[0, 1, 1]] * 2)
    )
    np.testing.assert_array_equal(condensed.grades, [[2, 1], [0, ABSENT]])


def test_the_small_interval_that_filling_in_gets_wrong():
    case = matrix([[1, UNJUDGED]], [[0, 2, 0, 0]], pool_unjudged=np.array([1]))
    low, high = ndcg_bounds(case, 2, Gain.EXPONENTIAL)
    assert (low[0], high[0]) == pytest.approx((0.6131, 1.0), abs=5e-5)


def test_bounds_without_a_pool_are_refused():
    with pytest.raises(MetricsError, match="need to know the pool"):
        ndcg_bounds(matrix([[1]], [[0, 1]]), 1, Gain.LINEAR)


def test_a_pool_smaller_than_what_is_shown_of_it_is_refused():
    case = matrix([[UNJUDGED, UNJUDGED]], [[0, 1]], pool_unjudged=np.array([1]))
    with pytest.raises(MetricsError, match="more pooled, unjudged documents"):
        ndcg_bounds(case, 2, Gain.LINEAR)


@pytest.mark.parametrize("gain", list(Gain))
def test_a_gain_may_be_given_as_its_text_in_any_order_of_calls(gain):
    as_text = dcg_at_k([3, 2], 2, str(gain))
    assert as_text == dcg_at_k([3, 2], 2, gain)
    assert dcg_at_k([3, 2], 2, Gain.EXPONENTIAL) == pytest.approx(7 + 3 / np.log2(3))
    assert dcg_at_k([3, 2], 2, "linear") == pytest.approx(3 + 2 / np.log2(3))
    assert str(Measure("nDCG", 10, gain=str(gain))) == str(Measure("nDCG", 10, gain=gain))
    assert parse_measure("nDCG@10", str(gain)) == parse_measure("nDCG@10", gain)


@pytest.mark.parametrize("wrong", ["exp", "exp-log2", "", 7])
def test_a_gain_that_does_not_exist_is_refused(wrong):
    with pytest.raises(MetricsError, match="no gain"):
        dcg_at_k([3, 2], 2, wrong)


@pytest.mark.parametrize("grades", [[1.5], [None], ["2"], [float("nan")]])
def test_what_is_no_grade_is_refused(grades):
    with pytest.raises(MetricsError, match="whole number"):
        dcg_at_k(grades, 2)


def test_a_cutoff_that_is_no_whole_number_is_refused():
    with pytest.raises(MetricsError, match="whole number"):
        Measure("P", 10.5)


def test_a_grade_more_often_than_anybody_gave_it_is_refused():
    with pytest.raises(MetricsError, match="grade 2 more often"):
        ndcg_at_k([2, 2], [3, 1, 1], 2)
