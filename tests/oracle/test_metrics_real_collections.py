"""Every per-query figure that reference tools gave for real runs on real judgments."""

import json
from dataclasses import dataclass

import pytest

from metrics import Evaluation, Topics, add_ranks, evaluate, parse_measure
from tests.support.trec_tables import read_qrels, read_run

pytestmark = pytest.mark.realdata

NAMES = {
    "nDCG@3": "nDCG(dcg='log2')@3",
    "nDCG@5": "nDCG(dcg='log2')@5",
    "nDCG@10": "nDCG(dcg='log2')@10",
    "nDCG@3_exp": "nDCG(dcg='exp-log2')@3",
    "nDCG@5_exp": "nDCG(dcg='exp-log2')@5",
    "nDCG@10_exp": "nDCG(dcg='exp-log2')@10",
    "Judged@10": "Judged@10",
    "P@5": "P@5",
    "R@100": "R@100",
    "RR@10": "RR@10",
}
PRINTED = 6e-7  # six decimals

# For these two ir_measures does not use trec_eval and orders tied documents otherwise: Judged
# by id rising, RR@k by score alone. They can only be compared where no tie is in reach.
OTHER_TIE_ORDER = {"Judged@10", "RR@10"}
REACH = 11


@dataclass(frozen=True)
class Collection:
    folder: str
    scores: str = "reference_scores.json"
    runs: str = "runs"
    separator: str | None = None


COLLECTIONS = [
    Collection("dl19_text", "reference_scores_nist.json"),
    Collection("cranfield"),
    Collection("cacm"),
    Collection("robust03"),
    Collection("quepid_haystack"),
    Collection("trec_eval_tests", runs="test"),
    Collection("discernatron_es", separator="\t"),
]


@dataclass(frozen=True)
class Scored:
    """One run: what the reference says, and our evaluation."""

    reference: dict
    evaluation: Evaluation
    tied_queries: frozenset


@pytest.fixture(scope="module", params=COLLECTIONS, ids=lambda collection: collection.folder)
def scored_runs(request, realdata):
    """Every run that is there, with 32-bit scores as the reference was made."""
    collection = request.param
    folder = realdata / collection.folder
    reference = json.loads((folder / collection.scores).read_text(encoding="utf-8"))
    labels = read_qrels(folder / reference["qrels"]["file"], collection.separator)
    present = {name: folder / collection.runs / name for name in reference["runs"]}
    return [
        scored(read_run(path, name, collection.separator), labels, reference["runs"][name])
        for name, path in present.items()
        if path.exists()
    ]


def scored(run, labels, reference):
    ranked = add_ranks(run, float32=True)
    evaluation = evaluate(
        ranked,
        labels,
        measures=[parse_measure(ours) for ours in NAMES.values()],
        max_grade=int(labels["grade"].max()),
        topics=Topics.ALL,
    )
    top = ranked[ranked["rank"] <= REACH].assign(score=lambda rows: rows["score"].astype("f4"))
    tied = top[top.duplicated(["query_id", "score"])]["query_id"]
    return Scored(reference, evaluation, frozenset(tied))


def test_every_per_query_value_equals_the_reference(scored_runs):
    assert scored_runs
    for run in scored_runs:
        values = run.evaluation.per_query.set_index(["query_id", "measure"])["value"]
        for query, expected in run.reference["per_query"].items():
            left_out = OTHER_TIE_ORDER if query in run.tied_queries else set()
            wanted = {name: value for name, value in expected.items() if name not in left_out}
            ours = {name: values[query, NAMES[name]] for name in wanted}
            assert ours == pytest.approx(wanted, abs=PRINTED), query


def test_every_mean_over_all_labelled_queries_equals_the_reference(scored_runs):
    for run in scored_runs:
        left_out = OTHER_TIE_ORDER if run.tied_queries else set()
        expected = run.reference["mean_qrels_topics"]
        wanted = {name: value for name, value in expected.items() if name not in left_out}
        means = {name: summary.mean for (_, name), summary in run.evaluation.summaries.items()}
        ours = {name: means[NAMES[name]] for name in wanted}
        assert ours == pytest.approx(wanted, abs=PRINTED)


def test_queries_that_only_one_side_knows_are_counted(scored_runs):
    for run in scored_runs:
        missing = {summary.n_missing for summary in run.evaluation.summaries.values()}
        assert missing == {run.reference["qrels_topics_not_in_run"]}
        assert len(run.evaluation.unscored_queries) == run.reference["topics_not_in_qrels"]
