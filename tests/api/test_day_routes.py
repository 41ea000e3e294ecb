"""What the grading card asks about a person's own day, queries and pairs."""

from dataclasses import replace

import pytest

from judge_app.domain.people import Role
from tests.api.conftest import RUNS
from tests.api.test_grading_routes import graded


def test_the_day_is_told_with_its_estimate(api):
    mira = api.signed_in("Mira")
    api.post("/grading/judgments", mira, items=[graded("q1", "d1", 3)])
    told = api.get("/grading/day", mira, offset=60, remaining=6).json()
    assert told["graded"] == 1
    assert told["remaining"] == 6
    assert told["low_minutes"] < told["high_minutes"]
    assert told["is_measured"] is False
    assert "assumption" in told["explanation"]


@pytest.mark.parametrize("words", [{"offset": "east"}, {"offset": 9_999}, {"remaining": "-3"}])
def test_an_offset_that_is_none_is_refused(api, words):
    answer = api.get("/grading/day", api.signed_in("Mira"), **words)
    assert answer.status_code == 400


def test_a_query_and_a_history_tell_only_ones_own(api):
    mira, ola = api.signed_in("Mira"), api.signed_in("Ola")
    api.post("/grading/judgments", ola, items=[graded("q1", "d1", 3, note="Ola's secret")])
    api.post("/grading/judgments", mira, items=[graded("q1", "d2", 1, note="mine")])
    told = api.get("/grading/query", mira, query_id="q1").json()
    assert told["grades"] == [0, 1, 0, 0]
    assert (told["judged"], told["total"]) == (2, 4)
    of_other = api.get("/grading/history", mira, query_id="q1", doc_id="d1").json()
    assert of_other == {"history": []}
    (word,) = api.get("/grading/history", mira, query_id="q1", doc_id="d2").json()["history"]
    assert (word["verdict"], word["grade"], word["note"]) == ("graded", 1, "mine")


def test_no_answer_names_a_system(api):
    mira = api.signed_in("Mira")
    api.post("/grading/judgments", mira, items=[graded("q1", "d1", 1)])
    told = " ".join(
        api.get(path, mira, query_id="q1", doc_id="d1").text
        for path in ("/grading/day", "/grading/query", "/grading/history")
    )
    for run in RUNS:
        assert run not in told


def test_a_query_without_pooled_pairs_is_not_found(api):
    assert api.get("/grading/query", api.signed_in("Mira"), query_id="q9").status_code == 404


@pytest.mark.parametrize("path", ["/grading/day", "/grading/query", "/grading/history"])
def test_who_may_not_grade_is_told_nothing(api, path):
    answer = api.get(path, api.signed_in("Eva", Role.EVALUATOR), query_id="q1", doc_id="d1")
    assert answer.status_code == 403
    assert api.client.get(f"/api/v1{path}").status_code == 401


@pytest.mark.parametrize(("effect", "finished"), [(True, False), (False, True), (False, False)])
def test_both_effects_are_switched_each_by_itself(api, effect, finished):
    settings = replace(api.project.settings, show_effect=effect, show_finished=finished)
    api.project.store.settings.write(settings)
    mira = api.signed_in("Mira")
    items = [graded("q2", doc, grade) for doc, grade in (("d4", 0), ("d5", 3), ("d7", 1))]
    answers = [api.post("/grading/judgments", mira, items=[item]).json() for item in items]
    assert [answer["effect"] is not None for answer in answers] == [effect] * 3
    assert [answer["finished_query"] is not None for answer in answers] == [False, False, finished]
