"""Nothing that a browser is told gives a gold pair or a repeat away."""

from dataclasses import replace
from itertools import groupby, pairwise
from uuid import uuid4

import pytest

from judge_app.domain.model import KINDS_OF_CHECKS, JudgmentKind
from judge_app.domain.people import Role
from judge_app.services.checks import set_check_rates
from judge_app.services.gold import mark_gold
from tests.api.conftest import serving
from tests.api.test_grading_routes import graded
from tests.support.clock import HandClock
from tests.support.projects import person, small_project

N = 25


@pytest.fixture
def api(tmp_path):
    runs = {"a": {f"q{q}": [f"d{q}-{n:02}" for n in range(N)] for q in range(4)}}
    with serving(small_project(tmp_path / "p.duckdb", runs, depth=N, clock=HandClock())) as made:
        yield made


def shape(value):
    """Return the names and types of what was told, without the values."""
    if isinstance(value, dict):
        return {name: shape(one) for name, one in value.items()}
    if isinstance(value, list):
        return [shape(one) for one in value]
    return type(value).__name__


@pytest.fixture
def told(checked_api):
    """Let Mira grade; return each pair as told, the answer to its grade, and its kind."""
    api, clock = checked_api
    headers = api.signed_in("Mira")
    desk, told, progress = [], [], None
    for _ in range(70):
        if not desk:
            answer = api.post("/grading/next", headers, count=8, holding=[]).json()
            desk, progress = answer["pairs"], answer["progress"]
        pair = desk.pop(0)
        item = {
            "client_key": str(uuid4()),
            "query_id": pair["query_id"],
            "doc_id": pair["doc_id"],
            "verdict": "graded",
            "grade": 1,
        }
        answer = api.post("/grading/judgments", headers, items=[item]).json()
        clock.advance(seconds=40)
        told.append((pair, answer, progress))
        progress = answer["progress"]
    kinds = [one.kind for one in api.project.store.judgments.since(0)][-70:]
    assert {JudgmentKind.GOLD, JudgmentKind.REPEAT, JudgmentKind.ORDINARY} == set(kinds)
    return [(*one, kind) for one, kind in zip(told, kinds, strict=True)]


@pytest.fixture
def checked_api(api):
    lea = person(api.project, "Lea", Role.LEAD)
    api.project.store.settings.write(replace(api.project.settings, project_id="a project"))
    for n in range(12):
        mark_gold(api.project, lea, f"q{n % 3}", f"d{n % 3}-{n:02}", n % 4)
    set_check_rates(api.project, lea, gold_rate=0.15, repeat_rate=0.15, warm_up=False)
    return api, api.project.clock


def test_pairs_and_answers_have_the_same_fields_of_the_same_types(told):
    ordinary = [one for one in told if one[3] not in KINDS_OF_CHECKS]
    pair_shapes = [shape(pair) for pair, _, _, _ in ordinary]
    answer_shapes = [shape(answer | {"finished_query": None}) for _, answer, _, _ in ordinary]
    for pair, answer, _, kind in told:
        assert pair["mine"] is None
        assert (pair["later"], pair["practice"]) == (False, False)
        assert shape(pair) in pair_shapes
        assert shape(answer | {"finished_query": None}) in answer_shapes, kind
    assert len({str(one) for one in answer_shapes}) == 1


def test_no_word_of_a_check_is_told(told):
    for pair, answer, _, _ in told:
        text = f"{pair}{answer}".lower()
        assert not any(word in text for word in ("gold", "repeat", "check", "training"))


def test_every_grade_moves_the_same_numbers(told):
    for _, answer, before, kind in told:
        after = answer["progress"]
        assert after["mine"] == before["mine"] + 1, kind
        assert after["project"]["total"] == before["project"]["total"] == 4 * N, kind
        assert after["project"]["judged_high"] == after["project"]["judged"] + 9, kind


def sequence(told):
    """Return the project's figures after each grade, each with how many grades it lasted."""
    figures = [tuple(answer["progress"]["project"].values()) for _, answer, _, _ in told]
    return [(one, len(list(same))) for one, same in groupby(figures)]


def test_totals_stand_for_ten_or_more_grades_so_that_none_of_them_shows_to_be_a_check(told):
    lasted = sequence(told)
    lows = [judged for (judged, _, _), _ in lasted]
    assert lows == list(range(lows[0], lows[-1] + 10, 10))
    assert all(n >= 10 for _, n in lasted[1:-1])
    steps = [
        kind
        for (_, earlier, _, _), (_, answer, _, kind) in pairwise(told)
        if answer["progress"]["project"] != earlier["progress"]["project"]
    ]
    assert steps
    assert set(steps) == {JudgmentKind.ORDINARY}


def test_totals_have_the_same_form_without_checks(told, checked_api):
    api, _ = checked_api
    plain = replace(api.project.settings, gold_rate=0, repeat_rate=0)
    api.project.store.settings.write(plain)
    answer = api.post("/grading/next", api.signed_in("Ola"), count=1, holding=[]).json()
    assert shape(answer["progress"]) == shape(told[0][2])
    assert answer["progress"]["project"]["total"] == 4 * N


def test_a_query_that_ends_with_a_check_is_told_with_its_systems(api):
    """The systems come with the last grade that the query wanted; the card keeps them."""
    lea = person(api.project, "Lea", Role.LEAD)
    mark_gold(api.project, lea, "q0", "d0-00", 2)
    set_check_rates(api.project, lea, gold_rate=0.5, repeat_rate=0, warm_up=False)
    headers = api.signed_in("Mira")
    asked = api.post("/grading/next", headers, count=N + 8, holding=[]).json()
    assert ["q0", "d0-00"] in [[pair["query_id"], pair["doc_id"]] for pair in asked["pairs"]]
    told = [
        api.post("/grading/judgments", headers, items=[graded("q0", f"d0-{n:02}", 1)]).json()
        for n in [*range(1, N), 0]
    ]
    assert api.project.store.judgments.since(0)[-1].kind is JudgmentKind.GOLD
    ended = [n for n, answer in enumerate(told) if answer["finished_query"] is not None]
    assert ended == [N - 2]
    assert told[N - 2]["finished_query"]["systems"]


def test_looking_back_shows_each_pair_once_with_the_latest_grade(told, checked_api):
    api, _ = checked_api
    headers = api.signed_in("Mira")
    mine = api.get("/grading/mine", headers).json()["judgments"]
    pairs = [(one["query_id"], one["doc_id"]) for one in mine]
    assert len(set(pairs)) == len(pairs)
    newest = told[-1][0]
    assert pairs[0] == (newest["query_id"], newest["doc_id"])
    assert len({str(shape(one)) for one in mine}) == 1
    again = api.post("/grading/pair", headers, query_id=pairs[0][0], doc_id=pairs[0][1]).json()
    assert again["mine"]["client_key"] == mine[0]["client_key"]
