"""Strategies say the same whatever the order of the rows, and what a slow reading of them says."""

import itertools
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge_app.domain.pooling import (
    CUTOFF,
    STRATEGIES,
    Selection,
    can_matter,
    judging_order,
    query_views,
    select_pairs,
)
from metrics import Gain, Topics, ndcg_bounds, ndcg_difference_bounds

RUNS = ("a", "b", "c")
DOCUMENTS = [f"d{n}" for n in range(14)]
rankings = st.fixed_dictionaries(
    {run: st.lists(st.sampled_from(DOCUMENTS), unique=True, max_size=12) for run in RUNS}
)
labels = st.dictionaries(st.sampled_from([*DOCUMENTS, "elsewhere"]), st.integers(0, 3), max_size=8)
gains = st.sampled_from(list(Gain))


def frame(shown, query_id="q"):
    rows = [
        (query_id, doc_id, run, rank)
        for run, doc_ids in shown.items()
        for rank, doc_id in enumerate(doc_ids, start=1)
    ]
    return pd.DataFrame(rows, columns=["query_id", "doc_id", "run", "rank"]).astype(
        {"query_id": "str", "doc_id": "str", "run": "str", "rank": "int64"}
    )


def view_of(rows, known, gain=Gain.EXPONENTIAL, runs=RUNS):
    views = query_views(rows, runs, max_grade=3, gain=gain, labels={"q": known})
    return views.get("q")


def ordered(view, name):
    return [view.doc_ids[place] for place in judging_order(view, STRATEGIES[name].priorities(view))]


@pytest.mark.parametrize("name", STRATEGIES)
@given(shown=rankings, known=labels, gain=gains, random=st.randoms())
@settings(max_examples=60, deadline=None)
def test_the_order_of_the_rows_does_not_matter(name, shown, known, gain, random):
    runs = RUNS[:2] if STRATEGIES[name].for_two_runs else RUNS
    rows = frame({run: shown[run] for run in runs})
    shuffled = rows.sample(frac=1, random_state=random.randrange(1000))
    view, other = (view_of(one, known, gain, runs) for one in (rows, shuffled))
    if view is None:
        assert other is None
        return
    assert ordered(view, name) == ordered(other, name)
    assert sorted(ordered(view, name)) == [d for d in view.doc_ids if d not in known]


@given(shown=rankings)
@settings(deadline=None)
def test_static_priorities_are_their_formulas(shown):
    view = view_of(frame(shown), {})
    if view is None:
        return
    ranks = {
        doc_id: [doc_ids.index(doc_id) + 1 for doc_ids in shown.values() if doc_id in doc_ids]
        for doc_id in view.doc_ids
    }
    formulas = {
        "depth": lambda told: -min(told),
        "rrf": lambda told: sum(1 / (60 + rank) for rank in told),
        "dcg": lambda told: sum(1 / math.log2(rank + 1) for rank in told),
    }
    for name, formula in formulas.items():
        slow = [formula(ranks[doc_id]) for doc_id in view.doc_ids]
        assert STRATEGIES[name].priorities(view) == pytest.approx(slow)


@given(shown=rankings, known=labels)
@settings(deadline=None)
def test_move_to_front_counts_the_failures_above(shown, known):
    view = view_of(frame(shown), known)
    if view is None:
        return
    slow = [
        -min(
            sum(known.get(above, 0) < 1 for above in doc_ids[: doc_ids.index(doc_id)])
            for doc_ids in shown.values()
            if doc_id in doc_ids
        )
        for doc_id in view.doc_ids
    ]
    assert STRATEGIES["move-to-front"].priorities(view).tolist() == slow


@given(shown=rankings, known=labels)
@settings(deadline=None)
def test_max_mean_is_the_best_posterior_mean(shown, known):
    view = view_of(frame(shown), known)
    if view is None:
        return

    def mean(doc_ids, doc_id):
        told = [known[d] for d in doc_ids if d in known]
        waiting = sum(d not in known for d in doc_ids[: doc_ids.index(doc_id)])
        return (1 + sum(grade >= 1 for grade in told)) / (2 + len(told) + waiting)

    slow = [
        max(mean(doc_ids, doc_id) for doc_ids in shown.values() if doc_id in doc_ids)
        for doc_id in view.doc_ids
    ]
    assert STRATEGIES["maxmean"].priorities(view) == pytest.approx(slow)


@given(shown=rankings, known=labels, gain=gains)
@settings(max_examples=40, deadline=None)
def test_narrowing_is_what_a_label_is_expected_to_do(shown, known, gain):
    view = view_of(frame(shown), known, gain)
    if view is None:
        return

    def width(one):
        low, high = ndcg_bounds(one.grade_matrix(CUTOFF), CUTOFF, gain, Topics.ALL)
        return (high - low).sum()

    counts = view.judged_counts() + 1
    found = STRATEGIES["narrow"].priorities(view)
    for place in np.flatnonzero(view.is_open):
        after = [width(view.with_label(int(place), grade)) for grade in range(4)]
        expected = width(view) - np.dot(counts / counts.sum(), after)
        assert found[place] == pytest.approx(expected, abs=1e-9)


