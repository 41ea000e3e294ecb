"""Bounds against brute force, on seeded random cases."""

import numpy as np
import pytest

from metrics import (
    Gain,
    GradeMatrix,
    Topics,
    dcg,
    dcg_bounds,
    err,
    err_bounds,
    gain_table,
    ndcg,
    ndcg_bounds,
    ndcg_width_parts,
    precision_bounds,
    recall_bounds,
    reciprocal_rank_bounds,
    success_bounds,
)
from tests.support import brute_force

EMPTY = {Topics.ALL: 0.0, Topics.RELEVANT: None}
SCALES = [(gain, top) for gain in Gain for top in (1, 2, 3)]
CASES = 250


def cases(seed, max_grade):
    rng = np.random.default_rng(seed)
    for _ in range(CASES):
        codes, judged, outside = brute_force.random_case(rng, max_grade)
        yield codes, judged, outside, int(rng.integers(1, 6))


@pytest.mark.parametrize("topics", Topics)
@pytest.mark.parametrize(("gain", "max_grade"), SCALES)
def test_ndcg_bounds_are_the_extremes_over_all_assignments(gain, max_grade, topics):
    gains = gain_table(gain, max_grade)
    for codes, judged, outside, k in cases(max_grade, max_grade):
        # Documents below the cut-off that wait for a label are part of the pool outside.
        below = codes[k:].count(brute_force.UNJUDGED)
        expected = brute_force.bounds(
            codes[:k],
            judged,
            outside + below,
            max_grade,
            lambda ranked, all_judged, k=k: brute_force.ndcg(ranked, all_judged, k, gains),
            EMPTY[topics],
        )
        matrix = brute_force.one_row(codes, judged, outside, max_grade)
        low, high = ndcg_bounds(matrix, k, gain, topics)
        assert (low[0], high[0]) == pytest.approx(expected, abs=1e-12, nan_ok=True), (
            codes,
            judged,
            outside,
            k,
        )


def relevant_share(ranked, judged, k, rel):
    return sum(grade >= rel for grade in ranked[:k]) / k


def any_relevant(ranked, judged, k, rel):
    return float(any(grade >= rel for grade in ranked[:k]))


def found_share(ranked, judged, k, rel):
    relevant = sum(grade >= rel for grade in judged)
    return sum(grade >= rel for grade in ranked[:k]) / relevant if relevant else None


def first_relevant(ranked, judged, k, rel):
    if not any(grade >= rel for grade in judged):
        return None
    ranks = [rank for rank, grade in enumerate(ranked[:k], start=1) if grade >= rel]
    return 1 / ranks[0] if ranks else 0.0


@pytest.mark.parametrize("topics", Topics)
@pytest.mark.parametrize("rel", [1, 2])
@pytest.mark.parametrize(
    ("ours", "measure"),
    [
        (lambda m, k, rel, topics: precision_bounds(m, k, rel), relevant_share),
        (lambda m, k, rel, topics: success_bounds(m, k, rel), any_relevant),
        (recall_bounds, found_share),
        (reciprocal_rank_bounds, first_relevant),
    ],
)
def test_binary_bounds_are_the_extremes_over_all_assignments(ours, measure, rel, topics):
    for codes, judged, outside, k in cases(11, 2):
        below = codes[k:].count(brute_force.UNJUDGED)
        expected = brute_force.bounds(
            codes[:k],
            judged,
            outside + below,
            2,
            lambda ranked, all_judged, k=k: measure(ranked, all_judged, k, rel),
            EMPTY[topics],
        )
        low, high = ours(brute_force.one_row(codes, judged, outside, 2), k, rel, topics)
        assert (low[0], high[0]) == pytest.approx(expected, abs=1e-12, nan_ok=True), (
            codes,
            judged,
            outside,
            k,
        )


