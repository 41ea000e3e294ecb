"""The one process: it owns the project's file and serves screens and API from one port."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import streamlit
import uvicorn
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from streamlit import config

from judge_app.api import COOKIE, PREFIX, Host, api_routes
from judge_app.domain.errors import BadInputError, ConflictError
from judge_app.domain.people import Role
from judge_app.services.address import address_file
from judge_app.services.project import Project
from judge_app.services.tokens import Purpose, Tokens, load_tokens
from judge_app.services.upload_folder import open_folder
from judge_app.services.upload_shelf import UploadShelf
from judge_app.ui.host import ScreenHost, install
from judge_app.ui.quiet_dialogs import QuietDialogs
from judge_app.ui.theme import THEME, Option

_BACKLOG = 2048
_LOOKED_AFTER_SECONDS = 3600
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_SCRIPT = Path(__file__).parent / "ui" / "main.py"

_OPTIONS: dict[str, Option] = {
    **THEME,
    "server.headless": True,
    "server.fileWatcherType": "none",
    "browser.gatherUsageStats": False,
    "client.toolbarMode": "viewer",
    "client.showErrorDetails": "none",
    # Megabytes. Files come through the API, to the disk; Streamlit would hold them in memory.
    "server.maxUploadSize": 1,
    # A full collection after every rerun costs about 60 ms of processor time.
    "runner.postScriptGC": False,
}


@dataclass(frozen=True, slots=True)
class Listening:
    """An open port, and the address that people type."""

    socket: socket.socket
    address: str


def listen(host: str, port: int) -> Listening:
    """Open a port; 0 takes any free one.

    Raises
    ------
    BadInputError
        When the host is not the loopback address: names are chosen freely, so only people on
        this machine may reach them.
    ConflictError
        When the port is taken.
    """
    if host not in LOOPBACK:
        raise BadInputError(
            f"{host} can be reached from other machines, and there are no passwords yet",
            "Serve on 127.0.0.1, and let others in through an SSH tunnel.",
        )
    # Without the protocol asyncio leaves TCP_NODELAY off, which costs 44 ms per answer.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
        opened.listen(_BACKLOG)
    except OSError as error:
        opened.close()
        raise ConflictError(
            f"port {port} cannot be used: {error.strerror}", "Choose another with --port."
        ) from error
    shown = f"[{host}]" if ":" in host else host
    return Listening(opened, f"http://{shown}:{opened.getsockname()[1]}")


def make_app(project: Project, tokens: Tokens, uploads: UploadShelf) -> streamlit.App:
    """Return the application: the screens, and the API beside them."""
    for name, value in _OPTIONS.items():
        config.set_option(name, value)
    install(ScreenHost(project, tokens, COOKIE, PREFIX, uploads))
    return streamlit.App(
        _SCRIPT,
        routes=api_routes(Host(project, tokens, uploads)),
        lifespan=_looking_after(uploads),
        # Another site cannot reach this server under a name of its own.
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost", "[::1]"]),
            Middleware(QuietDialogs),
        ],
    )


def serve(project: Project, listening: Listening, *, ready: Callable[[], None]) -> None:
    """Serve a project until the process is told to stop.

    Parameters
    ----------
    project : Project
        Open; its file is closed at the end.
    listening : Listening
        From `listen`.
    ready : callable
        Called once when the port answers.
    """
    path = project.store.database.path
    tokens = load_tokens(path)
    with open_folder(path) as folder:
        uploads = UploadShelf(folder, project.clock)
        app = make_app(project, tokens, uploads)
        # What is imported by now lives as long as the process: the collector need not look at it.
        gc.collect()
        gc.freeze()
        server = _Server(uvicorn.Config(app, log_level="warning"), ready, uploads.stop)
        with address_file(path, listening.address, _command_line_token(tokens)):
            try:
                server.run(sockets=[listening.socket])
            finally:
                project.close()


class _Server(uvicorn.Server):
    """Tells when the port answers, and when it is about to close."""

    def __init__(
        self, settings: uvicorn.Config, ready: Callable[[], None], stopping: Callable[[], None]
    ) -> None:
        super().__init__(settings)
        self._ready = ready
        self._stopping = stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Requests are waited for, which would take as long as somebody goes on sending a file.
        self._stopping()
        await super().shutdown(sockets)


def _looking_after(
    uploads: UploadShelf,
) -> Callable[[streamlit.App], AbstractAsyncContextManager[None]]:
    """Return what removes old files every hour, as long as the application runs."""

    @asynccontextmanager
    async def lifespan(_: streamlit.App) -> AsyncIterator[None]:
        looking = asyncio.create_task(_look_after(uploads))
        try:
            yield
        finally:
            looking.cancel()
            with suppress(asyncio.CancelledError):
                await looking

    return lifespan


async def _look_after(uploads: UploadShelf) -> None:
    while True:
        await asyncio.sleep(_LOOKED_AFTER_SECONDS)
        await asyncio.to_thread(uploads.remove_old)


def _command_line_token(tokens: Tokens) -> str:
    return tokens.issue(Purpose.COMMAND_LINE, -1, Role.LEAD)
