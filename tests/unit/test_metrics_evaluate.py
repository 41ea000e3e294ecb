"""From tables to values, means and what stands beside them."""

import numpy as np
import pandas as pd
import pytest

from metrics import (
    ABSENT,
    UNJUDGED,
    UNPOOLED,
    MetricsError,
    Topics,
    build_matrix,
    evaluate,
    parse_measure,
    parse_measures,
    summarise,
    worst,
)

NDCG = parse_measure("nDCG@2")


def pairs(text, *columns):
    rows = [line.split() for line in text.strip().splitlines()]
    return pd.DataFrame(rows, columns=["query_id", "doc_id", *columns])


@pytest.fixture
def labels():
    """Query 1 has something relevant, 2 has not, 3 is judged but the run misses it."""
    return pairs("1 a 3\n1 b 0\n1 c 1\n2 x 0\n3 k 2", "grade").astype({"grade": int})


@pytest.fixture
def pool():
    return pairs("1 a\n1 b\n1 c\n1 d\n2 x\n2 y\n3 k")


@pytest.fixture
def rankings():
    """Run r on queries 1, 2 and 9; of query 1 it shows one document that nobody pooled."""
    rows = pairs("1 z 3\n1 a 2\n1 d 1\n2 y 5\n2 x 4\n9 q 1", "score").astype({"score": float})
    return rows.assign(run="r")


@pytest.fixture
def evaluation(rankings, labels, pool):
    return evaluate(
        rankings, labels, pool=pool, max_grade=3, measures=parse_measures("nDCG@2 P@2 Judged@2")
    )


def lines(evaluation, measure):
    frame = evaluation.per_query
    return frame[frame["measure"] == str(measure)].set_index("query_id")


def build(rankings, labels, pool, **changes):
    ranked = rankings.assign(rank=rankings.groupby("query_id").cumcount() + 1)
    options = {"queries": ["1", "2", "3"], "runs": ["r"], "depth": 3, "max_grade": 3} | changes
    return build_matrix(ranked, labels, pool=pool, **options)


def test_the_matrix_tells_labelled_pooled_and_other_documents_apart(rankings, labels, pool):
    matrix = build(rankings, labels, pool)
    np.testing.assert_array_equal(
        matrix.grades,
        [[UNPOOLED, 3, UNJUDGED], [UNJUDGED, 0, ABSENT], [ABSENT, ABSENT, ABSENT]],
    )
    np.testing.assert_array_equal(matrix.pool_unjudged, [1, 1, 0])
    np.testing.assert_array_equal(matrix.judged_counts, [[1, 1, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]])
    np.testing.assert_array_equal(matrix.retrieved, [3, 2, 0])


def test_rows_go_run_by_run(rankings, labels, pool):
    both = pd.concat([rankings, rankings.assign(run="s")[3:5]])
    ranked = both.assign(rank=both.groupby(["run", "query_id"]).cumcount() + 1)
    matrix = build_matrix(
        ranked, labels, pool=pool, queries=["2", "1"], runs=["s", "r"], depth=3, max_grade=3
    )
    np.testing.assert_array_equal(matrix.retrieved, [2, 0, 2, 3])
    np.testing.assert_array_equal(matrix.documents[0], matrix.documents[2])


def test_labels_outside_the_pool_count_as_labels(rankings, labels, pool):
    labels = pd.concat([labels, pairs("1 z 2", "grade").astype({"grade": int})])
    matrix = build(rankings, labels, pool)
    assert matrix.grades[0, 0] == 2
    assert matrix.pool_unjudged[0] == 1


def test_a_negative_label_is_judged_without_gain(rankings, labels, pool):
    labels = labels.assign(grade=labels["grade"].replace({3: -2}))
    matrix = build(rankings, labels, pool)
    assert matrix.grades[0, 1] == 0
    np.testing.assert_array_equal(matrix.judged_counts[0], [2, 1, 0, 0])


def test_the_length_of_a_cut_ranking_can_be_told(rankings, labels, pool):
    told = pd.DataFrame({"run": ["r"], "query_id": ["1"], "retrieved": [1000]})
    matrix = build(rankings, labels, pool, retrieved=told)
    np.testing.assert_array_equal(matrix.retrieved, [1000, 0, 0])


def assert_refused(rankings, labels, said):
    with pytest.raises(MetricsError, match=said):
        evaluate(rankings, labels, measures=[NDCG], max_grade=3)


