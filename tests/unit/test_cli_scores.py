"""Scores, coverage and exports from the command line."""

import csv
import hashlib
import io
import json

import pytest

from tests.support.command_line import SampleCopies, answered, judgepool, refused, said

NDCG_10 = "nDCG(dcg='exp-log2')@10"


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    return SampleCopies(tmp_path_factory.mktemp("sample"))


@pytest.fixture
def project(sample, tmp_path):
    return sample.at(tmp_path)


@pytest.fixture
def unjudged(sample, tmp_path):
    path = tmp_path / "bare.duckdb"
    said(judgepool("init", path))
    lines = "".join(f'{{"_id": "q{n}", "text": "question {n}"}}\n' for n in (1, 2))
    said(judgepool("import", path, "-", "--as", "topics", stdin=lines))
    said(judgepool("import", path, "-", stdin="q1 Q0 d1 1 2.0 a\nq2 Q0 d2 1 1.0 a\n"))
    return path


def rows(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_scores_stand_under_the_full_name_of_their_measure_and_above_their_stamp(project):
    words = said(judgepool("evaluate", project, "--measures", "nDCG@10"))
    lines = words.splitlines()
    assert lines[0] == NDCG_10
    header = "run mean [low, high] judged p10 median p90 n undefined missing"
    assert " ".join(lines[1].split()) == header
    assert [line.split()[0] for line in lines[2:6]] == ["bm25", "fusion", "lsa", "tfidf"]
    assert lines[-1].startswith("exponential gain, labels by lower-median, scale 0-3, 162 judg")


def test_the_json_of_an_evaluation_keeps_the_contract(project):
    answer = answered("evaluate", project, "--measures", "nDCG@10", "--runs", "lsa")
    assert set(answer["stamp"]) == {
        "gain", "labels", "scale", "n_judgments", "n_labels", "label_set", "pool_pairs",
        "created_at",
    }  # fmt: skip
    (run,) = answer["runs"]
    assert run["run"] == "lsa"
    figures = run["measures"][NDCG_10]
    names = {"mean", "low", "high", "p10", "median", "p90", "n_queries", "n_undefined"}
    assert names | {"n_missing", "judged"} <= set(figures)
    assert figures["low"] <= figures["mean"] <= figures["high"]


def test_lists_of_measures_and_runs_may_be_repeated(project):
    words = ("--measures", "nDCG@3, P(rel=2)@5", "--measures", "AP", "--runs", "lsa bm25")
    answer = answered("evaluate", project, *words, "--runs", "tfidf")
    assert [run["run"] for run in answer["runs"]] == ["lsa", "bm25", "tfidf"]
    assert list(answer["runs"][0]["measures"]) == ["nDCG(dcg='exp-log2')@3", "P(rel=2)@5", "AP"]


def test_per_query_csv_has_exactly_its_columns_at_full_precision(project):
    words = ("evaluate", project, "--measures", "nDCG@10", "--per-query")
    text = said(judgepool(*words, "--format", "csv"))
    assert text.splitlines()[0] == "run,query_id,measure,value,low,high,judged"
    told = {(row["run"], row["query_id"]): row for row in answered(*words)["per_query"]}
    assert len(told) == 4 * 11
    for row in rows(text):
        for name in ("value", "low", "high", "judged"):
            assert float(row[name]) == told[row["run"], row["query_id"]][name]


def test_means_are_those_of_the_values_per_query(project):
    words = ("evaluate", project, "--measures", "nDCG@10", "--runs", "bm25")
    values = [
        float(row["value"])
        for row in rows(said(judgepool(*words, "--per-query", "--format", "csv")))
    ]
    mean = answered(*words)["runs"][0]["measures"][NDCG_10]["mean"]
    assert mean == pytest.approx(sum(values) / len(values), abs=1e-12)


def test_a_value_that_is_undefined_is_an_empty_cell(unjudged):
    said(judgepool("import", unjudged, "-", "--as", "qrels", stdin="q1 0 d1 0\n"))
    words = ("evaluate", unjudged, "--measures", "nDCG@10", "--per-query")
    (row,) = rows(said(judgepool(*words, "--format", "csv")))
    assert (row["value"], row["low"], row["high"], row["judged"]) == ("", "", "", "1.0")
    assert " - " in said(judgepool(*words))


def test_summaries_as_csv_have_one_line_per_run_and_measure(project):
    table = rows(said(judgepool("evaluate", project, "--format", "csv")))
    assert len(table) == 4 * 3
    assert table[0]["measure"] == "nDCG(dcg='exp-log2')@3"
    assert table[0]["n_queries"] == "11"


def test_both_means_are_shown_where_they_differ(unjudged):
    labels = "q1 0 d1 0\nq2 0 d2 3\n"
    said(judgepool("import", unjudged, "-", "--as", "qrels", stdin=labels))
    words = said(judgepool("evaluate", unjudged, "--measures", "nDCG@10"))
    header, row = words.splitlines()[1:3]
    assert header.endswith("mean all")
    assert (row.split()[1], row.split()[-1]) == ("1.0000", "0.5000")
    words = said(judgepool("evaluate", unjudged, "--measures", "nDCG@10", "--topics", "all"))
    header, row = words.splitlines()[1:3]
    assert header.endswith("mean relevant")
    assert (row.split()[1], row.split()[-1]) == ("0.5000", "1.0000")


def test_without_any_label_scores_are_null_and_the_exit_code_is_0(unjudged):
    answer = answered("evaluate", unjudged)
    assert answer["stamp"]["n_labels"] == 0
    figures = answer["runs"][0]["measures"][NDCG_10]
    assert figures["mean"] is figures["low"] is figures["high"] is None
    result = judgepool("evaluate", unjudged)
    assert result.exit_code == 0
    assert "no labels yet" in result.stderr


def test_queries_without_a_label_are_named(project):
    result = judgepool("evaluate", project)
    assert "5 queries: q04, q07, q11, q12, q15" in result.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--measures", "nDGC@10"), "nDCG"),
        (("--measures", "P"), "cut-off"),
        (("--runs", "bm24"), "Known runs: bm25, fusion, lsa, tfidf"),
        (("--labels", "midian"), "Known rules"),
        (("--topics", "some"), "relevant or all"),
    ],
)
def test_what_cannot_be_evaluated_is_refused_with_a_way_out(project, words, told):
    assert told in refused(judgepool("evaluate", project, *words))


