"""Tests, intervals and rank correlations against scipy, exact counts and published figures."""

import itertools

import numpy as np
import pytest
from scipy import stats

from metrics import (
    EXACT_UP_TO,
    RESAMPLES,
    bootstrap_intervals,
    holm,
    kendall_tau,
    sign_flip_p_values,
    tau_ap,
)

# The example of Urbano and Marrero's ircor, whose figures they give with 7 digits.
IRCOR_X = [0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94]
IRCOR_Y = [0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94]


def in_fifths(scores):
    return np.round(np.array(scores) * 5) / 5


def p_of(differences, seed=0):
    (p_value,) = sign_flip_p_values(np.array([differences], dtype=float), seed=seed)
    return p_value


def scipy_p(differences):
    """Every one of the 2^n combinations."""
    zeros = np.zeros(len(differences))
    return stats.permutation_test(
        (np.array(differences), zeros),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    ).pvalue


def counted_p(differences):
    """The exact p of whole-numbered differences: how often each sum of signs comes about."""
    reach = sum(map(abs, differences))
    ways = {0: 1}
    for difference in differences:
        more = {}
        for total, count in ways.items():
            for signed in (total + difference, total - difference):
                more[signed] = more.get(signed, 0) + count
        ways = more
    least = abs(sum(differences))
    assert least <= reach
    extreme = sum(count for total, count in ways.items() if abs(total) >= least)
    return extreme / 2 ** len(differences)


@pytest.mark.parametrize("n_queries", [2, 3, 7, 11])
def test_few_queries_are_tested_exactly_as_scipy_does(n_queries):
    rng = np.random.default_rng(n_queries)
    for _ in range(6):
        # With ties and zeros. In binary fractions, since scipy takes sums of 0.1 as they round.
        differences = rng.integers(-1, 4, n_queries) / 8
        assert p_of(differences) == pytest.approx(scipy_p(differences), abs=1e-12)


def test_combinations_that_only_rounding_keeps_from_a_tie_count_as_ties():
    tenths = np.random.default_rng(11).integers(-4, 6, (40, 11))
    for row in tenths:
        assert p_of(row / 10) == counted_p(row.tolist())


def test_the_exact_test_reaches_as_far_as_it_says():
    differences = np.random.default_rng(1).integers(-3, 6, EXACT_UP_TO)
    assert p_of(differences) == counted_p(differences.tolist())


def test_a_textbook_case_by_hand():
    # +1 +2 +3 has the sums 6, 4, 2, 0 and their mirror images: two of eight are as far out.
    assert p_of([1, 2, 3]) == 2 / 8
    assert p_of([1, 2, -3]) == 1.0
    assert p_of([0, 0]) == 1.0


@pytest.mark.parametrize("shift", [0, 1, 2])
@pytest.mark.parametrize("n_queries", [EXACT_UP_TO + 1, 60])
def test_drawn_p_values_are_as_near_the_exact_ones_as_chance_lets_them(n_queries, shift):
    differences = np.random.default_rng(n_queries).integers(-4, 5, n_queries) + shift
    exact = counted_p(differences.tolist())
    spread = 4.5 * np.sqrt(exact * (1 - exact) / RESAMPLES) + 2 / RESAMPLES
    drawn = p_of(differences)
    assert drawn == pytest.approx(exact, abs=spread)
    assert (drawn * (RESAMPLES + 1)) % 1 == pytest.approx(0, abs=1e-6)


def test_a_lead_on_all_of_many_queries_is_never_certain():
    assert p_of(np.linspace(0.1, 0.9, 60)) == 1 / (RESAMPLES + 1)


def test_small_samples_have_the_interval_of_all_resamples():
    differences = np.array([-0.2, 0.1, 0.4, 0.5])
    every = np.mean(list(itertools.product(differences, repeat=4)), axis=1)
    for level in (0.5, 0.8, 0.95):
        (ends,) = bootstrap_intervals(differences[None], seed=3, resamples=40_000, level=level)
        expected = np.quantile(every, [(1 - level) / 2, (1 + level) / 2])
        assert ends == pytest.approx(expected, abs=0.026)  # one step of the discrete means


