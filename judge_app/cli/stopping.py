"""Ctrl-C in the middle of an import: nothing is stored, and that is said."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import typer

from judge_app.cli.output import tell

STOPPED = 128 + signal.SIGINT  # as a shell reports a program that the signal ended

# DuckDB says so when the signal comes in the middle of its work.
_DATABASE_STOPPED = "Query interrupted"


class StoppedError(Exception):
    """A person stopped the command; the message says what becomes of its work."""


@contextmanager
def stoppable(project: str) -> Iterator[None]:
    """End with exit code 130 when the person stops the block, and say what was stored."""
    try:
        yield
    except StoppedError as stopped:
        raise _ended(project, str(stopped)) from stopped
    except KeyboardInterrupt as stopped:
        raise _ended(project, "Nothing was stored") from stopped
    except RuntimeError as error:
        if str(error) != _DATABASE_STOPPED:
            raise
        raise _ended(project, "Nothing was stored") from error
    finally:
        _stop_by(signal.default_int_handler)


def _ended(project: str, what: str) -> typer.Exit:
    tell(f"Stopped. {what}; judgepool status {project} tells what is there.")
    return typer.Exit(STOPPED)


def no_more_stopping() -> None:
    """Ignore Ctrl-C from here to the end of the `stoppable` block: it would come too late."""
    _stop_by(signal.SIG_IGN)


def _stop_by(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    # Signals reach the main thread only, and only there they can be handled.
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, handler)
