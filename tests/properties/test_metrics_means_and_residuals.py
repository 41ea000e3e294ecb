"""Bounds of means over every joint assignment, RBP's residual, and the textbook forms."""

import itertools
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics import (
    ABSENT,
    UNJUDGED,
    UNPOOLED,
    Gain,
    GradeMatrix,
    Topics,
    add_ranks,
    dcg,
    dcg_at_k,
    evaluate,
    gain_table,
    ndcg,
    ndcg_at_k,
    parse_measure,
    rbp_bounds,
    rbp_residual,
)
from tests.support import brute_force

GENERATED = settings(deadline=None, max_examples=60)
QUERIES = ["1", "2", "3"]
TOP = 2


def tables(rng):
    """A run over three queries with few enough unknowns to try every joint assignment."""
    rankings, labels, pool = [], [], []
    for query in QUERIES:
        documents = [f"d{number}" for number in range(4)]
        open_ones = set(rng.permutation(documents)[: rng.integers(0, 3)])
        top = 0 if rng.random() < 0.3 else TOP
        labels += [
            (query, d, int(rng.integers(0, top + 1))) for d in documents if d not in open_ones
        ]
        pool += [(query, d) for d in documents]
        shown = rng.permutation(documents)[: rng.integers(0, 5)]
        rankings += [("r", query, d, float(-place)) for place, d in enumerate(shown)]
    return (
        pd.DataFrame(rankings, columns=["run", "query_id", "doc_id", "score"]),
        pd.DataFrame(labels, columns=["query_id", "doc_id", "grade"]),
        pd.DataFrame(pool, columns=["query_id", "doc_id"]),
    )


def joint_labels(labels, pool):
    """Every way to label everything that is pooled and has no label yet."""
    known = set(zip(labels["query_id"], labels["doc_id"], strict=True))
    waiting = [
        pair for pair in zip(pool["query_id"], pool["doc_id"], strict=True) if pair not in known
    ]
    for grades in itertools.product(range(TOP + 1), repeat=len(waiting)):
        more = [(*pair, grade) for pair, grade in zip(waiting, grades, strict=True)]
        yield {(q, d): g for q, d, g in [*labels.itertuples(index=False, name=None), *more]}


def brute_mean(rankings, graded, queries, k, gains, topics):
    """Mean nDCG@k under one assignment; None where it leaves a query undefined."""
    values = []
    for query in queries:
        shown = rankings[rankings["query_id"] == query].sort_values("score", ascending=False)
        ranked = [graded[query, d] for d in shown["doc_id"][:k]]
        judged = [grade for (q, _), grade in graded.items() if q == query]
        values.append(brute_force.ndcg(ranked, judged, k, gains))
    if topics is Topics.ALL:
        values = [value or 0.0 for value in values]
    return None if None in values else sum(values) / len(values)


@pytest.mark.parametrize("topics", Topics)
@pytest.mark.parametrize("gain", Gain)
def test_bounds_of_a_mean_are_the_extremes_over_all_joint_assignments(gain, topics):
    rng = np.random.default_rng(21)
    measure = parse_measure("nDCG@3", gain)
    checked = 0
    for _ in range(25):
        rankings, labels, pool = tables(rng)
        relevant = labels[labels["grade"] > 0]["query_id"].unique()
        counted = [q for q in QUERIES if topics is Topics.ALL or q in relevant]
        counted = [q for q in counted if q in set(labels["query_id"])]
        summary = evaluate(
            rankings,
            labels,
            pool=pool,
            measures=[measure],
            max_grade=TOP,
            topics=topics,
            runs=["r"],
        ).summaries["r", str(measure)]
        if not counted:
            assert (summary.low, summary.high) == (None, None)
            continue
        means = [
            brute_mean(rankings, graded, counted, 3, gain_table(gain, TOP), topics)
            for graded in joint_labels(labels, pool)
        ]
        low, high = brute_force.extremes(means, None)
        assert (summary.low, summary.high) == pytest.approx((low, high), abs=1e-12)
        checked += low < high
    assert checked > 5