@pytest.mark.parametrize(
    ("bounds_of", "value_of"),
    [
        (err_bounds, err),
        (lambda m, k: dcg_bounds(m, k, Gain.LINEAR), lambda m, k: dcg(m, k, Gain.LINEAR)),
    ],
    ids=["ERR", "DCG"],
)
def test_bounds_without_an_ideal_are_the_extremes_over_all_assignments(bounds_of, value_of):
    def value(ranked, judged, k):
        return value_of(brute_force.one_row(ranked, judged, 0, 2), k)[0]

    for codes, judged, _, k in cases(12, 2):
        expected = brute_force.bounds(
            codes, judged, 0, 2, lambda ranked, graded, k=k: value(ranked, graded, k), None
        )
        low, high = bounds_of(brute_force.one_row(codes, judged, 0, 2), k)
        assert (low[0], high[0]) == pytest.approx(expected, abs=1e-12)


def stacked(rows, depth):
    """One matrix of many one-row matrices."""
    padded = [
        np.pad(row.grades, ((0, 0), (0, depth - row.depth)), constant_values=brute_force.ABSENT)
        for row in rows
    ]
    return GradeMatrix(
        grades=np.concatenate(padded),
        judged_counts=np.concatenate([row.judged_counts for row in rows]),
        retrieved=np.concatenate([row.retrieved for row in rows]),
        pool_unjudged=np.concatenate([row.pool_unjudged for row in rows]),
    )


@pytest.fixture(scope="module")
def many():
    """20,000 rows of depth 12: more than are worked through at once."""
    rng = np.random.default_rng(3)
    rows = [
        brute_force.one_row(codes, judged, outside, 3)
        for codes, judged, outside in (
            brute_force.random_case(rng, 3, depth=10, outside=15) for _ in range(400)
        )
    ]
    return stacked(rows * 50, depth=12)


@pytest.mark.parametrize("topics", Topics)
def test_a_row_has_the_same_bounds_alone_and_among_many(many, topics):
    together = ndcg_bounds(many, 10, Gain.EXPONENTIAL, topics)
    for row in range(0, 400, 7):
        alone = ndcg_bounds(many.select(slice(row, row + 1)), 10, Gain.EXPONENTIAL, topics)
        np.testing.assert_array_equal(alone.low, together.low[row : row + 1])
        np.testing.assert_array_equal(alone.high, together.high[row : row + 1])


@pytest.mark.parametrize("gain", Gain)
@pytest.mark.parametrize("topics", Topics)
def test_the_value_lies_within_its_bounds_to_the_last_digit(many, gain, topics):
    value = ndcg(many, 10, gain, topics)
    low, high = ndcg_bounds(many, 10, gain, topics)
    defined = ~np.isnan(value)
    assert defined.any()
    assert (low[defined] >= 0).all()
    assert (low[defined] <= value[defined]).all()
    assert (value[defined] <= high[defined]).all()
    assert (high[defined] <= 1).all()
    if topics is Topics.ALL:
        assert defined.all()


@pytest.mark.parametrize("topics", Topics)
def test_the_parts_of_the_width_add_up_and_are_not_negative(many, topics):
    low, high = ndcg_bounds(many, 10, Gain.EXPONENTIAL, topics)
    ranking, ideal = ndcg_width_parts(many, 10, Gain.EXPONENTIAL, topics)
    np.testing.assert_allclose(ranking + ideal, high - low, atol=1e-15)
    assert np.nanmin(ranking) >= 0
    assert np.nanmin(ideal) >= 0


@pytest.mark.parametrize("seed", range(5))
def test_a_judgment_never_widens_the_interval(seed):
    rng = np.random.default_rng(seed)
    codes, judged, outside = brute_force.random_case(rng, 3, depth=10, outside=6)
    while outside or brute_force.UNJUDGED in codes:
        before = ndcg_bounds(brute_force.one_row(codes, judged, outside, 3), 10, Gain.LINEAR)
        grade = int(rng.integers(0, 4))
        judged = [*judged, grade]
        if outside:
            outside -= 1
        else:
            codes[codes.index(brute_force.UNJUDGED)] = grade
        after = ndcg_bounds(brute_force.one_row(codes, judged, outside, 3), 10, Gain.LINEAR)
        if not np.isnan(after.low[0]):
            assert before.low[0] <= after.low[0] + 1e-12
            assert after.high[0] <= before.high[0] + 1e-12
