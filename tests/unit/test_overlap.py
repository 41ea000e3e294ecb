"""Several judgments are wanted of all pairs, or of a random share of them."""

import pandas as pd
import pytest

from judge_app.domain.errors import BadInputError, NotAllowedError
from judge_app.services.grading import next_cards, submit
from judge_app.services.overlap import OverlapChange, set_overlap
from judge_app.services.project import command_line_actor
from judge_app.store import NewBatch
from tests.support.projects import judgment, person, small_project

LEAD = command_line_actor()
N = 400


@pytest.fixture
def project(new_project):
    runs = {"a": {"q1": [f"d{n:03}" for n in range(N)]}}
    return new_project(runs, depth=N)


def chosen(project):
    rows = project.store.queue.pairs().to_pylist()
    return {row["doc_id"] for row in rows if row["wanted"] > 1}


def test_a_share_is_drawn_by_the_ids_and_another_seed_draws_others(project):
    change = set_overlap(project, LEAD, 2, 0.2, 7)
    first = chosen(project)
    assert change == OverlapChange(N, len(first))
    assert 0.14 * N < len(first) < 0.26 * N
    set_overlap(project, LEAD, 2, 0.2, 8)
    assert len(chosen(project) & first) < len(first)
    set_overlap(project, LEAD, 2, 0.2, 7)
    assert chosen(project) == first
    set_overlap(project, LEAD, 2, 0.5, 7)
    assert chosen(project) > first


def test_the_order_in_which_pairs_came_does_not_matter(project, tmp_path):
    other = small_project(tmp_path / "other.duckdb", {"a": {"q1": [f"d{n:03}" for n in range(N)]}})
    for part in (slice(N // 2, N), slice(0, N // 2)):
        rows = [f"d{n:03}" for n in reversed(range(N)[part])]
        batch = NewBatch("depth", None, (), other.clock(), "Lea")
        other.store.pool.add(batch, pd.DataFrame({"query_id": "q1", "doc_id": rows}))
    for one in (project, other):
        set_overlap(one, LEAD, 3, 0.3)
    assert chosen(project) == chosen(other)
    other.close()


def test_pairs_that_are_judged_keep_what_they_have(project):
    mira = person(project, "Mira")
    submit(project, mira, [judgment("q1", "d000", 1), judgment("q1", "d001", 1)])
    assert set_overlap(project, LEAD, 2) == OverlapChange(N - 2, N - 2)
    assert chosen(project).isdisjoint({"d000", "d001"})
    assert set_overlap(project, LEAD, 2, 0.0) == OverlapChange(N - 2, 0)
    assert chosen(project) == set()


def test_only_the_pairs_of_one_batch_can_be_meant(new_project):
    project = new_project({"a": {"q1": ["d1", "d2", "x1", "x2"]}}, depth=2)
    more = pd.DataFrame({"query_id": "q1", "doc_id": ["x1", "x2"]})
    project.store.pool.add(NewBatch("depth", None, (), project.clock(), "Lea"), more)
    project.board.reload()
    assert set_overlap(project, LEAD, 2, batch=1) == OverlapChange(2, 2)
    assert chosen(project) == {"x1", "x2"}


def test_the_queue_follows_a_change_at_once(project):
    mira, ola = person(project, "Mira"), person(project, "Ola")
    assert next_cards(project, mira, [], 1)[1].remaining == N
    assert next_cards(project, ola, [], 0)[1].held_by_others == 1
    set_overlap(project, LEAD, 2)
    assert next_cards(project, ola, [], 0)[1].held_by_others == 0


@pytest.mark.parametrize(("wanted", "share"), [(0, 1.0), (11, 1.0), (2, -0.1), (2, 1.1)])
def test_an_overlap_that_cannot_be_is_refused(project, wanted, share):
    with pytest.raises(BadInputError):
        set_overlap(project, LEAD, wanted, share)


def test_only_the_lead_sets_it(project):
    with pytest.raises(NotAllowedError):
        set_overlap(project, person(project, "Mira"), 2)
