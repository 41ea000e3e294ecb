"""Type commands, and have the sample to type them at."""

import json
import shutil
from pathlib import Path

from typer.testing import CliRunner, Result

from judge_app.cli import app
from judge_app.services.sample import make_sample

DATA = Path(__file__).resolve().parents[2] / "data" / "sample"


def judgepool(*words: object, stdin: str | bytes | None = None, **variables: str) -> Result:
    """Run a command in this process; variables are those of its environment."""
    return CliRunner(env=variables).invoke(app, [str(word) for word in words], input=stdin)


def said(result: Result) -> str:
    """Return stdout of a command that went well."""
    assert result.exit_code == 0, result.stderr
    return result.stdout


def answered(*words: object) -> dict:
    """Return the JSON of a command that went well."""
    return json.loads(said(judgepool(*words, "--format", "json")))


def refused(result: Result) -> str:
    """Return stderr of a command that was refused as wrong use or bad input."""
    assert result.exit_code == 2, (result.exit_code, result.stderr, result.exception)
    assert result.stdout == ""
    return result.stderr


class SampleCopies:
    """The sample project, made once and copied for each who asks."""

    def __init__(self, folder: Path) -> None:
        self._sample = make_sample(folder)
        self.new_run = self._sample.new_run

    def at(self, folder: Path) -> Path:
        return Path(shutil.copy(self._sample.project, folder / "sample.duckdb"))
