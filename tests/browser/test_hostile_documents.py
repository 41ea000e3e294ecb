"""Documents that attack: none runs, loads, asks, leads away, or changes the page around it.

They are opened one after another in real Chromium, through the real server and the real card, and
graded by keys. Then each of the two walls (the server's cleaning, the card's building) is taken
away in turn, to see that the other holds alone; and at last the documents are opened as they are,
to see that the checks used here find what they look for.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, Route

from judge_app.services.project import open_project
from judge_app.services.shown import safe_html, safe_markdown
from tests.support.browser import SECONDS, CardPage, sign_in
from tests.support.documents import project_of_files
from tests.support.hostile import DOCUMENTS, HOST, PATH
from tests.support.server import running_server

pytestmark = pytest.mark.browser

FEWEST_VECTORS = 40
OWN_PATHS = ("/api/v1/", "/_stcore/", "/static/", "/component/", "/grade", "/favicon")
CONTENT = {Path(name).with_suffix("").name: content for name, content in DOCUMENTS.items()}
ENDING = {Path(name).with_suffix("").name: Path(name).suffix for name in DOCUMENTS}

LISTED = """
div p ul ol li dl dt dd table caption thead tbody tfoot tr td th pre blockquote hr br wbr em
strong b i u s del ins sub sup small mark code kbd samp var q cite dfn bdi bdo ruby rt rp h3 h4
h5 h6 span img
"""
ELEMENTS = set(LISTED.split())
LISTED_ATTRIBUTES = (
    "class dir start value colspan rowspan src alt decoding tabindex role aria-label"
)
ATTRIBUTES = set(LISTED_ATTRIBUTES.split())

SHOWN = """
() => {
  const body = document.querySelector("[data-part=text]") ?? deep(document);
  function deep(root) {
    for (const host of root.querySelectorAll("*")) {
      const found = host.shadowRoot && (host.shadowRoot.querySelector("[data-part=text]")
        ?? deep(host.shadowRoot));
      if (found) return found;
    }
    return null;
  }
  return [...body.querySelectorAll(".section *")].map((node) => ({
    name: node.localName,
    shadow: node.shadowRoot !== null,
    attributes: Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
  }));
}
"""
LOOK = """
() => {
  const looks = ["background", "color", "font", "display", "visibility", "position", "cursor"];
  const of = (node) => looks.map((name) => getComputedStyle(node)[name]).join("|");
  const roots = [document];
  for (const root of roots) {
    for (const node of root.querySelectorAll("*")) if (node.shadowRoot) roots.push(node.shadowRoot);
  }
  const all = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
  const parts = ["card", "query", "scroller", "grades", "guidelines"];
  return {
    looks: [of(document.body), ...parts.map((name) => of(all(`[data-part=${name}]`)[0])),
      ...all("[data-command=grade] kbd").map(of)],
    title: document.title,
    address: location.href,
    base: document.baseURI,
    styles: document.styleSheets.length,
    frames: window.length,
    open: all("dialog[open], :popover-open").length,
    hostile: window.hostile ?? null,
    globals: typeof document.querySelector + typeof document.getElementById,
  };
}
"""


@dataclass
class Watch:
    """Everything that a page does beyond showing."""

    requests: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)

    def on(self, page: Page) -> None:
        page.on("request", self._note)
        page.on("dialog", lambda dialog: (self.dialogs.append(dialog.message), dialog.dismiss()))
        page.context.on("page", lambda opened: self.pages.append(opened.url))

    def _note(self, request: Request) -> None:
        self.requests.append(request.url)

    def strange(self, own: str) -> list[str]:
        """Return the addresses that no page of ours asks for."""
        host = urlsplit(own).netloc
        return [url for url in self.requests if not _is_own(url, host)]


def _is_own(url: str, host: str) -> bool:
    told = urlsplit(url)
    if told.scheme in {"data", "blob"}:
        return not url.startswith(("data:text", "data:image/svg"))
    is_ours = told.path == "/" or told.path.startswith(OWN_PATHS)
    return told.netloc == host and is_ours and not told.path.startswith(PATH)


@pytest.fixture(scope="module")
def template(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / "hostile.duckdb"
    project_of_files(path, DOCUMENTS, query="the end of hostile").close()
    return path


@contextmanager
def grading(browser, template, tmp_path, change=None) -> Iterator[tuple[CardPage, Watch, Path]]:
    """Sign in on a copy of the project; `change` may alter every pair on its way to the card."""
    path = tmp_path / "hostile.duckdb"
    path.write_bytes(template.read_bytes())
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page, watch = context.new_page(), Watch()
    context.route(f"{HOST}/**", lambda route: route.abort())
    if change is not None:
        page.route("**/api/v1/grading/next", lambda route: _changed(route, change))
    watch.on(page)
    with running_server(path) as server:
        sign_in(page, server.address, "Mira")
        card = CardPage(page)
        card.wait_for("grading")
        yield card, watch, path
        page.goto("about:blank")
    context.close()


def _changed(route: Route, change) -> None:
    answer = route.fetch()
    told = answer.json()
    for pair in told["pairs"]:
        change(pair)
    route.fulfill(response=answer, body=json.dumps(told))


def go_through(card: CardPage, watch: Watch) -> list[str]:
    """Look at every document, and grade it; return what was seen, in order."""
    page = card.page
    before = page.evaluate(LOOK)
    seen = []
    for number in range(len(DOCUMENTS)):
        name = card.pair[1]
        seen.append(name)
        wait_until_shown(card)
        # Over everything once, and into the document as a person would click.
        page.mouse.move(500, 300 + number % 7)
        page.mouse.click(700, 330)
        complain_about(name, page.evaluate(SHOWN))
        after = page.evaluate(LOOK)
        assert after == before, name
        assert watch.dialogs == [], name
        assert watch.pages == [], name
        assert watch.strange(before["address"]) == [], name
        card.press(str(number % 4))
        if number + 1 < len(DOCUMENTS):
            card.page.locator(f"[data-part=card]:not([data-doc-id='{name}'])").wait_for()
    card.wait_until_saved()
    return seen


def wait_until_shown(card: CardPage) -> None:
    """Wait until a picture has arrived: before that, no key grades it."""
    pictures = card.page.locator("[data-part=text] .picture img")
    if pictures.count():
        pictures.first.evaluate("image => image.decode()")


def complain_about(name: str, nodes: list[dict]) -> None:
    """Fail where anything in a shown document is not on the list."""
    for node in nodes:
        assert node["name"] in ELEMENTS, (name, node)
        assert not node["shadow"], (name, node)
        assert set(node["attributes"]) <= ATTRIBUTES, (name, node)
        assert node["attributes"].get("src", "data:image/png").startswith("data:image/"), name


def graded(path: Path) -> set[str]:
    project = open_project(path)
    rows = project.store.judgments.current_grades()
    project.close()
    return set(rows["doc_id"])


def test_there_are_enough_vectors():
    assert len(CONTENT) == len(DOCUMENTS) >= FEWEST_VECTORS


def test_hostile_documents_are_shown_safely_and_graded_by_keys(browser, template, tmp_path):
    with grading(browser, template, tmp_path) as (card, watch, path):
        seen = go_through(card, watch)
    assert sorted(seen) == sorted(CONTENT)
    assert graded(path) == set(CONTENT)


def test_the_card_alone_keeps_them_out(browser, template, tmp_path):
    """The server's cleaning is undone: the card gets every page as it came."""

    def as_it_came(pair) -> None:
        if pair["kind"] == "html":
            pair["text"] = CONTENT[pair["doc_id"]]
        elif pair["kind"] == "markdown":
            pair["kind"], pair["text"] = "html", CONTENT[pair["doc_id"]]

    with grading(browser, template, tmp_path, as_it_came) as (card, watch, path):
        seen = go_through(card, watch)
    assert sorted(seen) == sorted(CONTENT)
    assert graded(path) == set(CONTENT)


