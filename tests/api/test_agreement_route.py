"""Agreement and label rules over the API."""

from dataclasses import replace

import pytest

from judge_app.domain.people import PersonKind, Role
from judge_app.services.agreement_answers import agreement_answer
from judge_app.services.grading import submit
from judge_app.services.project import command_line_actor
from judge_app.services.rule_answers import effect_answer
from tests.support.projects import judgment, person

GRADES = {"Ada": {"d1": 3, "d2": 0, "d3": 1}, "Ben": {"d1": 1, "d2": 0, "d3": 2}}


@pytest.fixture
def lead(api):
    for name, grades in GRADES.items():
        actor = person(api.project, name)
        submit(api.project, actor, [judgment("q1", doc, grade) for doc, grade in grades.items()])
    return api.signed_in("Lea", Role.LEAD)


def test_agreement_is_told_as_the_service_tells_it(api, lead):
    told = api.get("/agreement", lead).json()
    expected = agreement_answer(api.project, command_line_actor())
    for answer in (told, expected):
        answer["stamp"].pop("created_at")
    assert told == expected
    assert told["annotators"][0]["n_pairs"] == 3
    assert told["stamp"]["labels"] == "lower-median"


def test_the_effect_of_a_rule_is_told_before_it_is_taken(api, lead):
    told = api.get("/label-rule", lead, labels="max").json()
    assert [told[side]["stamp"]["labels"] for side in ("before", "after")] == [
        "lower-median", "max",
    ]  # fmt: skip
    assert {(one["before"], one["after"]): one["n_pairs"] for one in told["moves"]} == {
        (1, 3): 1, (1, 2): 1,
    }  # fmt: skip
    assert len(effect_answer(api.project, command_line_actor(), "max")["pairs"]) == 2
    assert api.get("/status", lead).json()["stamp"]["labels"] == "lower-median"


def test_a_rule_that_is_taken_is_the_one_of_every_answer(api, lead):
    answer = api.post("/label-rule", lead, labels="max").json()
    assert (answer["before"], answer["labels"], answer["changed_by"]) == (
        "lower-median", "max", "Lea",
    )  # fmt: skip
    for path in ("/status", "/evaluation", "/agreement"):
        assert api.get(path, lead).json()["stamp"]["labels"] == "max"
    again = api.post("/label-rule", lead, labels="max")
    assert again.status_code == 400
    assert "already" in again.json()["error"]["message"]


def test_a_rule_that_is_none_is_refused_with_those_that_are(api, lead):
    for answer in (
        api.get("/label-rule", lead, labels="median"),
        api.get("/label-rule", lead),
        api.post("/label-rule", lead, labels="median"),
    ):
        assert answer.status_code == 400
        assert "lower-median" in answer.json()["error"]["hint"]


def test_a_model_is_in_no_label_that_is_told(api, lead):
    number = api.project.store.people.ensure("gpt", PersonKind.MODEL, None).person_id
    before = api.get("/status", lead).json()["stamp"]
    api.project.store.judgments.append(
        [replace(judgment("q1", "d6", 3), person_id=number)], api.project.clock()
    )
    after = api.get("/status", lead).json()["stamp"]
    assert after["label_set"] == before["label_set"]
    assert after["n_judgments"] == before["n_judgments"]
    (model,) = api.get("/agreement", lead).json()["models"]
    assert (model["model"], model["n_judgments"], model["label"]) == ("gpt", 1, None)
