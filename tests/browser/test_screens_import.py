"""What the lead sees of files before they are stored: report, grades, warnings, Cancel."""

import json
import zipfile
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, expect

from judge_app.services.project import create_project
from tests.support.browser import SECONDS
from tests.support.server import running_server

pytestmark = pytest.mark.browser

STOPPED = "Stopped. Nothing was stored."
SLOW_BYTES_PER_SECOND = 4_000_000


@pytest.fixture(scope="module")
def project_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("import") / "new.duckdb"
    create_project(path, title="Wind tunnels").close()
    return path


@pytest.fixture(scope="module")
def empty_server(project_file):
    with running_server(project_file) as server:
        yield server


@pytest.fixture
def open_import(visit, empty_server):
    def open_page():
        page = visit(empty_server.address, "project", role="lead", name="Lea")
        page.get_by_role("tab", name="Bring in files").click()
        return page

    return open_page


@pytest.fixture
def bring_in(open_import):
    def drop(*files):
        page = open_import()
        page.locator("input[type=file]").set_input_files(files)
        return page

    return drop


@pytest.fixture
def waiting(project_file):
    """Tell how many files wait on the server's disk to be stored."""
    folder = project_file.with_name(project_file.name + ".uploads")
    return lambda: len(list(folder.iterdir()))


def wait_until(page, is_so):
    for _ in range(SECONDS // 100):
        if is_so():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it did not come to that")


def slow_down(page):
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": 0,
            "downloadThroughput": -1,
            "uploadThroughput": SLOW_BYTES_PER_SECOND,
        },
    )


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
            fields = page.get_by_test_id("stExpanderDetails")
            fields.get_by_text("Put these files in the place of what is stored").click()
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


def test_a_zip_in_beirs_layout_is_shown_and_stored_as_its_files(bring_in, empty_server, tmp_path):
    packed = tmp_path / "nf.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("nf/corpus.jsonl", '{"_id": "nf1", "title": "", "text": "one"}\n')
        archive.writestr("nf/queries.jsonl", '{"_id": "nfq", "text": "what is one"}\n')
        labels = "".join(f"nfq\tx{n}\t{n % 3 + 1}\n" for n in range(30))
        archive.writestr("nf/qrels/test.tsv", f"query-id\tcorpus-id\tscore\n{labels}")
    page = bring_in(packed)
    for name in ("corpus.jsonl", "queries.jsonl", "qrels/test.tsv"):
        expect(page.get_by_text(f"nf.zip/nf/{name}", exact=True)).to_be_visible(timeout=SECONDS)
    # What is said of the grades of one file in it is kept, and stays with that file.
    page.get_by_role("button", name="Use these grades").click()
    expect(page.get_by_text("Stored as 10 × 0 Not relevant")).to_be_visible(timeout=SECONDS)
    page.get_by_text("Store despite").click()
    page.get_by_role("button", name="Store 3 files").click()
    expect(page.get_by_text("nf.zip/nf/qrels/test.tsv: 30 new")).to_be_visible(timeout=SECONDS)


def test_sending_shows_how_far_it_is_and_can_be_stopped(open_import, waiting, tmp_path):
    run, other = tmp_path / "slow.run", tmp_path / "other.run"
    run.write_text("".join(f"1 Q0 d{n} {n + 1} {-n}.5 slow\n" for n in range(1_000_000)))
    other.write_text("1 Q0 d1 1 2.5 other\n")
    page = open_import()
    slow_down(page)
    page.locator("input[type=file]").set_input_files([run, other])
    bar = page.get_by_role("progressbar", name="How much of slow.run is sent")
    expect(bar).to_be_visible(timeout=SECONDS)
    wait_until(page, lambda: 0 < bar.evaluate("bar => bar.value") < 1)
    expect(page.get_by_text("waits its turn")).to_be_visible()
    assert waiting() == 1

    page.get_by_role("button", name="Stop slow.run").press("Enter")
    expect(page.get_by_text("will be the run other")).to_be_visible(timeout=SECONDS)
    expect(page.get_by_text("slow.run", exact=True)).to_have_count(0)
    wait_until(page, lambda: waiting() == 1)
    page.get_by_role("button", name="Remove other.run").press("Enter")
    expect(page.get_by_text("will be the run other")).to_have_count(0, timeout=SECONDS)
    expect(page.get_by_role("button", name="Choose files")).to_be_focused()
    wait_until(page, lambda: waiting() == 0)


