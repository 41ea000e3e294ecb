"""From errors to words on stderr and an exit code."""

from __future__ import annotations

import errno
import functools
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ParamSpec

import typer

from judge_app import __version__
from judge_app.cli.output import tell
from judge_app.domain.errors import BadInputError, JudgepoolError, Problem

GATE_FAILED = 1
FAULT_OF_OURS = 3
READER_GONE = 128 + 13  # as a shell reports a program that SIGPIPE ended
DEBUG = "JUDGEPOOL_DEBUG"
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}

SHOWN_PROBLEMS = 20

_P = ParamSpec("_P")


class ServerFaultError(RuntimeError):
    """A server answered in a way that a working server does not."""


def explained(command: Callable[_P, None]) -> Callable[_P, None]:
    """Return a command that explains its errors and ends with the exit code they have.

    Wrong use and bad input end with 2, a fault of ours with 3. Errors that typer raises for the
    command line itself pass through.
    """

    @functools.wraps(command)
    def run(*values: _P.args, **named: _P.kwargs) -> None:
        try:
            command(*values, **named)
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except BrokenPipeError as closed:
            _close_stdout()
            raise typer.Exit(READER_GONE) from closed
        except JudgepoolError as error:
            explain(error)
            raise typer.Exit(error.exit_code) from error
        except OSError as error:
            if error.errno not in _FULL:
                _explain_fault(error)
                raise typer.Exit(FAULT_OF_OURS) from error
            _close_stdout()
            tell(f"Error: {error.strerror}: the output could not be written to its end")
            raise typer.Exit(JudgepoolError.exit_code) from error
        except Exception as error:
            _explain_fault(error)
            raise typer.Exit(FAULT_OF_OURS) from error

    return run


def explain(error: JudgepoolError) -> None:
    """Say what is wrong, where, and what to do."""
    tell(f"Error: {error.message}")
    if isinstance(error, BadInputError):
        said = [problem for problem in error.problems if str(problem) == error.message]
        listed = [problem for problem in error.problems if problem not in said]
        tell_problems(listed, error.n_problems - len(said))
    if error.hint:
        tell(error.hint)


def tell_problems(problems: Sequence[Problem], count: int, name: str = "") -> None:
    """List the first problems as ``file:line: message``, and say how many more there are.

    Parameters
    ----------
    problems : sequence of Problem
        At least the first ones.
    count : int
        How many there are in all.
    name : str
        What they are, when they are no errors.
    """
    shown = problems[:SHOWN_PROBLEMS]
    for problem in shown:
        tell(f"  {name}{problem}")
    if count > len(shown):
        tell(f"  … and {count - len(shown):,} more")


def _close_stdout() -> None:
    """Let what is still to be written go nowhere: its reader has left, as ``head`` does."""
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _explain_fault(error: Exception) -> None:
    kind, text = type(error).__name__, " ".join(str(error).split())
    tell(
        f"This is a fault of Judgepool {__version__}, not yours: {kind}: {text} — please report "
        f"this line and the command to its makers; {DEBUG}=1 before the command shows more."
    )
    if os.environ.get(DEBUG) == "1":
        tell("".join(traceback.format_exception(error)))