def test_intervals_are_those_of_scipy():
    rng = np.random.default_rng(2)
    differences = rng.normal(0.05, 0.2, (3, 43))
    ours = bootstrap_intervals(differences, seed=1, resamples=20_000)
    for row, ends in zip(differences, ours, strict=True):
        theirs = stats.bootstrap(
            (row,), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(4)
        ).confidence_interval
        assert ends == pytest.approx([theirs.low, theirs.high], abs=0.004)


def test_holm_by_hand():
    # Sorted .005 .01 .03 .04, times 4 3 2 1: .02 .03 .06 .04, and none below the one before.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, None, 0.7]) == [1.0, None, 1.0]
    assert holm([]) == []


def test_holm_is_the_closed_test_of_bonferroni():
    rng = np.random.default_rng(5)
    for size in range(1, 7):
        p_values = (rng.random(size) ** 3).round(3).tolist()
        subsets = [
            subset
            for length in range(1, size + 1)
            for subset in itertools.combinations(range(size), length)
        ]
        closed = [
            max(
                min(1.0, len(subset) * min(p_values[i] for i in subset))
                for subset in subsets
                if place in subset
            )
            for place in range(size)
        ]
        assert holm(p_values) == pytest.approx(closed, abs=1e-15)


def test_the_published_figures_of_tau_and_tau_ap():
    assert kendall_tau(IRCOR_X, IRCOR_Y) == pytest.approx(0.7777778, abs=5e-8)
    assert tau_ap(IRCOR_X, IRCOR_Y) == pytest.approx(0.7491182, abs=5e-8)
    assert tau_ap(IRCOR_X, in_fifths(IRCOR_Y)) == pytest.approx(0.6074515, abs=5e-8)
    assert kendall_tau(in_fifths(IRCOR_X), in_fifths(IRCOR_Y)) == pytest.approx(0.75)


def test_tau_ap_by_hand_weighs_the_top():
    # One swap of neighbours among four: at the bottom 2/3 (1 + 1 + 2/3) − 1, at the top
    # 2/3 (0 + 1 + 1) − 1. Plain τ is 2/3 for both.
    assert tau_ap([4, 3, 2, 1], [4, 3, 1, 2]) == pytest.approx(7 / 9)
    assert tau_ap([4, 3, 2, 1], [3, 4, 2, 1]) == pytest.approx(1 / 3)


def test_kendall_tau_is_scipys_with_and_without_ties():
    rng = np.random.default_rng(6)
    for size in (2, 5, 12, 40):
        for steps in (3, 1000):
            ours, theirs = rng.integers(0, steps, (2, size))
            expected = stats.kendalltau(ours, theirs).statistic
            found = kendall_tau(ours, theirs)
            assert found == (None if np.isnan(expected) else pytest.approx(expected, abs=1e-12))


def strict_tau_ap(reference, estimate):
    """τ_AP as its authors write it; rankings are lists of systems, the best first."""
    shares = [
        sum(reference.index(above) < reference.index(system) for above in estimate[:place]) / place
        for place, system in enumerate(estimate)
        if place
    ]
    return 2 / (len(estimate) - 1) * sum(shares) - 1


def orders(scores):
    """Every ranking without ties that agrees with the scores."""
    return [
        order
        for order in itertools.permutations(range(len(scores)))
        if all(scores[a] >= scores[b] for a, b in itertools.pairwise(order))
    ]


def test_tau_ap_with_ties_is_the_mean_over_all_orders_of_the_tied():
    rng = np.random.default_rng(7)
    for size in (2, 3, 4, 5):
        for _ in range(8):
            reference, estimate = rng.integers(0, 3, (2, size))
            if len(set(reference)) == 1 or len(set(estimate)) == 1:
                assert tau_ap(reference, estimate) is None
                continue
            every = [
                strict_tau_ap(true, guessed)
                for true in orders(reference)
                for guessed in orders(estimate)
            ]
            assert tau_ap(reference, estimate) == pytest.approx(np.mean(every), abs=1e-12)
