"""What makes the grading card bearable for a day: seen and used in real Chromium."""

import json
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from judge_app.domain.people import Role
from judge_app.services.checks import set_check_rates
from judge_app.services.gold import mark_gold
from judge_app.services.project import open_project
from tests.support.bridges import EXAMPLE, LEAD, bridges, log_of
from tests.support.browser import SECONDS, CardPage
from tests.support.projects import person
from tests.support.server import running_server

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def path(tmp_path):
    return bridges(tmp_path / "p.duckdb")


def change(path, **settings):
    opened = open_project(path)
    opened.store.settings.write(replace(opened.settings, **settings))
    opened.close()


def part(card, name):
    return card.page.locator(f"[data-part={name}]")


def is_in_view(card, selector):
    return card.page.locator(selector).first.evaluate(
        """node => {
            const { top, bottom, left, right } = node.getBoundingClientRect();
            return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
        }"""
    )


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, PHONE])
def test_query_need_and_grades_stay_however_far_one_scrolls(path, graded, size):
    with running_server(path) as server:
        card = graded(server.address, **size)
        part(card, "scroller").evaluate("node => node.scrollTo(0, 5000)")
        assert part(card, "scroller").evaluate("node => node.scrollTop") > 1000
        shown = ["[data-part=query]", "[data-part=narrative]", "[data-part=progress]"]
        shown += [f"[data-grade='{grade}']" for grade in range(4)]
        if size != PHONE:
            shown += [f"[data-grade='{grade}'] .example" for grade in range(4)]
        assert [selector for selector in shown if not is_in_view(card, selector)] == []
        if size == PHONE:
            heights = (
                part(card, "grades")
                .locator("button")
                .evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
            )
            assert min(heights) >= 44
            page = card.page
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            page.get_by_role("button", name="Guidelines").click()
            expect(part(card, "scale").get_by_text(EXAMPLE[:40]).first).to_be_visible()


def test_an_example_that_is_cut_is_whole_when_its_grade_has_the_focus(path, graded):
    with running_server(path) as server:
        card = graded(server.address)
        expect(part(card, "whole")).to_be_hidden()
        card.page.locator("[data-grade='2']").hover()
        expect(part(card, "whole")).to_have_text(f"e.g. {EXAMPLE.strip()}")
        card.page.mouse.move(5, 5)
        expect(part(card, "whole")).to_be_hidden()
        card.page.locator("[data-grade='1']").focus()
        expect(part(card, "whole")).to_be_visible()


def test_the_text_size_is_remembered_and_a_line_stays_readable(path, graded):
    with running_server(path) as server:
        card = graded(server.address)

        def font():
            style = "node => parseFloat(getComputedStyle(node).fontSize)"
            return float(part(card, "scroller").evaluate(style))

        usual = font()
        for _ in range(3):
            card.page.get_by_role("button", name="Larger text").click()
        large = font()
        assert large > 1.3 * usual
        expect(part(card, "notice")).to_have_text("Text size 6 of 8")
        assert card.told("state") == "grading"
        card.page.reload()
        card.wait_for("grading")
        assert font() == large
        for _ in range(7):
            smaller = card.page.get_by_role("button", name="Smaller text")
            if smaller.is_enabled():
                smaller.click()
        width = part(card, "text").evaluate("node => node.getBoundingClientRect().width")
        assert width / font() < 40  # some 75 letters
        expect(card.page.get_by_role("button", name="Smaller text")).to_be_disabled()


def finish_query(card, grades):
    for grade in grades:
        assert card.told("state") == "grading"
        card.press(str(grade))
        card.page.wait_for_timeout(150)
    card.wait_for("pause")


def test_the_pause_tells_what_was_given_and_the_systems_without_names(path, graded):
    with running_server(path) as server:
        card = graded(server.address)
        finish_query(card, [3, 1, 1, 0])
        pause = part(card, "pause")
        expect(pause.get_by_text("Every pooled document of this query is judged.")).to_be_visible()
        rows = part(card, "given").locator("li").all_inner_texts()
        assert [row.split()[-1] for row in rows] == ["1", "0", "2", "1"]
        assert part(card, "systems").locator("li").count() == 2
        expect(pause.get_by_text("It took you less than a minute.")).to_be_visible()
        expect(pause.get_by_text("Judged in the systems’ top 10: 100 %.")).to_be_visible()
        assert not {"one", "two"} & set(re.findall(r"\w+", pause.inner_text()))
        card.press("Enter")
        card.wait_for("grading")


@pytest.mark.parametrize(("effect", "finished"), [(True, False), (False, True)])
def test_each_of_the_two_effects_can_be_switched_off_alone(path, graded, effect, finished):
    change(path, show_effect=effect, show_finished=finished)
    with running_server(path) as server:
        card = graded(server.address)
        card.grade(2)
        card.wait_until_saved()
        assert part(card, "effect").is_visible() == effect
        finish_query(card, [1, 1, 0])
        assert part(card, "given").locator("li").count() == 4
        assert part(card, "systems").locator("li").count() == (2 if finished else 0)


