"""Ours against pytrec_eval, ir_measures and gdeval, on data full of ties and on real runs."""

import shutil

import ir_measures
import numpy as np
import pandas as pd
import pytest
import pytrec_eval

from metrics import Topics, add_ranks, evaluate, parse_measure
from tests.conftest import unavailable
from tests.support.trec_tables import nested, read_qrels, read_run

TREC_EVAL = {
    "nDCG(dcg='log2')": "ndcg",
    "nDCG(dcg='log2')@3": "ndcg_cut_3",
    "nDCG(dcg='log2')@10": "ndcg_cut_10",
    "P@5": "P_5",
    "R@5": "recall_5",
    "Success@5": "success_5",
    "RR": "recip_rank",
    "AP": "map",
    "AP@5": "map_cut_5",
    "Bpref": "bpref",
}
REQUESTS = {"ndcg", "ndcg_cut.3,10", "P.5", "recall.5", "success.5"} | {
    "recip_rank",
    "map",
    "map_cut.5",
    "bpref",
}


def random_collection(seed):
    """Runs of uneven length with many ties over partly judged documents."""
    rng = np.random.default_rng(seed)
    runs, labels = [], []
    for query in map(str, range(12)):
        documents = np.array([f"d{number}" for number in range(30)])
        judged = rng.permutation(documents)[: rng.integers(1, 25)]
        grades = rng.choice([0, 0, 0, 1, 2, 3], size=len(judged))
        labels.append(pd.DataFrame({"query_id": query, "doc_id": judged, "grade": grades}))
        shown = rng.permutation(documents)[: rng.integers(1, 30)]
        scores = rng.choice([0.5, 1.0, 1.5, 2.0, -3.0], size=len(shown))
        runs.append(pd.DataFrame({"run": "r", "query_id": query, "doc_id": shown, "score": scores}))
    return pd.concat(runs, ignore_index=True), pd.concat(labels, ignore_index=True)


def real_collection(realdata):
    folder = realdata / "dl19_text"
    return read_run(folder / "runs" / "test1.run", "r"), read_qrels(folder / "qrels.nist.txt")


@pytest.fixture(params=[0, 1, 2, pytest.param("dl19", marks=pytest.mark.realdata)])
def collection(request):
    if request.param == "dl19":
        return real_collection(request.getfixturevalue("realdata"))
    return random_collection(request.param)


def our_values(run, labels, names):
    """{(query, name): value} with undefined values 0, as the other tools have it."""
    lines = evaluate(
        run,
        labels,
        measures=[parse_measure(name) for name in names],
        max_grade=3,
        topics=Topics.ALL,
    ).per_query
    keys = zip(lines["query_id"], lines["measure"], strict=True)
    return dict(zip(keys, lines["value"], strict=True))


def their_values(run, labels, names):
    """The same from ir_measures."""
    scored = ir_measures.iter_calc(
        [ir_measures.parse_measure(name) for name in names],
        labels.rename(columns={"grade": "relevance"}),
        run,
    )
    spelling = {str(ir_measures.parse_measure(name)): name for name in names}
    return {(m.query_id, spelling[str(m.measure)]): m.value for m in scored}


@pytest.mark.parametrize("rel", [1, 2])
def test_pytrec_eval_gives_the_same_values(collection, rel):
    run, labels = collection
    evaluator = pytrec_eval.RelevanceEvaluator(
        nested(labels, "grade"), REQUESTS, relevance_level=rel
    )
    theirs = evaluator.evaluate(nested(run, "score"))
    names = {name: with_rel(name, rel) for name in TREC_EVAL}
    ours = our_values(add_ranks(run, float32=True).drop(columns="score"), labels, names.values())
    for query, expected in theirs.items():
        for name, printed in names.items():
            value = ours[query, str(parse_measure(printed))]
            assert value == pytest.approx(expected[TREC_EVAL[name]], abs=1e-9), (query, printed)


def with_rel(name, rel):
    """The name of a binary measure with rel= ; nDCG has none."""
    if rel == 1 or name.startswith("nDCG"):
        return name
    family, at, cutoff = name.partition("@")
    return f"{family}(rel={rel}){at}{cutoff}"


def test_exponential_gain_is_linear_gain_of_mapped_grades(collection):
    run, labels = collection
    mapped = labels.assign(grade=2 ** labels["grade"] - 1)
    evaluator = pytrec_eval.RelevanceEvaluator(nested(mapped, "grade"), {"ndcg_cut.10"})
    theirs = evaluator.evaluate(nested(run, "score"))
    ours = our_values(
        add_ranks(run, float32=True).drop(columns="score"), labels, ["nDCG(dcg='exp-log2')@10"]
    )
    assert {key: ours[key] for key in ours if key[0] in theirs} == pytest.approx(
        {(q, "nDCG(dcg='exp-log2')@10"): v["ndcg_cut_10"] for q, v in theirs.items()}, abs=1e-9
    )


def test_ir_measures_gives_the_same_condensed_values(collection):
    run, labels = collection
    names = [
        "nDCG(dcg='log2',judged_only=True)@10",
        "nDCG(dcg='log2',judged_only=True)@3",
        "P(judged_only=True)@5",
        "R(judged_only=True)@5",
        "Success(judged_only=True)@5",
        "AP(judged_only=True)",
        "RR(judged_only=True)",
    ]
    ours = our_values(add_ranks(run, float32=True).drop(columns="score"), labels, names)
    assert ours == pytest.approx(their_values(run, labels, names), abs=1e-9)


def test_gdeval_gives_the_same_exponential_ndcg_and_err(collection):
    if shutil.which("perl") is None:
        unavailable("gdeval needs perl, which is not installed")
    run, labels = collection
    names = ["nDCG(dcg='exp-log2')@10", "ERR@10", "ERR@3"]
    ours = our_values(run, labels, names)
    theirs = their_values(run, labels, names)
    assert theirs
    # gdeval leaves out queries with nothing relevant and prints five decimals.
    assert {key: ours[key] for key in theirs} == pytest.approx(theirs, abs=6e-6)


def test_ir_measures_gives_the_same_coverage_where_no_tie_is_in_reach():
    run, labels = random_collection(7)
    run["score"] = np.random.default_rng(7).permutation(len(run)).astype(float)
    names = ["Judged@5", "Judged"]
    assert our_values(run, labels, names) == pytest.approx(their_values(run, labels, names))
