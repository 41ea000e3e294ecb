"""Runs compared in pairs: what is said, what is left unsaid, what is refused."""

import numpy as np
import pandas as pd
import pytest

from metrics import (
    Gain,
    MeanDifference,
    Measure,
    MetricsError,
    bootstrap_intervals,
    build_matrix,
    compare_pairs,
    compare_runs,
    evaluate,
    has_difference_bounds,
    kendall_tau,
    measure_difference,
    ndcg_difference,
    parse_measures,
    sign_flip_p_values,
    tau_ap,
)

LABELS = pd.DataFrame(
    [("q1", "a", 2), ("q1", "b", 0), ("q2", "a", 1), ("q2", "c", 1), ("q3", "a", 0)],
    columns=["query_id", "doc_id", "grade"],
)


def rankings(**runs):
    """Runs as ``name={query: documents}``."""
    return pd.DataFrame(
        [
            (run, query, document, rank)
            for run, queries in runs.items()
            for query, documents in queries.items()
            for rank, document in enumerate(documents, start=1)
        ],
        columns=["run", "query_id", "doc_id", "rank"],
    )


TWO = rankings(one={"q1": "ab", "q2": "ac", "q3": "a"}, two={"q1": "ba"})


def values(measures="P@2", topics="relevant", ranked=TWO, gain=Gain.EXPONENTIAL):
    parsed = parse_measures(measures, gain)
    return evaluate(ranked, LABELS, measures=parsed, max_grade=2, topics=topics).per_query


def test_queries_that_a_run_lacks_count_0_for_it():
    (one,) = compare_runs(values("R@2"), "two", seed=0)
    assert (one.run, one.baseline, one.measure) == ("one", "two", "R@2")
    assert (one.wins, one.ties, one.losses, one.n_queries) == (1, 1, 0, 2)
    assert one.difference == 0.5


@pytest.mark.parametrize(("topics", "n_queries"), [("relevant", 2), ("all", 3)])
def test_both_runs_are_compared_on_the_queries_that_count(topics, n_queries):
    (one,) = compare_runs(values("RR", topics), "two", seed=0)
    assert one.n_queries == n_queries
    assert one.difference == pytest.approx((0.5 + 1) / n_queries)


def test_one_query_has_a_difference_and_nothing_that_chance_could_be_told_from():
    table = values()
    (one,) = compare_runs(table[table["query_id"] == "q2"], "two", seed=0)
    assert (one.difference, one.wins, one.n_queries) == (1.0, 1, 1)
    assert (one.interval, one.p_value, one.p_adjusted, one.state) == (None, None, None, None)


def test_no_query_that_counts_has_no_difference():
    table = values("RR")
    (one,) = compare_runs(table[table["query_id"] == "q3"], "two", seed=0)
    assert (one.difference, one.n_queries, one.wins, one.ties) == (None, 0, 0, 0)
    assert (one.interval, one.p_value) == (None, None)


def test_what_only_rounding_keeps_apart_is_a_tie():
    table = values()
    table.loc[table["run"] == "one", "value"] = 0.1 + 0.2
    table.loc[table["run"] == "two", "value"] = 0.3
    (one,) = compare_runs(table, "two", seed=0)
    assert (one.ties, one.difference, one.p_value) == (3, 0.0, 1.0)


def test_equal_seeds_give_equal_figures_and_others_other_ones():
    rng = np.random.default_rng(0)
    differences = rng.normal(0.02, 0.1, (1, 40))
    for draw in (sign_flip_p_values, bootstrap_intervals):
        first, again, other = (draw(differences, seed=seed) for seed in (7, 7, 8))
        assert (first == again).all()
        assert (first != other).any()


def test_many_pairs_are_one_family_and_are_each_compared_as_alone():
    rng = np.random.default_rng(3)
    scores = rng.random((18, 25)).round(2)
    run, query = np.indices(scores.shape)
    table = pd.DataFrame(
        {
            "run": [f"r{n}" for n in run.ravel()],
            "query_id": [f"q{n}" for n in query.ravel()],
            "measure": "P@5",
            "value": scores.ravel(),
        }
    )
    pairs = [(f"r{a}", f"r{b}") for a in range(18) for b in range(a)]
    assert len(pairs) > 128
    family = compare_pairs(table, pairs, seed=0, resamples=200)
    assert [(one.run, one.baseline) for one in family] == pairs
    for one in family[::17]:
        (alone,) = compare_pairs(table, [(one.run, one.baseline)], seed=0, resamples=200)
        assert (alone.p_value, alone.difference) == (one.p_value, one.difference)
        assert alone.p_adjusted == alone.p_value
    smallest = min(one.p_value for one in family)
    assert min(one.p_adjusted for one in family) == min(1, smallest * len(pairs))


