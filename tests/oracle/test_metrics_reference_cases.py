"""Small cases whose values trec_eval, gdeval and pytrec_eval were run for."""

import json

import pandas as pd
import pytest

from metrics import Gain, Measure, MetricsError, Topics, add_ranks, evaluate
from tests.support.trec_tables import read_qrels, read_run

GAINS = {"exp": Gain.EXPONENTIAL, "linear": Gain.LINEAR}


@pytest.fixture(scope="module")
def cases(reference):
    return json.loads((reference / "reference_cases.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def behaviour(cases):
    return {case["name"]: case for case in cases["behaviour_cases"]}


def scored(run, qrels, measure, topics=Topics.ALL):
    top = max(1, int(qrels["grade"].max()))
    return evaluate(run, qrels, measures=[measure], max_grade=top, topics=topics, runs=["t"])


def values_by_query(evaluation):
    lines = evaluation.per_query
    return dict(zip(lines["query_id"], lines["value"], strict=True))


def expectations(case):
    for cutoff, by_gain in case["expected"].items():
        for name, gain in GAINS.items():
            yield Measure("nDCG", int(cutoff[1:]), gain), by_gain[name], by_gain["gdeval_exp"]


def test_every_value_case_equals_trec_eval(cases):
    assert len(cases["value_cases"]) == 33
    for case in cases["value_cases"]:
        run, qrels = read_run(case["run"], "t"), read_qrels(case["qrels"])
        for measure, expected, _ in expectations(case):
            evaluation = scored(run, qrels, measure)
            values = values_by_query(evaluation)
            assert values == pytest.approx(expected["trec_eval_double"], abs=1e-9), case["name"]
            summary = evaluation.summaries["t", str(measure)]
            assert summary.mean == pytest.approx(expected["mean"], abs=1e-9), case["name"]


def test_every_value_case_equals_gdeval_over_the_queries_with_something_relevant(cases):
    for case in cases["value_cases"]:
        run, qrels = read_run(case["run"], "t"), read_qrels(case["qrels"])
        for measure, _, gdeval in expectations(case):
            if measure.gain is Gain.EXPONENTIAL:
                evaluation = scored(run, qrels, measure, Topics.RELEVANT)
                mean = evaluation.summaries["t", str(measure)].mean
                assert mean == pytest.approx(gdeval["amean"], abs=6e-6), case["name"]


def test_32_bit_scores_reproduce_the_older_order(cases):
    seen = 0
    for case in cases["value_cases"]:
        run = add_ranks(read_run(case["run"], "t"), float32=True).drop(columns="score")
        for measure, expected, _ in expectations(case):
            wanted = expected.get("trec_eval_float32", expected["trec_eval_double"])
            values = values_by_query(scored(run, read_qrels(case["qrels"]), measure))
            assert values == pytest.approx(wanted, abs=1e-9), case["name"]
            seen += "trec_eval_float32" in expected
    assert seen


LINEAR = Measure("nDCG", 10, Gain.LINEAR)


def linear_ndcg(case, topics=Topics.ALL):
    return scored(read_run(case["run"], "t"), read_qrels(case["qrels"]), LINEAR, topics)


def printed_by_trec_eval(case):
    lines = [line.split() for line in case["trec_eval 10.0"]["out"]]
    return {query: float(value) for _, query, value in lines}


@pytest.mark.parametrize(
    "name",
    [
        "query_missing_from_run_complete",
        "infinite_scores",
        "q0_not_Q0",
        "query_id_text",
        "query_id_with_dash",
        "grade_above_4",
    ],
)
def test_accepted_input_scores_as_trec_eval_prints_it(behaviour, name):
    evaluation = linear_ndcg(behaviour[name])
    printed = printed_by_trec_eval(behaviour[name])
    mean = printed.pop("all")
    assert values_by_query(evaluation) == pytest.approx(printed, abs=5.1e-5)
    assert evaluation.summaries["t", str(LINEAR)].mean == pytest.approx(mean, abs=5.1e-5)


def test_a_query_missing_from_the_run_scores_0_and_is_counted(behaviour):
    evaluation = linear_ndcg(behaviour["query_missing_from_run"], Topics.RELEVANT)
    summary = evaluation.summaries["t", str(LINEAR)]
    assert values_by_query(evaluation)["2"] == 0
    assert (summary.n_queries, summary.n_missing) == (2, 1)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("duplicate_document_in_qrels", "'a' for query '1' has two labels"),
        ("nan_score", "not a number"),
    ],
)
def test_refused_input_is_named(behaviour, name, said):
    with pytest.raises(MetricsError, match=said):
        linear_ndcg(behaviour[name])


def test_a_document_twice_in_a_ranking_is_refused(behaviour):
    case = behaviour["duplicate_document_in_run"]
    rows = [line.split() for line in case["run"].splitlines()]
    run = pd.DataFrame(
        {
            "run": "t",
            "query_id": [row[0] for row in rows],
            "doc_id": [row[2] for row in rows],
            "score": [float(row[4]) for row in rows],
        }
    )
    with pytest.raises(MetricsError, match="'a' for query '1' of run 't' stands twice"):
        scored(run, read_qrels(case["qrels"]), LINEAR)


def test_a_grade_that_is_no_whole_number_is_refused(behaviour):
    case = behaviour["float_grade"]
    labels = read_qrels(case["qrels"].replace("2.7", "2")).assign(grade=[2.7, 1.0])
    with pytest.raises(MetricsError, match="no whole number"):
        evaluate(read_run(case["run"], "t"), labels, measures=[LINEAR], max_grade=3)


def test_negative_grades_only_leave_the_query_undefined(behaviour):
    case = behaviour["all_grades_negative"]
    summary = linear_ndcg(case, Topics.RELEVANT).summaries["t", str(LINEAR)]
    assert (summary.mean, summary.n_queries, summary.n_undefined) == (None, 0, 1)
    assert linear_ndcg(case).summaries["t", str(LINEAR)].mean == 0


def test_ids_with_and_without_leading_zeros_differ(behaviour):
    evaluation = linear_ndcg(behaviour["leading_zero_query_id"])
    assert evaluation.unscored_queries == ("1",)
    assert evaluation.summaries["t", str(LINEAR)].n_missing == 1


def test_an_empty_run_scores_0_everywhere(behaviour):
    evaluation = linear_ndcg(behaviour["empty_run"])
    summary = evaluation.summaries["t", str(LINEAR)]
    assert (summary.mean, summary.n_missing) == (0, 1)
