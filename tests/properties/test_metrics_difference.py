"""Differences between two runs against brute force, on seeded random cases."""

import numpy as np
import pandas as pd
import pytest

from metrics import (
    Gain,
    Topics,
    build_matrix,
    certain_sign,
    gain_table,
    measure_difference,
    ndcg,
    ndcg_bounds,
    ndcg_difference,
    ndcg_difference_bounds,
    parse_measure,
)
from tests.support import brute_force

EMPTY = {Topics.ALL: 0.0, Topics.RELEVANT: None}
SCALES = [(Gain.EXPONENTIAL, 3), (Gain.LINEAR, 2), (Gain.LINEAR, 1)]


def random_case(rng, max_grade):
    """Rankings of A and B, labels and pool of one query, few enough unknowns to try them all."""
    documents = [f"d{number}" for number in range(7)]
    run_a, run_b = (list(rng.permutation(documents)[: rng.integers(1, 5)]) for _ in "ab")
    open_ones = set(rng.permutation(documents)[: rng.integers(0, 4)])
    top = 0 if rng.random() < 0.2 else max_grade
    labels = {d: int(rng.integers(0, top + 1)) for d in documents if d not in open_ones}
    pool = [d for d in documents if rng.random() < 0.6]
    return run_a, run_b, labels, pool


def matrices(case, max_grade, depth=5):
    run_a, run_b, labels, pool = case
    rankings = pd.concat(
        [
            pd.DataFrame(
                {"run": name, "query_id": "q", "doc_id": docs, "rank": range(1, len(docs) + 1)}
            )
            for name, docs in (("a", run_a), ("b", run_b))
        ]
    )
    matrix = build_matrix(
        rankings,
        pd.DataFrame(
            {"query_id": "q", "doc_id": list(labels), "grade": list(labels.values())}
        ).astype({"grade": int}),
        pool=pd.DataFrame({"query_id": "q", "doc_id": pool}),
        queries=["q"],
        runs=["a", "b"],
        depth=depth,
        max_grade=max_grade,
    )
    return matrix.select(slice(0, 1)), matrix.select(slice(1, 2))


def brute_difference(case, k, gains, empty):
    """Smallest and largest difference over all grades of shown and pooled documents."""
    run_a, run_b, labels, pool = case
    shown = sorted({d for d in run_a[:k] + run_b[:k] if d not in labels})
    outside = sorted({d for d in pool if d not in labels} - set(shown))

    def difference(graded, extra):
        grades = labels | dict(zip(shown, graded, strict=True))
        judged = [*grades.values(), *extra]
        values = [
            brute_force.ndcg([grades[d] for d in run[:k]], judged, k, gains)
            for run in (run_a, run_b)
        ]
        return None if values[0] is None else values[0] - values[1]

    return brute_force.extremes(
        (
            difference(graded, extra)
            for graded, extra in brute_force.assignments(len(shown), len(outside), len(gains) - 1)
        ),
        empty,
    )


@pytest.mark.parametrize("name", ["DCG@{k}", "P@{k}", "P(rel=2)@{k}", "RBP(p=0.6)@{k}"])
@pytest.mark.parametrize(("gain", "max_grade"), SCALES)
def test_bounds_of_differences_of_sums_are_the_extremes_too(gain, max_grade, name):
    rng = np.random.default_rng(max_grade)
    for _ in range(60):
        case, k = random_case(rng, max_grade), int(rng.integers(1, 6))
        run_a, run_b, labels, _ = case
        measure = parse_measure(name.format(k=k), gain)
        shown = sorted({d for d in run_a[:k] + run_b[:k] if d not in labels})
        differences = [
            by_hand(measure, run_a, grades) - by_hand(measure, run_b, grades)
            for graded, _ in brute_force.assignments(len(shown), 0, max_grade)
            for grades in [labels | dict(zip(shown, graded, strict=True))]
        ]
        a, b = matrices(case, max_grade)
        found = measure_difference(measure, a, b)
        assert (found.low, found.high) == pytest.approx((min(differences), max(differences)))
        assert found.mean == pytest.approx(
            by_hand(measure, run_a, labels) - by_hand(measure, run_b, labels)
        )


def by_hand(measure, run, grades):
    """The measure in its textbook form, documents without a grade bringing nothing."""
    k, found = measure.cutoff, [grades.get(document, 0) for document in run[: measure.cutoff]]
    if measure.name == "DCG":
        gains = gain_table(measure.gain, max(1, *found, 1))
        return sum(gains[g] / np.log2(r + 2) for r, g in enumerate(found))
    hits = [g >= measure.rel for g in found]
    if measure.name == "P":
        return sum(hits) / k
    return (1 - measure.p) * sum(hit * measure.p**r for r, hit in enumerate(hits))


