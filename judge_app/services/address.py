"""How the command line finds the server that holds a project's file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A running server: its address and process, and a token that speaks for its owner."""

    address: str
    pid: int
    token: str


def _path(database: Path) -> Path:
    # A project may be reached through a link; its server is found beside the file itself.
    real = database.resolve()
    return real.with_name(real.name + ".server")


@contextmanager
def address_file(database: Path, address: str, token: str) -> Iterator[None]:
    """Leave a server's address beside its file, readable by its owner only, while it runs."""
    path = _path(database)
    # Written aside and renamed: a command that looks meanwhile sees all of it or nothing.
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        told = {"address": address, "pid": os.getpid(), "token": token}
        json.dump({**told, "database": str(database.resolve())}, file)
    aside.replace(path)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def find_server(database: Path) -> ServerAddress | None:
    """Return the server that holds a file; a stale address is removed.

    Returns
    -------
    ServerAddress or None
        None when no server runs.
    """
    path = _path(database)
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        server = ServerAddress(told["address"], int(told["pid"]), told["token"])
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        path.unlink(missing_ok=True)
        return None
    if told.get("database") != str(database.resolve()):
        # Copied along with the file of another project; that server holds the other file.
        return None
    if not _runs(server.pid):
        path.unlink(missing_ok=True)
        return None
    return server


def forget_server(database: Path) -> None:
    """Remove the address of a server that is certain not to hold the file."""
    _path(database).unlink(missing_ok=True)


def _runs(pid: int) -> bool:
    if os.name == "nt":
        # There the signal 0 is a Ctrl-C; whether a server answers is found out by asking it.
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