def test_a_pause_ends_also_a_query_of_which_others_hold_the_rest(path, visit, graded):
    with running_server(path) as server:
        ola = visit(server.address, "my_work", name="Ola")
        ola.route("**/grading/next", ask_for_one)
        ola.goto(f"{server.address}/grade")
        CardPage(ola).wait_for("grading")
        card = graded(server.address)
        finish_query(card, [1, 1, 1, 1])
        assert part(card, "systems").locator("li").count() == 2
        card.press("Enter")
        card.wait_for("grading")
        finish_query(card, [0, 0, 3])
        expect(part(card, "pause").get_by_text("3 of its 4 documents are judged;")).to_be_visible()
        assert part(card, "systems").locator("li").count() == 0
        card.press("Enter")
        card.wait_for("waiting")


def ask_for_one(route):
    """Claim a single pair, as somebody does who has nearly finished."""
    asked = json.loads(route.request.post_data) | {"count": 1}
    route.continue_(post_data=json.dumps(asked | ({"count": 0} if asked["holding"] else {})))


def test_the_day_is_counted_and_its_estimate_said_to_be_assumed(path, graded):
    with running_server(path) as server:
        card = graded(server.address)
        expect(part(card, "day-open")).to_contain_text("0 today", timeout=SECONDS)
        card.grade(1)
        card.grade(2)
        expect(part(card, "day-open")).to_contain_text("2 today")
        expect(part(card, "day-open")).to_contain_text("left, assumed")
        part(card, "day-open").click()
        day = card.page.get_by_role("dialog", name="Your day")
        expect(day.get_by_text("2 pairs")).to_be_visible()
        expect(day.get_by_text("An assumption: 30 seconds a document")).to_be_visible()
        pair = card.pair
        card.press("3")
        card.press("Escape")
        assert card.pair == pair
        card.wait_until_saved()
        card.page.reload()
        card.wait_for("grading")
        expect(part(card, "day-open")).to_contain_text("2 today", timeout=SECONDS)
    assert len(log_of(path)) == 2


