"""Pools by strategy: what a budget takes, what is stored, and who may do it."""

import json
import math

import pytest
from typer.testing import CliRunner

from judge_app.cli import app
from judge_app.domain.errors import BadInputError, NotAllowedError, NotFoundError
from judge_app.domain.pooling import STRATEGIES, Selection
from judge_app.services.answers import pool_answer
from judge_app.services.exports import export
from judge_app.services.grading import submit
from judge_app.services.pooling import build_pool, plan_pool
from judge_app.services.project import command_line_actor
from tests.support.projects import judgment, person, small_project

LEAD = command_line_actor()
RUNS = {
    "a": {"q1": ["d1", "d2", "d3", "d4"], "q2": ["e1", "e2", "e3"]},
    "b": {"q1": ["d2", "d5", "d6", "d1"], "q2": ["e4", "e1", "e5"]},
}


@pytest.fixture
def project(new_project):
    return new_project(RUNS)


def plan(project, strategy, budget=None, share=0.0, seed=0, **words):
    return plan_pool(
        project, LEAD, strategy=strategy, selection=Selection(budget, share, seed), **words
    )


def taken(made):
    return set(made.pairs[["query_id", "doc_id"]].itertuples(index=False, name=None))


def stored(project):
    rows = export(project, LEAD, what="pool", format_name="jsonl").content.splitlines()
    return {(row["query_id"], row["doc_id"]): row for row in map(json.loads, rows)}


@pytest.mark.parametrize("name", [name for name, one in STRATEGIES.items() if not one.for_two_runs])
def test_without_a_budget_every_strategy_takes_the_whole_depth(project, name):
    assert taken(plan(project, name, depth=2)) == taken(plan(project, "depth", depth=2))


def test_the_greatest_weights_of_all_queries_are_bought_first(project):
    # d1 1 + 1/log2(5), d2 1 + 1/log2(3), e1 the same as d2, e4 1; ties by falling id.
    assert taken(plan(project, "dcg", 2)) == {("q1", "d2"), ("q2", "e1")}
    assert taken(plan(project, "dcg", 3)) == {("q1", "d2"), ("q2", "e1"), ("q1", "d1")}


def test_queries_take_turns_where_priorities_do_not_compare(project):
    sizes = plan(project, "maxmean", 4).pairs.groupby("query_id").size()
    assert sizes.to_dict() == {"q1": 2, "q2": 2}


def test_a_budget_buys_nothing_that_is_pooled_or_labelled(project):
    build_pool(project, LEAD, plan(project, "dcg", 1))
    pooled = set(project.store.pool.pairs()["doc_id"])
    ada = person(project, "Ada")
    submit(project, ada, [judgment("q2", "e1", 2)])
    later = plan(project, "dcg", 100)
    assert not {doc_id for _, doc_id in taken(later)} & pooled
    assert later.n_new == len(later.pairs) == 10


def test_labels_steer_an_adaptive_budget(project):
    build_pool(project, LEAD, plan(project, "depth", depth=1))
    ada = person(project, "Ada")
    submit(project, ada, [judgment("q1", "d1", 0), judgment("q1", "d2", 3)])
    # In q1 either run has one relevant of two; d5 stands above d3, and both queries have a turn.
    assert taken(plan(project, "maxmean", 2)) == {("q1", "d5"), ("q2", "e2")}


def test_priorities_budget_share_seed_and_chances_are_stored(project):
    made = plan(project, "dcg", 4, 0.5, 3)
    assert made.n_drawn == 2
    build_pool(project, LEAD, made)
    rows = stored(project)
    assert {(row["budget"], row["random_share"], row["seed"]) for row in rows.values()} == {
        (4, 0.5, 3)
    }
    weight = 1 + 1 / math.log2(3)
    assert rows["q1", "d2"]["pool_priority"] == pytest.approx(weight)
    assert rows["q1", "d2"]["inclusion_probability"] == 1
    # Nine others of eleven pairs, two of them drawn.
    n_rest = made.n_candidates - 2
    chances = [row["inclusion_probability"] for row in rows.values()]
    assert sorted(chances) == pytest.approx([2 / n_rest, 2 / n_rest, 1, 1])
    batch = project.store.pool.batches().iloc[0]
    assert (batch["drawn"], batch["probability"]) == (2, pytest.approx(2 / n_rest))


