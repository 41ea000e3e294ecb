"""Binary measures, user models and coverage by hand arithmetic."""

import numpy as np
import pytest

from metrics import (
    ABSENT,
    UNJUDGED,
    UNPOOLED,
    GradeMatrix,
    Topics,
    average_precision,
    bpref,
    condense,
    err,
    judged_at,
    precision,
    rbp,
    rbp_bounds,
    rbp_residual,
    recall,
    reciprocal_rank,
    success,
)


def one_row(codes, judged_counts):
    codes = np.array([codes], dtype=np.int16)
    return GradeMatrix(codes, np.array([judged_counts]), np.array([(codes != ABSENT).sum()]))


@pytest.fixture
def row():
    """Five shown: irrelevant, grade 1, unjudged, grade 3, unpooled; four relevant in all."""
    return one_row([0, 1, UNJUDGED, 3, UNPOOLED, ABSENT], [3, 2, 0, 2])


@pytest.fixture
def nothing_relevant():
    return one_row([0, UNJUDGED], [2, 0, 0, 0])


def test_precision_divides_by_the_cutoff_even_where_the_list_is_shorter(row):
    assert precision(row, 5)[0] == 2 / 5
    assert precision(row, 10)[0] == 2 / 10


def test_rel_is_the_lowest_grade_that_counts_as_relevant(row):
    assert precision(row, 5, rel=2)[0] == 1 / 5
    assert precision(row, 5, rel=4)[0] == 0
    assert recall(row, 5, rel=2)[0] == 1 / 2
    assert reciprocal_rank(row, 5, rel=2)[0] == 1 / 4
    assert success(row, 3, rel=2)[0] == 0


def test_recall_divides_by_all_relevant_documents(row):
    assert recall(row, 2)[0] == 1 / 4
    assert recall(row, 100)[0] == 2 / 4


def test_success_asks_for_one_relevant_document(row):
    assert success(row, 1)[0] == 0
    assert success(row, 2)[0] == 1


def test_reciprocal_rank_is_that_of_the_first_relevant_document_within_the_cutoff(row):
    assert reciprocal_rank(row, None)[0] == 1 / 2
    assert reciprocal_rank(row, 1)[0] == 0


def test_average_precision_counts_missed_documents_as_0(row):
    assert average_precision(row, None)[0] == pytest.approx((1 / 2 + 2 / 4) / 4)
    assert average_precision(row, 3)[0] == pytest.approx((1 / 2) / 4)


def test_bpref_looks_at_judged_documents_only(row):
    # R = 4, N = 3: each of the two relevant documents has one judged irrelevant above it.
    assert bpref(row)[0] == pytest.approx(2 * (1 - 1 / 3) / 4)


def test_bpref_is_not_hurt_where_nothing_is_judged_irrelevant():
    assert bpref(one_row([UNJUDGED, 1], [0, 1]))[0] == 1


@pytest.mark.parametrize("measure", [recall, reciprocal_rank, average_precision])
def test_measures_of_what_could_be_found_are_undefined_where_nothing_is(measure, nothing_relevant):
    assert np.isnan(measure(nothing_relevant, 2, 1, Topics.RELEVANT)[0])
    assert measure(nothing_relevant, 2, 1, Topics.ALL)[0] == 0


def test_bpref_is_undefined_where_nothing_is_relevant(nothing_relevant):
    assert np.isnan(bpref(nothing_relevant)[0])
    assert bpref(nothing_relevant, topics=Topics.ALL)[0] == 0


def test_precision_success_and_coverage_are_always_defined(nothing_relevant):
    assert precision(nothing_relevant, 2)[0] == 0
    assert success(nothing_relevant, 2)[0] == 0
    assert judged_at(nothing_relevant, 2)[0] == 1 / 2


def test_coverage_divides_by_what_is_shown(row):
    assert judged_at(row, 3)[0] == 2 / 3
    assert judged_at(row, 10)[0] == 3 / 5
    assert judged_at(row, None)[0] == 3 / 5


def test_an_empty_ranking_covers_nothing():
    assert judged_at(one_row([ABSENT, ABSENT], [1, 1]), 2)[0] == 0


def test_err_is_the_expected_reciprocal_rank_of_satisfaction(row):
    satisfied = np.array([0, 1, 0, 7, 0]) / 16
    by_hand = satisfied[1] / 2 + (1 - satisfied[1]) * satisfied[3] / 4
    assert err(row, 10)[0] == pytest.approx(by_hand)
    assert err(row, 3)[0] == pytest.approx(satisfied[1] / 2)


def test_err_takes_the_top_of_a_scale_beyond_4():
    assert err(one_row([6], [0, 0, 0, 0, 0, 0, 1]), 1)[0] == pytest.approx(63 / 64)


def test_rbp_weighs_ranks_by_the_chance_of_reading_on(row):
    assert rbp(row, None, p=0.5)[0] == pytest.approx(0.5 * (0.5 + 0.125))
    assert rbp(row, 2, p=0.5)[0] == pytest.approx(0.5 * 0.5)
    assert rbp(row, None, p=0.5, rel=2)[0] == pytest.approx(0.5 * 0.125)


def test_the_rbp_residual_is_the_unjudged_weight_and_what_follows_the_list(row):
    unjudged = 0.5 * (0.25 + 0.0625)
    assert rbp_residual(row, None, p=0.5)[0] == pytest.approx(unjudged + 0.5**5)
    low, high = rbp_bounds(row, None, p=0.5)
    assert high[0] - low[0] == pytest.approx(unjudged + 0.5**5)


def test_a_list_of_relevant_documents_only_reaches_1_with_its_residual():
    row = one_row([1, 1, 1], [0, 3])
    assert rbp_bounds(row, None, p=0.8).high[0] == pytest.approx(1.0)


def test_measures_of_a_ranking_without_judged_documents_are_0_when_condensed():
    condensed = condense(one_row([UNJUDGED, UNPOOLED], [0, 1]))
    for value in (
        precision(condensed, 2),
        recall(condensed, 2),
        reciprocal_rank(condensed, 2),
        average_precision(condensed, 2),
        rbp(condensed, 2, p=0.5),
        err(condensed, 2),
    ):
        assert value[0] == 0
