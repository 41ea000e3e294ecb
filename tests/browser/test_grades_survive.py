"""No grade is lost or stored twice: without a server, in two tabs, when the tab is closed."""

import pytest

from judge_app.services.project import open_project
from tests.support.bridges import bridges, log_of
from tests.support.browser import CardPage
from tests.support.server import running_server, start_server

pytestmark = pytest.mark.browser


@pytest.fixture
def path(tmp_path):
    return bridges(tmp_path / "p.duckdb")


def test_grades_survive_a_dead_server_and_a_reload_of_the_page(path, graded):
    server = start_server(path)
    port = int(server.address.rsplit(":", 1)[1])
    try:
        card = graded(server.address)
        expected = [card.grade(grade) for grade in (0, 1)]
        card.wait_until_saved()
        server.kill()
        expected += [card.grade(grade) for grade in (2,)]
        card.page.wait_for_timeout(500)
        assert card.told("unsent") == "1"
    finally:
        server.kill()
    with running_server(path, port) as again:
        card.page.goto(f"{again.address}/grade")
        card.wait_for("grading")
        card.wait_until_saved()
        card.page.wait_for_timeout(300)
    log = log_of(path)
    assert [(one.query_id, one.doc_id, one.grade) for one in log] == [
        (*pair, grade) for grade, pair in enumerate(expected)
    ]


def test_two_tabs_of_one_person_neither_double_nor_lose(path, graded):
    with running_server(path) as server:
        one = graded(server.address)
        other = CardPage(one.page.context.new_page())
        other.page.goto(f"{server.address}/grade")
        other.wait_for("grading")
        given = []
        for _ in range(2):
            for tab, grade in ((one, 1), (other, 2)):
                given.append((*tab.pair, grade))
                tab.grade(grade)
        for tab in (one, other):
            tab.wait_until_saved()
            tab.page.wait_for_timeout(300)
    log = log_of(path)
    assert sorted((j.query_id, j.doc_id, j.grade) for j in log) == sorted(given)
    in_force = [(j.query_id, j.doc_id) for j in log if not j.is_late]
    assert len(in_force) == len(set(in_force)) == len({entry[:2] for entry in given})


def test_closing_the_tab_gives_the_claims_back(path, graded):
    with running_server(path) as server:
        card = graded(server.address)
        card.grade(2)
        card.wait_until_saved()
        card.page.close(run_before_unload=True)
        graded(server.address, name="Ola").page.close(run_before_unload=True)
        with server.client() as client:
            client.get("/health")
    opened = open_project(path)
    held = opened.store.claims.live(opened.clock())
    opened.close()
    assert len(held) == 0
