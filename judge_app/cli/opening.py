"""Find a project: its file, or the server that holds it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from judge_app.cli.backend import TOKEN, Backend
from judge_app.domain.errors import BadInputError, NotSignedInError
from judge_app.services.address import ServerAddress, find_server, forget_server

_HTTP = ("http://", "https://")
_POSTGRES = ("postgresql://", "postgres://")


@contextmanager
def open_backend(project: str) -> Iterator[Backend]:
    """Open a project, and close it at the end.

    Parameters
    ----------
    project : str
        A file, or the address of a running server. A file that a server holds is reached
        through that server.

    Raises
    ------
    JudgepoolError
        When there is no such project, or it cannot be reached.
    """
    backend = _at_address(project) if project.startswith(_HTTP) else _at_path(project_path(project))
    with closing(backend):
        yield backend


def project_path(project: str) -> Path:
    """Return the file that a command has to work on itself.

    Raises
    ------
    BadInputError
        When the word is an address.
    """
    if project.startswith(_POSTGRES):
        raise BadInputError(
            "projects in PostgreSQL are not yet supported",
            "Name a project file, for instance project.duckdb.",
        )
    if project.startswith(_HTTP):
        raise BadInputError(
            f"{project} is the address of a server, but a project file is needed here",
            "Name the project's .duckdb file.",
        )
    return Path(project)


def running_server(path: Path) -> ServerAddress | None:
    """Return the server that holds a file and answers; None when there is none."""
    server = find_server(path)
    if server is None:
        return None
    from judge_app.cli.server_backend import serving_process  # noqa: PLC0415 - slow to import

    return server if serving_process(server.address) == server.pid else None


def _at_address(address: str) -> Backend:
    from judge_app.cli.server_backend import ServerBackend  # noqa: PLC0415 - slow to import

    token = os.environ.get(TOKEN, "")
    if not token:
        raise NotSignedInError(
            f"{address} has to know who asks, and there is no token",
            f"Put one into {TOKEN}; a server leaves one in PROJECT.duckdb.server, beside its file.",
        )
    return ServerBackend(address, token)


def _at_path(path: Path) -> Backend:
    server = running_server(path)
    if server is not None:
        from judge_app.cli.server_backend import ServerBackend  # noqa: PLC0415 - slow to import

        return ServerBackend(server.address, server.token)
    from judge_app.cli.file_backend import FileBackend  # noqa: PLC0415 - slow to import

    backend = FileBackend(path)
    # Only now is it certain that no server holds the file, one that is starting included.
    forget_server(path)
    return backend
