"""A lead settles disagreements by keys, one pair after the other, and collects marks."""

import re
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from judge_app.domain.model import NewJudgment, Verdict
from judge_app.domain.people import PersonKind
from judge_app.services.grading import submit
from judge_app.store import NewBatch
from tests.support.browser import SECONDS
from tests.support.documents import project_of_files
from tests.support.hostile import DOCUMENTS, HOST, PATH
from tests.support.projects import judgment, person, small_project
from tests.support.server import running_server

pytestmark = pytest.mark.browser

RUNS = {"alpha": {"q1": ["d1", "d2", "d3", "d4"], "q2": ["e1", "e2"]}}
GRADES = {
    "Ada": [("q1", "d1", 3), ("q1", "d2", 2), ("q1", "d3", 1), ("q2", "e1", 1)],
    "Ben": [("q1", "d1", 0), ("q1", "d2", 0), ("q1", "d3", 1), ("q2", "e1", 2)],
}
# What may run, load, ask or lead away.
FORBIDDEN = (
    "script, style, iframe, object, embed, form, input, textarea, select, link, meta, base, video,"
    "audio, svg, math, [href], [srcset], [ping], [onerror], [onload], [style], [action]"
)


@pytest.fixture
def server(tmp_path):
    project = small_project(tmp_path / "p.duckdb", RUNS, depth=10)
    for name, grades in GRADES.items():
        rows = [judgment(*pair, note=f"{name} on {pair[1]}") for pair in grades]
        submit(project, person(project, name), rows)
    project.close()
    with running_server(tmp_path / "p.duckdb") as running:
        yield running


def labels(server) -> dict[tuple[str, str], int]:
    with server.client() as client:
        lines = client.get("/export").text.splitlines()
    return {(q, d): int(grade) for q, _, d, grade in (line.split() for line in lines)}


def shows(page: Page, place: str, text: str) -> None:
    expect(page.get_by_text(place, exact=True)).to_be_visible(timeout=SECONDS)
    expect(page.locator(".st-key-document")).to_contain_text(text, timeout=SECONDS)


def press(page: Page, key: str) -> None:
    """Press a key once the bar takes one: before the next pair is on screen it takes none."""
    page.locator("#bar[data-state=ready]").wait_for(timeout=SECONDS)
    page.locator("body").press(key)


def test_pairs_are_decided_by_keys_and_the_next_follows(visit, server):
    page = visit(server.address, "disagreements", name="Lea", role="lead")
    shows(page, "1 of 3", "text of d1")
    expect(page.get_by_text("Ada on d1")).to_be_visible()
    expect(page.get_by_text("by lower-median of 2 grades")).to_be_visible()
    press(page, "2")
    shows(page, "1 of 2", "text of d2")
    assert labels(server)["q1", "d1"] == 2

    press(page, "ArrowRight")
    shows(page, "2 of 2", "text of e1")
    press(page, "m")
    page.get_by_role("textbox", name="Why").press_sequentially("3 of 3 parts are there")
    assert labels(server)["q2", "e1"] == 1
    page.get_by_role("button", name="3 Fully answers").click()
    shows(page, "1 of 1", "text of d2")
    assert labels(server)["q2", "e1"] == 3
    press(page, "0")
    expect(page.get_by_text("There is no open disagreement.")).to_be_visible(timeout=SECONDS)

    page.get_by_role("radio", name="Decided").click()
    shows(page, "2 of 3", "text of d2")
    page.get_by_role("heading", name="what is q1").click()
    press(page, "ArrowRight")
    shows(page, "3 of 3", "text of e1")
    expect(page.get_by_text("decided by Lea")).to_be_visible()
    expect(page.get_by_role("textbox", name="Why")).to_have_value("3 of 3 parts are there")
    press(page, "Delete")
    expect(page.get_by_text("Not in the list")).to_be_visible(timeout=SECONDS)
    assert labels(server)["q2", "e1"] == 1


def test_a_held_key_decides_one_pair_only(visit, server):
    page = visit(server.address, "disagreements", name="Lea", role="lead")
    shows(page, "1 of 3", "text of d1")
    page.locator("body").focus()
    for _ in range(8):
        page.keyboard.down("3")
        page.wait_for_timeout(150)
    page.keyboard.up("3")
    shows(page, "1 of 2", "text of d2")
    assert labels(server)["q1", "d1"] == 3
    assert labels(server)["q1", "d2"] == 0


def test_names_are_hidden_until_they_are_asked_for(visit, server):
    page = visit(server.address, "disagreements", name="Lea", role="lead")
    shows(page, "1 of 3", "text of d1")
    said = page.get_by_test_id("stMarkdown")
    expect(said.filter(has_text=re.compile("^A · "))).to_be_visible()
    expect(said.filter(has_text=re.compile("^Ben · "))).to_have_count(0)
    page.get_by_text("Hide names").click()
    expect(said.filter(has_text="Ben · 0 Not relevant")).to_be_visible(timeout=SECONDS)


