"""The agreement screen shows what the API says, and switches the label rule after its effect."""

import csv
import io

import pytest
from playwright.sync_api import expect

from judge_app.services.grading import submit
from tests.support.browser import SECONDS
from tests.support.projects import judgment, person, small_project
from tests.support.server import running_server

pytestmark = pytest.mark.browser

RUNS = {
    "likes-ada": {"q1": ["x", "u", "s"], "q2": ["v", "t"]},
    "likes-ben": {"q1": ["y", "w"], "q2": ["z"]},
}
GRADES = {
    "Ada": {"x": 3, "y": 0, "v": 3, "z": 0, "u": 0, "w": 1, "s": 2},
    "Ben": {"x": 0, "y": 2, "v": 0, "z": 2, "u": 0, "w": 1, "t": 0},
    "Cy": {"x": 0, "y": 2, "v": 0, "z": 2, "u": 0, "w": 0},
}
IN_Q2 = {"v", "z", "t"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    path = tmp_path_factory.mktemp("agreement") / "p.duckdb"
    project = small_project(path, RUNS, depth=10)
    for name, grades in GRADES.items():
        rows = [
            judgment("q2" if doc in IN_Q2 else "q1", doc, grade) for doc, grade in grades.items()
        ]
        submit(project, person(project, name), rows)
    project.close()
    with running_server(path) as running:
        yield running


def told(server):
    with server.client() as client:
        return client.get("/agreement").json()


def saved(page, button):
    with page.expect_download(timeout=SECONDS) as download:
        page.get_by_role("button", name=button, exact=True).click()
    return list(csv.DictReader(io.StringIO(download.value.path().read_text(encoding="utf-8"))))


def test_alpha_and_every_two_are_those_of_the_api(visit, server):
    answer = told(server)
    page = visit(server.address, "agreement", name="Eva", role="evaluator")
    alpha = page.get_by_test_id("stMetric").filter(has_text="Krippendorff")
    expect(alpha).to_contain_text(f"{answer['alpha']['value']:.3f}", timeout=SECONDS)
    expect(page.get_by_test_id("stMetric").filter(has_text="two or more")).to_contain_text(
        f"{answer['alpha']['n_pairs']} pairs"
    )
    page.get_by_text("Every figure of every two people").click()
    rows = saved(page, "Download the figures")
    assert [(row["first"], row["second"], int(row["pairs"])) for row in rows] == [
        (pair["first"], pair["second"], pair["n_pairs"]) for pair in answer["annotators"]
    ]
    for row, pair in zip(rows, answer["annotators"], strict=True):
        assert float(row["Quadratic κ"]) == pair["kappa_quadratic"]
        assert float(row["Same grade"]) == pair["agreement"]


def test_disputed_documents_are_those_of_the_api_and_lead_to_disagreements(visit, server):
    page = visit(server.address, "agreement", name="Lea", role="lead")
    page.get_by_text("Most disputed documents").wait_for(timeout=SECONDS)
    rows = saved(page, "Download the documents")
    disputed = [pair for pair in told(server)["pairs"] if pair["mean_distance"]]
    assert [(row["doc_id"], row["grades"]) for row in rows] == [
        (pair["doc_id"], pair["grades"]) for pair in disputed
    ]
    table = page.get_by_role("region", name="Documents, most disputed first")
    table.scroll_into_view_if_needed()
    box = table.locator("canvas").first.bounding_box()
    page.mouse.click(box["x"] + 14, box["y"] + 52)
    expect(page.get_by_role("heading", name="Disagreements")).to_be_visible(timeout=SECONDS)


def test_an_annotator_sees_nothing_of_it(visit, server):
    page = visit(server.address, "agreement", name="Ada")
    expect(page.get_by_text("may not read how far annotators agree")).to_be_visible(timeout=SECONDS)
    expect(page.get_by_text("Krippendorff")).to_have_count(0)


def test_a_rule_is_switched_after_its_effect_was_shown(visit, server):
    page = visit(server.address, "agreement", name="Lea", role="lead")
    page.get_by_role("tab", name="Label rule").click()
    page.get_by_role("combobox", name="Rule").click()
    page.get_by_role("option", name="max –").click()
    expect(page.get_by_text("likes-ada passes likes-ben.").first).to_be_visible(timeout=SECONDS)
    with server.client() as client:
        assert client.get("/status").json()["stamp"]["labels"] == "lower-median"
    page.get_by_role("button", name="Switch to max").click()
    expect(page.get_by_text("Labels are made by max now.")).to_be_visible(timeout=SECONDS)
    expect(page.get_by_text("set by Lea")).to_be_visible()
    with server.client() as client:
        assert client.get("/status").json()["stamp"]["labels"] == "max"


def test_a_rule_of_chosen_people_shows_its_effect(visit, server):
    page = visit(server.address, "agreement", name="Lea", role="lead")
    page.get_by_role("tab", name="Label rule").click()
    page.get_by_text("Only those chosen").click()
    expect(page.get_by_text("Choose at least one person or model.")).to_be_visible(timeout=SECONDS)
    page.get_by_role("combobox", name="Persons and models").click()
    page.get_by_role("option", name="Ben", exact=True).click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="person=Ben")).to_be_visible(timeout=SECONDS)
    with server.client() as client:
        rule = client.get("/status").json()["stamp"]["labels"]
        effect = client.get("/label-rule", params={"labels": f"{rule}:person=Ben"}).json()
    n_changed = effect["added"] + effect["changed"] + effect["removed"]
    assert n_changed
    total = effect["before"]["stamp"]["n_labels"]
    expect(page.get_by_text(f"{n_changed} of {total} ")).to_be_visible()


def test_an_evaluator_sees_the_effect_and_cannot_switch(visit, server):
    page = visit(server.address, "agreement", name="Eva", role="evaluator")
    page.get_by_role("tab", name="Label rule").click()
    page.get_by_role("combobox", name="Rule").click()
    page.get_by_role("option", name="min –").click()
    expect(page.get_by_text("What would change")).to_be_visible(timeout=SECONDS)
    expect(page.get_by_text("A lead can switch")).to_be_visible(timeout=SECONDS)
    expect(page.get_by_role("button", name="Switch to min")).to_have_count(0)


def test_without_overlap_or_models_the_screen_says_how_to_get_them(visit, sample_server):
    page = visit(sample_server.address, "agreement", name="Lea", role="lead")
    page.get_by_role("tab", name="Models").click()
    expect(page.get_by_text("No model has judged here.")).to_be_visible(timeout=SECONDS)