def test_a_file_that_did_not_arrive_says_so_and_is_sent_again(open_import, waiting, tmp_path):
    run = tmp_path / "again.run"
    run.write_text("1 Q0 d1 1 2.5 again\n")
    page = open_import()
    page.route("**/api/v1/uploads/*", lambda route: route.abort())
    page.locator("input[type=file]").set_input_files(run)
    expect(page.get_by_text("Sending broke off", exact=False).first).to_be_visible(timeout=SECONDS)
    expect(page.get_by_role("status").filter(has_text="again.run was not sent.")).to_have_count(1)
    page.unroute_all()
    page.get_by_role("button", name="Try again to send again.run").click()
    expect(page.get_by_text("will be the run again")).to_be_visible(timeout=SECONDS)
    assert waiting() == 1


def test_leaving_the_page_or_storing_removes_what_was_sent(bring_in, waiting, tmp_path):
    run = tmp_path / "left.run"
    run.write_text("1 Q0 d1 1 2.5 left\n")
    page = bring_in(run)
    expect(page.get_by_text("will be the run left")).to_be_visible(timeout=SECONDS)
    assert waiting() == 1
    page.get_by_role("link", name="Export").click()
    wait_until(page, lambda: waiting() == 0)

    page = bring_in(run)
    expect(page.get_by_text("will be the run left")).to_be_visible(timeout=SECONDS)
    assert waiting() == 1
    page.close()
    page = bring_in(run)
    expect(page.get_by_text("will be the run left")).to_be_visible(timeout=SECONDS)
    assert waiting() == 1

    page.get_by_text("Store despite").click()
    page.get_by_role("button", name="Store 1 file").click()
    expect(page.get_by_text("left.run: 1 new")).to_be_visible(timeout=SECONDS)
    assert waiting() == 0


def test_files_can_be_dropped(open_import):
    page = open_import()
    page.get_by_text("Drop files here").wait_for(timeout=SECONDS)
    page.locator("#zone").evaluate(
        """zone => {
            const dropped = new DataTransfer();
            const name = "dropped.run";
            dropped.items.add(new File(["1 Q0 d1 1 2.5 dropped\\n"], name));
            for (const type of ["dragenter", "dragover", "drop"])
                zone.dispatchEvent(
                    new DragEvent(type, { dataTransfer: dropped, bubbles: true, composed: true }),
                );
        }"""
    )
    expect(page.get_by_text("will be the run dropped")).to_be_visible(timeout=SECONDS)


def test_what_a_new_server_does_not_have_is_said_and_sent_again(visit, tmp_path):
    project, run = tmp_path / "lost.duckdb", tmp_path / "lost.run"
    create_project(project).close()
    run.write_text("1 Q0 d1 1 2.5 lost\n")
    with running_server(project) as server:
        page = visit(server.address, "project", role="lead", name="Lea")
        page.get_by_role("tab", name="Bring in files").click()
        page.locator("input[type=file]").set_input_files(run)
        expect(page.get_by_text("will be the run lost")).to_be_visible(timeout=SECONDS)
    with running_server(project, urlsplit(server.address).port):
        lost = page.get_by_text("It is not on the server any more.")

        def touched():
            # Any touch of the page does, once it has found the server again; then this goes away.
            with suppress(Error):
                page.get_by_text("Store despite").click(timeout=1000)
            return lost.count() == 1

        wait_until(page, touched)
        page.get_by_role("button", name="Try again to send lost.run").click()
        expect(page.get_by_text("will be the run lost")).to_be_visible(timeout=SECONDS)
