"""What `evaluate` says of tables from which nothing, or nothing sensible, can come."""

import pandas as pd
import pytest

from metrics import MetricsError, evaluate, parse_measure, parse_measures

NDCG = parse_measure("nDCG@2")


def table(text, *columns):
    return pd.DataFrame([line.split() for line in text.splitlines()], columns=columns)


@pytest.fixture
def rankings():
    rows = table("1 a 3\n1 b 2\n2 x 5", "query_id", "doc_id", "score")
    return rows.assign(run="r", score=rows["score"].astype(float))


@pytest.fixture
def labels():
    """Query 1 has something relevant, 2 has not, 3 is judged but the run misses it."""
    rows = table("1 a 3\n2 x 0\n3 k 2", "query_id", "doc_id", "grade")
    return rows.assign(grade=rows["grade"].astype(int))


@pytest.fixture
def pool():
    return table("1 a\n1 b\n1 c\n2 x\n3 k", "query_id", "doc_id")


def assert_refused(rankings, labels, said):
    with pytest.raises(MetricsError, match=said):
        evaluate(rankings, labels, measures=[NDCG], max_grade=3)


@pytest.mark.parametrize("column", ["run", "query_id", "doc_id", "score"])
def test_rankings_that_lack_a_column_are_refused_by_its_name(rankings, labels, column):
    with pytest.raises(MetricsError, match=f"rankings lack the column {column}") as caught:
        evaluate(rankings.drop(columns=column), labels, measures=[NDCG], max_grade=3)
    assert "They need run, query_id, doc_id, score; they have" in caught.value.hint


@pytest.mark.parametrize("column", ["query_id", "doc_id", "grade"])
def test_labels_that_lack_a_column_are_refused_by_its_name(rankings, labels, column):
    assert_refused(rankings, labels.drop(columns=column), f"labels lack the column {column}")


def test_a_pool_that_lacks_a_column_is_refused_by_its_name(rankings, labels, pool):
    with pytest.raises(MetricsError, match="pooled pairs lack the column doc_id"):
        evaluate(rankings, labels, pool=pool[["query_id"]], measures=[NDCG], max_grade=3)


@pytest.mark.parametrize("ids", [[1, 2], [1.5, "1"], [None, "1"]])
def test_ids_that_are_no_text_are_refused_since_they_would_silently_score_0(labels, ids):
    rankings = pd.DataFrame({"run": "r", "query_id": ids, "doc_id": ["a", "b"], "score": [2.0, 1]})
    assert_refused(rankings, labels, "query_id of the rankings holds ids that are not text")


def test_ids_may_be_text_of_any_of_pandas_kinds(rankings, labels, pool):
    options = {"measures": [NDCG], "max_grade": 3}
    plain = evaluate(rankings, labels, pool=pool, **options).summaries
    for kind in ("object", "category", "str"):
        ids = {"query_id": kind, "doc_id": kind}
        other = evaluate(rankings.astype(ids), labels.astype(ids), pool=pool.astype(ids), **options)
        assert other.summaries == plain


def test_grades_written_as_text_are_refused(rankings, labels):
    assert_refused(
        rankings, labels.astype({"grade": str}), "column grade of the labels holds no numbers"
    )


def test_names_in_place_of_measures_are_refused(rankings, labels):
    for names in ("nDCG@2", ["nDCG@2"]):
        with pytest.raises(MetricsError, match="given by name") as caught:
            evaluate(rankings, labels, measures=names, max_grade=3)
        assert "parse_measures" in caught.value.hint


def test_a_run_or_query_asked_for_twice_is_scored_once(rankings, labels, pool):
    twice = evaluate(
        rankings,
        labels,
        pool=pool,
        measures=[NDCG],
        max_grade=3,
        runs=["r", "r"],
        queries=["1", "3", "1"],
    )
    assert twice.per_query["query_id"].tolist() == ["1", "3"]
    assert twice.summaries["r", str(NDCG)].n_queries == 2


def test_one_query_is_its_own_mean(rankings, labels, pool):
    one = evaluate(rankings, labels, pool=pool, measures=[NDCG], max_grade=3, queries=["1"])
    summary, line = one.summaries["r", str(NDCG)], one.per_query.iloc[0]
    spread = (summary.mean, summary.p10, summary.median, summary.p90)
    assert spread == pytest.approx((line["value"],) * 4)
    assert (summary.low, summary.high) == (line["low"], line["high"])


EVERY_MEASURE = parse_measures(
    "nDCG@2 nDCG(dcg='log2') nDCG(judged_only=True)@2 DCG@2 P@2 R@2 Success@2 RR AP Bpref RBP "
    "ERR@2 Judged@2"
)


def test_an_empty_run_is_missing_everywhere(rankings, labels, pool):
    empty = evaluate(
        rankings[:0], labels, pool=pool, measures=EVERY_MEASURE, max_grade=3, runs=["r"]
    )
    for summary in empty.summaries.values():
        assert (summary.mean, summary.n_missing) == (0, 3)


@pytest.mark.filterwarnings("error")
def test_no_measure_of_nothing_is_a_number(rankings, labels, pool):
    nothing = evaluate(
        rankings, labels, pool=pool, measures=EVERY_MEASURE, max_grade=3, queries=["9"]
    )
    assert len(nothing.summaries) == len(EVERY_MEASURE)
    for summary in nothing.summaries.values():
        assert summary.n_queries == summary.n_undefined == summary.n_missing == 0
        of_nothing = [summary.mean, summary.low, summary.high, summary.p10, summary.median]
        of_nothing += [summary.p90, summary.judged, summary.mean_relevant, summary.mean_all]
        assert of_nothing == [None] * 9
    assert nothing.per_query.empty


def test_empty_tables_give_an_empty_evaluation(rankings, labels, pool):
    empty = evaluate(
        pd.DataFrame(columns=rankings.columns),
        pd.DataFrame(columns=labels.columns),
        pool=pool[:0],
        measures=EVERY_MEASURE,
        max_grade=3,
    )
    assert (empty.per_query.empty, empty.summaries, empty.unscored_queries) == (True, {}, ())
