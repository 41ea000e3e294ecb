"""Nobody is given a pair that another person has on the desk."""

import threading
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge_app.domain.model import Verdict
from judge_app.domain.queue import LEASE, starting_query
from judge_app.services.grading import next_cards, release, submit
from tests.support.clock import HandClock
from tests.support.projects import judgment, person, small_project


def make(tmp_path, n_queries=4, n_documents=10, **more):
    runs = {"a": {f"q{q}": [f"d{q}-{d}" for d in range(n_documents)] for q in range(n_queries)}}
    return small_project(tmp_path / "p.duckdb", runs, depth=n_documents, **more)


def keys(cards):
    return [(card.query_id, card.doc_id) for card in cards]


def test_two_people_never_hold_the_same_pair(tmp_path):
    project = make(tmp_path)
    mira, ola = person(project, "Mira"), person(project, "Ola")
    for_mira, _ = next_cards(project, mira, [], 16)
    for_ola, progress = next_cards(project, ola, [], 16)
    assert len(for_mira) == len(for_ola) == 16
    assert not set(keys(for_mira)) & set(keys(for_ola))
    assert (progress.remaining, progress.held_by_others) == (24, 16)


def test_many_people_at_once_share_the_pool_without_overlap(tmp_path):
    project = make(tmp_path, n_queries=10, n_documents=12)
    actors = [person(project, f"person {n}") for n in range(8)]
    graded = []

    def work(actor):
        while True:
            cards, _ = next_cards(project, actor, [], 4)
            if not cards:
                return
            submit(project, actor, [judgment(*key, 1) for key in keys(cards)])
            graded.extend(keys(cards))

    threads = [threading.Thread(target=work, args=(actor,)) for actor in actors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counts = Counter(graded)
    assert len(counts) == 120
    assert set(counts.values()) == {1}
    assert project.store.judgments.size() == 120


def test_a_lease_expires_and_the_pair_goes_to_somebody_else(tmp_path):
    clock = HandClock()
    project = make(tmp_path, n_queries=1, n_documents=5, clock=clock)
    mira, ola = person(project, "Mira"), person(project, "Ola")
    held, _ = next_cards(project, mira, [], 16)
    nothing, progress = next_cards(project, ola, [], 16)
    assert (len(held), len(nothing), progress.held_by_others) == (5, 0, 5)
    clock.advance(seconds=LEASE.total_seconds() + 1)
    assert len(next_cards(project, ola, [], 16)[0]) == 5


def test_activity_renews_the_lease(tmp_path):
    clock = HandClock()
    project = make(tmp_path, n_queries=1, n_documents=5, clock=clock)
    mira, ola = person(project, "Mira"), person(project, "Ola")
    held = keys(next_cards(project, mira, [], 16)[0])
    clock.advance(minutes=10)
    more, _ = next_cards(project, mira, held, 16)
    assert more == ()
    clock.advance(minutes=10)
    assert next_cards(project, ola, [], 16)[0] == ()


def test_leaving_gives_claims_back(tmp_path):
    project = make(tmp_path, n_queries=1, n_documents=5)
    mira, ola = person(project, "Mira"), person(project, "Ola")
    held = keys(next_cards(project, mira, [], 3)[0])
    assert release(project, mira, held) == 3
    assert len(next_cards(project, ola, [], 16)[0]) == 5


def test_a_pair_put_off_comes_last_and_is_marked(tmp_path):
    project = make(tmp_path, n_queries=2, n_documents=3)
    mira = person(project, "Mira")
    first = next_cards(project, mira, [], 1)[0][0]
    submit(project, mira, [judgment(first.query_id, first.doc_id, verdict=Verdict.SKIPPED)])
    cards, _ = next_cards(project, mira, [], 16)
    assert len(cards) == 6
    assert keys(cards)[-1] == (first.query_id, first.doc_id)
    assert [card.later for card in cards] == [False] * 5 + [True]


def test_cannot_judge_leaves_my_queue_and_stays_in_others(tmp_path):
    project = make(tmp_path, n_queries=1, n_documents=1)
    mira, ola = person(project, "Mira"), person(project, "Ola")
    submit(project, mira, [judgment("q0", "d0-0")])
    assert next_cards(project, mira, [], 16)[0] == ()
    assert keys(next_cards(project, ola, [], 16)[0]) == [("q0", "d0-0")]


def test_a_withdrawn_pair_returns_to_the_queue(tmp_path):
    project = make(tmp_path, n_queries=1, n_documents=1)
    mira = person(project, "Mira")
    submit(project, mira, [judgment("q0", "d0-0", 2, key="k")])
    assert next_cards(project, mira, [], 16)[0] == ()
    submit(project, mira, [judgment("q0", "d0-0", verdict=Verdict.WITHDRAWN, seen="k")])
    (card,) = next_cards(project, mira, [], 16)[0]
    assert card.mine is not None
    assert card.mine.verdict is Verdict.WITHDRAWN


def test_documents_without_text_are_never_handed_out(tmp_path):
    project = make(tmp_path, n_queries=1, n_documents=3, without_text=["d0-1"])
    cards, progress = next_cards(project, person(project, "Mira"), [], 16)
    assert sorted(card.doc_id for card in cards) == ["d0-0", "d0-2"]
    assert progress.total == 3
    assert project.store.pool.without_text()["doc_id"].tolist() == ["d0-1"]


def test_queries_stay_together_in_the_queue(tmp_path):
    project = make(tmp_path, n_queries=4, n_documents=4)
    cards, _ = next_cards(project, person(project, "Mira"), [], 16)
    queries = [card.query_id for card in cards]
    assert queries == sorted(queries, key=queries.index)
    assert len(set(queries)) == 4


def test_the_order_within_a_query_is_not_the_systems_order(tmp_path):
    project = make(tmp_path, n_queries=1, n_documents=12)
    orders = [
        tuple(keys(next_cards(project, person(project, name), [], 16)[0])) for name in ("Mira",)
    ]
    ranked = tuple(("q0", f"d0-{d}") for d in range(12))
    assert orders[0] != ranked
    assert sorted(orders[0]) == sorted(ranked)


def test_a_pair_judged_by_an_imported_person_needs_no_further_grade(tmp_path):
    project = make(tmp_path, n_queries=1, n_documents=2)
    submit(project, person(project, "Ola"), [judgment("q0", "d0-0", 1)])
    cards, _ = next_cards(project, person(project, "Mira"), [], 16)
    assert keys(cards) == [("q0", "d0-1")]


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 64), st.integers(1, 500))
def test_people_start_at_different_queries(n_people, n_queries):
    places = [starting_query(person, n_queries) for person in range(n_people)]
    assert all(0 <= place < n_queries for place in places)
    if n_people <= n_queries // 2:
        assert len(set(places)) == n_people


@pytest.mark.parametrize("count", [-3, 0])
def test_asking_for_no_pairs_claims_none(tmp_path, count):
    project = make(tmp_path)
    assert next_cards(project, person(project, "Mira"), [], count)[0] == ()
    assert len(project.store.claims.live(project.clock())) == 0
