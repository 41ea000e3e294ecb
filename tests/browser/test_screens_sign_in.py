"""Who may see what, from the sign-in form on."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import SECONDS, sign_in

pytestmark = pytest.mark.browser

PAGES = {
    "annotator": ["Grade", "My work"],
    "evaluator": ["Agreement", "Leaderboard", "New run", "Export"],
    "lead": [
        *["Grade", "My work", "Project", "Pool", "Team", "Agreement", "Disagreements"],
        *["Leaderboard", "New run", "Export"],
    ],
}


@pytest.fixture
def page(browser):
    context = browser.new_context()
    context.set_default_timeout(SECONDS)
    yield context.new_page()
    context.close()


def test_a_reload_stays_signed_in_on_the_same_page(page, sample_server):
    sign_in(page, f"{sample_server.address}/export", "Noor", "evaluator")
    expect(page.get_by_role("heading", name="Export", exact=True)).to_be_visible(timeout=SECONDS)

    page.reload()

    expect(page.get_by_role("heading", name="Export", exact=True)).to_be_visible(timeout=SECONDS)
    expect(page.get_by_text("Noor · evaluator")).to_be_visible()
    assert page.url == f"{sample_server.address}/export"


def test_signing_out_asks_for_a_name_again(page, sample_server):
    sign_in(page, f"{sample_server.address}/my_work", "Noor")

    page.get_by_role("button", name="Sign out").click()

    expect(page.get_by_label("Your name")).to_be_visible(timeout=SECONDS)
    page.reload()
    expect(page.get_by_label("Your name")).to_be_visible(timeout=SECONDS)


def test_a_name_that_cannot_be_one_is_explained_in_the_form(page, sample_server):
    page.goto(sample_server.address)
    page.get_by_label("Your name").fill("   ")
    page.get_by_role("button", name="Sign in").click()

    expect(page.get_by_role("alert").filter(has_text="cannot be a person's name")).to_be_visible()
    expect(page.get_by_role("button", name="Sign in")).to_be_enabled()


def test_the_form_says_why_there_are_no_passwords(page, sample_server):
    page.goto(sample_server.address)
    expect(page.get_by_text("listens on this machine only")).to_be_visible(timeout=SECONDS)


@pytest.mark.parametrize("role", PAGES)
def test_the_role_decides_which_pages_are_offered(visit, sample_server, role):
    page = visit(sample_server.address, "export" if role != "annotator" else "my_work", role=role)
    links = page.get_by_test_id("stSidebarNavLink")
    expect(links).to_have_count(len(PAGES[role]), timeout=SECONDS)
    assert links.all_inner_texts() == PAGES[role]


def test_the_address_of_a_page_for_others_says_who_may_see_it(visit, sample_server):
    page = visit(sample_server.address, "leaderboard", role="annotator")
    expect(page.get_by_text("As annotator you may not read scores and coverage.")).to_be_visible(
        timeout=SECONDS
    )
    expect(page.get_by_text("Sign in as evaluator or lead to do this.")).to_be_visible()


def test_the_bare_address_leads_to_the_first_page_of_a_role(visit, sample_server):
    page = visit(sample_server.address, role="evaluator")
    expect(page.get_by_role("heading", name="Leaderboard")).to_be_visible(timeout=SECONDS)
    assert page.url == f"{sample_server.address}/leaderboard"
