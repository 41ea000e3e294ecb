"""A project from the command line: filled, pooled and looked at."""

import json
import os
import subprocess
import sys

import pytest

from judge_app.services.project import open_project
from tests.support.command_line import DATA, SampleCopies, answered, judgepool, refused, said

RUN = "q1 Q0 d1 1 3.0 alpha\nq1 Q0 d2 2 2.0 alpha\n"


@pytest.fixture
def project(tmp_path):
    """Two topics, three documents, one run."""
    path = tmp_path / "p.duckdb"
    (tmp_path / "topics.tsv").write_text("q1\tfirst question\nq2\tsecond question\n")
    documents = [{"_id": f"d{n}", "title": "", "text": f"text {n}"} for n in (1, 2, 3)]
    lines = "".join(json.dumps(document) + "\n" for document in documents)
    (tmp_path / "corpus.jsonl").write_text(lines)
    (tmp_path / "alpha.run").write_text(RUN)
    said(judgepool("init", path))
    files = [tmp_path / name for name in ("topics.tsv", "corpus.jsonl", "alpha.run")]
    said(judgepool("import", path, *files))
    return path


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    return SampleCopies(tmp_path_factory.mktemp("sample"))


def test_an_import_says_what_every_file_was_taken_for_and_why(sample, tmp_path):
    path = tmp_path / "p.duckdb"
    said(judgepool("init", path))
    files = [DATA / "topics.jsonl", DATA / "documents.jsonl", DATA / "runs" / "bm25.run"]
    words = said(judgepool("import", path, *files, DATA / "judgments.csv"))
    assert "topics.jsonl: topics, 16 topics\n  read as beir: " in words
    assert "documents.jsonl: documents, 193 documents\n" in words
    assert "bm25.run: run 'bm25', " in words
    assert "judgments.csv: judgments, 162 judgments\n" in words
    assert "  grades 0: 74, 1: 32, 2: 29, 3: 27\n" in words


def test_importing_labels_twice_stores_them_once(project, tmp_path):
    (tmp_path / "qrels.txt").write_text("q1 0 d1 2\n")
    said(judgepool("import", project, tmp_path / "qrels.txt"))
    words = said(judgepool("import", project, tmp_path / "qrels.txt"))
    assert "1 label, 0 of them new" in words
    assert answered("status", project)["stamp"]["n_judgments"] == 1


def test_a_dry_run_says_the_same_and_stores_nothing(project, tmp_path):
    (tmp_path / "beta.run").write_text(RUN.replace("alpha", "beta"))
    rehearsal = judgepool("import", project, tmp_path / "beta.run", "--dry-run")
    assert "Nothing was stored" in rehearsal.stderr
    assert [run["name"] for run in answered("status", project)["runs"]] == ["alpha"]
    assert said(judgepool("import", project, tmp_path / "beta.run")) == said(rehearsal)


def test_a_dry_run_of_a_faulty_file_lists_its_problems_and_exits_with_2(project, tmp_path):
    (tmp_path / "beta.run").write_text("q1 Q0 d1 1 2.0 beta\nq1 Q0 d2 2 high beta\n")
    result = judgepool("import", project, tmp_path / "beta.run", "--dry-run")
    assert result.exit_code == 2
    assert f"{tmp_path}/beta.run:2: " in result.stderr


def test_a_dash_is_stdin(project):
    words = said(judgepool("import", project, "-", stdin=RUN.replace("alpha", "piped")))
    assert words.startswith("stdin: run 'piped', 2 ranked documents")


def test_stdin_can_be_named_once_only(project):
    assert "twice" in refused(judgepool("import", project, "-", "-", stdin=RUN))


def test_a_run_bears_the_name_it_was_given(project, tmp_path):
    (tmp_path / "new.run").write_text(RUN.replace("2.0", "1.0"))
    said(judgepool("import", project, tmp_path / "new.run", "--name", "beta"))
    assert [run["name"] for run in answered("status", project)["runs"]] == ["alpha", "beta"]


def test_another_run_under_a_taken_name_replaces_only_when_asked(project, tmp_path):
    (tmp_path / "alpha.run").write_text("q2 Q0 d3 1 1.0 alpha\n")
    file = tmp_path / "alpha.run"
    assert "--replace" in refused(judgepool("import", project, file))
    said(judgepool("import", project, file, "--replace"))
    assert answered("status", project)["runs"][0]["n_queries"] == 1


def test_labels_of_a_model_are_kept_apart_from_human_ones(project, tmp_path):
    (tmp_path / "qrels.txt").write_text("q1 0 d1 2\nq1 0 d2 0\n")
    said(judgepool("import", project, tmp_path / "qrels.txt", "--model", "gpt"))
    assert answered("evaluate", project)["stamp"]["n_labels"] == 0
    with_models = answered("evaluate", project, "--labels", "lower-median:with-models")
    assert with_models["stamp"]["n_labels"] == 2