@given(shown=rankings, known=labels, gain=gains)
@settings(max_examples=60, deadline=None)
def test_what_cannot_matter_leaves_the_difference_at_nothing(shown, known, gain):
    two = {run: shown[run] for run in RUNS[:2]}
    view = view_of(frame(two), known, gain, RUNS[:2])
    if view is None or can_matter(view):
        return
    matrix = view.grade_matrix(CUTOFF)
    a, b = (matrix.select(np.array([run])) for run in range(2))
    bounds = ndcg_difference_bounds(a, b, CUTOFF, gain, Topics.ALL)
    assert bounds.low == pytest.approx(0)
    assert bounds.high == pytest.approx(0)


def test_settling_weighs_by_hand():
    shown = frame({"a": ["x", "y"], "b": ["y", "x", "z"]})
    view = view_of(shown, {"elsewhere": 3}, runs=("a", "b"))
    ideal = 7 * (1 + 1 / math.log2(3))
    weight = 1 - 1 / math.log2(3)
    assert STRATEGIES["settle"].priorities(view) == pytest.approx(
        [weight * 7 / ideal, weight * 7 / ideal, 0.5 * 7 / ideal]
    )


def test_equal_priorities_go_by_dcg_weight_and_then_by_falling_id():
    # All four have best rank 1 or 2: "u" is shown by two runs, "a1" and "a2" alike by one each.
    shown = frame({"a": ["a1", "u"], "b": ["a2", "u"], "c": ["z"]})
    assert ordered(view_of(shown, {}), "depth") == ["z", "a2", "a1", "u"]


def test_a_run_that_fails_steps_back():
    shown = frame({"a": ["a1", "a2", "a3"], "b": ["b1", "b2", "b3"], "c": []})
    known = {"a1": 0, "b1": 2}
    for name in ("move-to-front", "maxmean"):
        assert ordered(view_of(shown, known), name)[0] == "b2"


pair_frames = st.lists(
    st.tuples(
        st.sampled_from(["q1", "q2", "q3"]),
        st.sampled_from(DOCUMENTS),
        st.sampled_from([0.0, 1.0, 2.0]),
    ),
    unique_by=lambda row: row[:2],
    min_size=1,
    max_size=30,
).map(
    lambda rows: pd.DataFrame(rows, columns=["query_id", "doc_id", "priority"]).assign(weight=1.0)
)


@given(
    pairs=pair_frames,
    budget=st.integers(1, 20),
    share=st.sampled_from([0.0, 0.2, 0.5, 1.0]),
    seed=st.integers(0, 5),
    turns=st.booleans(),
)
@settings(deadline=None)
def test_a_budget_buys_the_best_and_draws_the_rest_by_chance(pairs, budget, share, seed, turns):
    selection = Selection(budget, share, seed)
    bought = select_pairs(pairs, selection, takes_turns=turns)
    again = select_pairs(pairs.sample(frac=1, random_state=1), selection, takes_turns=turns)
    pd.testing.assert_frame_equal(bought, again)
    assert len(bought) == min(budget, len(pairs))
    if budget >= len(pairs):
        assert set(bought["inclusion_probability"]) == {1.0}
        return
    n_first = budget - selection.n_random
    first = set(slow_order(pairs, turns=turns)[:n_first])
    rest = len(pairs) - n_first
    drawn = bought[~bought[["query_id", "doc_id"]].apply(tuple, axis=1).isin(first)]
    assert len(drawn) == selection.n_random
    # Horvitz and Thompson: the drawn ones stand for all that the strategy would not have taken.
    if len(drawn):
        assert (1 / drawn["inclusion_probability"]).sum() == pytest.approx(rest)


def slow_order(pairs, *, turns):
    rows = sorted(pairs.itertuples(index=False), key=lambda row: (row.query_id, falling(row)))
    by_query = {
        query_id: list(own) for query_id, own in itertools.groupby(rows, lambda row: row.query_id)
    }
    turn = {(row.query_id, row.doc_id): n for own in by_query.values() for n, row in enumerate(own)}
    rows.sort(
        key=lambda row: (
            turn[row.query_id, row.doc_id] if turns else 0,
            *falling(row),
            row.query_id,
        )
    )
    return [(row.query_id, row.doc_id) for row in rows]


def falling(row):
    return (-row.priority, -row.weight, [-ord(letter) for letter in row.doc_id.ljust(4)])


def test_every_pair_of_the_rest_has_the_recorded_chance():
    pairs = pd.DataFrame(
        {
            "query_id": "q",
            "doc_id": [f"d{n}" for n in range(8)],
            "priority": range(8),
            "weight": 1.0,
        }
    )
    times = dict.fromkeys(pairs["doc_id"], 0)
    rounds = 4000
    for seed in range(rounds):
        bought = select_pairs(pairs, Selection(4, 0.5, seed), takes_turns=False)
        for doc_id in bought["doc_id"]:
            times[doc_id] += 1
    assert times["d7"] == times["d6"] == rounds
    # 2 of 6; the standard error is 0.0075.
    assert all(abs(times[f"d{n}"] / rounds - 1 / 3) < 0.03 for n in range(6))