@contextmanager
def opened_as_it_is(browser, html: str) -> Iterator[tuple[Page, Watch]]:
    """Open a page in a browser of its own, nothing taken out; nothing leaves this machine."""
    context = browser.new_context()
    page, watch = context.new_page(), Watch()
    context.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html"))
    context.route(
        lambda url: url != "http://own.example/grade", lambda route: route.fulfill(status=204)
    )
    watch.on(page)
    page.goto("http://own.example/grade", wait_until="commit")
    page.wait_for_timeout(150)
    yield page, watch
    context.close()


def test_the_cleaning_alone_keeps_them_out(browser):
    """What the server sends does nothing even where a browser takes it for a page."""
    parts = [
        safe_html(content) if ENDING[name] == ".html" else safe_markdown(content)
        for name, content in CONTENT.items()
        if ENDING[name] in {".html", ".md"}
    ]
    with opened_as_it_is(browser, "<!doctype html>" + "<hr>".join(parts)) as (page, watch):
        assert watch.strange("http://own.example/grade") == []
        assert watch.dialogs == []
        assert page.evaluate("window.hostile ?? null") is None
        wrong = "script, style, link, meta, base, iframe, object, embed, form, input, svg, math"
        assert page.locator(wrong).count() == 0


def test_the_checks_find_what_they_look_for(browser):
    """Opened as they are, most of the pages do run or load something."""
    active, harmless = [], []
    for name in (name for name in CONTENT if ENDING[name] == ".html"):
        with opened_as_it_is(browser, CONTENT[name]) as (page, watch):
            has_run = page.evaluate("window.hostile ?? null") is not None
            acts = has_run or watch.dialogs or watch.strange("http://own.example/grade")
            (active if acts else harmless).append(name)
        if len(active) == FEWEST_VECTORS:
            return
    pytest.fail(f"these did nothing: {harmless}")


def test_a_document_let_in_unclean_is_noticed(browser, template, tmp_path):
    """Markup put into the card by hand: every check of the others fails."""
    with grading(browser, template, tmp_path) as (card, watch, _):
        page = card.page
        before = page.evaluate(LOOK)
        page.locator("[data-part=text]").evaluate(
            """(body, host) => { body.innerHTML = `<div class=section>
              <style>[data-part=card] { background: red }</style>
              <img src="${host}/let-in.png" onerror="window.hostile = 'let in'"></div>`; }""",
            HOST,
        )
        page.wait_for_function("window.hostile", timeout=SECONDS)
        assert page.evaluate(LOOK) != before
        assert watch.strange(before["address"]) == [f"{HOST}/let-in.png"]
        with pytest.raises(AssertionError):
            complain_about("let-in", page.evaluate(SHOWN))
