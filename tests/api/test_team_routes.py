"""The lead's routes: the team's report, disagreements, and decisions."""

import pytest

from judge_app.domain.people import Role
from judge_app.services import grading
from tests.support.projects import judgment, person


@pytest.fixture
def lead(api):
    for name, grade in (("Ada", 3), ("Ben", 0)):
        grading.submit(api.project, person(api.project, name), [judgment("q1", "d1", grade)])
    return api.signed_in("Lea", Role.LEAD)


def decision(key, **more):
    return {"client_key": key, "query_id": "q1", "doc_id": "d1", **more}


def test_a_disagreement_is_listed_decided_and_withdrawn(api, lead):
    (pair,) = api.get("/disagreements", lead).json()["pairs"]
    assert (pair["query_id"], pair["doc_id"], pair["spread"]) == ("q1", "d1", 3)

    sent = decision("k1", grade=2, note="in part")
    saved = api.post("/adjudications", lead, **sent).json()
    assert (saved["status"], saved["label"]) == ("saved", 2)
    assert api.post("/adjudications", lead, **sent).json()["status"] == "duplicate"
    assert api.get("/disagreements", lead).json()["pairs"] == []
    assert len(api.get("/disagreements", lead, state="decided").json()["pairs"]) == 1
    assert "q1 0 d1 2" in api.get("/export", lead).text

    taken_back = api.post("/adjudications", lead, **decision("k2", withdraw=True)).json()
    assert taken_back["label"] == 0
    assert len(api.get("/disagreements", lead).json()["pairs"]) == 1


def test_a_decision_upon_a_state_that_has_changed_is_refused(api, lead):
    first = api.post("/adjudications", lead, **decision("k1", grade=2, seen=0)).json()
    other = api.signed_in("Lou", Role.LEAD)
    refused = api.post("/adjudications", other, **decision("k2", grade=0, seen=0))
    assert refused.status_code == 409
    assert "Lea has just decided this: 2" in refused.json()["error"]["message"]
    seen = first["judgment_id"]
    saved = api.post("/adjudications", other, **decision("k2", grade=0, seen=seen)).json()
    assert (saved["status"], saved["label"]) == ("saved", 0)


def test_the_report_names_everybodys_work(api, lead):
    report = api.get("/team", lead).json()
    assert [one["name"] for one in report["people"]] == ["Ada", "Ben"]
    assert [one["n_judged"] for one in report["people"]] == [1, 1]
    assert report["people"][0]["habits"]["mean_difference"] == 3
    assert report["given"] == 1
    assert report["queries"][0]["query_id"] == "q1"


@pytest.mark.parametrize(
    "faulty",
    [
        decision("", grade=1),
        decision("k"),
        decision("k", grade=9),
        decision("k", grade="1"),
        decision("k", grade=1, seen="none"),
        decision("k", grade=1, note="x" * 2_001),
    ],
)
def test_a_faulty_decision_is_refused(api, lead, faulty):
    answer = api.post("/adjudications", lead, **faulty)
    assert answer.status_code == 400
    assert len(api.get("/disagreements", lead).json()["pairs"]) == 1


@pytest.mark.parametrize("words", [{"state": "closed"}, {"spread": "wide"}])
def test_a_faulty_wish_is_explained(api, lead, words):
    answer = api.get("/disagreements", lead, **words)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]