def test_a_document_twice_in_a_ranking_is_refused(rankings, labels):
    twice = pd.concat([rankings, rankings[:1]])
    assert_refused(twice, labels, "'z' for query '1' of run 'r' stands twice")


def test_two_labels_of_a_pair_are_refused(rankings, labels):
    assert_refused(rankings, pd.concat([labels, labels[:1]]), "'a' for query '1' has two labels")


def test_grades_between_the_grades_of_the_scale_are_refused(rankings, labels):
    between = labels.assign(grade=labels["grade"] + 0.5)
    assert_refused(rankings, between, "'a' for query '1' has no whole number .*and 4 more")


def test_grades_above_the_scale_are_refused(rankings, labels):
    assert_refused(rankings, labels.assign(grade=labels["grade"] + 1), "'a' .* above 3")


def test_ranks_with_a_gap_are_refused(rankings, labels, pool):
    gap = rankings[:2].drop(columns="score", errors="ignore").assign(rank=[1, 3])
    with pytest.raises(MetricsError, match="breaks the ranks"):
        evaluate(gap, labels, pool=pool, measures=parse_measures("P@5"), max_grade=3)


def test_a_rank_column_that_a_file_brought_is_not_used(labels, pool):
    tied = pairs("1 a 1\n1 b 9", "score").astype({"score": float}).assign(run="r", rank=[1, 2])
    evaluation = evaluate(tied, labels, pool=pool, measures=parse_measures("RR"), max_grade=3)
    alone = evaluate(
        tied.drop(columns="rank"), labels, pool=pool, measures=parse_measures("RR"), max_grade=3
    )
    pd.testing.assert_frame_equal(evaluation.per_query, alone.per_query)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"runs": ["zz"]}, "no ranking of run 'zz'"),
        ({"runs": "r"}, "runs are given as one text"),
        ({"queries": "1"}, "queries are given as one text"),
        ({"topics": "some"}, "no choice of topics 'some'"),
        ({"max_grade": "3"}, "scale cannot end"),
    ],
)
def test_slips_that_would_score_nothing_are_refused(rankings, labels, pool, wrong, said):
    options = {"measures": parse_measures("P@5"), "max_grade": 3, "pool": pool, **wrong}
    with pytest.raises(MetricsError, match=said):
        evaluate(rankings, labels, **options)


def test_the_tie_rule_ranks_what_comes_with_scores_only(labels, pool):
    tied = pairs("1 a 1\n1 b 1\n1 c 1", "score").astype({"score": float}).assign(run="r")
    evaluation = evaluate(tied, labels, pool=pool, measures=parse_measures("RR"), max_grade=3)
    assert lines(evaluation, "RR").loc["1", "value"] == 1  # c, then b, then a


def test_a_query_with_nothing_relevant_has_neither_value_nor_interval(evaluation):
    line = lines(evaluation, NDCG).loc["2"]
    assert line[["value", "low", "high"]].isna().all()
    assert lines(evaluation, "P@2").loc["2", "value"] == 0


def test_a_query_that_the_run_misses_scores_0_and_is_counted(evaluation):
    line = lines(evaluation, NDCG).loc["3"]
    assert (line["value"], line["low"], line["high"]) == (0, 0, 0)
    assert evaluation.summaries["r", str(NDCG)].n_missing == 1


def test_queries_without_labels_are_listed_not_scored(evaluation):
    assert evaluation.unscored_queries == ("9",)
    assert "9" not in set(evaluation.per_query["query_id"])


def test_the_mean_low_and_high_are_over_the_queries_with_something_relevant(evaluation):
    summary = evaluation.summaries["r", str(NDCG)]
    defined = lines(evaluation, NDCG).loc[["1", "3"]]
    assert (summary.n_queries, summary.n_undefined) == (2, 1)
    assert summary.mean == pytest.approx(defined["value"].mean())
    assert summary.low == pytest.approx(defined["low"].mean())
    assert summary.high == pytest.approx(defined["high"].mean())
    assert summary.low < summary.mean < summary.high
    assert summary.judged == pytest.approx((1 / 2 + 0) / 2)


def test_both_means_are_there_where_they_differ(evaluation, rankings, labels, pool):
    relevant = evaluation.summaries["r", str(NDCG)]
    everything = evaluate(
        rankings, labels, pool=pool, max_grade=3, measures=[NDCG], topics=Topics.ALL
    ).summaries["r", str(NDCG)]
    assert everything.n_queries == 3
    assert everything.mean == relevant.mean_all == pytest.approx(relevant.mean * 2 / 3)
    assert everything.mean_relevant == relevant.mean == relevant.mean_relevant


