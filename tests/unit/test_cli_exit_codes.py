"""What a command ends with, and where its words go."""

import subprocess
import sys
from ast import literal_eval

import pytest
import typer
from typer.testing import CliRunner

from judge_app import __version__
from judge_app.cli import app
from judge_app.cli.faults import explained
from judge_app.domain.errors import BadInputError, ConflictError, Problem
from tests.support.command_line import judgepool


def ending_with(error):
    """Return a command that fails in a certain way."""
    failing = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)

    @failing.command()
    @explained
    def fail() -> None:
        raise error

    return failing


@pytest.mark.parametrize(
    "words",
    [
        ("sing",),
        ("status",),
        ("status", "p.duckdb", "--loudly"),
        ("status", "p.duckdb", "--format", "poem"),
        ("pool", "p.duckdb", "--depth", "deep"),
        ("serve", "p.duckdb", "--port", "70000"),
    ],
)
def test_wrong_use_ends_with_2_and_says_nothing_on_stdout(words):
    result = judgepool(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr


def test_bad_input_ends_with_2_after_message_places_and_hint():
    problems = (Problem("a.run", 3, "no score"), Problem("a.run", None, "no end"))
    error = BadInputError("it cannot be read", "Mend it.", problems)
    result = CliRunner().invoke(ending_with(error))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "Error: it cannot be read\n  a.run:3: no score\n  a.run: no end\nMend it.\n"
    )


def test_a_problem_that_the_message_has_told_is_not_told_twice():
    error = BadInputError("a.gz: cut short", problems=(Problem("a.gz", None, "cut short"),))
    assert CliRunner().invoke(ending_with(error)).stderr == "Error: a.gz: cut short\n"


def test_every_error_for_people_ends_with_2():
    result = CliRunner().invoke(ending_with(ConflictError("taken", "Choose another.")))
    assert (result.exit_code, result.stderr) == (2, "Error: taken\nChoose another.\n")


def test_a_fault_of_ours_ends_with_3_and_one_line_on_how_to_report_it():
    result = CliRunner().invoke(ending_with(KeyError("no such\nthing")))
    assert (result.exit_code, result.stdout) == (3, "")
    (line,) = result.stderr.splitlines()
    assert f"fault of Judgepool {__version__}" in line
    assert "KeyError" in line
    assert "report" in line
    assert "JUDGEPOOL_DEBUG=1" in line


def test_the_traceback_of_a_fault_is_shown_on_request():
    result = CliRunner(env={"JUDGEPOOL_DEBUG": "1"}).invoke(ending_with(KeyError("x")))
    assert result.exit_code == 3
    assert "Traceback (most recent call last)" in result.stderr


def test_a_reader_that_leaves_early_is_neither_a_failed_gate_nor_a_fault():
    script = (
        "import typer\n"
        "from judge_app.cli.faults import explained\n"
        "from judge_app.cli.output import write_out\n"
        "failing = typer.Typer()\n"
        "@failing.command()\n"
        "@explained\n"
        "def flood() -> None:\n"
        "    for _ in range(1000):\n"
        "        write_out('many words ' * 1000)\n"
        "failing()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.read(10)
        process.stdout.close()
        told = process.stderr.read()
    assert (process.returncode, told) == (141, b"")


def test_help_names_every_command_of_the_product():
    result = judgepool("--help")
    assert result.exit_code == 0
    listed = [line.split()[0] for line in result.stdout.split("Commands:")[1].splitlines() if line]
    assert listed == [
        "demo", "init", "import", "pool", "serve", "status", "evaluate", "coverage", "agreement",
        "export", "release", "diff", "score",
    ]  # fmt: skip


@pytest.mark.parametrize("command", sorted(c.name or "" for c in app.registered_commands))
def test_every_command_has_help(command):
    result = judgepool(command, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.stdout


SLOW_TO_IMPORT = ("streamlit", "pandas", "numpy", "duckdb", "pyarrow", "httpx", "uvicorn")


def imported_by(*words):
    """Return which slow packages a command has loaded when it ends."""
    script = (
        "import sys\n"
        "from judge_app.cli import app\n"
        "try:\n"
        f"    app({list(words)!r})\n"
        "except SystemExit as end:\n"
        "    assert not end.code, end.code\n"
        f"print([n for n in {SLOW_TO_IMPORT!r} if n in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(literal_eval(done.stderr.splitlines()[-1]))


def test_help_loads_nothing_that_is_slow_to_import():
    assert imported_by("--help") == set()
    assert imported_by("evaluate", "--help") == set()


def test_scoring_files_loads_neither_screens_nor_a_client(tmp_path):
    (tmp_path / "qrels").write_text("q1 0 d1 1\n")
    (tmp_path / "a.run").write_text("q1 Q0 d1 1 1.0 a\n")
    loaded = imported_by("score", str(tmp_path / "qrels"), str(tmp_path / "a.run"))
    assert not loaded & {"streamlit", "httpx", "uvicorn"}


def test_a_file_without_a_server_is_read_without_screens_or_a_client(tmp_path):
    imported_by("init", str(tmp_path / "p.duckdb"))
    assert not imported_by("status", str(tmp_path / "p.duckdb")) & {"streamlit", "httpx", "uvicorn"}
