"""Pages, Markdown, pictures and scripts of all directions, in the real card."""

import pytest
from playwright.sync_api import Page, expect

from judge_app.services.project import open_project
from judge_app.ui.components.grading_card.assets import read_script
from tests.support.browser import CardPage, sign_in
from tests.support.documents import picture, project_of_files
from tests.support.server import running_server

pytestmark = pytest.mark.browser

QUERY = "tidal energy"
FILLER = "<p>Nothing of it here.</p>" * 400
ARABIC = (
    "<h2>مقدمة</h2><p>طاقة المد.</p><ul><li>الطاقة النظيفة</li></ul><p>English, from the left.</p>"
)
FILES = {
    "page.html": f"<title>T</title>{FILLER}<p>in<b>ter</b>rupted ti<i>dal</i> ener<b>gies</b></p>"
    "<table><tr><td>one cell<td>two cells</table>",
    "notes.md": "# Notes\n\n" + "No word of it.\n\n" * 300 + "The **tidal** *energy* of it.\n",
    "sea.png": picture(size=(1800, 1100)),
    "small.gif": picture("GIF", (60, 40)),
    "arabic.html": ARABIC,
    "hebrew.txt": "שלום עולם\n\nAn English paragraph.",
    "empty.html": "<script>alert(1)</script>",
    "repeated.md": "# The *title* again\n\nwords",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    path = tmp_path_factory.mktemp("documents") / "documents.duckdb"
    project_of_files(path, FILES, query=QUERY).close()
    return path


@pytest.fixture
def served(project, tmp_path):
    path = tmp_path / "documents.duckdb"
    path.write_bytes(project.read_bytes())
    with running_server(path) as server:
        yield server, path


@pytest.fixture
def page(browser) -> Page:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield context.new_page()
    context.close()


def begin(page, server) -> CardPage:
    sign_in(page, server.address, "Mira")
    card = CardPage(page)
    card.wait_for("grading")
    return card


def open_document(card: CardPage, doc_id: str) -> None:
    """Put others off until the document is on screen."""
    for _ in FILES:
        if card.pair[1] == doc_id:
            return
        card.press("l")
    assert card.pair[1] == doc_id


def matches(card: CardPage):
    return card.page.locator("[data-part=matches]")


def current(page: Page) -> str:
    """Return the text of the match that stands out, and whether it can be seen."""
    return page.evaluate(
        """() => {
          const [range] = CSS.highlights.get("judgepool-current");
          const live = document.createRange();
          live.setStart(range.startContainer, range.startOffset);
          live.setEnd(range.endContainer, range.endOffset);
          const place = live.getBoundingClientRect();
          let scroller = range.startContainer.parentElement;
          while (scroller.dataset.part !== "scroller") scroller = scroller.parentElement;
          const window = scroller.getBoundingClientRect();
          const isSeen = place.top >= window.top && place.bottom <= window.bottom;
          return `${live.toString()}${isSeen ? "" : " (out of sight)"}`;
        }"""
    )


@pytest.mark.parametrize(("doc_id", "words"), [("page", "tidal"), ("notes", "tidal")])
def test_the_first_match_comes_into_view_on_request(served, page, doc_id, words):
    server, _ = served
    card = begin(page, server)
    open_document(card, doc_id)
    expect(matches(card)).to_have_text("2 matches")
    card.press("n")
    expect(matches(card)).to_have_text("1 of 2 matches")
    page.wait_for_timeout(100)
    assert current(page) == words
    card.press("n")
    assert current(page) in {"energies", "energy"}
    card.press("n")
    assert current(page) == words


def test_find_looks_across_bold_and_blanks_and_not_across_cells(served, page):
    server, _ = served
    card = begin(page, server)
    open_document(card, "page")
    expect(matches(card)).to_have_text("2 matches")
    card.press("/")
    page.keyboard.type("interrupted tidal")
    expect(matches(card)).to_have_text("1 of 1 match")
    page.wait_for_timeout(100)
    assert current(page) == "interrupted tidal"
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("celltwo")
    expect(matches(card)).to_have_text("not found")


def test_keys_work_wherever_the_document_was_touched(served, page):
    server, path = served
    card = begin(page, server)
    open_document(card, "arabic")
    page.locator("[data-part=text] li").first.click()
    page.locator("[data-part=text] p").last.dblclick()
    card.press("2")
    card.wait_until_saved()
    page.goto("about:blank")
    server.process.terminate()
    server.process.wait()
    project = open_project(path)
    rows = project.store.judgments.current_grades()
    project.close()
    assert rows[["doc_id", "grade"]].values.tolist() == [["arabic", 2]]


def test_every_paragraph_reads_in_its_own_direction(served, page):
    server, _ = served
    card = begin(page, server)
    open_document(card, "arabic")
    text = page.locator("[data-part=text]")
    directions = text.evaluate(
        "body => [...body.querySelectorAll('h4, ul, p')].map((n) => getComputedStyle(n).direction)"
    )
    assert directions == ["rtl", "rtl", "rtl", "ltr"]
    # The marks of a list stand where its words begin.
    place = text.locator("li").first.evaluate(
        "entry => [entry.getBoundingClientRect().right, "
        "entry.parentElement.getBoundingClientRect().right]"
    )
    assert place[0] < place[1]
    open_document(card, "hebrew")
    directions = text.evaluate(
        "body => [...body.querySelectorAll('p')].map((n) => getComputedStyle(n).direction)"
    )
    assert directions == ["rtl", "ltr"]


def test_a_picture_is_fitted_and_shown_in_full_on_request(served, page):
    server, _ = served
    card = begin(page, server)
    open_document(card, "sea")
    image = page.get_by_role("img", name="Picture sea")
    larger = page.get_by_role("button", name="Full size")
    larger.wait_for()
    box, scroller = image.bounding_box(), page.locator("[data-part=scroller]").bounding_box()
    assert box["width"] < scroller["width"]
    assert box["y"] + box["height"] <= scroller["y"] + scroller["height"]
    assert abs(box["width"] / box["height"] - 1800 / 1100) < 0.01
    larger.click()
    assert image.bounding_box()["width"] == 1800
    # The focus is back on the document: keys scroll and grade as ever.
    card.press("Space")
    assert image.bounding_box()["width"] == 1800
    image.click()
    assert image.bounding_box()["width"] == box["width"]
    open_document(card, "small")
    assert page.get_by_role("img", name="Picture small").bounding_box()["width"] == 60
    expect(page.get_by_role("button", name="Full size")).to_have_count(0)


def test_a_picture_that_does_not_come_cannot_be_graded(served, page):
    server, _ = served
    page.route("**/api/v1/images/**", lambda route: route.fulfill(status=500))
    card = begin(page, server)
    open_document(card, "sea")
    expect(page.get_by_text("The picture could not be loaded")).to_be_visible()
    card.press("2")
    page.wait_for_timeout(100)
    assert card.pair[1] == "sea"
    card.press("x")
    card.wait_until_saved()
    assert card.pair[1] != "sea"


def test_a_page_without_anything_to_show_says_so(served, page):
    server, _ = served
    card = begin(page, server)
    open_document(card, "empty")
    expect(page.get_by_text("Nothing of this page can be shown. Choose X.")).to_be_visible()


def test_a_title_that_the_page_begins_with_stands_there_once(served, page):
    server, _ = served
    card = begin(page, server)
    open_document(card, "repeated")
    expect(page.get_by_role("heading", name="The title again")).to_have_count(1)
    expect(page.locator("[data-part=title]")).to_be_hidden()


WORDS = [
    ("rise", "rising rises arise", ["rising", "rises"]),
    ("niño", "ninos NIN\u0303O", ["ninos", "NIN\u0303O"]),
    ("straße", "Strasse STRASSE Straßen", ["Strasse", "STRASSE", "Straßen"]),
    ("bank", "Datenbank Bankkonto Bank Banken", ["Bank", "Banken"]),
    ("東京大学", "東京都の大学", ["東京", "大学"]),
    ("大学 的", "大学的", ["大学", "的"]),
    ("東京の駅", "駅は東京にある", ["駅", "東京"]),
    ("한국", "한국은 한국어 한국", ["한국은", "한국"]),
    ("طاقة المد", "الطاقة وطاقات والمد المدينة", ["الطاقة", "وطاقات", "والمد"]),
    ("كِتَاب", "كتاب الكتاب مكتب", ["كتاب", "الكتاب"]),
    ("שלום העולם", "בשלום ולעולם שלומי", ["בשלום", "ולעולם"]),
    ("שָׁלוֹם", "שלום", ["שלום"]),
    ("Москва", "Москве москвы Московский", ["Москве", "москвы"]),
    ("the of", "the rest of it", ["the", "of"]),
    ("what is tidal", "what is a tidal wave", ["tidal"]),
]


@pytest.fixture(scope="module")
def matcher(browser):
    page = browser.new_page()
    page.goto("about:blank")
    script = read_script() + "\nwindow.QueryMatcher = QueryMatcher;"
    page.add_script_tag(content=script, type="module")
    page.wait_for_function("() => Boolean(window.QueryMatcher)")
    yield page
    page.close()


@pytest.mark.parametrize(("query", "text", "marked"), WORDS)
def test_the_words_of_a_query_are_found_in_any_script(matcher, query, text, marked):
    found = matcher.evaluate(
        """([query, text]) => new QueryMatcher(query).matches(text)
          .map(([start, end]) => text.slice(start, end))""",
        [query, text],
    )
    assert found == marked
