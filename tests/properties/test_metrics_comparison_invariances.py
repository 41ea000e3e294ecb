"""What holds of every comparison, whatever the values are."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from metrics import (
    bootstrap_intervals,
    compare_pairs,
    compare_runs,
    holm,
    kendall_tau,
    sign_flip_p_values,
    tau_ap,
)

SCORES = st.floats(0, 1).map(lambda value: round(value, 2))
P_VALUES = st.lists(st.floats(1e-9, 1), min_size=1, max_size=12)
FEW = 200


@st.composite
def per_query(draw, n_runs=2):
    """Values of some runs on a few queries by one measure; some queries are undefined."""
    n_queries = draw(st.integers(1, 30))
    values = draw(npst.arrays(float, (n_runs, n_queries), elements=SCORES))
    undefined = draw(npst.arrays(bool, n_queries, elements=st.booleans()))
    values[:, undefined] = np.nan
    return frame_of(values)


def frame_of(values):
    runs, queries = np.indices(values.shape)
    return pd.DataFrame(
        {
            "run": [f"run{number}" for number in runs.ravel()],
            "query_id": [f"q{number}" for number in queries.ravel()],
            "measure": "P@5",
            "value": values.ravel(),
        }
    )


@settings(deadline=None)
@given(per_query(), st.integers(0, 3))
def test_swapping_the_runs_mirrors_everything(frame, seed):
    (there,) = compare_pairs(frame, [("run0", "run1")], seed=seed, resamples=FEW)
    (back,) = compare_pairs(frame, [("run1", "run0")], seed=seed, resamples=FEW)
    assert (there.wins, there.ties, there.losses) == (back.losses, back.ties, back.wins)
    assert there.p_value == back.p_value
    assert (there.difference is None) == (back.difference is None) == (there.n_queries == 0)
    if there.difference is not None:
        assert there.difference == -back.difference
    if there.interval is not None:
        assert there.interval == pytest.approx((-back.interval[1], -back.interval[0]), abs=1e-12)


@settings(deadline=None)
@given(per_query(n_runs=3), st.randoms(use_true_random=False))
def test_neither_the_order_of_queries_nor_that_of_lines_matters(frame, random):
    lines = list(range(len(frame)))
    random.shuffle(lines)
    shuffled = frame.iloc[lines]
    pairs = [("run0", "run1"), ("run2", "run1")]
    assert compare_pairs(frame, pairs, seed=1, resamples=FEW) == compare_pairs(
        shuffled, pairs, seed=1, resamples=FEW
    )


@settings(deadline=None)
@given(per_query(n_runs=3))
def test_what_is_said_fits_together(frame):
    for one in compare_runs(frame, "run1", seed=0, resamples=FEW):
        assert one.wins + one.ties + one.losses == one.n_queries
        if one.n_queries < 2:
            assert (one.p_value, one.p_adjusted, one.interval) == (None, None, None)
            continue
        assert 0 < one.p_value <= one.p_adjusted <= 1
        assert one.interval[0] <= one.interval[1]
        assert max(map(abs, one.interval)) <= 1


@settings(deadline=None)
@given(per_query())
def test_queries_without_a_difference_change_neither_the_exact_p_nor_the_winner(frame):
    first = frame[frame["run"] == "run0"]
    more = pd.concat(
        [
            frame,
            *(
                pd.DataFrame({"run": run, "query_id": ["even"], "measure": "P@5", "value": [0.5]})
                for run in ("run0", "run1")
            ),
        ]
    )
    (before,), (after,) = (
        compare_runs(table, "run0", seed=0, resamples=FEW) for table in (frame, more)
    )
    assert (after.wins, after.ties, after.losses) == (before.wins, before.ties + 1, before.losses)
    if 2 <= first["value"].notna().sum() < 20:
        assert after.p_value == before.p_value


@settings(deadline=None)
@given(
    npst.arrays(float, st.tuples(st.integers(1, 4), st.integers(2, 40)), elements=SCORES),
    st.integers(0, 5),
)
def test_a_pair_is_tested_alike_whatever_stands_beside_it(differences, seed):
    p_values = sign_flip_p_values(differences, seed=seed, resamples=FEW)
    intervals = bootstrap_intervals(differences, seed=seed, resamples=FEW)
    for row, p_value, interval in zip(differences, p_values, intervals, strict=True):
        assert sign_flip_p_values(row[None], seed=seed, resamples=FEW)[0] == p_value
        alone = bootstrap_intervals(row[None], seed=seed, resamples=FEW)[0]
        assert alone == pytest.approx(interval, abs=1e-12)


@settings(deadline=None)
@given(npst.arrays(float, (1, 25), elements=SCORES), st.floats(-1, 1))
def test_an_interval_moves_with_its_differences(differences, shift):
    there = bootstrap_intervals(differences, seed=0, resamples=FEW)
    moved = bootstrap_intervals(differences + shift, seed=0, resamples=FEW)
    assert moved == pytest.approx(there + shift, abs=1e-9)
    assert (differences.min() - 1e-12 <= there).all()
    assert (there <= differences.max() + 1e-12).all()


@given(P_VALUES)
def test_holm_raises_and_keeps_the_order(p_values):
    adjusted = holm(p_values)
    for raw, p in zip(p_values, adjusted, strict=True):
        assert raw <= p <= min(1, raw * len(p_values)) or p == raw
    for (raw, p), (other, q) in zip(
        sorted(zip(p_values, adjusted, strict=True)),
        sorted(zip(p_values, adjusted, strict=True))[1:],
        strict=False,
    ):
        assert raw <= other
        assert p <= q


@given(P_VALUES, st.randoms(use_true_random=False))
def test_holm_does_not_look_at_the_order(p_values, random):
    order = list(range(len(p_values)))
    random.shuffle(order)
    adjusted = holm(p_values)
    assert holm([p_values[place] for place in order]) == [adjusted[place] for place in order]


@given(P_VALUES)
def test_tests_that_were_not_made_cost_nothing(p_values):
    assert holm([None, *p_values, None]) == [None, *holm(p_values), None]


@given(st.lists(SCORES, min_size=2, max_size=15, unique=True))
def test_a_ranking_agrees_with_itself_and_not_with_its_reverse(scores):
    reverse = [-score for score in scores]
    for correlation in (kendall_tau, tau_ap):
        assert correlation(scores, scores) == pytest.approx(1)
        assert correlation(scores, reverse) == pytest.approx(-1)


@given(npst.arrays(float, st.tuples(st.just(2), st.integers(0, 15)), elements=SCORES))
def test_correlations_lie_between_minus_1_and_1_or_are_undefined(rankings):
    one, other = rankings
    undefined = len(set(one)) < 2 or len(set(other)) < 2
    for correlation in (kendall_tau, tau_ap):
        value = correlation(one, other)
        assert (value is None) == undefined
        assert value is None or -1 - 1e-12 <= value <= 1 + 1e-12
        reverse = correlation(one, -other)
        if correlation is kendall_tau and value is not None:
            assert reverse == pytest.approx(-value)
    assert kendall_tau(one, other) == kendall_tau(other, one)


@given(npst.arrays(float, (2, 8), elements=SCORES), st.permutations(range(8)))
def test_correlations_do_not_look_at_the_order_of_the_systems(rankings, order):
    for correlation in (kendall_tau, tau_ap):
        there, again = correlation(*rankings), correlation(*rankings[:, order])
        assert again == (None if there is None else pytest.approx(there))
