"""The order of the queue follows the labels, and what nothing hangs on is left out."""

import pandas as pd
import pytest

from judge_app.domain.errors import BadInputError, NotAllowedError, NotFoundError
from judge_app.domain.model import Verdict
from judge_app.domain.people import PersonKind
from judge_app.domain.pooling import STRATEGIES
from judge_app.services.grading import submit
from judge_app.services.order import ORDERS, query_order, query_places, set_queue_order, settled_run
from judge_app.services.project import command_line_actor, open_project
from judge_app.store import NewBatch
from tests.support.projects import add_run, judgment, person

LEAD = command_line_actor()
RUNS = {
    "a": {"q1": ["d1", "d2", "d3"], "q2": ["e1", "e2"]},
    "b": {"q1": ["d4", "d5", "d6"], "q2": ["e1", "e2"]},
}


@pytest.fixture
def project(new_project):
    return new_project(RUNS, depth=3)


def order_of(project, query_id="q1"):
    priorities = query_order(project, query_id).priorities
    return sorted(priorities, key=priorities.get, reverse=True)


def test_as_pooled_is_the_order_until_the_lead_says_otherwise(project):
    assert query_order(project, "q1") is None
    assert query_places(project) is None


@pytest.mark.parametrize("name", [name for name in ORDERS if name != "pooled"])
def test_every_order_ranks_every_pooled_document_once(project, name):
    set_queue_order(project, LEAD, name, ["a", "b"] if name == "settle" else ())
    order = query_order(project, "q1")
    assert sorted(order.priorities) == [f"d{n}" for n in range(1, 7)]
    assert len(set(order.priorities.values())) == 6


@pytest.mark.parametrize("name", ["move-to-front", "maxmean"])
def test_the_run_that_brings_relevant_documents_goes_on(project, name):
    set_queue_order(project, LEAD, name)
    ada = person(project, "Ada")
    assert set(order_of(project)[:2]) == {"d1", "d4"}
    submit(project, ada, [judgment("q1", "d1", 0), judgment("q1", "d4", 3)])
    assert order_of(project)[0] == "d5"


def test_labelled_documents_come_last_since_they_may_want_a_second_judgment(project):
    set_queue_order(project, LEAD, "dcg")
    submit(project, person(project, "Ada"), [judgment("q1", "d1", 2)])
    assert order_of(project)[-1] == "d1"


def test_an_order_is_kept_until_a_label_of_its_query_changes(project):
    set_queue_order(project, LEAD, "narrow")
    ada = person(project, "Ada")
    first = query_order(project, "q1")
    submit(project, ada, [judgment("q2", "e1", 2)])
    assert query_order(project, "q1") is first
    submit(project, ada, [judgment("q1", "d2", 2)])
    assert query_order(project, "q1") is not first


def test_a_new_run_and_a_changed_order_are_seen_at_once(project):
    set_queue_order(project, LEAD, "depth")
    assert order_of(project)[-1] in {"d3", "d6"}
    add_run(project, "a", {"q1": ["d3", "d2", "d1"]}, sha256="other")
    assert order_of(project).index("d3") < order_of(project).index("d1")


def test_pairs_that_no_run_brought_come_after_the_others(project):
    batch = NewBatch("imported", None, (), project.clock(), "somebody")
    project.store.pool.add(batch, pd.DataFrame({"query_id": ["q1"], "doc_id": ["zz"]}))
    project.board.reload()
    # For the intervals it may well matter: what no run shows can still raise the ideal.
    for name in set(STRATEGIES) - {"narrow"}:
        set_queue_order(project, LEAD, name, ["a", "b"] if name == "settle" else ())
        assert order_of(project)[-1] == "zz", name


def test_a_query_on_which_both_runs_are_alike_is_left_out(project):
    set_queue_order(project, LEAD, "settle", ["a", "b"])
    assert query_order(project, "q2").left_out == {"e1", "e2"}
    assert query_order(project, "q1").left_out == frozenset()
    assert query_places(project)[0] == "q1"


def test_nothing_is_left_to_judge_once_one_run_is_ahead(project):
    set_queue_order(project, LEAD, "settle", ["b", "a"])
    assert settled_run(project) is None
    ada = person(project, "Ada")
    submit(project, ada, [judgment("q1", f"d{n}", 3, key=f"k{n}") for n in (1, 2)])
    assert settled_run(project) is None
    submit(project, ada, [judgment("q1", f"d{n}", 0) for n in (4, 5)])
    assert settled_run(project) == "a"
    assert query_order(project, "q1").left_out == set(RUNS["a"]["q1"] + RUNS["b"]["q1"])
    taken_back = [judgment("q1", f"d{n}", verdict=Verdict.WITHDRAWN, seen=f"k{n}") for n in (1, 2)]
    submit(project, ada, taken_back)
    assert settled_run(project) is None


def test_the_widest_query_comes_first_where_intervals_are_narrowed(project):
    set_queue_order(project, LEAD, "narrow")
    ada = person(project, "Ada")
    submit(project, ada, [judgment("q1", f"d{n}", 1) for n in range(1, 7)])
    assert query_places(project) == ("q2", "q1")


def test_what_models_dispute_comes_first(project):
    model = project.store.people.ensure("gpt-9", PersonKind.MODEL, None)
    rows = pd.DataFrame(
        {
            "client_key": ["m1", "m2"],
            "query_id": "q1",
            "doc_id": ["d3", "d2"],
            "person_id": model.person_id,
            "verdict": "graded",
            "grade": pd.array([3, 1], dtype="Int64"),
            "note": "",
        }
    )
    project.store.judgments.append_imported(rows, project.clock())
    submit(project, person(project, "Ada"), [judgment("q1", "d3", 0), judgment("q1", "d2", 0)])
    set_queue_order(project, LEAD, "model-disputes")
    assert order_of(project)[:2] == ["d3", "d2"]


def test_the_order_is_stored_and_a_run_that_is_gone_does_not_break_it(project, tmp_path):
    set_queue_order(project, LEAD, "settle", ["a", "b"])
    path = project.store.database.path
    project.close()
    again = open_project(path)
    assert (again.settings.queue_order, again.settings.queue_runs) == ("settle", ("a", "b"))
    again.close()


def test_only_a_lead_changes_the_order_and_only_to_one_that_exists(project):
    with pytest.raises(NotAllowedError):
        set_queue_order(project, person(project, "Ada"), "dcg")
    with pytest.raises(BadInputError, match="there is no order of the queue 'best'"):
        set_queue_order(project, LEAD, "best")
    with pytest.raises(BadInputError, match="two runs can be settled, not 1"):
        set_queue_order(project, LEAD, "settle", ["a"])
    with pytest.raises(BadInputError, match="is not about single runs"):
        set_queue_order(project, LEAD, "dcg", ["a", "b"])
    with pytest.raises(NotFoundError):
        set_queue_order(project, LEAD, "settle", ["a", "z"])
