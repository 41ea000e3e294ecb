"""Every screen of every role, looked over by axe-core, and walked through without a mouse."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from judge_app.domain.people import Actor, Person, Role
from judge_app.services.project import create_project
from judge_app.services.sample import make_sample
from judge_app.ui.pages import SCREENS, Screen
from tests.support.browser import SECONDS, CardPage
from tests.support.server import running_server

pytestmark = pytest.mark.browser

# What Streamlit's own markup brings and neither a setting nor a style can mend: the rule, the part
# of the page in which alone it is let through, and why nobody is kept from anything by it.
STREAMLITS_OWN = [
    (
        "list",
        "[data-testid=stSidebarNav]",
        "the navigation's list has its sections as <div>; links and headings are read all the same",
    ),
    ("listitem", "[data-testid=stSidebarNav]", "the same list, seen from its links"),
]

_LOOK = """
async (allowed) => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    const isAllowed = (rule, [selector, ...inside]) =>
        !inside.length && allowed.some(([known, part]) =>
            known === rule && document.querySelector(selector)?.closest(part));
    return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .flatMap(({ id, nodes }) => nodes
            .filter((node) => !isAllowed(id, node.target.flat()))
            .map((node) => [id, node.target.flat().join(" "), node.html, node.failureSummary]
                .join("\\n").slice(0, 600)));
}
"""


@dataclass(frozen=True)
class Places:
    """A server with content and one without any."""

    full: str
    empty: str


@pytest.fixture(scope="module")
def places(tmp_path_factory) -> Iterator[Places]:
    folder: Path = tmp_path_factory.mktemp("accessible")
    sample = make_sample(folder)
    create_project(folder / "empty.duckdb", title="Empty").close()
    with running_server(sample.project) as full, running_server(folder / "empty.duckdb") as empty:
        yield Places(full.address, empty.address)


def screens_of(role: Role) -> list[Screen]:
    actor = Actor(Person(0, "somebody"), frozenset({role}))
    return [screen for screen in SCREENS if actor.may(screen.permission)]


def look(page: Page) -> list[str]:
    """Return what axe-core finds serious or critical on a page, each with its place."""
    page.evaluate(AXE_SCRIPT)
    return page.evaluate(_LOOK, [[rule, part] for rule, part, _ in STREAMLITS_OWN])


def settle(page: Page) -> None:
    """Wait until Streamlit has drawn the screen."""
    page.get_by_test_id("stSidebarNavLink").first.wait_for(timeout=SECONDS)
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=SECONDS)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    page.wait_for_timeout(300)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", ["full", "empty"])
@pytest.mark.parametrize("role", list(Role))
def test_axe_finds_nothing_grave_on_any_screen(places, visit, role, kind, scheme):
    page = visit(getattr(places, kind), name=f"{role} {scheme}", role=role.value)
    page.emulate_media(color_scheme=scheme)
    found: dict[str, list[str]] = {}
    for screen in screens_of(role):
        page.goto(f"{getattr(places, kind)}/{Path(screen.file).stem}")
        settle(page)
        if screen.file == "project.py":
            for tab in ("What is here", "Bring in files", "Settings"):
                page.get_by_role("tab", name=tab).click()
                page.wait_for_timeout(500)
                found[f"{screen.title}, {tab}"] = look(page)
        else:
            found[screen.title] = look(page)
    assert {name: all_ for name, all_ in found.items() if all_} == {}
    assert found.keys() >= {screen.title for screen in screens_of(role)} - {"Project"}


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_grave_in_what_opens_on_the_card(places, visit, scheme, width):
    page = visit(places.full, "grade", name=f"Card {scheme} {width}")
    page.set_viewport_size({"width": width, "height": 850})
    page.emulate_media(color_scheme=scheme)
    card = CardPage(page)
    card.wait_for("grading")
    card.grade(2)
    card.wait_until_saved()
    found = {"graded": look(page)}
    for key, name in (("g", "guidelines"), ("?", "help")):
        card.press(key)
        found[name] = look(page)
        card.press("Escape")
    page.locator("[data-part=day-open]").click()
    found["day"] = look(page)
    card.press("Escape")
    for key in ("m", "/"):
        card.press(key)
    card.press("Escape")
    card.press("m")
    found["note"] = look(page)
    card.press("Escape")
    card.press("/")
    found["find"] = look(page)
    card.press("Escape")
    card.press("Backspace")
    found["looking back"] = look(page)
    page.get_by_role("button", name="To the queue").click()
    for _ in range(60):
        if card.told("state") == "pause":
            break
        card.press("1")
        page.wait_for_timeout(150)
    card.wait_for("pause")
    page.get_by_role("button", name="Continue").wait_for()
    found["pause"] = look(page)
    assert {name: all_ for name, all_ in found.items() if all_} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_grave_at_the_door(places, visit, scheme):
    page = visit(places.full)
    page.context.clear_cookies()
    page.emulate_media(color_scheme=scheme)
    page.goto(places.full)
    page.get_by_role("button", name="Sign in").wait_for(timeout=SECONDS)
    assert look(page) == []


# The element with the focus, in the shadow too; null where nothing can be done but scroll.
_FOCUSED = """
const focused = () => {
    let node = document.activeElement;
    while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
    const fields = "a, button, input, textarea, select, summary, [role], article";
    return node.matches(fields) ? node : null;
};
"""

_NAME = f"""() => {{
    {_FOCUSED}
    const node = focused();
    const label = node?.labels?.[0]?.textContent;
    const texts = [node?.getAttribute("aria-label"), node?.textContent, label];
    return texts.filter(Boolean).join(" ");
}}"""

# The document's frame and Streamlit's fields show the focus on what surrounds them.
_IS_MARKED = f"""() => {{
    {_FOCUSED}
    const node = focused();
    const isDrawn = (part) => {{
        const {{ outlineStyle, outlineWidth, boxShadow }} = getComputedStyle(part);
        return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    }};
    const frames = ".sheet, [data-baseweb], [data-testid$=RootElement], [data-testid$=Container]";
    const frame = node?.closest(frames);
    const hasBorder = frame && parseFloat(getComputedStyle(frame).borderTopWidth) > 0;
    const around = [node, node?.parentElement, node?.parentElement?.parentElement, frame,
        node?.closest("label")];
    return !node || hasBorder || around.filter(Boolean).some(isDrawn);
}}"""


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the element of that name has the focus; every stop has to show it."""
    for _ in range(80):
        page.keyboard.press("Tab")
        focused = page.evaluate(_NAME)
        assert page.evaluate(_IS_MARKED), focused
        if name in focused:
            return
    raise AssertionError(f"Tab does not lead to {name!r}")