def test_coverage_of_a_new_run_comes_with_a_verdict_and_reasons(project, sample):
    words = said(judgepool("coverage", project, sample.new_run))
    assert "rerank  do not compare      41.2 %      66      58   36" in words
    assert "36 documents are in nobody's pool" in words
    assert answered("status", project)["pool_total"] == 274


def test_coverage_as_csv_names_every_pair_in_the_order_of_ranks(project, sample):
    text = said(judgepool("coverage", project, sample.new_run, "--depth", "3", "--format", "csv"))
    assert text.splitlines()[0] == "run,query_id,doc_id,rank,state"
    pairs = rows(text)
    assert [(row["query_id"], row["rank"]) for row in pairs[:4]] == [
        ("q01", "1"),
        ("q01", "2"),
        ("q01", "3"),
        ("q02", "1"),
    ]
    assert len(pairs) == 16 * 3


def test_coverage_as_json_lists_the_three_states(project, sample):
    (run,) = answered("coverage", project, sample.new_run)["runs"]
    assert [len(run[state]) for state in ("judged", "queued", "new")] == [66, 58, 36]
    assert run["coverage"] == 66 / 160


def test_the_gate_fails_with_1_and_still_prints_the_result(project, sample):
    passed = judgepool("coverage", project, sample.new_run, "--fail-under", "0.4")
    failed = judgepool("coverage", project, sample.new_run, "--fail-under", "0.42")
    assert (passed.exit_code, failed.exit_code) == (0, 1)
    assert failed.stdout == passed.stdout
    assert "rerank: 41.2 % judged, below --fail-under 0.42" in failed.stderr


def test_coverage_equal_to_the_share_asked_for_passes(project, sample):
    result = judgepool("coverage", project, sample.new_run, "--fail-under", 66 / 160)
    assert result.exit_code == 0


def test_one_run_below_fails_the_gate_for_all(project):
    (low, *_) = sorted(run["coverage"] for run in answered("coverage", project)["runs"])
    assert judgepool("coverage", project, "--fail-under", low).exit_code == 0
    assert judgepool("coverage", project, "--fail-under", low + 1e-9).exit_code == 1


def test_coverage_of_nothing_fails_the_gate(unjudged, tmp_path):
    (tmp_path / "foreign.run").write_text("q9 Q0 d1 1 1.0 foreign\n")
    (run,) = answered("coverage", unjudged, tmp_path / "foreign.run")["runs"]
    assert run["coverage"] is None
    result = judgepool("coverage", unjudged, tmp_path / "foreign.run", "--fail-under", "0")
    assert result.exit_code == 1


def test_a_project_without_runs_fails_the_gate(tmp_path):
    said(judgepool("init", tmp_path / "p.duckdb"))
    assert said(judgepool("coverage", tmp_path / "p.duckdb")) == "No runs.\n"
    assert judgepool("coverage", tmp_path / "p.duckdb", "--fail-under", "0.5").exit_code == 1