def test_labels_belong_to_the_annotator_named(project, tmp_path):
    (tmp_path / "qrels.txt").write_text("q1 0 d1 2\n")
    said(judgepool("import", project, tmp_path / "qrels.txt", "--annotator", "Mira"))
    assert answered("status", project)["judged_by"] == {"Mira": 1}


def test_grades_of_another_scale_are_mapped_only_as_asked(project, tmp_path):
    (tmp_path / "qrels.txt").write_text("q1 0 d1 5\nq1 0 d2 1\n")
    file = tmp_path / "qrels.txt"
    assert "--map-grades" in refused(judgepool("import", project, file))
    words = said(judgepool("import", project, file, "--map-grades", "5=3,1=0"))
    assert "grades 0: 1, 3: 1" in words


def test_only_retrieved_documents_are_kept_when_asked(project, tmp_path):
    lines = '{"_id": "d9", "title": "", "text": "nobody retrieved it"}\n'
    (tmp_path / "corpus2.jsonl").write_text(lines)
    file = tmp_path / "corpus2.jsonl"
    said(judgepool("import", project, file, "--as", "documents", "--only-retrieved"))
    assert answered("status", project)["n_documents"] == 3


def test_a_pool_says_its_size_and_what_it_is_made_of(sample, tmp_path):
    path = tmp_path / "p.duckdb"
    said(judgepool("init", path))
    said(judgepool("import", path, DATA / "topics.jsonl", DATA / "documents.jsonl"))
    said(judgepool("import", path, *sorted((DATA / "runs").glob("*.run"))))
    words = said(judgepool("pool", path, "--depth", "10"))
    assert words.startswith("274 pairs from the first 10 documents of 4 runs, 274 of them new; ")
    assert "12 to 23 per query" in words
    assert "0 of them new" in said(judgepool("pool", path, "--runs", "bm25,lsa", "--runs", "tfidf"))


def test_a_pool_of_what_is_pooled_already_says_so_and_what_to_do(project):
    said(judgepool("pool", project, "--depth", "2"))
    words = said(judgepool("pool", project, "--depth", "2", "--strategy", "rrf", "--budget", "20"))
    assert words.startswith("Every pair that the 1 run brings down to depth 2 is pooled or judged")
    assert "nothing was added.\nGo deeper to find more, for instance with --depth 4." in words


@pytest.mark.parametrize("words", [("--runs", "nobody"), ("--depth", "0"), ("--strategy", "magic")])
def test_a_pool_is_not_built_of_what_does_not_exist(project, words):
    assert words[1] in refused(judgepool("pool", project, *words))
    assert answered("status", project)["pool_total"] == 0


def test_a_pool_leaves_out_queries_without_a_topic_and_says_so(project):
    said(judgepool("import", project, "-", stdin="q9 Q0 d1 1 1.0 extra\n"))
    result = judgepool("pool", project)
    assert "Left out, since the project has no such topic: 1 query: q9" in result.stderr


def test_status_tells_of_every_run_and_annotator(sample, tmp_path):
    words = said(judgepool("status", sample.at(tmp_path)))
    assert "16 queries, 193 documents, 4 runs" in words
    assert "Pool: 274 pairs, 114 judged (41.6 %)" in words
    assert "Chidi          48" in words
    assert "tfidf        16     50          yes" in words
    assert "exponential gain, labels by lower-median, scale 0-3, 162 judgments, 114 labels" in words


def test_status_has_the_same_figures_as_csv(sample, tmp_path):
    words = said(judgepool("status", sample.at(tmp_path), "--format", "csv"))
    assert "pool_total,274\n" in words
    assert "judged_by Ada,59\n" in words


def test_a_bar_on_a_terminal_shows_how_far_an_import_is(project, tmp_path):
    (tmp_path / "beta.run").write_text(RUN.replace("alpha", "beta"))
    script = "from judge_app.cli import app; app()"
    ours, terminal = os.openpty()
    command = [sys.executable, "-c", script, "import", project, tmp_path / "beta.run"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=terminal, check=True, text=True)
    os.close(terminal)
    assert done.stdout.startswith(f"{tmp_path}/beta.run: run 'beta', 2 ranked documents\n")
    assert b"100%" in os.read(ours, 1 << 16)
    os.close(ours)


def test_without_a_terminal_there_is_no_bar(project):
    result = judgepool("import", project, "-", stdin=RUN.replace("alpha", "beta"))
    assert (result.exit_code, result.stderr) == (0, "")


def test_the_file_can_be_opened_again_after_every_command(project):
    said(judgepool("status", project))
    open_project(project).close()


def test_a_share_of_the_new_pairs_can_be_wanted_from_several_people(project):
    report = said(judgepool("pool", project, "--depth", 2, "--overlap", 2))
    assert "2 judgments wanted of each of" in report
    again = judgepool("pool", project, "--depth", 2, "--share", 0.5)
    assert again.exit_code == 2
    assert "--overlap" in again.stderr