def test_the_same_seed_draws_the_same_pairs(project):
    one, same, other = (taken(plan(project, "dcg", 4, 1.0, seed)) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_a_depth_pool_is_judged_by_bands_of_weight(project):
    build_pool(project, LEAD, plan(project, "depth"))
    assert {doc: row["pool_priority"] for (_, doc), row in stored(project).items()} == {
        "d1": 1.0, "d2": 1.0, "d3": 0.5, "d4": 0.25, "d5": 0.5, "d6": 0.5,
        "e1": 1.0, "e2": 0.5, "e3": 0.5, "e4": 1.0, "e5": 0.5,
    }  # fmt: skip


def test_settling_needs_two_runs_and_leaves_out_what_cannot_matter(tmp_path):
    same = {"q1": ["d1", "d2"]}
    runs = {
        "a": same | {"q2": ["e1", "e2"]}, "b": same | {"q2": ["e2", "e1"]}, "c": {"q1": ["d9"]},
    }  # fmt: skip
    made = small_project(tmp_path / "p.duckdb", runs)
    with pytest.raises(BadInputError, match="two runs can be settled, not 3"):
        plan(made, "settle")
    assert taken(plan(made, "settle", runs=["a", "b"])) == {("q2", "e1"), ("q2", "e2")}
    made.close()


def test_settling_stops_when_one_is_ahead_whatever_is_judged(tmp_path):
    runs = {"a": {"q1": ["d1", "x"]}, "b": {"q1": ["d2", "x"]}}
    made = small_project(tmp_path / "p.duckdb", runs, depth=2)
    ada = person(made, "Ada")
    submit(made, ada, [judgment("q1", "d1", 3), judgment("q1", "d2", 0)])
    answer = pool_answer(made, LEAD, strategy="settle", runs=["b", "a"])
    assert answer["settled"] == "a"
    assert (answer["pairs"], answer["built"]) == (0, False)
    made.close()


def test_a_lead_over_one_query_settles_nothing_while_others_are_open(tmp_path):
    runs = {"a": {"q1": ["d1"], "q2": ["e1"]}, "b": {"q1": ["d2"], "q2": ["e2"]}}
    made = small_project(tmp_path / "p.duckdb", runs, depth=1)
    ada = person(made, "Ada")
    submit(made, ada, [judgment("q1", "d1", 1), judgment("q1", "d2", 0)])
    assert plan(made, "settle", runs=["a", "b"]).settled is None
    made.close()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"strategy": "guess"}, "there is no pool strategy 'guess'"),
        ({"budget": 0}, "a budget of 0 pairs buys nothing"),
        ({"budget": 3, "random_share": 1.5}, "1.5 is no share"),
        ({"random_share": 0.2}, "a random share needs a budget"),
        ({"budget": 3, "random_share": 0.2, "seed": -1}, "-1 cannot be a seed"),
        ({"strategy": "settle", "runs": ["a"]}, "two runs can be settled, not 1"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(project, words, message):
    with pytest.raises(BadInputError, match=message):
        pool_answer(project, LEAD, **words)


def test_unknown_runs_and_other_people_are_refused(project):
    with pytest.raises(NotFoundError):
        pool_answer(project, LEAD, strategy="settle", runs=["a", "z"])
    with pytest.raises(NotAllowedError):
        pool_answer(project, person(project, "Ada"), strategy="dcg")


def test_the_command_says_what_was_bought_and_drawn(project):
    path = str(project.store.database.path)
    project.close()
    words = ["--strategy", "dcg", "--budget", "4", "--random-share", "0.5", "--seed", "3"]
    done = CliRunner().invoke(app, ["pool", path, *words])
    assert done.exit_code == 0, done.output
    assert "4 pairs from the first 10 documents of 2 runs, 4 of them new" in done.stdout
    assert "Chosen by dcg from 11 pairs that are neither pooled nor judged." in done.stdout
    assert "2 pairs of them drawn at random, each with probability 0.2222 (seed 3)" in done.stdout


def test_the_command_changes_the_order_and_nothing_else(project):
    path = str(project.store.database.path)
    project.close()
    done = CliRunner().invoke(app, ["pool", path, "--order", "settle", "--runs", "a,b"])
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("Order of the queue: settle (a against b).")
    refused = CliRunner().invoke(app, ["pool", path, "--order", "maxmean", "--budget", "3"])
    assert refused.exit_code == 2
    assert "--budget is about a new batch" in refused.stderr
