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

# For these two ir_measures does not use trec_eval: it sorts 64-bit scores, ties by id rising.
OTHER_TIE_ORDER = {"Judged@10", "RR@10"}


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
    """One run: what the reference says, and our evaluations in the orders of its two tools."""

    reference: dict
    by_trec_eval: Evaluation
    ids_rising: Evaluation
    over_common_queries: tuple[Evaluation, Evaluation]

    def means(self, evaluations=None):
        """{reference's name: mean}, each measure in the order that its tool has."""
        falling, rising = evaluations or (self.by_trec_eval, self.ids_rising)
        (run,) = {run for run, _ in falling.summaries}
        return {
            theirs: (rising if theirs in OTHER_TIE_ORDER else falling).summaries[run, ours].mean
            for theirs, ours in NAMES.items()
        }


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
    falling = add_ranks(run, float32=True)
    rising = run.sort_values(["score", "doc_id"], ascending=[False, True], kind="stable")
    rising = rising.assign(rank=rising.groupby("query_id").cumcount() + 1)
    common = sorted(set(run["query_id"]) & set(labels["query_id"]))
    return Scored(
        reference,
        evaluated(falling, labels),
        evaluated(rising, labels),
        (evaluated(falling, labels, common), evaluated(rising, labels, common)),
    )


def evaluated(ranked, labels, queries=None):
    return evaluate(
        ranked.drop(columns="score"),
        labels,
        measures=[parse_measure(ours) for ours in NAMES.values()],
        max_grade=int(labels["grade"].max()),
        topics=Topics.ALL,
        queries=queries,
    )


def values(evaluation):
    return evaluation.per_query.set_index(["query_id", "measure"])["value"].to_dict()


def test_every_per_query_value_equals_the_reference(scored_runs):
    assert scored_runs
    for run in scored_runs:
        falling, rising = values(run.by_trec_eval), values(run.ids_rising)
        assert run.reference["per_query"]
        for query, expected in run.reference["per_query"].items():
            assert set(expected) == set(NAMES)
            ours = {
                name: (rising if name in OTHER_TIE_ORDER else falling)[query, NAMES[name]]
                for name in expected
            }
            assert ours == pytest.approx(expected, abs=PRINTED), query


def test_every_mean_over_all_labelled_queries_equals_the_reference(scored_runs):
    for run in scored_runs:
        assert run.means() == pytest.approx(run.reference["mean_qrels_topics"], abs=PRINTED)


def test_every_mean_over_the_queries_of_both_equals_the_reference(scored_runs):
    for run in scored_runs:
        means = run.means(run.over_common_queries)
        assert means == pytest.approx(run.reference["mean_common_topics"], abs=PRINTED)


def test_queries_that_only_one_side_knows_are_counted(scored_runs):
    for run in scored_runs:
        missing = {summary.n_missing for summary in run.by_trec_eval.summaries.values()}
        assert missing == {run.reference["qrels_topics_not_in_run"]}
        assert len(run.by_trec_eval.unscored_queries) == run.reference["topics_not_in_qrels"]
