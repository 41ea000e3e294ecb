"""A lead prepares a project in the browser, from files to a pool that can be graded."""

import pytest
from playwright.sync_api import expect

from judge_app.services.project import create_project, open_project
from judge_app.services.sample import make_sample
from tests.conftest import REPOSITORY
from tests.support.browser import SECONDS, CardPage
from tests.support.server import running_server

pytestmark = pytest.mark.browser

SAMPLE = REPOSITORY / "data" / "sample"


def bring_in(page, *files) -> None:
    page.get_by_role("tab", name="Bring in files").click()
    page.locator("input[type=file]").set_input_files(files)


def test_from_files_to_the_first_pair(visit, tmp_path):
    path = tmp_path / "new.duckdb"
    create_project(path, title="Mending").close()
    runs = sorted((SAMPLE / "runs").glob("*.run"))
    with running_server(path) as server:
        page = visit(server.address, role="lead", name="Lea")
        expect(page.get_by_text("Next: bring in topics, documents and runs")).to_be_visible(
            timeout=SECONDS
        )
        bring_in(page, SAMPLE / "topics.jsonl", SAMPLE / "documents.jsonl", *runs)
        expect(page.get_by_text("will be the run bm25")).to_be_visible(timeout=SECONDS)
        expect(page.get_by_text("193 documents")).to_be_visible()
        page.get_by_role("button", name="Store 6 files").click()
        expect(page.get_by_text("topics.jsonl: 16 new")).to_be_visible(timeout=SECONDS)

        page.get_by_test_id("stSidebarNavLink").filter(has_text="Pool").click()
        expect(page.get_by_text("274 new pairs with text")).to_be_visible(timeout=SECONDS)
        expect(page.get_by_text("which is an assumption")).to_be_visible()
        page.get_by_role("button", name="Add 274 pairs to the pool").click()
        expect(page.get_by_text("274 pairs are new in the pool.")).to_be_visible(timeout=SECONDS)

        page.get_by_role("link", name="Start grading").click()
        card = CardPage(page)
        card.wait_for("grading")
        assert card.pair[0].startswith("q")


def test_a_faulty_file_is_told_by_line_and_nothing_is_stored(visit, sample_server, tmp_path):
    good, faulty = tmp_path / "fine.run", tmp_path / "faulty.run"
    good.write_text("q01 Q0 chain-suck 1 2.0 fine\n")
    faulty.write_text(
        "q01 Q0 chain-suck 1 2.0 x\nq01 Q0 chain-suck 2 1.0 x\nq01 Q0 bar-tape-wrap 3\n"
    )
    page = visit(sample_server.address, "project", role="lead")
    with sample_server.client() as client:
        before = client.get("/status").json()["runs"]
        bring_in(page, good, faulty)
        expect(page.get_by_text("1 file has errors, so nothing can be stored.")).to_be_visible(
            timeout=SECONDS
        )
        lines = page.locator("[data-testid^='glide-cell-1-']")
        expect(lines.first).to_have_text("2")
        expect(lines.nth(1)).to_have_text("3")
        expect(page.get_by_role("button", name="Store")).to_have_count(0)
        assert client.get("/status").json()["runs"] == before


def test_a_file_of_another_kind_is_named_beside_the_others(visit, sample_server, tmp_path):
    scores = tmp_path / "scores.txt"
    scores.write_text("map all 0.3000\nndcg all 0.4000\n")
    page = visit(sample_server.address, "project", role="lead")
    bring_in(page, scores, SAMPLE / "topics.jsonl")
    expect(page.get_by_text("looks like the output of trec_eval")).to_be_visible(timeout=SECONDS)
    expect(page.get_by_text("16 topics")).to_be_visible()
    expect(page.get_by_role("button", name="Store")).to_have_count(0)


def test_changed_labels_and_guidelines_are_stored_and_the_grades_stay(visit, tmp_path):
    sample = make_sample(tmp_path)
    with running_server(sample.project) as server:
        page = visit(server.address, "project", role="lead")
        page.get_by_role("tab", name="Settings").click()
        page.get_by_label("Label of 3").fill("Solves it")
        page.get_by_role("textbox", name="Guidelines for annotators").fill("Read to the end.")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Saved.")).to_be_visible(timeout=SECONDS)

        page.get_by_label("Label of 3").fill("Related")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Two grades have the same label.")).to_be_visible(timeout=SECONDS)

    project = open_project(sample.project)
    settings = project.settings
    project.close()
    assert settings.scale.meanings[3].label == "Solves it"
    assert str(settings.scale) == "0-3"
    assert settings.guidelines == "Read to the end."