def work(card, minutes):
    """Let time go by with a sign of life every four minutes."""
    for _ in range(minutes // 4):
        card.page.clock.fast_forward("04:00")
        card.press("Shift")
    card.page.wait_for_timeout(100)


def test_a_break_is_due_after_fifty_minutes_and_takes_no_key(path, visit):
    with running_server(path) as server:
        page = visit(server.address, "my_work")
        page.clock.install()
        page.goto(f"{server.address}/grade")
        card = CardPage(page)
        card.wait_for("grading")
        reminder = page.get_by_text("without a pause")
        card.grade(1)
        work(card, 52)
        expect(reminder).to_have_count(0)  # never over a document that is being read
        card.grade(1)
        expect(reminder).to_be_visible()
        third = card.grade(2)
        expect(reminder).to_be_visible()
        page.get_by_role("button", name="In 10 minutes").click()
        expect(reminder).to_have_count(0)
        work(card, 12)
        card.grade(1)
        expect(reminder).to_be_visible()
        page.clock.fast_forward("06:00")
        page.keyboard.press("Shift")
        card.grade(1)
        expect(reminder).to_have_count(0)
        work(card, 52)
        card.grade(1)
        page.get_by_role("button", name="Do not remind me").click()
        page.reload()
        card.wait_for("grading")
        page.keyboard.press("Shift")
        part(card, "day-open").click()
        choice = page.get_by_label("Remind me of a break")
        expect(choice).not_to_be_checked()
        choice.check()
        page.keyboard.press("Escape")
        card.wait_until_saved()
    log = log_of(path)
    assert len(log) == 6
    assert (log[2].query_id, log[2].doc_id, log[2].grade) == (*third, 2)


@pytest.fixture
def warm_up(path):
    """Let people practise on two pairs before they begin."""
    opened = open_project(path)
    for doc_id in ("a1", "a2"):
        mark_gold(opened, LEAD, "q1", doc_id, 3, "It names the year.", is_warm_up=True)
    set_check_rates(opened, LEAD, gold_rate=0, repeat_rate=0, warm_up=True)
    opened.close()


def test_practice_says_so_and_its_answer_waits_for_the_reader(path, warm_up, graded):
    with running_server(path) as server:
        card = graded(server.address)
        page = card.page
        expect(page.get_by_text("Practice – does not count")).to_be_visible()
        pair = card.pair
        card.press("1")
        card.wait_for("feedback")
        expect(page.get_by_text("You gave 1 · Related. The right grade is 3")).to_be_visible()
        expect(page.get_by_text("It names the year.")).to_be_visible()
        assert card.pair == pair
        for key in ("2", "f", "x", "l", "Delete", "Backspace"):
            card.press(key)
        page.wait_for_timeout(300)
        assert (card.told("state"), card.pair) == ("feedback", pair)
        card.press("Enter")
        card.wait_for("grading")
        assert card.pair != pair
        expect(part(card, "feedback")).to_be_hidden()
        card.press("2")
        card.wait_for("feedback")
        page.get_by_role("button", name="Continue").click()
        card.wait_for("grading")
        expect(part(card, "practice")).to_be_hidden()
        expect(part(card, "day-open")).to_contain_text("0 today", timeout=SECONDS)
    log = log_of(path)
    assert [(one.grade, one.kind) for one in log] == [(1, "training"), (2, "training")]


def test_the_header_is_of_the_practice_pair_as_long_as_that_is_shown(path, graded):
    opened = open_project(path)
    mark_gold(opened, LEAD, "q2", "b1", 3, is_warm_up=True)
    set_check_rates(opened, LEAD, gold_rate=0, repeat_rate=0, warm_up=True)
    opened.close()
    with running_server(path) as server:
        card = graded(server.address)
        assert card.pair == ("q2", "b1")
        expect(part(card, "progress")).to_contain_text("of 4 documents")
        header = part(card, "progress").inner_text()
        card.press("1")
        card.wait_for("feedback")
        card.wait_until_saved()
        assert part(card, "progress").inner_text() == header
        card.press("Enter")
        card.wait_for("grading")
        assert part(card, "progress").inner_text() != header


def test_today_falls_at_once_with_a_grade_taken_back(path, graded):
    with running_server(path) as server:
        card = graded(server.address)
        card.grade(1)
        card.grade(2)
        expect(part(card, "day-open")).to_contain_text("2 today", timeout=SECONDS)
        card.press("Backspace")
        card.press("Delete")
        expect(part(card, "day-open")).to_contain_text("1 today")
        card.press("3")
        expect(part(card, "day-open")).to_contain_text("2 today")
        card.wait_until_saved()


def a1_last(route):
    """Hand out the gold pair after all others of its query."""
    answer = route.fetch()
    told = answer.json()
    told["pairs"].sort(key=lambda pair: (pair["query_id"], pair["doc_id"] == "a1"))
    route.fulfill(response=answer, json=told)


def test_the_pause_has_its_systems_also_where_a_check_came_last(path, visit):
    opened = open_project(path)
    mark_gold(opened, person(opened, "Lea", Role.LEAD), "q1", "a1", 3)
    set_check_rates(opened, LEAD, gold_rate=0.5, repeat_rate=0, warm_up=False)
    opened.close()
    with running_server(path) as server:
        page = visit(server.address, "my_work")
        page.route("**/grading/next", a1_last)
        page.goto(f"{server.address}/grade")
        card = CardPage(page)
        card.wait_for("grading")
        expect(part(card, "progress")).to_contain_text("0–7 of 8 pairs")
        finish_query(card, [1, 0, 2, 3])
        card.wait_until_saved()
        page.wait_for_timeout(500)
        assert part(card, "systems").locator("li").count() == 2
        card.press("Enter")
        card.wait_for("grading")
    assert [(one.doc_id, one.kind) for one in log_of(path)][-1] == ("a1", "gold")


def test_a_reopened_pair_tells_everything_said_of_it(path, graded):
    with running_server(path) as server:
        card = graded(server.address)
        pair = card.grade(1)
        card.press("Backspace")
        card.press("3")
        card.go_on()
        card.wait_until_saved()
        card.page.get_by_test_id("stSidebarNavLink").filter(has_text="My work").click()
        expect(card.page.get_by_text("1 judgment of 1")).to_be_visible(timeout=SECONDS)
        table = card.page.locator(".st-key-work canvas").first.bounding_box()
        card.page.mouse.click(table["x"] + 18, table["y"] + 52)
        card.page.locator(f"[data-part=card][data-doc-id='{pair[1]}']").wait_for(timeout=SECONDS)
        card.page.get_by_text("What you said before").click()
        words = part(card, "history-rows").locator("li").all_inner_texts()
        assert [re.search(r"\d · \w+", word)[0] for word in words] == ["1 · Related", "3 · Fully"]


def test_nothing_moves_for_those_who_asked_for_it(path, graded):
    with running_server(path) as server:
        card = graded(server.address)
        card.page.emulate_media(reduced_motion="reduce")
        moving = card.card.evaluate(
            """card => [card, ...card.querySelectorAll("*")].filter(node => {
                const style = getComputedStyle(node);
                return style.animationName !== "none" || style.scrollBehavior === "smooth"
                    || !/^0s(, 0s)*$/.test(style.transitionDuration);
            }).length"""
        )
        assert moving == 0
