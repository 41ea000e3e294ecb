"""The command line: every command is a module of this package.

Only light modules are imported here, so that ``judgepool --help`` answers at once; a command
imports what it needs when it runs.
"""

from __future__ import annotations

import typer

from judge_app.cli.agreement import agreement
from judge_app.cli.coverage import coverage
from judge_app.cli.demo import demo
from judge_app.cli.diff import diff
from judge_app.cli.evaluate import evaluate
from judge_app.cli.export import export
from judge_app.cli.imports import import_
from judge_app.cli.init import init
from judge_app.cli.pool import pool
from judge_app.cli.release import release
from judge_app.cli.score import score
from judge_app.cli.serve import serve
from judge_app.cli.status import status

app = typer.Typer(
    name="judgepool",
    help="Pool, judge and score: relevance judgments, and nDCG with what is still open.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

_COMMANDS = (
    *(demo, init, import_, pool, serve, status, evaluate, coverage, agreement),
    *(export, release, diff, score),
)
for _command in _COMMANDS:
    app.command(_command.__name__.rstrip("_"))(_command)