def test_grading_needs_no_mouse(places, visit):
    page = visit(places.full, "grade", name="Keys")
    card = CardPage(page)
    card.wait_for("grading")
    card.press("2")
    card.go_on()
    tab_to(page, "Larger text")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Text size 4 of 8")).to_be_visible()
    tab_to(page, "Related")
    pair = card.pair
    page.keyboard.press("Enter")
    card.go_on()
    assert card.pair != pair
    tab_to(page, "today")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Your day")).to_be_visible()
    page.keyboard.press("Escape")
    card.press("Backspace")
    assert card.told("grade") == "1"
    card.press("m")
    page.keyboard.type("seen without a mouse")
    page.keyboard.press("Escape")
    card.wait_until_saved()
    expect(page.locator("[data-part=status][role=status]")).to_have_text("saved")
    expect(page.locator("[data-part=matches][aria-live=polite]")).to_contain_text("match")
    expect(page.locator("[data-part=announcement][role=status]")).to_contain_text("Document:")


def test_a_lead_changes_the_settings_without_a_mouse(places, visit):
    page = visit(places.empty, "pool", name="Lea", role="lead")
    settle(page)
    tab_to(page, "Project")
    page.keyboard.press("Enter")
    page.get_by_role("tab", name="Settings").wait_for()
    settle(page)
    tab_to(page, "What is here")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    tab_to(page, "Example of 0")
    page.keyboard.type("An advert")
    tab_to(page, "Save")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved. Annotators see it")).to_be_visible(timeout=SECONDS)
    expect(page.get_by_label("Example of 0")).to_have_value("An advert")
