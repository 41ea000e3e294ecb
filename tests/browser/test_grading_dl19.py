"""An annotator's session on the main trial, in real Chromium on the real server."""

import time
from collections import Counter

import pytest
from playwright.sync_api import expect

from judge_app.domain.model import Verdict
from judge_app.services.project import open_project
from judge_app.services.queue import claim_pairs
from tests.support import dl19
from tests.support.browser import CardPage, sign_in
from tests.support.projects import person
from tests.support.server import RunningServer, running_server, start_server

pytestmark = [pytest.mark.browser, pytest.mark.realdata]


@pytest.fixture(scope="module")
def template(tmp_path_factory, realdata):
    path = tmp_path_factory.mktemp("template") / "dl19.duckdb"
    made = dl19.make_project(path, realdata)
    dl19.pool(made)
    made.close()
    return path


@pytest.fixture
def project(template, tmp_path):
    path = tmp_path / "dl19.duckdb"
    path.write_bytes(template.read_bytes())
    return path


@pytest.fixture
def card(browser):
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield CardPage(context.new_page())
    context.close()


def log_of(path):
    opened = open_project(path)
    log = opened.store.judgments.since(0)
    graded = opened.store.judgments.current_grades()
    opened.close()
    return log, {(r.query_id, r.doc_id): r.grade for r in graded.itertuples()}


def begin(card: CardPage, server: RunningServer, name: str = "Mira") -> None:
    sign_in(card.page, server.address, name)
    card.wait_for("grading")


def test_a_session_of_forty_pairs_with_second_thoughts(project, card):
    expected = {}
    with running_server(project) as server:
        begin(card, server)
        for number in range(40):
            expected[card.grade(number % 4)] = number % 4
        change_two(card, expected)
        withdrawn = withdraw_one(card)
        del expected[withdrawn]
        put_off, before = put_one_off(card)

        card.page.get_by_role("link", name="My work").click()
        expect(card.page.get_by_role("heading", name="My work")).to_be_visible()
        card.press("3")
        card.page.get_by_role("link", name="Grade").click()
        card.wait_for("grading")
        assert card.pair == before
        card.page.reload()
        card.wait_for("grading")
        after_reload = card.pair
        expect(card.page.get_by_text("Mira · annotator")).to_be_visible()
        progress = card.page.locator("[data-part=progress]").inner_text()
        card.page.goto("about:blank")

    log, graded = log_of(project)
    assert graded == expected
    assert len(graded) == 39
    counts = Counter(judgment.verdict for judgment in log)
    assert counts == {Verdict.GRADED: 42, Verdict.WITHDRAWN: 1, Verdict.SKIPPED: 1}
    assert not any(judgment.is_late for judgment in log)
    assert "39 of 1,421 pairs" in progress
    queue, remaining = queue_of(project, "Mira")
    assert remaining == 1421 - 460 - 39
    assert after_reload in queue[:2]
    assert withdrawn in queue
    assert queue[-1] == put_off


def change_two(card, expected):
    """Go back over two pairs and change both."""
    card.press("Backspace")
    card.press("Backspace")
    changed = []
    for grade in (3, 0):
        changed.append(card.pair)
        assert card.told("grade") == str(expected[card.pair])
        expected[card.grade(grade)] = grade
    assert len(set(changed)) == 2


def withdraw_one(card):
    """Take the last grade back; return its pair."""
    card.press("Backspace")
    withdrawn = card.pair
    card.press("Delete")
    card.wait_until_saved()
    while card.told("looking-back") == "true":
        card.press("ArrowRight")
    card.go_on()
    return withdrawn


def put_one_off(card):
    """Put the shown pair off; return it and the one that follows."""
    put_off = card.pair
    card.press("l")
    card.go_on()
    assert card.pair != put_off
    card.wait_until_saved()
    return put_off, card.pair


def queue_of(path, name):
    """Return everything that a person can still grade, in order, and the count that is told."""
    opened = open_project(path)
    work = claim_pairs(opened, person(opened, name), [], 10_000)
    opened.close()
    return list(work.pairs), work.remaining


