"""The pool remembers in which batch each pair came first."""

from judge_app.services.pooling import build_pool, plan_pool
from judge_app.services.project import command_line_actor
from tests.support.projects import add_run, small_project

LEAD = command_line_actor()


def test_a_batch_counts_the_pairs_that_it_brought_first(tmp_path):
    project = small_project(tmp_path / "p.duckdb", {"a": {"q": ["d1", "d2", "d3"]}}, depth=2)
    add_run(project, "b", {"q": ["d1", "d2", "d3"]})
    build_pool(project, LEAD, plan_pool(project, LEAD, depth=3))
    batches = project.store.pool.batches()
    project.close()
    assert batches["pairs"].tolist() == [2, 1]
    assert batches["depth"].tolist() == [2, 3]
    assert batches["runs"].tolist() == ["a", "a, b"]
    assert batches["added_by"].tolist() == ["command line", "command line"]