@pytest.mark.parametrize("share", ["95", "-0.1", "most"])
def test_a_share_lies_between_0_and_1(project, share):
    assert "--fail-under" in refused(judgepool("coverage", project, "--fail-under", share))


def test_queueing_a_new_run_pools_its_new_pairs_and_stores_it_as_not_contributing(project, sample):
    result = judgepool("coverage", project, sample.new_run, "--queue")
    assert "36 new pairs queued for judging." in result.stderr
    status = answered("status", project)
    assert status["pool_total"] == 274 + 36
    assert {run["name"]: run["contributes_to_pool"] for run in status["runs"]}["rerank"] is False
    assert answered("coverage", project)["runs"][-1]["n_new"] == 0


def test_a_run_file_that_is_stored_can_be_looked_at_and_queued_again(project, sample):
    judgepool("coverage", project, sample.new_run, "--queue")
    again = judgepool("coverage", project, sample.new_run, "--queue")
    assert again.exit_code == 0
    assert "0 new pairs queued" in again.stderr
    (run,) = answered("coverage", project, sample.new_run)["runs"]
    assert (run["run"], run["n_new"]) == ("rerank", 0)
    assert len(answered("status", project)["runs"]) == 5


def test_a_new_version_of_a_stored_run_can_be_looked_at_but_not_stored_over_it(project, tmp_path):
    (tmp_path / "bm25.run").write_text("q01 Q0 chain-suck 1 1.0 bm25\n")
    (run,) = answered("coverage", project, tmp_path / "bm25.run")["runs"]
    assert run["n_judged"] == 1
    words = refused(judgepool("coverage", project, tmp_path / "bm25.run", "--queue"))
    assert "there is another run 'bm25' already" in words
    assert answered("status", project)["runs"][0]["depth"] == 50


def test_an_export_is_bare_qrels_with_the_facts_beside_it(project, tmp_path):
    out = tmp_path / "out.qrels"
    result = judgepool("export", project, out)
    assert result.exit_code == 0
    assert result.stdout == ""
    content = out.read_bytes()
    assert content.startswith(b"q01 0 catcher-advert 0\n")
    facts = json.loads((tmp_path / "out.qrels.meta.json").read_text(encoding="utf-8"))
    assert facts["rows"] == content.count(b"\n") == 114
    assert facts["stamp"]["label_set"] == hashlib.sha256(content).hexdigest()


def test_an_export_to_stdout_is_the_same_bytes_and_leaves_no_file(project, tmp_path):
    judgepool("export", project, tmp_path / "out.qrels")
    before = sorted(tmp_path.iterdir())
    result = judgepool("export", project, "-")
    assert result.stdout_bytes == (tmp_path / "out.qrels").read_bytes()
    assert sorted(tmp_path.iterdir()) == before


POOL_COLUMNS = (
    "query_id,doc_id,batch,strategy,depth,budget,random_share,seed,added_at,added_by,batch_runs,"
    "pool_priority,inclusion_probability,run,rank"
)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("--format", "beir"), "query-id\tcorpus-id\tscore"),
        (("--format", "csv"), "query_id,doc_id,grade"),
        (("--as", "unjudged"), "query_id,doc_id"),
        (("--as", "pool"), POOL_COLUMNS),
        (("--as", "run", "--run", "lsa"), "run,query_id,doc_id,rank,score,grade"),
        (("--as", "unjudged", "--format", "trec"), "q01 0 chain-back-on-clean -1"),
        (("--as", "judgments"), None),
    ],
)
def test_every_export_can_be_had(project, words, first):
    header = said(judgepool("export", project, "-", *words)).splitlines()[0]
    assert header == (first or header)
    assert header.startswith(("q", "judgment_id", "run"))


@pytest.mark.parametrize("words", [("--as", "moods"), ("--as", "pool", "--format", "beir")])
def test_an_export_that_does_not_exist_is_refused(project, tmp_path, words):
    assert "Use one of" in refused(judgepool("export", project, tmp_path / "out", *words))
    assert not (tmp_path / "out").exists()


def test_an_export_into_a_folder_that_is_not_there_is_refused(project, tmp_path):
    words = refused(judgepool("export", project, tmp_path / "nowhere" / "out"))
    assert "cannot be written" in words


def test_an_export_is_never_written_over_the_project(project):
    before = project.read_bytes()
    assert "is the project itself" in refused(judgepool("export", project, project))
    assert project.read_bytes() == before


def test_an_export_reads_back_as_the_same_labels(project, tmp_path):
    qrels = said(judgepool("export", project, "-"))
    said(judgepool("init", tmp_path / "second.duckdb"))
    said(judgepool("import", tmp_path / "second.duckdb", "-", stdin=qrels))
    assert said(judgepool("export", tmp_path / "second.duckdb", "-")) == qrels