@pytest.mark.parametrize("rel", [1, 2])
@pytest.mark.parametrize("p", [0.5, 0.8])
def test_the_rbp_interval_is_all_that_unknown_documents_and_what_follows_can_do(p, rel):
    rng = np.random.default_rng(22)
    for _ in range(150):
        codes, judged, _ = brute_force.random_case(rng, TOP)
        shown = [code for code in codes if code != ABSENT]
        expected = brute_force.bounds(
            shown, judged, 0, TOP, lambda ranked, _: by_reading_on(ranked, p, rel), None
        )
        # Everything beyond the end of the list may be relevant too.
        most = expected[1] + sum((1 - p) * p**rank for rank in range(len(shown), 400))
        matrix = brute_force.one_row(codes, judged, 0, TOP)
        low, high = rbp_bounds(matrix, None, p, rel)
        assert (low[0], high[0]) == pytest.approx((expected[0], most), abs=1e-12)
        assert rbp_residual(matrix, None, p)[0] == pytest.approx(high[0] - low[0], abs=1e-12)


def by_reading_on(ranked, p, rel):
    """RBP as the story of its reader tells it."""
    value, reading = 0.0, 1.0
    for grade in ranked:
        value += reading * (1 - p) * (grade >= rel)
        reading *= p
    return value


CODES = st.sampled_from([ABSENT, UNJUDGED, UNPOOLED, 0, 1, 2, 3])


@GENERATED
@given(
    st.lists(CODES, min_size=1, max_size=9),
    st.lists(st.integers(0, 3), max_size=5),
    st.integers(1, 12),
    st.sampled_from(Gain),
)
def test_the_textbook_forms_equal_the_forms_for_many_rankings(codes, others, k, gain):
    codes = sorted(codes, key=lambda code: code == ABSENT)  # empty ranks stand last
    judged = [code for code in codes if code >= 0] + others
    matrix = brute_force.one_row(codes, judged, 0, 3)
    ranked = [max(code, 0) for code in codes]
    assert dcg(matrix, k, gain)[0] == pytest.approx(dcg_at_k(ranked, k, gain), abs=1e-12)
    textbook = ndcg_at_k(ranked, judged, k, gain)
    value = ndcg(matrix, k, gain)[0]
    assert (None if math.isnan(value) else pytest.approx(value, abs=1e-12)) == textbook


@GENERATED
@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=9), st.integers(1, 12), st.sampled_from(Gain)
)
def test_no_order_beats_the_ideal_and_the_ideal_scores_1(grades, k, gain):
    best = ndcg_at_k(sorted(grades, reverse=True), grades, k, gain)
    here = ndcg_at_k(grades, grades, k, gain)
    assert best == (1.0 if any(grades) else None)
    assert (here is None) == (best is None)
    if here is not None:
        assert 0 <= here <= 1


@GENERATED
@given(st.integers(1, 6), st.integers(0, 2**32 - 1))
def test_concatenated_query_sets_have_the_weighted_mean(size, seed):
    rng = np.random.default_rng(seed)
    measure = parse_measure("nDCG(dcg='log2')@3")
    n_queries = 2 * size + 1
    rows = [(f"q{q}", f"d{d}") for q in range(n_queries) for d in range(5)]
    pool = pd.DataFrame(rows, columns=["query_id", "doc_id"])
    labels = pool.assign(grade=rng.integers(0, 3, len(pool)))[rng.random(len(pool)) < 0.6]
    ranked = add_ranks(pool.assign(run="r", score=rng.permutation(len(pool)).astype(float)))
    ids = [f"q{q}" for q in range(n_queries)]
    first, second, both = (
        evaluate(
            ranked, labels, pool=pool, measures=[measure], max_grade=2, queries=part
        ).summaries["r", str(measure)]
        for part in (ids[:size], ids[size:], ids)
    )
    assert both.n_queries == first.n_queries + second.n_queries
    for figure in ("mean", "low", "high", "judged"):
        parts = [(getattr(s, figure) or 0.0) * s.n_queries for s in (first, second)]
        whole = (getattr(both, figure) or 0.0) * both.n_queries
        assert sum(parts) == pytest.approx(whole, abs=1e-9)


def test_a_list_judged_throughout_leaves_open_only_what_would_follow_it():
    matrix = GradeMatrix(
        np.array([[2, 0]]), np.array([[1, 0, 1]]), np.array([2]), pool_unjudged=np.array([0])
    )
    low, high = rbp_bounds(matrix, None, 0.5)
    assert high[0] - low[0] == pytest.approx(0.25)  # only what would follow rank 2
