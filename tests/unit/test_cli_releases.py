"""Releases, differences and exports as they are typed."""

import csv
import io
import json
import zipfile

import pytest

from tests.support.command_line import SampleCopies, answered, judgepool, refused, said


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    return SampleCopies(tmp_path_factory.mktemp("sample"))


@pytest.fixture
def project(sample, tmp_path):
    return sample.at(tmp_path)


@pytest.fixture
def changed(project, tmp_path):
    """The sample with a release v1, and three labels that came after it."""
    said(judgepool("release", project, "v1", "--note", "for the paper"))
    (tmp_path / "more.qrels").write_text("q01 0 chain-suck 0\nq01 0 cross-chaining 3\nq04 0 x 1\n")
    said(judgepool("import", project, tmp_path / "more.qrels", "--annotator", "Zed"))
    return project


def test_a_release_says_what_it_holds_and_is_listed(project):
    assert said(judgepool("release", project)) == "No releases yet.\n"
    words = said(judgepool("release", project, "v1", "--note", "for the paper"))
    assert words.startswith(
        "v1: 114 labels by lower-median from the log up to judgment 162, 274 pooled pairs, 4 runs\n"
    )
    listed = said(judgepool("release", project))
    assert listed.splitlines()[1].startswith("v1 ")
    assert listed.splitlines()[2] == "v1: for the paper"
    (one,) = answered("release", project)["releases"]
    assert one["label_set"] in words
    assert [run["name"] for run in one["runs"]] == ["bm25", "fusion", "lsa", "tfidf"]
    (row,) = csv.DictReader(io.StringIO(said(judgepool("release", project, "--format", "csv"))))
    assert row["label_set"] == one["label_set"]


def test_a_release_is_never_made_over_another(project):
    said(judgepool("release", project, "v1"))
    words = refused(judgepool("release", project, "v1", "--labels", "max"))
    assert "there is a release 'v1' already" in words
    assert "Releases never change" in words
    assert answered("release", project)["releases"][0]["labels"] == "lower-median"


def test_a_release_without_a_name_cannot_have_a_rule(project):
    assert "there is no name" in refused(judgepool("release", project, "--labels", "max"))


def test_the_difference_names_both_states_the_pairs_and_every_run(changed):
    words = said(judgepool("diff", changed, "v1", "now"))
    assert "A: v1, exponential gain, labels by lower-median, scale 0-3, 162 judgments" in words
    assert "B: now, exponential gain, labels by lower-median, scale 0-3, 165 judgments" in words
    assert "Labels from A to B: 2 added, 1 changed, 0 removed" in words
    assert "changed  q01    chain-suck      2  0\n" in words
    assert "added    q01    cross-chaining  -  3\n" in words
    assert words.count("Kendall τ ") == 2
    for run in ("bm25", "fusion", "lsa", "tfidf"):
        assert words.count(f"\n{run} ") == 2


def test_the_difference_as_json_has_the_scores_of_either_evaluation(changed):
    told = answered("diff", changed, "v1", "now")
    assert (told["added"], told["changed"], told["removed"]) == (2, 1, 0)
    (first, _) = told["measures"]
    for side, words in (("before", ("--release", "v1")), ("after", ())):
        scored = answered("evaluate", changed, *words)
        assert told[side]["stamp"]["label_set"] == scored["stamp"]["label_set"]
        means = {run["run"]: run["measures"][first[side]]["mean"] for run in scored["runs"]}
        assert {run["run"]: run[side]["mean"] for run in first["runs"]} == means
    assert not [run for run in first["runs"] if "difference" in run]


def test_the_difference_as_csv_is_the_pairs(changed):
    words = said(judgepool("diff", changed, "v1", "now", "--format", "csv"))
    assert words == (
        "change,query_id,doc_id,before,after\n"
        "changed,q01,chain-suck,2,0\nadded,q01,cross-chaining,,3\nadded,q04,x,,1\n"
    )


