"""A lead watches the team and shares out the work."""

import csv
import io
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from judge_app.domain.model import NewJudgment
from judge_app.domain.people import Actor
from judge_app.services.grading import submit
from judge_app.services.project import Project
from tests.support.browser import SECONDS, CardPage
from tests.support.projects import judgment, person, small_project
from tests.support.server import running_server

pytestmark = pytest.mark.browser

RUNS = {
    "alpha": {
        "q1": [f"d{number}" for number in range(60)],
        "q2": [f"e{number}" for number in range(6)],
    }
}
START = datetime(2026, 3, 1, 9, tzinfo=UTC)


def timed(place: int, new: NewJudgment, seconds: float) -> NewJudgment:
    shown = START + timedelta(seconds=60 * place)
    return replace(new, shown_at=shown, judged_at=shown + timedelta(seconds=seconds))


def grade_all(project: Project, actor: Actor, grade: int, seconds: float) -> None:
    docs = RUNS["alpha"]["q1"][:40]
    submit(
        project,
        actor,
        [timed(n, judgment("q1", doc, grade), seconds) for n, doc in enumerate(docs)],
    )


@pytest.fixture
def server(tmp_path):
    path = tmp_path / "p.duckdb"
    project = small_project(path, RUNS, depth=60)
    grade_all(project, person(project, "Ada"), 3, 1.0)
    grade_all(project, person(project, "Ben"), 0, 12.0)
    person(project, "Cy")
    project.close()
    with running_server(path) as running:
        yield running


def opened(visit, server, tab):
    page = visit(server.address, "team", name="Lea", role="lead")
    page.get_by_role("tab", name=tab).click(timeout=SECONDS)
    return page


def test_progress_follows_what_people_grade(visit, server):
    cy = visit(server.address, "grade", name="Cy")
    page = visit(server.address, "team", name="Lea", role="lead")
    given = page.get_by_test_id("stMetric").filter(has_text="Judgments given")
    expect(given).to_contain_text("40 of 66", timeout=SECONDS)
    expect(page.get_by_text("at the team's pace")).to_be_visible()
    card = CardPage(cy)
    card.wait_for("grading")
    card.grade(1)
    expect(given).to_contain_text("41 of 66", timeout=SECONDS)
    card.press("Delete")


def test_hints_are_numbers_with_their_threshold_and_names_can_be_hidden(visit, server):
    page = opened(visit, server, "People")
    expect(
        page.get_by_text("Ada judged 40 of 40 timed pairs in under 2 s; the median of these is 1.0")
    ).to_be_visible(timeout=SECONDS)
    expect(
        page.get_by_text("Said from 20 such pairs and 10% of the timed ones on.")
    ).to_be_visible()
    expect(page.get_by_text("Ada gives 3 (Fully answers) to 100% of the pairs")).to_be_visible()
    with page.expect_download(timeout=SECONDS) as download:
        page.get_by_role("button", name="Download as CSV", exact=True).click()
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text(encoding="utf-8"))))
    assert [(row["person"], row["judged"], row["mean_difference"]) for row in rows] == [
        ("Ada", "40", "3.0"),
        ("Ben", "40", "-3.0"),
    ]
    page.get_by_text("Hide names").click()
    expect(page.get_by_text(re.compile(r"^[AB] judged 40 of 40 timed"))).to_be_visible(
        timeout=SECONDS
    )
    expect(page.get_by_text("Ada judged")).to_have_count(0)


def test_an_overlap_says_its_cost_and_is_set(visit, server):
    page = opened(visit, server, "Overlap")
    expect(
        page.get_by_text(
            re.compile(r"^\d+ of 26 pairs with text and no judgment would want 2 judgments:")
        )
    ).to_be_visible(timeout=SECONDS)
    told = page.get_by_text(" of 26 pairs with text and no judgment would want").inner_text()
    n_chosen = int(told.split(" of ")[0])
    in_all = f"{26 + n_chosen} judgments in all, where 26 are wanted now."
    expect(page.get_by_text(in_all)).to_be_visible()
    page.get_by_role("button", name="Ask for 2 judgments on 20 % of the pairs").click()
    done = f"{n_chosen} of 26 pairs with text and without a judgment now want 2 judgments"
    expect(page.get_by_text(done)).to_be_visible(timeout=SECONDS)
    expect(page.get_by_text("This choice is set already")).to_be_visible()


def test_a_gold_pair_is_fixed_listed_and_taken_off(visit, server):
    page = opened(visit, server, "Checks")
    expect(page.get_by_text("None yet. Fix some below")).to_be_visible(timeout=SECONDS)
    page.get_by_role("combobox", name="Document").click()
    page.get_by_role("option").first.click()
    page.get_by_role("combobox", name="Right grade").click()
    page.get_by_role("option", name="2 Highly relevant").click()
    page.get_by_text("Practised on, with the explanation shown").click()
    page.get_by_role("textbox", name="Explanation").fill("It says how, not how long.")
    page.get_by_role("button", name="Fix the grade").click()
    expect(page.get_by_text("Now: 1 warm-up pair and 0 gold pairs")).to_be_visible(timeout=SECONDS)
    page.get_by_text("Everybody first practises").click()
    page.get_by_label("Own pairs shown again, per cent").fill("5")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("It holds for pairs handed out from now on.")).to_be_visible(
        timeout=SECONDS
    )
    expect(page.get_by_label("Own pairs shown again, per cent")).to_have_value("5")
    table = page.locator(".st-key-gold-pairs canvas").first.bounding_box()
    page.mouse.click(table["x"] + 18, table["y"] + 52)
    page.get_by_role("button", name="Take 1 pair off the list").click()
    expect(page.get_by_text("Taken off.")).to_be_visible(timeout=SECONDS)


def test_a_query_is_given_to_a_group(visit, server):
    page = opened(visit, server, "Assignment")
    expect(page.get_by_text("None yet.")).to_be_visible(timeout=SECONDS)
    group = page.get_by_role("combobox", name="Group")
    group.fill("Chemists")
    page.get_by_role("option", name="Chemists").click()
    page.get_by_role("combobox", name="People in it").click()
    page.get_by_role("option", name="Cy").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Save the group").click()
    expect(page.get_by_text("The group Chemists is saved.")).to_be_visible(timeout=SECONDS)
    table = page.locator(".st-key-assigned-queries canvas").first.bounding_box()
    page.mouse.click(table["x"] + 18, table["y"] + 52)
    page.get_by_role("combobox", name="Groups").click()
    page.get_by_role("option", name="Chemists").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Give 1 query to these alone").click()
    expect(page.get_by_text("1 query given to Chemists.")).to_be_visible(timeout=SECONDS)
