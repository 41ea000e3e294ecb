"""The main trial: what eight runs, a pool and NIST's labels must give."""

import json

import pytest

from judge_app.services.answers import coverage_answer, evaluation_answer
from judge_app.services.coverage import stored_coverage
from judge_app.services.exports import export
from judge_app.services.import_options import Upload, parse_import_options
from judge_app.services.project import command_line_actor
from tests.support import dl19

pytestmark = pytest.mark.realdata
LEAD = command_line_actor()


@pytest.fixture(scope="module")
def project(tmp_path_factory, realdata):
    path = tmp_path_factory.mktemp("dl19") / "dl19.duckdb"
    made = dl19.make_project(path, realdata)
    dl19.pool(made)
    yield made
    made.close()


def test_everything_imports_with_the_published_counts(project):
    store = project.store
    assert len(store.collection.queries()) == 43
    assert store.collection.n_documents() == 4507
    assert len(store.runs.all()) == 8
    assert sum("\n\n" in q.narrative for q in store.collection.queries()) > 0
    assert sum(q.narrative == "" for q in store.collection.queries()) == 21


@pytest.mark.parametrize("depth", [3, 5, 10, 20])
def test_pools_equal_the_reference_at_every_depth(tmp_path, realdata, depth):
    made = dl19.make_project(tmp_path / "p.duckdb", realdata)
    reference = dl19.reference(realdata, "pool_reference.json")["depths"][str(depth)]
    assert dl19.pool(made, depth)["pairs"] == reference["pairs"]
    per_query = made.store.pool.pairs().groupby("query_id").size()
    assert dict(per_query) == {q: sizes[0] for q, sizes in reference["per_topic"].items()}
    sources = made.store.pool.sources()
    alone = sources[~sources.duplicated(["query_id", "doc_id"], keep=False)]
    expected = {n.removesuffix(".run"): c for n, c in reference["unique_contribution"].items()}
    assert dict(alone.groupby("run").size()) == expected
    made.close()


def test_the_pool_keeps_which_run_brought_each_pair_and_at_which_rank(project, realdata):
    sources = project.store.pool.sources()
    assert sources["rank"].between(1, 10).all()
    for run in dl19.run_files(realdata):
        ranks = sources[sources["run"] == run.stem].groupby("query_id")["rank"].apply(sorted)
        assert ranks.map(lambda found: found == list(range(1, len(found) + 1))).all()


def test_documents_without_text_stay_in_the_pool_and_are_listed(project):
    assert project.store.pool.size() == 1421
    assert len(project.store.pool.without_text()) == 460


def test_nist_labels_give_nist_scores_for_every_run_and_query(tmp_path, realdata):
    made = dl19.make_project(tmp_path / "p.duckdb", realdata)
    dl19.pool(made)
    dl19.import_into(made, realdata / "dl19_text" / "qrels.nist.txt")
    names = {
        **{f"nDCG@{k}": f"nDCG(dcg='log2')@{k}" for k in (3, 5, 10)},
        **{f"nDCG@{k}_exp": f"nDCG(dcg='exp-log2')@{k}" for k in (3, 5, 10)},
        **{name: name for name in ("P@5", "R@100", "RR@10", "Judged@10")},
    }
    answer = evaluation_answer(made, LEAD, measures=list(names.values()), per_query=True)
    ours = {(r["run"], r["query_id"], r["measure"]): r["value"] for r in answer["per_query"]}
    reference = dl19.reference(realdata, "reference_scores_nist.json")["runs"]
    compared = 0
    for run, scores in reference.items():
        for query_id, values in scores["per_query"].items():
            for theirs, name in names.items():
                value = ours[run.removesuffix(".run"), query_id, name]
                assert value == pytest.approx(values[theirs], abs=6e-7), (run, query_id, name)
                compared += 1
    assert compared == 8 * 43 * len(names)
    made.close()


def test_a_run_that_nobody_pooled_is_told_by_its_hundred_new_pairs(tmp_path, realdata):
    new = realdata / "dl19_text" / "runs" / f"{dl19.NEW_RUN}.run"
    others = [path for path in dl19.run_files(realdata) if path != new]
    made = dl19.make_project(tmp_path / "p.duckdb", realdata, runs=others)
    dl19.pool(made)
    _label_pool_as_nist(made, realdata, tmp_path / "nist.qrels")
    assert _label_by_hand(made, tmp_path / "by_hand.qrels") == 29

    options = parse_import_options(run_name=dl19.NEW_RUN)
    upload = [Upload(new, new.name)]
    (told,) = coverage_answer(made, LEAD, upload, options)["runs"]
    only_here = _top_ten(new) - set.union(*(_top_ten(path) for path in others))
    assert len(only_here) == 100
    assert _pairs(told["new"]) == only_here
    assert _pairs(told["judged"]) == _top_ten(new) - only_here
    assert told["queued"] == []
    assert told["coverage"] == 330 / 430
    assert told["verdict"] == "caution"

    assert coverage_answer(made, LEAD, upload, options, queue=True)["added"] == 100
    (run,) = [run for run in made.store.runs.all() if run.name == dl19.NEW_RUN]
    assert not run.contributes_to_pool
    assert _label_by_hand(made, tmp_path / "rest.qrels") == 100
    (coverage,) = stored_coverage(made, LEAD, runs=[dl19.NEW_RUN])
    assert coverage.facts.coverage == 1
    made.close()


def test_labels_outside_the_pool_count_as_judged_and_do_not_widen_it(tmp_path, realdata):
    new = realdata / "dl19_text" / "runs" / f"{dl19.NEW_RUN}.run"
    others = [path for path in dl19.run_files(realdata) if path != new]
    made = dl19.make_project(tmp_path / "p.duckdb", realdata, runs=others)
    size = dl19.pool(made)["pairs"]
    dl19.import_into(made, realdata / "dl19_text" / "qrels.nist.txt")
    assert made.store.pool.size() == size
    upload = [Upload(new, new.name)]
    (told,) = coverage_answer(made, LEAD, upload, parse_import_options(run_name="new"))["runs"]
    assert told["coverage"] == pytest.approx(0.939535, abs=1e-6)
    made.close()


def _label_by_hand(project, path) -> int:
    """Give every pooled pair without a label the grade 1; return how many there were."""
    lines = export(project, LEAD, what="unjudged", format_name="jsonl").content.splitlines()
    pairs = [json.loads(line) for line in lines]
    path.write_text("".join(f"{p['query_id']} 0 {p['doc_id']} 1\n" for p in pairs))
    if pairs:
        dl19.import_into(project, path)
    return len(pairs)


def _label_pool_as_nist(project, realdata, path) -> None:
    """Import those of NIST's labels that are about pooled pairs."""
    pooled = set(project.store.pool.pairs()[["query_id", "doc_id"]].itertuples(index=False))
    lines = (realdata / "dl19_text" / "qrels.nist.txt").read_text().splitlines(keepends=True)
    path.write_text("".join(x for x in lines if (x.split()[0], x.split()[2]) in pooled))
    dl19.import_into(project, path)


def _pairs(told) -> set[tuple[str, str]]:
    return {(pair["query_id"], pair["doc_id"]) for pair in told}


def _top_ten(path) -> set[tuple[str, str]]:
    top = set()
    for query_id, scores in dl19.read_run(path).items():
        ranked = sorted(scores.items(), key=lambda item: (item[1], item[0]), reverse=True)
        top |= {(query_id, doc_id) for doc_id, _ in ranked[:10]}
    return top