def test_an_evaluation_of_a_release_says_of_which(changed):
    scored = answered("evaluate", changed, "--release", "v1")
    assert scored["release"] == {"name": "v1", "position": 162}
    assert "release" not in answered("evaluate", changed)
    assert "there is no release 'v2'" in refused(judgepool("evaluate", changed, "--release", "v2"))


def test_a_release_is_exported_as_it_was(changed, tmp_path):
    out = tmp_path / "v1.qrels"
    judgepool("export", changed, out, "--release", "v1")
    facts = json.loads((tmp_path / "v1.qrels.meta.json").read_text(encoding="utf-8"))
    assert facts["release"]["name"] == "v1"
    assert facts["sha256"] == answered("release", changed)["releases"][0]["label_set"]
    assert facts["rows"] == out.read_bytes().count(b"\n") == 114


def test_what_a_release_does_not_keep_is_said_on_stderr_and_beside_the_file(project, tmp_path):
    said(judgepool("release", project, "v1"))
    (tmp_path / "d.jsonl").write_text('{"doc_id": "chain-suck", "text": "Other words."}\n')
    said(judgepool("import", project, tmp_path / "d.jsonl", "--accept-warnings"))
    (tmp_path / "lsa.run").write_text("q01 Q0 chain-suck 1 1.0 lsa\n")
    said(judgepool("import", project, tmp_path / "lsa.run", "--replace", "--accept-warnings"))
    beir = judgepool("export", project, tmp_path / "v1.zip", "--release", "v1")
    runs = judgepool("export", project, tmp_path / "v1.csv", "--release", "v1", "--as", "run")
    for result, name, words in (
        (beir, "v1.zip", "THE TEXTS ARE NOT THOSE OF THE RELEASE v1: "),
        (runs, "v1.csv", "THE RUNS ARE NOT THOSE OF THE RELEASE v1: lsa comes from another file"),
    ):
        assert words in result.stderr
        facts = json.loads((tmp_path / f"{name}.meta.json").read_text(encoding="utf-8"))
        assert facts["release"]["warnings"][0].startswith(words)
    told = judgepool("diff", project, "v1", "now")
    assert "THE TEXTS ARE NOT THOSE OF THE RELEASE v1: " in told.stderr
    assert "Not the files of the release, but of now: 1 run: lsa" in told.stderr
    assert "THE" not in judgepool("export", project, tmp_path / "v1", "--release", "v1").stderr


def test_a_beir_folder_is_a_folder_a_zip_or_its_qrels_alone(project, tmp_path):
    judgepool("export", project, tmp_path / "beir", "--format", "beir")
    judgepool("export", project, tmp_path / "beir.zip", "--format", "beir")
    judgepool("export", project, tmp_path / "beir.tsv", "--format", "beir")
    qrels = (tmp_path / "beir" / "qrels" / "test.tsv").read_text(encoding="utf-8")
    assert qrels.startswith("query-id\tcorpus-id\tscore\nq01\t")
    assert (tmp_path / "beir.tsv").read_text(encoding="utf-8") == qrels
    assert said(judgepool("export", project, "-", "--format", "beir")) == qrels
    with zipfile.ZipFile(tmp_path / "beir.zip") as packed:
        for name in packed.namelist():
            assert packed.read(name) == (tmp_path / "beir" / name).read_bytes()
    for name in ("beir", "beir.zip", "beir.tsv"):
        assert (tmp_path / f"{name}.meta.json").is_file()


def test_a_folder_is_not_put_in_the_place_of_a_file(project, tmp_path):
    (tmp_path / "beir").write_text("something else")
    words = refused(judgepool("export", project, tmp_path / "beir", "--format", "beir"))
    assert "cannot be written" in words
    assert (tmp_path / "beir").read_text() == "something else"


def test_help_says_what_becomes_of_formulas_and_of_names_in_notes():
    words = " ".join(judgepool("export", "--help").stdout.split())
    assert "a cell that a spreadsheet would run as a formula gets an apostrophe" in words
    assert "somebody wrote into a note cannot be found" in words