def test_marks_on_the_guidelines_are_collected_settled_and_lead_back(visit, server):
    page = visit(server.address, "disagreements", name="Lea", role="lead")
    shows(page, "1 of 3", "text of d1")
    press(page, "ArrowRight")
    shows(page, "2 of 3", "text of d2")
    page.get_by_role("button", name="Guidelines need work").click()
    page.get_by_role("textbox", name="What should they say?").fill("Is a list an answer?")
    page.get_by_role("button", name="Add to the list").click()
    page.get_by_role("tab", name="Guidelines").click()
    expect(page.get_by_text("1 open mark of 1.")).to_be_visible(timeout=SECONDS)
    expect(page.get_by_text("Is a list an answer?")).to_be_visible()
    page.get_by_role("button", name="Settled").click()
    expect(page.get_by_text("0 open marks of 1.")).to_be_visible(timeout=SECONDS)
    page.get_by_role("button", name="Open the pair").click()
    shows(page, "2 of 3", "text of d2")


def test_the_leaderboard_follows_a_decision_at_once(visit, server):
    board = visit(server.address, "leaderboard", name="Eva", role="evaluator")
    expect(board.get_by_text("4 labels, lower-median of 8 judgments")).to_be_visible(
        timeout=SECONDS
    )
    page = visit(server.address, "disagreements", name="Lea", role="lead")
    shows(page, "1 of 3", "text of d1")
    press(page, "2")
    expect(board.get_by_text("4 labels, lower-median of 9 judgments")).to_be_visible(
        timeout=SECONDS
    )


@pytest.mark.parametrize("screen", ["disagreements", "team"])
@pytest.mark.parametrize("role", ["annotator", "evaluator"])
def test_nobody_but_a_lead_sees_any_of_it(visit, server, role, screen):
    page = visit(server.address, screen, name="Eve", role=role)
    expect(page.get_by_text("you may not")).to_be_visible(timeout=SECONDS)
    expect(page.get_by_text("Ada")).to_have_count(0)
    expect(page.get_by_test_id("stSidebarNavLink").filter(has_text="Team")).to_have_count(0)


def test_nobody_has_judged_anything_yet(visit, tmp_path):
    small_project(tmp_path / "new.duckdb", RUNS).close()
    with running_server(tmp_path / "new.duckdb") as running:
        page = visit(running.address, "disagreements", name="Lea", role="lead")
        expect(page.get_by_text("There is no open disagreement.")).to_be_visible(timeout=SECONDS)
        page.get_by_role("link", name="Ask for overlap").click()
        expect(page.get_by_text("No pool has been built,")).to_be_visible(timeout=SECONDS)


def test_hostile_documents_do_nothing_here_either(visit, tmp_path):
    path = tmp_path / "hostile.duckdb"
    project = project_of_files(path, DOCUMENTS, query="the end of hostile")
    doc_ids = sorted(Path(name).with_suffix("").name for name in DOCUMENTS)
    for name, grade in (("Ada", 3), ("Ben", 0)):
        submit(project, person(project, name), [judgment("q", doc, grade) for doc in doc_ids])
    project.close()
    with running_server(path) as running:
        page = visit(running.address, "disagreements", name="Lea", role="lead")
        asked, dialogs = [], []
        page.on("request", lambda request: asked.append(request.url))
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        for place, doc_id in enumerate(doc_ids, start=1):
            expect(page.get_by_text(f"{place} of {len(doc_ids)}", exact=True)).to_be_visible(
                timeout=SECONDS
            )
            page.locator(f"#bar[data-doc-id='{doc_id}']").wait_for(timeout=SECONDS)
            page.locator(".st-key-document").hover()
            shown = page.locator(".st-key-document").get_by_test_id("stHtml")
            assert shown.locator(FORBIDDEN).count() == 0, shown.inner_html()
            assert page.evaluate("window.hostile ?? null") is None, doc_id
            press(page, "ArrowRight")
        assert dialogs == []
        assert [url for url in asked if url.startswith(HOST) or PATH in url] == []
        assert page.url == f"{running.address}/disagreements"


