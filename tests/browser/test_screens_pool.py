"""The lead chooses by strategy what is judged, and in which order."""

import pytest
from playwright.sync_api import expect

from judge_app.services.project import open_project
from tests.support.browser import SECONDS
from tests.support.projects import small_project
from tests.support.server import running_server

pytestmark = pytest.mark.browser

RUNS = {
    "alpha": {"q1": [f"d{n}" for n in range(12)], "q2": [f"e{n}" for n in range(12)]},
    "beta": {"q1": [f"d{n}" for n in range(6, 18)], "q2": [f"e{n}" for n in range(6, 18)]},
}
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def pool_page(visit, tmp_path):
    path = tmp_path / "p.duckdb"
    small_project(path, RUNS).close()
    with running_server(path) as server:
        yield visit(server.address, "pool", role="lead")


def choose(page, field, option):
    box = page.get_by_role("combobox", name=field).first
    # A list that opens while the page still scrolls closes again.
    box.scroll_into_view_if_needed()
    page.wait_for_timeout(500)
    box.click()
    page.get_by_role("option", name=option, exact=True).click()


def fill(page, field, value):
    page.get_by_role("spinbutton", name=field).fill(str(value))
    page.keyboard.press("Enter")


def test_a_budget_is_bought_and_drawn_and_the_order_changed(pool_page):
    page = pool_page
    page.set_viewport_size(PHONE)
    choose(page, "Strategy", "DCG weight")
    expect(page.get_by_text("most discounted gain of all runs hangs")).to_be_visible(
        timeout=SECONDS
    )
    fill(page, "Budget in pairs", 10)
    fill(page, "Random share", 20)
    expect(page.get_by_text("2 pairs of them drawn at random")).to_be_visible(timeout=SECONDS)
    page.get_by_role("button", name="Add 10 pairs to the pool").click()
    expect(page.get_by_text("10 pairs are new in the pool.")).to_be_visible(timeout=SECONDS)

    page.get_by_text("Change the order").click()
    choose(page, "Order", "Settle A against B")
    page.get_by_role("button", name="Use this order").click()
    expect(page.get_by_text("alpha against beta")).to_be_visible(timeout=SECONDS)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_settling_asks_for_two_different_runs(pool_page):
    page = pool_page
    choose(page, "Strategy", "Settle A against B")
    choose(page, "Run B", "alpha")
    expect(page.get_by_text("Choose two different runs.")).to_be_visible(timeout=SECONDS)
    choose(page, "Run B", "beta")
    expect(page.get_by_role("button", name="Add 32 pairs to the pool")).to_be_visible(
        timeout=SECONDS
    )


def test_what_was_chosen_is_stored(visit, tmp_path):
    path = tmp_path / "p.duckdb"
    small_project(path, RUNS).close()
    with running_server(path) as server:
        page = visit(server.address, "pool", role="lead")
        choose(page, "Strategy", "MaxMean bandit")
        fill(page, "Budget in pairs", 6)
        page.get_by_role("button", name="Add 6 pairs to the pool").click()
        expect(page.get_by_text("6 pairs are new in the pool.")).to_be_visible(timeout=SECONDS)
    project = open_project(path)
    (batch,) = project.store.exports.pool_batches(9)
    project.close()
    assert (batch.strategy, batch.budget, batch.random_share) == ("maxmean", 6, None)