@pytest.mark.parametrize("topics", Topics)
@pytest.mark.parametrize(("gain", "max_grade"), SCALES)
def test_difference_bounds_are_the_extremes_over_all_assignments(gain, max_grade, topics):
    rng = np.random.default_rng(max_grade)
    gains = gain_table(gain, max_grade)
    for _ in range(120):
        case, k = random_case(rng, max_grade), int(rng.integers(1, 6))
        a, b = matrices(case, max_grade)
        low, high = ndcg_difference_bounds(a, b, k, gain, topics)
        expected = brute_difference(case, k, gains, EMPTY[topics])
        assert (low[0], high[0]) == pytest.approx(expected, abs=1e-12, nan_ok=True), (case, k)
        back = ndcg_difference_bounds(b, a, k, gain, topics)
        np.testing.assert_array_equal([-back.high, -back.low], [low, high])


@pytest.mark.parametrize(("gain", "max_grade"), SCALES)
def test_a_sign_is_certain_exactly_when_no_assignment_has_another(gain, max_grade):
    rng = np.random.default_rng(40 + max_grade)
    signs = []
    for _ in range(150):
        case, k = random_case(rng, max_grade), int(rng.integers(1, 6))
        a, b = matrices(case, max_grade)
        low, high = brute_difference(case, k, gain_table(gain, max_grade), 0.0)
        expected = 1 if low > 1e-9 else -1 if high < -1e-9 else 0
        signs.append(expected)
        assert certain_sign(a, b, k, gain)[0] == expected, (case, k)
    assert set(signs) == {-1, 0, 1}


@pytest.fixture(scope="module")
def two_runs():
    """Two runs over 60 queries of 40 pooled documents, a third of them judged."""
    rng = np.random.default_rng(5)
    queries = [f"q{number}" for number in range(60)]
    documents = [f"d{number}" for number in range(40)]
    pool = pd.DataFrame(
        [(q, d) for q in queries for d in documents], columns=["query_id", "doc_id"]
    )
    labels = pool[rng.random(len(pool)) < 0.33]
    labels = labels.assign(grade=rng.choice([0, 0, 1, 2, 3], size=len(labels)))
    rankings = pd.DataFrame(
        [
            (run, query, doc, rank)
            for run in "ab"
            for query in queries
            for rank, doc in enumerate(rng.permutation(documents)[:20], start=1)
        ],
        columns=["run", "query_id", "doc_id", "rank"],
    )
    matrix = build_matrix(
        rankings, labels, pool=pool, queries=queries, runs=["a", "b"], depth=20, max_grade=3
    )
    return matrix.select(slice(0, 60)), matrix.select(slice(60, 120))


def test_the_difference_lies_within_its_bounds_and_these_within_those_of_the_runs(two_runs):
    a, b = two_runs
    value = ndcg(a, 10, Gain.EXPONENTIAL) - ndcg(b, 10, Gain.EXPONENTIAL)
    low, high = ndcg_difference_bounds(a, b, 10, Gain.EXPONENTIAL)
    of_a, of_b = (ndcg_bounds(run, 10, Gain.EXPONENTIAL) for run in two_runs)
    slack = 1e-12
    assert (low <= value + slack).all()
    assert (value <= high + slack).all()
    assert (of_a.low - of_b.high <= low + slack).all()
    assert (high <= of_a.high - of_b.low + slack).all()
    assert (high - low).mean() < (of_a.high - of_a.low + of_b.high - of_b.low).mean()


def test_the_mean_difference_is_bounded_by_the_means_of_the_bounds(two_runs):
    a, b = two_runs
    whole = ndcg_difference(a, b, 10, Gain.EXPONENTIAL)
    low, high = ndcg_difference_bounds(a, b, 10, Gain.EXPONENTIAL)
    assert (whole.low, whole.high) == pytest.approx((low.mean(), high.mean()))
    assert whole.low < whole.mean < whole.high
    assert whole.n_queries == 60
    assert not whole.decided


def test_a_run_against_itself_differs_by_nothing_whatever_is_unknown(two_runs):
    a, _ = two_runs
    low, high = ndcg_difference_bounds(a, a, 10, Gain.EXPONENTIAL)
    np.testing.assert_array_equal(low, np.zeros(60))
    np.testing.assert_array_equal(high, np.zeros(60))
    assert not certain_sign(a, a, 10, Gain.EXPONENTIAL).any()
