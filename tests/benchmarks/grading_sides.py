"""The two pages that the grading benchmark compares: how each is served and entered."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx
from playwright.sync_api import Page

from tests.support.browser import CardPage
from tests.support.server import START_SECONDS, running_server

SCRIPT = Path(__file__).parent / "plain_buttons.py"
_SERVE_PLAIN = """
import sys
import streamlit
streamlit.App(sys.argv[1]).run(
    config={
        "server.address": "127.0.0.1",
        "server.port": int(sys.argv[2]),
        "server.headless": True,
        "browser.gatherUsageStats": False,
    }
)
"""


@dataclass(frozen=True)
class Side:
    """One of the two pages: how it is served, how a person gets to it, what the script calls it."""

    name: str
    kind: str
    serve: Callable[[Path], AbstractContextManager[str]]
    enter: Callable[[Page, str, str], None]


@contextmanager
def card_server(project: Path) -> Iterator[str]:
    with running_server(project) as server:
        yield server.address


@contextmanager
def plain_server(project: Path, ahead: int) -> Iterator[str]:
    """Serve the plain page as its author would, with Streamlit's own defaults."""
    told = {"JUDGEPOOL_BENCHMARK_PROJECT": str(project), "JUDGEPOOL_BENCHMARK_AHEAD": str(ahead)}
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE_PLAIN, str(SCRIPT), str(port)],
        env={**os.environ, **told},
        stdout=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for_answer(process, f"{address}/_stcore/health")
        yield address
    finally:
        process.terminate()
        process.wait(timeout=20)


def wait_for_answer(process: subprocess.Popen[bytes], url: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            if httpx.get(url, timeout=2).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise RuntimeError(f"{url} did not answer")


def enter_card(page: Page, address: str, person: str) -> None:
    signed_in = page.request.post(
        f"{address}/api/v1/session", data={"name": person, "role": "annotator"}
    )
    if not signed_in.ok:
        raise RuntimeError(signed_in.text())
    page.goto(f"{address}/grade")
    CardPage(page).wait_for("grading")


def enter_plain(page: Page, address: str, person: str) -> None:
    page.goto(f"{address}/?person={person}")
    page.get_by_text("Document q").wait_for()


def both_sides(ahead: int) -> tuple[Side, Side]:
    """Return the card and its peer, which reads so many pairs at once."""
    return (
        Side("judgepool", "card", card_server, enter_card),
        Side("st.button", "buttons", partial(plain_server, ahead=ahead), enter_plain),
    )
