"""Where an export may go, and what the name of the place says about its format."""

import io
import json
import os
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import pandas as pd
import pytest

from tests.support.command_line import SampleCopies, judgepool, refused, said


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    return SampleCopies(tmp_path_factory.mktemp("made")).at(folder)


def told(project, out, *words):
    result = judgepool("export", project, out, *words)
    assert result.exit_code == 0, result.stderr
    return result.stderr


@pytest.mark.parametrize("out", ["", ".", "/", "..", "./"])
@pytest.mark.parametrize("words", [(), ("--format", "beir"), ("--format", "csv")])
def test_a_place_without_a_name_is_refused_in_words(project, out, words):
    assert "is not the name of a file or folder" in refused(
        judgepool("export", project, out, *words)
    )


@pytest.mark.parametrize("what", ["qrels", "judgments", "run"])
@pytest.mark.parametrize("ending", ["csv", "CSV", "jsonl", "parquet"])
def test_the_ending_chooses_the_format(project, tmp_path, what, ending):
    out = tmp_path / f"o.{ending}"
    words = told(project, out, "--as", what)
    assert f"of {what} as {ending.lower()}; facts about it in {out}.meta.json" in words
    readers = {
        "csv": pd.read_csv,
        "jsonl": lambda file: pd.read_json(file, lines=True),
        "parquet": pd.read_parquet,
    }
    frame = readers[ending.lower()](io.BytesIO(out.read_bytes()))
    assert {"query_id", "doc_id", "grade"} <= set(frame.columns)


def test_json_is_ranx_zip_is_beir_and_tsv_its_qrels(project, tmp_path):
    told(project, tmp_path / "o.json")
    assert json.loads((tmp_path / "o.json").read_bytes())["q01"]["chain-suck"] == 2
    told(project, tmp_path / "r.json", "--as", "run", "--run", "lsa")
    assert json.loads((tmp_path / "r.json").read_bytes())["q01"]
    told(project, tmp_path / "o.zip")
    assert "corpus.jsonl" in zipfile.ZipFile(tmp_path / "o.zip").namelist()
    told(project, tmp_path / "o.tsv")
    assert (tmp_path / "o.tsv").read_bytes().startswith(b"query-id\tcorpus-id\tscore\n")


def test_an_option_counts_more_than_the_ending_and_what_was_written_is_said(project, tmp_path):
    words = told(project, tmp_path / "o.csv", "--format", "trec")
    assert "o.csv: 114 rows of qrels as trec" in words
    assert (tmp_path / "o.csv").read_bytes().startswith(b"q01 0 ")
    assert "of qrels as trec" in told(project, tmp_path / "o.qrels")


@pytest.mark.parametrize(
    ("what", "name"), [("judgments", "o.json"), ("pool", "o.zip"), ("unjudged", "new/")]
)
def test_an_ending_that_the_export_cannot_have_is_refused(project, tmp_path, what, name):
    words = refused(judgepool("export", project, f"{tmp_path}/{name}", "--as", what))
    assert f"{what} cannot be written" in words
    assert "say --format" in words
    assert not list(tmp_path.iterdir())


def test_a_folder_gets_beir_only_where_it_is_empty_or_holds_an_earlier_one(project, tmp_path):
    folder = tmp_path / "beir"
    folder.mkdir()
    assert "as beir; facts" in told(project, folder)
    first = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    (folder / "corpus.jsonl").write_text("old")
    assert "as beir, in place of an earlier BEIR export; facts" in told(
        project, folder, "--format", "beir"
    )
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == first


@pytest.mark.parametrize("name", ["notes.txt", "qrels/train.tsv", "deep/er/corpus.jsonl"])
def test_a_folder_with_anything_else_in_it_is_left_alone(project, tmp_path, name):
    foreign = tmp_path / "beir" / name
    foreign.parent.mkdir(parents=True)
    foreign.write_text("mine")
    words = refused(judgepool("export", project, tmp_path / "beir", "--format", "beir"))
    assert "holds other files than a BEIR export, for instance " in words
    assert [path for path in (tmp_path / "beir").rglob("*") if path.is_file()] == [foreign]


def test_a_file_does_not_take_the_place_of_a_folder(project, tmp_path):
    words = refused(judgepool("export", project, tmp_path, "--format", "csv"))
    assert "is a folder" in words


def test_a_file_is_replaced_whole_and_nothing_else_is_left_behind(project, tmp_path):
    out, link = tmp_path / "o.qrels", tmp_path / "link.qrels"
    out.write_text("old")
    out.chmod(0o640)
    link.symlink_to(out)
    told(project, link)
    assert out.read_bytes().startswith(b"q01 0 ")
    assert out.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()
    assert {path.name for path in tmp_path.iterdir()} == {
        "o.qrels", "link.qrels", "link.qrels.meta.json",
    }  # fmt: skip


def test_an_export_that_fails_on_the_way_leaves_the_old_file_as_it_was(
    project, tmp_path, monkeypatch
):
    (tmp_path / "o.qrels").write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    words = refused(judgepool("export", project, tmp_path / "o.qrels"))
    assert "cannot be written: No space left on device" in words
    assert [path.name for path in tmp_path.iterdir()] == ["o.qrels"]
    assert (tmp_path / "o.qrels").read_text() == "old"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_gets_the_bytes_and_no_file_beside_it(project, tmp_path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    words = told(project, pipe)
    reader.join()
    assert got[0] == judgepool("export", project, "-").stdout_bytes
    assert "meta.json" not in words
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs /dev/stdout")
def test_dev_stdout_gets_the_bytes_also_where_it_is_a_file(project, tmp_path):
    command = [
        sys.executable,
        "-c",
        "from judge_app.cli import app; app()",
        "export",
        project,
        "/dev/stdout",
    ]
    with (tmp_path / "got").open("wb") as file:
        done = subprocess.run(command, stdout=file, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "got").read_bytes() == judgepool("export", project, "-").stdout_bytes
    assert b"meta.json" not in done.stderr
    assert not Path("/dev/stdout.meta.json").exists()


def test_the_help_says_which_bytes_are_the_same():
    words = " ".join(said(judgepool("export", "--help")).split())
    assert "the same bytes of the file, not of its sidecar" in words