def test_digits_in_the_note_grade_nothing_and_the_note_goes_with_the_grade(project, card):
    with running_server(project) as server:
        begin(card, server)
        pair = card.pair
        card.press("m")
        card.page.keyboard.type("0123 asdf xl")
        card.page.wait_for_timeout(300)
        assert card.pair == pair
        card.press("Escape")
        card.grade(2)
        card.wait_until_saved()
    log, graded = log_of(project)
    assert graded == {pair: 2}
    assert [judgment.note for judgment in log] == ["0123 asdf xl"]


def test_a_held_key_grades_once(project, card):
    with running_server(project) as server:
        begin(card, server)
        pair = card.pair
        for _ in range(8):
            card.page.keyboard.down("2")
        card.page.keyboard.up("2")
        card.wait_until_saved()
    assert log_of(project)[1] == {pair: 2}


def test_ten_presses_without_pause_grade_the_ten_pairs_that_were_shown(project, card):
    with running_server(project) as server:
        begin(card, server)
        card.card.evaluate(
            """(card) => {
                window.shown = [];
                const note = () => {
                    const pair = card.dataset.queryId + " " + card.dataset.docId;
                    if (window.shown.at(-1) !== pair) window.shown.push(pair);
                };
                note();
                new MutationObserver(note).observe(card, { attributes: true });
            }"""
        )
        for key in "0123012301":
            card.page.keyboard.press(key)
        card.wait_until_saved()
        shown = card.page.evaluate("() => window.shown")[:10]
    _, graded = log_of(project)
    assert graded == {
        tuple(pair.split(" ", 1)): grade
        for pair, grade in zip(shown, map(int, "0123012301"), strict=True)
    }


def test_scores_of_a_finished_query_that_come_late_cover_no_document(project, card):
    with running_server(project) as server:
        begin(card, server)
        first_query = card.pair[0]
        queries = [first_query]
        card.page.route("**/judgments", answer_late)
        while queries[-1] == first_query:
            card.press("1")
            card.wait_for("grading")
            queries.append(card.pair[0])
        card.wait_until_saved()
        assert card.told("state") == "grading"
        card.page.unroute("**/judgments")
        card.press("2")
        card.wait_for("pause")
        expect(card.page.get_by_text("You are through with this query")).to_be_visible()


def answer_late(route):
    """Let the grade through at once, and its answer only when the card waits no more."""
    answer = route.fetch()
    time.sleep(1.2)
    route.fulfill(response=answer)


def test_cannot_judge_is_a_verdict_and_no_grade(project, card):
    with running_server(project) as server:
        begin(card, server)
        pair = card.pair
        card.press("x")
        card.go_on()
        assert card.pair != pair
        card.wait_until_saved()
    log, graded = log_of(project)
    assert [judgment.verdict for judgment in log] == [Verdict.CANNOT_JUDGE]
    assert graded == {}


def test_two_annotators_never_see_the_same_pair(project, browser):
    with running_server(project) as server:
        pages = [browser.new_context().new_page() for _ in range(2)]
        cards = [CardPage(page) for page in pages]
        for name, one in zip(("Mira", "Ola"), cards, strict=True):
            begin(one, server, name)
        for _ in range(12):
            for one in cards:
                one.grade(1)
        for one in cards:
            one.wait_until_saved()
            one.page.context.close()
    log, graded = log_of(project)
    assert len(log) == len(graded) == 24
    assert {judgment.person_id for judgment in log} == {0, 1}


def test_grades_given_while_the_server_was_dead_are_sent_when_it_is_back(project, card):
    server = start_server(project)
    port = int(server.address.rsplit(":", 1)[1])
    expected = {}
    try:
        begin(card, server)
        for grade in (0, 1, 2):
            expected[card.grade(grade)] = grade
        card.wait_until_saved()
        server.kill()
        # Long enough for Streamlit to notice, and to cover the page if it were let.
        card.page.wait_for_timeout(8_000)
        for grade in (3, 2, 1, 0):
            expected[card.grade(grade)] = grade
        expect(card.page.locator("[data-part=status]")).to_contain_text("offline", timeout=20_000)
        assert card.told("unsent") == "4"
        card.page.wait_for_timeout(500)
    finally:
        server.kill()
    with running_server(project, port):
        card.wait_until_saved()
        expect(card.page.locator("[data-part=status]")).to_contain_text("saved")
        time.sleep(0.5)
    log, graded = log_of(project)
    assert graded == expected
    assert len(log) == 7
