"""Leaderboard, new run and export show what the API says, and change what they say they change."""

import csv
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import SECONDS, CardPage

pytestmark = pytest.mark.browser

NDCG_3, NDCG_10 = "nDCG(dcg='exp-log2')@3", "nDCG(dcg='exp-log2')@10"


def downloaded(page: Page, button: str, tmp_path) -> str:
    with page.expect_download(timeout=SECONDS) as download:
        page.get_by_role("button", name=button, exact=True).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    return path.read_text(encoding="utf-8")


def cell(page: Page, table: str, column: int, row: int) -> Locator:
    """A cell of a table, both counted from 0, as screen readers get it."""
    return page.get_by_role("region", name=table).get_by_test_id(f"glide-cell-{column}-{row}")


def beginning(value: float) -> re.Pattern[str]:
    """The first six decimals; a cell holds the full precision, however it is drawn."""
    return re.compile("^" + re.escape(str(value)[:8]))


def test_every_figure_equals_the_api_s(visit, sample_server, tmp_path):
    page = visit(sample_server.address, "leaderboard", role="evaluator")
    rows = list(csv.DictReader(downloaded(page, "Download as CSV", tmp_path).splitlines()))
    with sample_server.client() as client:
        told = client.get("/evaluation", params={"measures": "nDCG@3, nDCG@10, Judged@10"}).json()

    measures = {run["run"]: run["measures"] for run in told["runs"]}
    assert {row["run"] for row in rows} == set(measures)
    order = [measures[row["run"]][NDCG_10]["mean"] for row in rows]
    assert order == sorted(order, reverse=True)
    for place, row in enumerate(rows):
        figures = measures[row["run"]]
        for name in (NDCG_3, NDCG_10):
            assert float(row[name]) == pytest.approx(figures[name]["mean"], abs=1e-12)
            assert float(row[f"{name} low"]) == pytest.approx(figures[name]["low"], abs=1e-12)
            assert float(row[f"{name} high"]) == pytest.approx(figures[name]["high"], abs=1e-12)
        for name in ("p10", "median", "p90"):
            assert float(row[f"{NDCG_10} {name}"]) == pytest.approx(figures[NDCG_10][name])
        assert float(row["Judged@10"]) == pytest.approx(figures["Judged@10"]["mean"])
        assert int(row["queries in the mean"]) == figures[NDCG_10]["n_queries"]
        assert row["label set"] == told["stamp"]["label_set"]
        low, high = figures[NDCG_10]["low"], figures[NDCG_10]["high"]
        shown = "Every figure of every system"
        expect(cell(page, shown, 0, place)).to_have_text(row["run"])
        expect(cell(page, shown, 3, place)).to_have_text(beginning(figures[NDCG_10]["mean"]))
        expect(cell(page, shown, 4, place)).to_have_text(f"[{low:.3f}, {high:.3f}]")


def test_the_stamp_names_gain_labels_and_pool(visit, sample_server):
    page = visit(sample_server.address, "leaderboard", role="evaluator")
    with sample_server.client() as client:
        status = client.get("/status").json()
    stamp = page.locator("blockquote")
    expect(stamp).to_contain_text("nDCG(dcg='exp-log2')", timeout=SECONDS)
    expect(stamp).to_contain_text(
        f"{status['stamp']['n_labels']} labels, lower-median of "
        f"{status['stamp']['n_judgments']} judgments"
    )
    expect(stamp).to_contain_text(
        f"{status['pool_judged']} of {status['pool_total']} pooled pairs judged"
    )
    expect(stamp).to_contain_text(f"label set {status['stamp']['label_set'][:8]}")


