"""What the lead sees of files before they are stored: report, grades, warnings, Cancel."""

import json

import pytest
from playwright.sync_api import expect

from judge_app.services.project import create_project
from tests.support.browser import SECONDS
from tests.support.server import running_server

pytestmark = pytest.mark.browser

STOPPED = "Stopped. Nothing was stored."


@pytest.fixture(scope="module")
def empty_server(tmp_path_factory):
    path = tmp_path_factory.mktemp("import") / "new.duckdb"
    create_project(path, title="Wind tunnels").close()
    with running_server(path) as server:
        yield server


@pytest.fixture
def bring_in(visit, empty_server):
    def drop(*files):
        page = visit(empty_server.address, "project", role="lead", name="Lea")
        page.get_by_role("tab", name="Bring in files").click()
        page.locator("input[type=file]").set_input_files(files)
        return page

    return drop


def status(server):
    with server.client() as client:
        return client.get("/status").json()


def exported(server):
    with server.client() as client:
        return client.get("/export").text


def test_the_grades_of_another_scale_come_in_as_the_lead_says(bring_in, empty_server, tmp_path):
    cran = tmp_path / "cran.qrels"
    cran.write_text("".join(f"1 0 d{n} {(1, 2, 3, 4, -1)[n % 5]}\n" for n in range(40)))
    page = bring_in(cran)
    expect(page.get_by_text("40 labels · 1 query · 40 different documents")).to_be_visible(
        timeout=SECONDS
    )
    expect(page.get_by_text("1 may be its best grade")).to_be_visible()
    expect(page.get_by_text("1 file is waiting for a word of yours")).to_be_visible()
    expect(page.get_by_role("button", name="Store")).to_have_count(0)

    page.get_by_role("radio", name="the lowest").click()
    expect(page.get_by_role("combobox", name="1 · 8 labels", exact=True)).to_have_value(
        "3 Fully answers"
    )
    page.get_by_role("button", name="Use these grades").click()
    expect(page.get_by_text("Stored as 8 × 0 Not relevant")).to_be_visible(timeout=SECONDS)
    store = page.get_by_role("button", name="Store 1 file")
    expect(store).to_be_disabled()
    page.get_by_text("Store despite 2 warnings").click()
    store.click()
    expect(page.get_by_text("cran.qrels: 32 new")).to_be_visible(timeout=SECONDS)
    grades = {line.split()[2]: int(line.split()[3]) for line in exported(empty_server).splitlines()}
    assert grades["d0"] == 3
    assert grades["d3"] == 0
    assert "d4" not in grades


def test_a_run_that_is_here_already_is_not_offered_again(bring_in, empty_server, tmp_path):
    run = tmp_path / "once.run"
    run.write_text("1 Q0 d1 1 2.0 once\n")
    page = bring_in(run)
    page.get_by_text("Store despite").click(timeout=SECONDS)
    page.get_by_role("button", name="Store 1 file").click()
    expect(page.get_by_text("once.run: 1 new")).to_be_visible(timeout=SECONDS)
    # The box that took the file makes room for an empty one.
    expect(page.locator("input[type=file]")).to_have_count(1, timeout=SECONDS)
    page.locator("input[type=file]").set_input_files(run)
    expect(page.get_by_text("this very file is here already")).to_be_visible(timeout=SECONDS)
    expect(page.get_by_text("There is nothing to store")).to_be_visible()
    expect(page.get_by_role("button", name="Store")).to_have_count(0)


def test_what_a_replaced_run_was_is_shown(bring_in, empty_server, tmp_path):
    run = tmp_path / "twice.run"
    for score in ("2.0", "3.0"):
        run.write_text(f"1 Q0 d1 1 {score} twice\n")
        page = bring_in(run)
        expect(page.get_by_text("twice.run").first).to_be_visible(timeout=SECONDS)
        if score == "3.0":
            page.get_by_text("More about these files").click()
            page.get_by_text("Replace a run of that name").click()
        page.get_by_text("Store despite").click(timeout=SECONDS)
        page.get_by_role("button", name="Store 1 file").click()
        expect(page.get_by_text("twice.run: 1 new")).to_be_visible(timeout=SECONDS)
    page.get_by_role("tab", name="What is here").click()
    expect(page.get_by_role("heading", name="What runs were before")).to_be_visible(timeout=SECONDS)
    (was,) = status(empty_server)["replaced_runs"]
    assert (was["name"], was["imported_by"], was["replaced_by"]) == ("twice", "Lea", "Lea")


def test_cancel_ends_reading_and_storing_and_frees_the_file(bring_in, empty_server, tmp_path):
    corpus = tmp_path / "corpus.jsonl"
    with corpus.open("w") as file:
        for number in range(250_000):
            row = {"_id": f"d{number}", "title": f"title {number}", "text": f"text {number} " * 12}
            file.write(json.dumps(row) + "\n")
    page = bring_in(corpus)
    cancel = page.get_by_role("button", name="Cancel", exact=True)
    cancel.click(timeout=SECONDS)
    expect(page.get_by_text(STOPPED)).to_be_visible(timeout=SECONDS)
    expect(page.get_by_text("corpus.jsonl")).to_have_count(0)

    page.locator("input[type=file]").set_input_files(corpus)
    store = page.get_by_role("button", name="Store 1 file")
    store.click(timeout=2 * SECONDS)
    cancel.click()
    expect(page.get_by_text(STOPPED)).to_be_visible(timeout=SECONDS)
    assert status(empty_server)["n_documents"] == 0

    store.click()
    expect(page.get_by_text("corpus.jsonl: 250,000 new")).to_be_visible(timeout=2 * SECONDS)
    assert status(empty_server)["n_documents"] == 250_000
