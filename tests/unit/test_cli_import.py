"""``judgepool import`` as somebody types it: the report, the words that settle doubts, Ctrl-C."""

import os
import signal
import subprocess
import sys
import time

import duckdb
import pytest

from tests.support.command_line import answered, judgepool, refused, said

CRAN = "".join(f"q{n % 5} 0 d{n} {(1, 2, 3, 4, -1)[n % 5]}\n" for n in range(40))
MEANS = "".join(f"q1 0 d{n} {n % 4 + 0.5}\n" for n in range(40))
COMMAND = [sys.executable, "-c", "from judge_app.cli import app; app()"]
SECONDS = 60


@pytest.fixture
def project(tmp_path):
    path = tmp_path / "p.duckdb"
    said(judgepool("init", path))
    return path


@pytest.fixture
def cran(tmp_path):
    path = tmp_path / "cran.qrels"
    path.write_text(CRAN)
    return path


def test_a_dry_run_says_everything_and_ends_as_the_import_would(project, cran):
    result = judgepool("import", project, cran, "--dry-run")
    assert result.exit_code == 2
    assert "read as trec: four columns" in result.stdout
    assert "40 lines, 5 queries, 40 different documents" in result.stdout
    assert "grades in the file -1: 8, 1: 8, 2: 8, 3: 8, 4: 8" in result.stdout
    assert "1 may be its best grade" in result.stdout
    assert f"{cran}:4: grade 4 (8 times)" in result.stderr
    assert "Say what the file's grades mean with --map-grades." in result.stderr
    assert answered("status", project)["judged_by"] == {}


def test_an_inverted_scale_comes_in_as_it_is_mapped(project, cran):
    out = said(judgepool("import", project, cran, "--map-grades", "1=3,2=2,3=1,4=0"))
    assert "grades in the file -1: 8, 1: 8, 2: 8, 3: 8, 4: 8" in out
    assert "grades 0: 8, 1: 8, 2: 8, 3: 8" in out
    assert "8 pairs pooled and not judged" in out


def test_means_come_in_by_rounding_or_by_ranges(project, tmp_path):
    (tmp_path / "means.qrels").write_text(MEANS)
    words = refused(judgepool("import", project, tmp_path / "means.qrels"))
    assert "--map-grades round" in words
    out = said(judgepool("import", project, tmp_path / "means.qrels", "--map-grades", "round"))
    assert "grades 0: 10, 1: 10, 2: 10, 3: 10" in out
    gap = judgepool("import", project, tmp_path / "means.qrels", "--map-grades", "0-0.49=0,0.6-4=3")
    assert "means.qrels:1: grade 0.5 (10 times)" in refused(gap)


def test_a_doubt_is_settled_by_accepting_it(project, tmp_path):
    path = tmp_path / "l.qrels"
    path.write_text("".join(f"q1 0 d{n} {n % 3 + 1}\n" for n in range(30)))
    words = refused(judgepool("import", project, path))
    assert "not sure what the file means" in words
    assert "--accept-warnings" in words
    dry = judgepool("import", project, path, "--dry-run")
    assert (dry.exit_code, "would be refused" in dry.stderr) == (2, True)
    said(judgepool("import", project, path, "--accept-warnings", "--dry-run"))
    assert "30 labels" in said(judgepool("import", project, path, "--accept-warnings"))


def test_the_same_run_again_is_no_fault(project, tmp_path):
    (tmp_path / "x.run").write_text("q1 Q0 d1 1 1.0 x\n")
    said(judgepool("import", project, tmp_path / "x.run"))
    again = judgepool("import", project, tmp_path / "x.run")
    assert again.exit_code == 0
    assert "0 of them new" in again.stdout
    assert "here already, as run 'x'; it is not stored again" in again.stderr


def test_status_tells_what_a_run_was_before(project, tmp_path):
    path = tmp_path / "x.run"
    for score in ("1.0", "2.0"):
        path.write_text(f"q1 Q0 d1 1 {score} x\n")
        said(judgepool("import", project, path, "--replace"))
    (was,) = answered("status", project)["replaced_runs"]
    assert (was["name"], was["replaced_by"]) == ("x", "command line")
    out = said(judgepool("status", project))
    assert "replaced run" in out
    assert was["sha256"][:12] in out


def test_missing_documents_are_listed(project, tmp_path):
    run = "".join(f"q{n} Q0 d{n:02d} 1 1.0 x\n" for n in range(30))
    (tmp_path / "x.run").write_text(run)
    (tmp_path / "corpus.jsonl").write_text(
        '{"_id": "d07", "text": "t"}\n{"_id": "z", "text": ""}\n'
    )
    said(judgepool("import", project, tmp_path / "x.run"))
    words = ("import", project, tmp_path / "corpus.jsonl", "--only-retrieved", "--depth", "5")
    out = said(judgepool(*words))
    assert "documents, 1 document" in out
    named = "29 documents still missing, of those at the first {} ranks of runs, pooled or judged: "
    assert f"{named.format(5)}d00, d01," in out
    assert "and 9 more" in out
    assert f"{named.format(10)}d00, d01," in said(judgepool("status", project))
    assert len(answered("status", project)["missing_documents"]) == 29


@pytest.mark.parametrize("moment", ["reading", "storing"])
def test_ctrl_c_stores_nothing_and_says_so(project, tmp_path, moment):
    path = tmp_path / "large.run"
    with path.open("w") as file:
        for query in range(2_000):
            file.writelines(f"q{query} Q0 doc{n} {n} {1000 - n}.5 large\n" for n in range(500))
    hook = _HOOKS[moment].format(mark=str(tmp_path / "mark"))
    process = subprocess.Popen(
        [sys.executable, "-c", hook, "import", str(project), str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + SECONDS
    while not (tmp_path / "mark").exists() and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, out) == (130, ""), err
    assert err.startswith("Stopped. Nothing was stored;")
    with duckdb.connect(project, read_only=True) as opened:
        assert opened.execute("SELECT count(*) FROM run").fetchall() == [(0,)]
        assert opened.execute("SELECT count(*) FROM ranking").fetchall() == [(0,)]


# The command itself, with a mark left at the moment at which somebody presses Ctrl-C.
_HOOKS = {
    "reading": """
from pathlib import Path
from judge_app.cli import app
from judge_app.importing import opening, source
blocks = opening.read_blocks
def marked(*values):
    for block in blocks(*values):
        yield block
        Path({mark!r}).touch()
source.read_blocks = marked
app()
""",
    "storing": """
from pathlib import Path
from judge_app.cli import app
from judge_app.store import runs
keep = runs.keep_replaced
def marked(*values):
    keep(*values)
    Path({mark!r}).touch()
runs.keep_replaced = marked
app()
""",
}


def test_an_empty_map_of_grades_is_refused(tmp_path):
    project = tmp_path / "p.duckdb"
    said(judgepool("init", project, "--title", "t", "--grades", "0-3"))
    (tmp_path / "a.qrels").write_text("q 0 d 1\n")
    words = refused(judgepool("import", project, tmp_path / "a.qrels", "--map-grades", ""))
    assert "does not say which grade becomes which" in words
