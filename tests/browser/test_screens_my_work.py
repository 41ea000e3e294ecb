"""Find an own judgment again, and open it."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import SECONDS, CardPage

pytestmark = pytest.mark.browser


def test_a_judgment_is_found_by_its_grade_and_opened_again(visit, sample_server):
    page = visit(sample_server.address, "my_work", name="Tala")
    expect(page.get_by_text("You have not graded anything yet.")).to_be_visible(timeout=SECONDS)
    page.get_by_role("link", name="Start grading").click()
    card = CardPage(page)
    card.wait_for("grading")
    graded = {grade: card.grade(grade) for grade in (0, 1, 3)}
    card.wait_until_saved()

    page.get_by_test_id("stSidebarNavLink").filter(has_text="My work").click()
    expect(page.get_by_text("3 judgments of 3")).to_be_visible(timeout=SECONDS)
    page.get_by_role("button", name="1 Related").click()
    expect(page.get_by_text("1 judgment of 3")).to_be_visible(timeout=SECONDS)
    table = page.locator(".st-key-work canvas").first.bounding_box()
    page.mouse.click(table["x"] + 18, table["y"] + 52)

    _, doc_id = graded[1]
    page.locator(f"[data-part=card][data-doc-id='{doc_id}']").wait_for(timeout=SECONDS)
    assert card.pair == graded[1]
    assert card.told("grade") == "1"
