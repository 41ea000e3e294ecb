"""Run the server, for ``serve`` and ``demo``."""

from __future__ import annotations

import signal
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from judge_app.cli.faults import ServerFaultError
from judge_app.cli.opening import running_server
from judge_app.cli.output import tell
from judge_app.domain.errors import ConflictError

if TYPE_CHECKING:
    from judge_app.server import Listening

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8501


def serve_project(path: Path, *, host: str, port: int | None, browser: bool) -> None:
    """Serve a project until the process is told to stop.

    Parameters
    ----------
    path : Path
        The project's file.
    host : str
        Address to listen on.
    port : int or None
        Port to listen on; without one 8501, or any free one when that is taken.
    browser : bool
        Whether to open the browser.

    Raises
    ------
    JudgepoolError
        When the project cannot be opened, a server holds it, or the port cannot be used.
    """
    held = running_server(path)
    if held is not None:
        raise ConflictError(
            f"a server holds {path} already", f"It is at {held.address} (process {held.pid})."
        )
    # These take a second or two, in which nothing should be held yet.
    from judge_app.server import serve  # noqa: PLC0415 - slow to import
    from judge_app.services.project import open_project  # noqa: PLC0415 - slow to import

    listening = _listen(host, port)
    started: list[str] = []

    def ready() -> None:
        started.append(listening.address)
        tell(f"Judgepool serves {path} at {listening.address} — Ctrl-C ends it.")
        if browser:
            show_browser(listening.address)

    with listening.socket:
        project = open_project(path)
        # A polite request to stop should let go of the file, as Ctrl-C does.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            serve(project, listening, ready=ready)
        except KeyboardInterrupt:
            tell("Stopped.")
    if not started:
        raise ServerFaultError("the server did not start")


def show_browser(address: str) -> None:
    """Open the browser, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _listen(host: str, port: int | None) -> Listening:
    from judge_app.server import listen  # noqa: PLC0415 - slow to import

    if port is not None:
        return listen(host, port)
    try:
        return listen(host, DEFAULT_PORT)
    except ConflictError:
        return listen(host, 0)
