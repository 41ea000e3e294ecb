"""One browser and one server on the sample for all tests of the screens."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page

from judge_app.services.sample import make_sample
from tests.support.browser import SECONDS, CardPage, open_browser
from tests.support.server import RunningServer, running_server

Visit = Callable[..., Page]


@dataclass(frozen=True)
class SampleServer:
    """A server on the bundled sample, and the run that is not in it."""

    server: RunningServer
    new_run: Path

    @property
    def address(self) -> str:
        return self.server.address

    def client(self) -> httpx.Client:
        return self.server.client()


@pytest.fixture(scope="session")
def browser(chromium) -> Iterator[Browser]:
    with open_browser(chromium) as opened:
        yield opened


@pytest.fixture(scope="session")
def sample_server(tmp_path_factory) -> Iterator[SampleServer]:
    sample = make_sample(tmp_path_factory.mktemp("sample"))
    with running_server(sample.project) as server:
        yield SampleServer(server, sample.new_run)


@pytest.fixture
def visit(browser) -> Iterator[Visit]:
    """Open a screen as somebody who has signed in; each call is a browser of its own."""
    contexts = []

    def open_screen(
        address: str, screen: str = "", *, name: str = "Mira", role: str = "annotator"
    ) -> Page:
        context = browser.new_context(
            viewport={"width": 1440, "height": 900}, accept_downloads=True
        )
        context.set_default_timeout(SECONDS)
        contexts.append(context)
        page = context.new_page()
        answer = page.request.post(f"{address}/api/v1/session", data={"name": name, "role": role})
        assert answer.ok
        page.goto(f"{address}/{screen}")
        return page

    yield open_screen
    for context in contexts:
        context.close()


@pytest.fixture
def graded(visit):
    """Open the card of somebody."""

    def begin(address, name="Mira", **viewport):
        page = visit(address, "grade", name=name)
        if viewport:
            page.set_viewport_size(viewport)
        card = CardPage(page)
        card.wait_for("grading")
        return card

    return begin