def test_a_row_of_the_list_opens_its_pair_and_the_keys_lead_on_from_there(visit, server):
    page = visit(server.address, "disagreements", name="Lea", role="lead")
    shows(page, "1 of 3", "text of d1")
    table = page.locator(".st-key-dispute-list canvas").first
    table.scroll_into_view_if_needed()
    place = table.bounding_box()
    page.mouse.click(place["x"] + 18, place["y"] + 87)
    shows(page, "2 of 3", "text of d2")
    page.get_by_role("heading", name="what is q1").click()
    press(page, "2")
    shows(page, "2 of 2", "text of e1")
    press(page, "ArrowLeft")
    shows(page, "1 of 2", "text of d1")
    press(page, "1")
    shows(page, "1 of 1", "text of e1")
    assert (labels(server)["q1", "d1"], labels(server)["q1", "d2"]) == (1, 2)


def test_a_pair_becomes_gold_where_it_is_decided(visit, server):
    page = visit(server.address, "disagreements", name="Lea", role="lead")
    shows(page, "1 of 3", "text of d1")
    page.get_by_role("button", name="Mark as gold").click()
    page.get_by_role("textbox", name="Explanation").fill("It answers in full.")
    page.get_by_role("combobox", name="Right grade").click()
    page.get_by_role("option", name="3 Fully answers").click()
    page.get_by_role("button", name="Fix the grade").click()
    shows(page, "1 of 2", "text of d2")
    assert labels(server)["q1", "d1"] == 3


def test_the_second_of_two_leads_sees_what_the_first_decided_and_decides_anew(visit, server):
    first = visit(server.address, "disagreements", name="Lea", role="lead")
    second = visit(server.address, "disagreements", name="Lou", role="lead")
    for page in (first, second):
        shows(page, "1 of 3", "text of d1")
    press(first, "3")
    shows(first, "1 of 2", "text of d2")
    press(second, "0")
    expect(second.get_by_text("Lea has just decided this: 3 Fully answers")).to_be_visible(
        timeout=SECONDS
    )
    shows(second, "Not in the list", "text of d1")
    expect(second.get_by_text("decided by Lea")).to_be_visible()
    assert labels(server)["q1", "d1"] == 3
    press(second, "0")
    shows(second, "1 of 2", "text of d2")
    assert labels(server)["q1", "d1"] == 0
    second.get_by_role("radio", name="Decided").click()
    shows(second, "1 of 1", "text of d1")
    expect(second.get_by_text("Before: 3 Fully answers, decided by Lea")).to_be_visible()


def test_a_note_that_is_too_long_is_refused_in_words_and_kept(visit, server):
    page = visit(server.address, "disagreements", name="Lea", role="lead")
    shows(page, "1 of 3", "text of d1")
    note = page.get_by_role("textbox", name="Why")
    note.fill("x" * 2_001)
    page.get_by_role("button", name="3 Fully answers").click()
    expect(page.get_by_text("The note has 2,001 characters")).to_be_visible()
    assert len(note.input_value()) == 2_001
    note.fill("x" * 2_000)
    page.get_by_role("button", name="3 Fully answers").click()
    shows(page, "1 of 2", "text of d2")
    assert labels(server)["q1", "d1"] == 3


def test_all_buttons_fit_under_a_long_narrative_and_models_stay_out_of_sight(visit, tmp_path):
    path = tmp_path / "long.duckdb"
    project = small_project(path, RUNS, depth=10)
    narrative = "A relevant document explains the matter in full. " * 40
    queries = pd.DataFrame({"query_id": ["q3"], "text": ["what is q3"], "narrative": narrative})
    project.store.collection.add_queries(queries)
    pooled = pd.DataFrame({"query_id": ["q3"], "doc_id": ["d1"]})
    project.store.pool.add(NewBatch("depth", None, (), project.clock(), "Lea"), pooled)
    project.board.reload()
    for name, grade in (("Ada", 3), ("Ben", 0)):
        submit(project, person(project, name), [judgment("q3", "d1", grade)])
    model = project.store.people.ensure("gpt-9", PersonKind.MODEL, None)
    said = NewJudgment("m", "q3", "d1", model.person_id, Verdict.GRADED, 1)
    project.store.judgments.append([said], project.clock())
    project.close()
    with running_server(path) as running:
        page = visit(running.address, "disagreements", name="Lea", role="lead")
        shows(page, "1 of 1", "text of d1")
        page.locator("#bar[data-state=ready]").wait_for(timeout=SECONDS)
        expect(page.get_by_text("Not shown: 1 judgment by a model.")).to_be_visible()
        expect(page.get_by_text("gpt-9")).to_have_count(0)
        for button in page.locator("#bar button:visible").all():
            box = button.bounding_box()
            assert box["y"] + box["height"] <= 900, button.inner_text()
        page.get_by_role("button", name="Show all").click()
        expect(page.get_by_text(narrative.strip())).to_be_visible()
        page.keyboard.press("Escape")
        page.get_by_text("Count models").click()
        expect(page.get_by_text("gpt-9")).to_be_visible(timeout=SECONDS)
