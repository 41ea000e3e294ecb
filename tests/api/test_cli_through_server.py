"""Commands while a server holds the project: the same words, through the server."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from judge_app.cli.opening import running_server
from judge_app.services.address import find_server
from tests.support.command_line import DATA, SampleCopies, answered, judgepool, refused, said

START_SECONDS = 60
COMMAND = [sys.executable, "-c", "from judge_app.cli import app; app()"]


@contextmanager
def served(project, *command, browser=None):
    """Run ``judgepool serve`` as a process of its own; yield it once the port answers."""
    quietly = () if browser else ("--no-browser",)
    process = subprocess.Popen(
        [*COMMAND, *(command or ("serve", project)), "--port", "0", *quietly],
        env={**os.environ, "BROWSER": f"{browser} %s"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        _wait_for_address(process, project)
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def _wait_for_address(process, project):
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if running_server(project) is not None:
            return
        time.sleep(0.05)
    process.kill()
    raise RuntimeError(f"the server did not answer: {process.communicate()[1]}")


def untimed(command, project):
    """Return the JSON of a command without the moment at which it was made."""
    answer = answered(command, project)
    answer["stamp"].pop("created_at")
    return answer


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    return SampleCopies(tmp_path_factory.mktemp("sample"))


@pytest.fixture(scope="module")
def bad_run(tmp_path_factory):
    path = tmp_path_factory.mktemp("bad") / "bad.run"
    path.write_text("q01 Q0 d1 1 2.0 bad\nq01 Q0 d2 2 NaN bad\nq01 Q0 d1 3 1.0 bad\n")
    return path


@pytest.fixture(scope="module")
def cyrillic_run(tmp_path_factory):
    path = tmp_path_factory.mktemp("cyrillic") / "cyrillic.run"
    path.write_bytes("q01 Q0 собака 1 2.0 mine\n".encode("windows-1251"))
    return path


@pytest.fixture(scope="module")
def commands(sample, bad_run, cyrillic_run):
    """Commands that change nothing, by which file and server are compared."""
    return [
        ("status",),
        ("evaluate",),
        ("evaluate", "--measures", "nDCG@3 P(rel=2)@5,AP", "--runs", "lsa,bm25", "--per-query"),
        ("evaluate", "--format", "csv", "--topics", "all", "--labels", "max"),
        ("evaluate", "--per-query", "--format", "csv"),
        ("coverage",),
        ("coverage", "--depth", "3", "--format", "csv"),
        ("coverage", "--format", "json"),
        ("coverage", str(sample.new_run), "--fail-under", "0.9"),
        ("coverage", str(cyrillic_run), "--encoding", "windows-1251", "--format", "json"),
        ("coverage", str(cyrillic_run), "--encoding", "klingon"),
        ("export", "-"),
        ("export", "-", "--format", "beir"),
        ("export", "-", "--as", "judgments"),
        ("export", "-", "--as", "unjudged", "--format", "jsonl"),
        ("export", "-", "--as", "judgments", "--format", "parquet"),
        ("export", "-", "--as", "judgments", "--anonymous"),
        ("export", "-", "--as", "run", "--run", "lsa", "--format", "ranx"),
        ("export", "-", "--release", "nobody"),
        ("release",),
        ("release", "now"),
        ("diff", "@50", "now"),
        ("diff", "@50", "now", "--format", "csv"),
        ("evaluate", "--release", "@50"),
        ("agreement",),
        ("agreement", "--format", "csv"),
        ("import", str(sample.new_run), "--dry-run"),
        ("import", str(bad_run)),
        ("import", str(bad_run), "--dry-run"),
        ("import", str(sample.new_run), "--map-grades", ""),
        ("evaluate", "--runs", "nobody"),
        ("evaluate", "--measures", "nDGC@10"),
        ("coverage", "--depth", "0"),
        ("pool", "--strategy", "magic"),
        ("export", "-", "--as", "moods"),
    ]


def test_every_command_says_the_same_through_the_server(sample, commands, tmp_path):
    project = sample.at(tmp_path)

    def run(words):
        result = judgepool(words[0], project, *words[1:])
        return result.exit_code, result.stdout, result.stderr

    alone = [run(words) for words in commands]
    answers = [untimed(command, project) for command in ("status", "evaluate")]
    with served(project):
        assert "held by another process" in opened_directly(project)
        through = [run(words) for words in commands]
        assert [untimed(command, project) for command in ("status", "evaluate")] == answers
    assert dict(zip(commands, through, strict=True)) == dict(zip(commands, alone, strict=True))
    assert {code for code, *_ in through} == {0, 1, 2}


def opened_directly(project):
    """Open a project without asking for a server; return what was said on stderr."""
    script = (
        "import sys; from pathlib import Path\n"
        "from judge_app.services.project import open_project\n"
        "open_project(Path(sys.argv[1]))"
    )
    command = [sys.executable, "-c", script, project]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


def test_what_is_stored_through_the_server_is_there_afterwards(sample, tmp_path):
    project = sample.at(tmp_path)
    qrels = tmp_path / "more.qrels"
    qrels.write_text("q04 0 chain-suck 0\n")
    with served(project):
        assert "qrels, 1 label" in said(judgepool("import", project, qrels, "--annotator", "Mira"))
        queued = judgepool("coverage", project, sample.new_run, "--queue")
        assert "36 new pairs queued" in queued.stderr
        pairs = said(judgepool("pool", project, "--depth", "12")).split()[0]
        assert int(pairs) == pool_size([*(DATA / "runs").iterdir()], depth=12)
        assert judgepool("export", project, tmp_path / "out.qrels").exit_code == 0
    facts = json.loads((tmp_path / "out.qrels.meta.json").read_text(encoding="utf-8"))
    assert facts["rows"] == (tmp_path / "out.qrels").read_bytes().count(b"\n") == 115
    status = answered("status", project)
    assert status["judged_by"]["Mira"] == 1
    assert [run["name"] for run in status["runs"]][-1] == "rerank"
    assert said(judgepool("export", project, "-")) == (tmp_path / "out.qrels").read_text()


def pool_size(runs, depth):
    """Count the pairs of a pool by the rank column, which follows the tie rule in the sample."""
    rows = [line.split() for run in runs for line in run.read_text(encoding="utf-8").splitlines()]
    return len({(row[0], row[2]) for row in rows if int(row[3]) <= depth})


def test_a_running_server_can_be_named_by_its_address(sample, tmp_path):
    project = sample.at(tmp_path)
    with served(project):
        found = find_server(project)
        here = said(judgepool("status", project))
        assert said(judgepool("status", found.address, JUDGEPOOL_TOKEN=found.token)) == here
        slashed = judgepool("status", found.address + "/", JUDGEPOOL_TOKEN=found.token)
        assert said(slashed) == here
        assert "JUDGEPOOL_TOKEN" in refused(judgepool("status", found.address, JUDGEPOOL_TOKEN=""))
        forged = judgepool("status", found.address, JUDGEPOOL_TOKEN=found.token[:-1])
        assert "does not accept the token" in refused(forged)


def test_a_second_server_on_the_same_project_is_refused_with_the_address_of_the_first(
    sample, tmp_path
):
    project = sample.at(tmp_path)
    with served(project):
        words = refused(judgepool("serve", project, "--no-browser"))
        assert find_server(project).address in words


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_told_to_stop_ends_with_0_and_leaves_no_address(sample, tmp_path, ending):
    project = sample.at(tmp_path)
    with served(project) as process:
        address = find_server(project).address
        process.send_signal(ending)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (0, "")
    assert f"at {address}" in err.splitlines()[0]
    assert err.splitlines()[-1] == "Stopped."
    assert find_server(project) is None
    said(judgepool("status", project))


def test_the_address_of_a_killed_server_is_removed_and_the_file_used(sample, tmp_path):
    project = sample.at(tmp_path)
    with served(project) as process:
        process.kill()
        process.wait()
    assert address_file(project).exists()
    said(judgepool("status", project))
    assert not address_file(project).exists()


def test_an_address_at_which_nothing_listens_is_stale_though_its_process_lives(sample, tmp_path):
    project = sample.at(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        leave_address(project, f"http://127.0.0.1:{taken.getsockname()[1]}")
        said(judgepool("status", project))
    assert not address_file(project).exists()


def test_an_address_at_which_another_program_answers_gets_no_token(sample, tmp_path):
    project = sample.at(tmp_path)
    with other_program() as (address, requests):
        leave_address(project, address)
        said(judgepool("status", project))
        assert [headers.get("authorization") for headers in requests] == [None]
    assert not address_file(project).exists()


def test_an_address_file_that_cannot_be_read_is_removed(sample, tmp_path):
    project = sample.at(tmp_path)
    address_file(project).write_text("{")
    said(judgepool("status", project))
    assert not address_file(project).exists()


def test_a_server_is_found_through_a_link_to_its_file(sample, tmp_path):
    project = sample.at(tmp_path)
    link = tmp_path / "link.duckdb"
    link.symlink_to(project)
    with served(project):
        assert said(judgepool("status", link)) == said(judgepool("status", project))


def test_an_address_without_a_server_is_told():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}"
        words = refused(judgepool("status", address, JUDGEPOOL_TOKEN="some"))
    assert f"no server answers at {address}" in words


@pytest.mark.parametrize("command", [("status",), ("export", "-")])
def test_an_address_of_something_else_is_told(command):
    with other_program() as (address, _):
        words = refused(judgepool(command[0], address, *command[1:], JUDGEPOOL_TOKEN="some"))
    assert "no Judgepool server" in words


def test_a_server_that_fails_without_a_reason_is_a_fault_of_ours():
    with other_program(status=500) as (address, _):
        result = judgepool("status", address, JUDGEPOOL_TOKEN="some")
    assert result.exit_code == 3
    assert f"{address} answered 500" in result.stderr


def test_a_port_that_is_taken_is_refused_when_it_was_asked_for(sample, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        words = refused(judgepool("serve", sample.at(tmp_path), "--port", port, "--no-browser"))
    assert f"port {port} cannot be used" in words


def test_a_free_port_is_taken_when_the_usual_one_is_not_free(sample, tmp_path):
    script = "import sys; from judge_app.cli import app, serving\n"
    script += "serving.DEFAULT_PORT = int(sys.argv.pop(1)); app()"
    project = sample.at(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        process = subprocess.Popen(
            [sys.executable, "-c", script, port, "serve", str(project), "--no-browser"],
            stderr=subprocess.PIPE,
            text=True,
        )
        _wait_for_address(process, project)
        address = find_server(project).address
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 0
    assert not address.endswith(f":{port}")


def test_other_machines_are_not_served(sample, tmp_path):
    words = refused(judgepool("serve", sample.at(tmp_path), "--host", "0.0.0.0", "--no-browser"))
    assert "no passwords" in words


def test_the_demo_serves_the_sample_and_says_where_the_new_run_lies(tmp_path):
    folder = tmp_path / "demo"
    project = folder / "bicycle-repair.duckdb"
    with served(project, "demo", "--dir", folder) as process:
        assert answered("status", project)["pool_total"] == 274
        again = judgepool("demo", "--dir", folder, "--no-browser")
        assert again.exit_code == 0
        assert find_server(project).address in again.stderr
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert str(folder / "rerank.run") in out
    assert (folder / "rerank.run").is_file()
    assert "New run screen" in err


def test_the_browser_is_opened_at_the_address(sample, tmp_path):
    project, opened = sample.at(tmp_path), tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}.new" && mv "{opened}.new" "{opened}"\n')
    browser.chmod(0o755)
    with served(project, browser=browser):
        deadline = time.monotonic() + START_SECONDS
        while not opened.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert opened.read_text() == find_server(project).address + "\n"


def address_file(project):
    return project.with_name(project.name + ".server")


def leave_address(project, address):
    told = {"address": address, "pid": os.getpid(), "token": "secret"}
    told["database"] = str(project.resolve())
    address_file(project).write_text(json.dumps(told))


@contextmanager
def other_program(status=200):
    """Run a web server that is not Judgepool; yield its address and the headers it got."""
    requests = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            requests.append(self.headers)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(b"<html>hello</html>")

        def log_message(self, *_):
            """Keep the test's output quiet."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", requests
        server.shutdown()
