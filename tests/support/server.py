"""Start the real server on a project's file, and speak to it."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from judge_app.services.address import ServerAddress, find_server

_SERVE = """
import sys
from pathlib import Path
from judge_app.server import listen, serve
from judge_app.services.project import open_project
serve(open_project(Path(sys.argv[1])), listen("127.0.0.1", int(sys.argv[2])), ready=lambda: None)
"""
START_SECONDS = 60


@dataclass(frozen=True)
class RunningServer:
    process: subprocess.Popen[bytes]
    found: ServerAddress

    @property
    def address(self) -> str:
        return self.found.address

    def client(self, token: str | None = None, timeout: float = 60) -> httpx.Client:
        return httpx.Client(
            base_url=f"{self.address}/api/v1",
            headers={"authorization": f"Bearer {token or self.found.token}"},
            timeout=timeout,
        )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def start_server(project: Path, port: int = 0) -> RunningServer:
    """Start a server and return when it answers."""
    process = subprocess.Popen([sys.executable, "-c", _SERVE, str(project), str(port)])
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with exit code {process.returncode}")
        found = find_server(project)
        if found is not None and found.pid == process.pid and _answers(found.address):
            return RunningServer(process, found)
        time.sleep(0.05)
    process.kill()
    raise RuntimeError(f"the server did not answer within {START_SECONDS} seconds")


@contextmanager
def running_server(project: Path, port: int = 0) -> Iterator[RunningServer]:
    """Run a server while the block lasts."""
    server = start_server(project, port)
    try:
        yield server
    finally:
        server.process.terminate()
        try:
            server.process.wait(timeout=20)
        finally:
            server.process.kill()


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/api/v1/health", timeout=2).is_success
    except httpx.TransportError:
        return False
