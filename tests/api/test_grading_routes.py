"""What the grading card sends, and what it is told."""

import json
from dataclasses import replace
from uuid import uuid4

import pandas as pd
import pytest

from judge_app.domain.people import Role
from judge_app.domain.queue import MOST_AT_ONCE
from judge_app.services.pooling import build_pool, plan_pool
from judge_app.services.project import command_line_actor
from tests.api.conftest import RUNS
from tests.support.projects import add_run

LEAD = command_line_actor()


def graded(query_id, doc_id, grade, **more):
    item = {
        "client_key": str(uuid4()),
        "query_id": query_id,
        "doc_id": doc_id,
        "verdict": "graded",
        "grade": grade,
    }
    return item | more


def test_pairs_come_with_text_and_need_and_progress(api):
    mira = api.signed_in("Mira")
    answer = api.post("/grading/next", mira, count=2, holding=[]).json()
    assert len(answer["pairs"]) == 2
    pair = answer["pairs"][0]
    assert pair["text"] == f"text of {pair['doc_id']}"
    assert pair["query"] == f"what is {pair['query_id']}"
    assert pair["mine"] is None
    assert answer["progress"]["project"] == {"judged": 0, "judged_high": 0, "total": 7}
    assert answer["progress"]["query"] == {
        "query_id": "q1",
        "number": 1,
        "of": 2,
        "judged": 0,
        "judged_high": 0,
        "total": 4,
    }


def test_a_grade_is_answered_after_it_is_stored_with_what_it_did(api):
    mira = api.signed_in("Mira")
    item = graded("q1", "d1", 3)
    answer = api.post("/grading/judgments", mira, items=[item]).json()
    assert answer["results"] == [
        {"client_key": item["client_key"], "status": "saved", "judgment_id": 1, "message": ""}
    ]
    effect = answer["effect"]
    assert effect["measure"] == "nDCG(dcg='exp-log2')@10"
    assert effect["coverage_before"] == 0
    assert effect["coverage_after"] == pytest.approx(1 / 3)
    assert effect["low_before"] is None
    assert 0 < effect["low"] < effect["value"] <= effect["high"] <= 1
    assert answer["progress"]["project"]["judged"] == 1
    assert answer["finished_query"] is None


def test_the_last_grade_of_a_query_shows_the_systems_without_names(api):
    mira = api.signed_in("Mira")
    items = [graded("q2", doc, grade) for doc, grade in (("d4", 0), ("d5", 3), ("d7", 1))]
    answers = [api.post("/grading/judgments", mira, items=[item]).json() for item in items]
    assert [answer["finished_query"] for answer in answers[:2]] == [None, None]
    finished = answers[2]["finished_query"]
    assert finished["query"] == "what is q2"
    assert [system["name"] for system in finished["systems"]] == ["A", "B"]
    assert all(s["low"] == s["value"] == s["high"] for s in finished["systems"])


def test_nothing_sent_to_an_annotator_names_a_system_or_a_rank(api):
    mira = api.signed_in("Mira")
    answers = [api.post("/grading/next", mira, count=16, holding=[])]
    answers += [
        api.post("/grading/judgments", mira, items=[graded("q1", doc_id, 1)])
        for doc_id in ("d1", "d2", "d3", "d6")
    ]
    answers.append(api.post("/grading/pair", mira, query_id="q1", doc_id="d1"))
    answers.append(api.get("/grading/mine", mira))
    told = " ".join(answer.text for answer in answers)
    assert all(answer.status_code == 200 for answer in answers)
    for run in RUNS:
        assert run not in told
    allowed = {
        "query_id",
        "doc_id",
        "query",
        "narrative",
        "title",
        "text",
        "url",
        "kind",
        "fingerprint",
        "later",
        "mine",
        "practice",
        "width",
        "height",
    }
    for pair in answers[0].json()["pairs"]:
        assert set(pair) == allowed
    assert '"rank"' not in told
    assert '"score"' not in told