def test_every_measure_is_a_family_of_its_own_in_the_order_of_appearance():
    table = values("P@2, RR", ranked=pd.concat([TWO, rankings(three={"q2": "ca"})]))
    compared = compare_runs(table, "one", seed=0)
    assert [(one.measure, one.run) for one in compared] == [
        ("P@2", "two"),
        ("P@2", "three"),
        ("RR", "two"),
        ("RR", "three"),
    ]


def test_bounds_come_from_the_caller_and_say_what_is_open():
    table = values("nDCG@2")
    name = "nDCG(dcg='exp-log2')@2"
    states = {}
    for low, high in ((0.1, 0.2), (-0.1, 0.2), (-0.2, -0.1), (None, None)):
        bounds = {("one", name): MeanDifference(0.1, low, high, n_queries=2, n_unjudged=1)}
        (one,) = compare_runs(table, "two", seed=0, bounds=bounds)
        states[low, high] = one.state
    assert list(states.values()) == ["decided", "open", "decided", None]


def test_ndcg_and_sums_over_documents_have_bounds_of_differences_where_there_is_a_cutoff():
    bounded = parse_measures("nDCG@10 DCG@10 P@5 RBP(p=0.5)@7")
    without = parse_measures("nDCG nDCG(judged_only=True)@10 P(judged_only=True)@5 RBP AP RR@3")
    assert all(map(has_difference_bounds, bounded))
    assert not any(map(has_difference_bounds, without))
    matrix = build_matrix(
        TWO, LABELS, pool=LABELS, queries=["q1", "q2"], runs=["one", "two"], depth=2, max_grade=2
    )
    one, two = matrix.select(slice(0, 2)), matrix.select(slice(2, 4))
    assert measure_difference(Measure("AP"), one, two) is None
    ndcg = Measure("nDCG", 2, Gain.LINEAR)
    assert measure_difference(ndcg, one, two) == ndcg_difference(one, two, 2, Gain.LINEAR)


@pytest.mark.parametrize(
    ("ours", "theirs", "told"),
    [
        ("nDCG(dcg='log2')@2", "nDCG(dcg='exp-log2')@2", "they differ in gain."),
        ("nDCG@2", "nDCG@3", "they differ in cut-off."),
        ("P(rel=2)@2", "P@2", "they differ in lowest relevant grade."),
        ("nDCG(judged_only=True)@2", "nDCG@2", "treatment of unjudged documents"),
        ("RBP(p=0.5)", "RBP", "they differ in persistence."),
        ("nDCG(dcg='log2')@2", "nDCG(dcg='exp-log2')@3", "they differ in gain and cut-off."),
        ("AP", "RR", "Run 'one' was measured by AP, run 'two' was not."),
    ],
)
def test_different_measures_are_refused_and_the_difference_named(ours, theirs, told):
    first, second = values(ours), values(theirs)
    table = pd.concat([first[first["run"] == "one"], second[second["run"] == "two"]])
    with pytest.raises(MetricsError, match="Evaluate both by the same measures") as refused:
        compare_runs(table, "two", seed=0)
    assert told in refused.value.message


def test_other_queries_and_other_labels_are_refused():
    table = values("RR")
    with pytest.raises(MetricsError, match="same queries: see query 'q2' of run 'two'"):
        compare_runs(table.drop(table.index[(table["run"] == "two")][1]), "one", seed=0)
    with pytest.raises(MetricsError, match="same queries"):
        compare_runs(pd.concat([table, table.iloc[:1]]), "one", seed=0)
    table.loc[table["run"] == "two", "value"] = 0.5
    with pytest.raises(MetricsError, match="same labels: see query 'q3' of run 'two'"):
        compare_runs(table, "one", seed=0)


def test_an_unknown_run_is_refused_with_those_that_are_known():
    with pytest.raises(MetricsError, match="Known runs: one, two"):
        compare_runs(values(), "three", seed=0)


@pytest.mark.parametrize(
    "draw",
    [
        lambda: sign_flip_p_values(np.array([[np.nan, 1.0]]), seed=0),
        lambda: sign_flip_p_values(np.ones((1, 2)), seed=-1),
        lambda: bootstrap_intervals(np.ones((1, 2)), seed=0, resamples=0),
        lambda: bootstrap_intervals(np.ones((1, 2)), seed=0, level=1.0),
        lambda: kendall_tau([1, 2], [1]),
        lambda: tau_ap([1, np.nan], [1, 2]),
    ],
)
def test_what_no_figure_can_be_made_of_is_refused(draw):
    with pytest.raises(MetricsError):
        draw()


def test_fewer_than_two_systems_have_no_correlation():
    for correlation in (kendall_tau, tau_ap):
        assert correlation([], []) is None
        assert correlation([1], [2]) is None


def test_infinite_scores_can_be_ranked():
    assert kendall_tau([np.inf, 1, -np.inf], [3, 2, 1]) == 1
    assert kendall_tau([np.inf, np.inf], [2, 1]) is None