def test_precision_is_averaged_over_every_labelled_query(evaluation):
    summary = evaluation.summaries["r", "P@2"]
    assert (summary.n_queries, summary.n_undefined) == (3, 0)
    assert summary.mean == pytest.approx((1 / 2 + 0 + 0) / 3)


def test_rel_decides_which_queries_have_something_relevant(rankings, labels, pool):
    evaluation = evaluate(
        rankings, labels, pool=pool, max_grade=3, measures=parse_measures("R(rel=3)@2 P(rel=3)@2")
    )
    recall, precision = (evaluation.summaries["r", f"{name}(rel=3)@2"] for name in "RP")
    assert (recall.n_queries, recall.n_undefined, recall.mean) == (1, 2, 1.0)
    assert (precision.n_queries, precision.n_undefined) == (3, 0)


def test_the_choice_of_queries_may_be_given_as_its_plain_name(rankings, labels, pool):
    options = {"pool": pool, "max_grade": 3, "measures": [NDCG]}
    plain = evaluate(rankings, labels, topics="all", **options)
    assert plain.summaries == evaluate(rankings, labels, topics=Topics.ALL, **options).summaries


def test_without_a_pool_there_are_no_bounds(rankings, labels):
    evaluation = evaluate(rankings, labels, max_grade=3, measures=[NDCG])
    summary = evaluation.summaries["r", str(NDCG)]
    assert (summary.low, summary.high) == (None, None)
    assert evaluation.per_query[["low", "high"]].isna().all().all()


def test_measures_without_exact_bounds_have_none(rankings, labels, pool):
    measures = parse_measures("AP Bpref Judged@2 nDCG nDCG(judged_only=True)@2")
    evaluation = evaluate(rankings, labels, pool=pool, max_grade=3, measures=measures)
    assert {summary.low for summary in evaluation.summaries.values()} == {None}


def test_only_the_runs_and_labelled_queries_asked_for_are_scored(rankings, labels, pool):
    both = pd.concat([rankings, rankings.assign(run="s")])
    evaluation = evaluate(
        both, labels, pool=pool, max_grade=3, measures=[NDCG], runs=["s"], queries=["1", "9"]
    )
    assert list(evaluation.summaries) == [("s", str(NDCG))]
    assert evaluation.per_query["query_id"].tolist() == ["1"]


def test_no_label_at_all_gives_nothing_rather_than_zeros(rankings, labels, pool):
    evaluation = evaluate(rankings, labels[:0], pool=pool, max_grade=3, measures=[NDCG])
    summary = evaluation.summaries["r", str(NDCG)]
    assert (summary.mean, summary.p10, summary.judged, summary.n_queries) == (None, None, None, 0)
    assert evaluation.unscored_queries == ("1", "2", "9")


def test_asking_for_no_measure_is_refused(rankings, labels):
    with pytest.raises(MetricsError, match="No measure"):
        evaluate(rankings, labels, max_grade=3, measures=[])


def test_the_worst_queries_come_first_and_undefined_ones_not_at_all(evaluation):
    assert [query for query, _ in evaluation.worst("r", NDCG, n=5)] == ["3", "1"]
    assert evaluation.worst("r", NDCG, n=1) == [("3", 0.0)]


def test_equally_bad_queries_keep_their_order():
    np.testing.assert_array_equal(worst(np.array([0.5, 0.1, np.nan, 0.1]), 2), [1, 3])


def test_a_summary_has_the_spread_of_the_values():
    values = np.arange(11) / 10
    yes, no = np.ones(11, dtype=bool), np.zeros(11, dtype=bool)
    summary = summarise(values, defined=yes, missing=no, judged=values)
    assert (summary.p10, summary.median, summary.p90) == pytest.approx((0.1, 0.5, 0.9))


@pytest.mark.parametrize(("topics", "median"), [(Topics.RELEVANT, 0.6), (Topics.ALL, 0.5)])
def test_undefined_values_are_left_out_or_0_whatever_stands_in_their_place(topics, median):
    defined = np.array([True, True, False])
    summary = summarise(
        np.array([0.5, 0.7, np.nan]),
        defined=defined,
        missing=~defined,
        judged=np.ones(3),
        topics=topics,
    )
    assert summary.median == pytest.approx(median)
    assert (summary.mean_relevant, summary.mean_all) == pytest.approx((0.6, 0.4))