def test_nobody_sees_another_persons_grade(api):
    mira, ola = api.signed_in("Mira"), api.signed_in("Ola")
    api.post("/grading/judgments", ola, items=[graded("q1", "d1", 3, note="Ola's secret")])
    pair = api.post("/grading/pair", mira, query_id="q1", doc_id="d1")
    assert pair.json()["mine"] is None
    assert "Ola's secret" not in pair.text
    assert api.get("/grading/mine", mira).json() == {"judgments": []}


def test_my_own_work_comes_newest_first_and_in_pages(api):
    mira = api.signed_in("Mira")
    for doc_id in ("d1", "d2", "d3"):
        api.post("/grading/judgments", mira, items=[graded("q1", doc_id, 2)])
    first = api.get("/grading/mine", mira, limit=2).json()["judgments"]
    assert [one["doc_id"] for one in first] == ["d3", "d2"]
    rest = api.get("/grading/mine", mira, limit=2, before=first[-1]["judgment_id"]).json()
    assert [one["doc_id"] for one in rest["judgments"]] == ["d1"]


def test_leaving_gives_the_pairs_back(api):
    mira = api.signed_in("Mira")
    held = api.post("/grading/next", mira, count=3, holding=[]).json()["pairs"]
    pairs = [[pair["query_id"], pair["doc_id"]] for pair in held]
    assert api.post("/grading/release", mira, pairs=pairs).json() == {"released": 3}


@pytest.mark.parametrize(
    "item",
    [
        {"verdict": "graded", "grade": 2},
        {"client_key": "k", "verdict": "admired", "grade": 2},
        {"client_key": "k", "verdict": "graded", "grade": "2"},
        {"client_key": "k", "verdict": "graded", "grade": True},
        {"client_key": "k", "verdict": "graded", "grade": 2, "note": "x" * 20_000},
        {"client_key": "k", "verdict": "graded", "grade": 2, "shown_at": "yesterday"},
        {"client_key": "k", "verdict": "graded", "grade": 2, "judged_at": "0001-01-01T00:00+14:00"},
        "no object",
    ],
)
def test_a_malformed_judgment_is_refused_whole_and_said(api, item):
    mira = api.signed_in("Mira")
    good = graded("q1", "d1", 1)
    answer = api.post("/grading/judgments", mira, items=[good, item])
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]
    assert api.project.store.judgments.size() == 0


@pytest.mark.parametrize("content", [b"", b"[1]", b"{", b"\xff\xfe", b"[" * 100_000])
def test_a_body_that_is_no_json_object_is_refused(api, content):
    headers = api.signed_in("Mira") | {"content-type": "application/json"}
    answer = api.client.post("/api/v1/grading/next", content=content, headers=headers)
    assert answer.status_code == 400


def test_a_body_of_megabytes_is_refused(api):
    body = json.dumps({"holding": [["q", "d" * 1_000]] * 6_000})
    headers = api.signed_in("Mira") | {"content-type": "application/json"}
    answer = api.client.post("/api/v1/grading/next", content=body, headers=headers)
    assert answer.status_code == 400
    assert "too large" in answer.json()["error"]["message"]


def test_the_effect_can_be_switched_off(api):
    settings = api.project.settings
    api.project.store.settings.write(replace(settings, show_effect=False))
    mira = api.signed_in("Mira", Role.LEAD)
    answer = api.post("/grading/judgments", mira, items=[graded("q1", "d1", 3)]).json()
    assert answer["results"][0]["status"] == "saved"
    assert answer["effect"] is None


def test_nobody_can_hold_the_whole_pool(api, tmp_path):
    documents = [f"d{number:03}" for number in range(200)]
    add_run(api.project, "long", {"q1": documents})
    texts = pd.DataFrame({"doc_id": documents, "title": "t", "text": "", "url": "", "kind": "text"})
    api.project.store.collection.add_documents(texts.assign(extra=""))
    build_pool(api.project, LEAD, plan_pool(api.project, LEAD, depth=200))
    mira = api.signed_in("Mira")
    held = []
    for _ in range(5):
        pairs = api.post("/grading/next", mira, count=10**9, holding=held).json()["pairs"]
        held += [[pair["query_id"], pair["doc_id"]] for pair in pairs]
    assert len(held) == MOST_AT_ONCE
