"""Work in the product as a person does: in Chromium, by keys."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, sync_playwright

# The browser would otherwise ask its maker's servers for this and that.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SECONDS = 30_000


@contextmanager
def open_browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def sign_in(page: Page, address: str, name: str, role: str = "annotator") -> None:
    """Fill in the form as a person would."""
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_label(role, exact=False).first.check()
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text(f"{name} · {role}").wait_for(timeout=SECONDS)


class CardPage:
    """The grading card on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.card: Locator = page.locator("[data-part=card]")

    def wait_for(self, state: str) -> None:
        self.page.locator(f"[data-part=card][data-state={state}]").wait_for(timeout=SECONDS)

    def told(self, name: str) -> str:
        return self.card.get_attribute(f"data-{name}") or ""

    @property
    def pair(self) -> tuple[str, str]:
        """The pair on screen, read in one moment."""
        query_id, doc_id = self.card.evaluate("card => [card.dataset.queryId, card.dataset.docId]")
        return query_id, doc_id

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def grade(self, grade: int) -> tuple[str, str]:
        """Grade the pair on screen and go on past a finished query; return the pair."""
        pair = self.pair
        self.press(str(grade))
        self.go_on()
        return pair

    def go_on(self) -> None:
        """Wait until a pair can be graded, closing the summary of a finished query."""
        while self.told("state") != "grading":
            if self.told("state") == "pause":
                self.press("Enter")
            self.page.wait_for_timeout(20)

    def wait_until_saved(self) -> None:
        self.page.locator("[data-part=card][data-unsent='0']").wait_for(timeout=SECONDS)