def test_a_grade_reaches_the_leaderboard_without_a_reload(visit, sample_server):
    board = visit(sample_server.address, "leaderboard", role="evaluator")
    stamp = board.locator("blockquote")
    expect(stamp).to_contain_text("pooled pairs judged", timeout=SECONDS)
    board.evaluate("window.notReloaded = true")
    with sample_server.client() as client:
        before = client.get("/status").json()
        card = CardPage(visit(sample_server.address, "grade", name="Zoe"))
        card.wait_for("grading")
        card.grade(2)
        card.wait_until_saved()
        after = client.get("/status").json()

    assert after["pool_judged"] == before["pool_judged"] + 1
    expect(stamp).to_contain_text(f"{after['pool_judged']} of {after['pool_total']} pooled pairs")
    expect(stamp).to_contain_text(after["stamp"]["label_set"][:8])
    assert board.evaluate("window.notReloaded")


def test_the_tail_belongs_to_the_system_that_is_chosen(visit, sample_server):
    page = visit(sample_server.address, "leaderboard", role="evaluator")
    with sample_server.client() as client:
        told = client.get("/evaluation", params={"measures": "nDCG@10", "per_query": "true"}).json()
    worst = {}
    for row in told["per_query"]:
        if row["value"] is not None:
            worst[row["run"]] = min(worst.get(row["run"], 1.0), row["value"])
    # A list that is open closes when the page scrolls: the whole page is in view.
    page.set_viewport_size({"width": 1440, "height": 2500})
    value = cell(page, "worst queries of the chosen system", 1, 0)
    value.wait_for(state="attached")
    for run in ("lsa", "bm25"):
        page.get_by_role("combobox", name="Worst queries of").click()
        page.get_by_role("option", name=run, exact=True).click()
        expect(value).to_have_text(beginning(worst[run]), timeout=SECONDS)


def test_a_new_run_is_judged_by_its_coverage_and_its_missing_pairs_are_queued(visit, sample_server):
    page = visit(sample_server.address, "new_run", role="evaluator")
    page.locator("input[type=file]").set_input_files(sample_server.new_run)
    expect(page.get_by_role("heading", name="rerank · not stored yet")).to_be_visible(
        timeout=SECONDS
    )
    expect(page.get_by_role("alert").first).to_contain_text("36 documents are in nobody's pool")
    with sample_server.client() as client:
        before = client.get("/status").json()
        assert "rerank" not in {run["name"] for run in before["runs"]}

        page.get_by_role("button", name="Queue the 36 missing pairs").click()

        expect(page.get_by_text("36 pairs now wait for a grade.")).to_be_visible(timeout=SECONDS)
        after = client.get("/status").json()
        (told,) = (
            run
            for run in client.post("/coverage", data={"depth": "10"}).json()["runs"]
            if run["run"] == "rerank"
        )
    assert after["pool_total"] == before["pool_total"] + 36
    (stored,) = (run for run in after["runs"] if run["name"] == "rerank")
    assert not stored["contributes_to_pool"]
    assert told["n_new"] == 0
    expect(page.get_by_role("heading", name="rerank · not part of the pool")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="wait in the queue")).to_contain_text(
        f"{told['n_queued']} documents wait in the queue"
    )


def test_a_faulty_run_is_refused_with_its_line(visit, sample_server, tmp_path):
    faulty = tmp_path / "faulty.run"
    faulty.write_text("q01 Q0 chain-suck 1 2.0 x\nq01 Q0 bar-tape-wrap 2 nan x\n")
    page = visit(sample_server.address, "new_run", role="evaluator")
    page.locator("input[type=file]").set_input_files(faulty)
    expect(page.get_by_text("Nothing was stored: 1 problem.")).to_be_visible(timeout=SECONDS)
    expect(cell(page, "Problems by file and line", 1, 0)).to_have_text("2")


def test_the_download_is_the_api_s_export(visit, sample_server, tmp_path):
    page = visit(sample_server.address, "export", role="evaluator")
    with sample_server.client() as client:
        n_labels = client.get("/status").json()["stamp"]["n_labels"]
    qrels = downloaded(page, f"Download {n_labels} rows", tmp_path)
    with sample_server.client() as client:
        assert qrels == client.get("/export").text
    facts = downloaded(page, "Facts about it", tmp_path)
    assert "lower-median" in facts
