"""A run may be replaced; what it was, and why its pairs are pooled, stays known."""

import duckdb
import pytest

from judge_app.domain.model import ReplacedRun
from judge_app.services.import_answers import import_answer
from judge_app.services.import_options import Upload, parse_import_options
from judge_app.services.pooling import build_pool, plan_pool
from judge_app.services.project import command_line_actor, create_project, open_project
from judge_app.services.status import read_status
from judge_app.store import migrate
from judge_app.store.migrate import steps as migrate_steps

LEAD = command_line_actor()
RUNS = {"a": {"q1": ["d1", "d2"]}, "b": {"q1": ["d2", "d3"]}}


@pytest.fixture
def project(new_project, clock):
    return new_project(RUNS, depth=10, clock=clock)


def put(project, folder, name, *documents):
    path = folder / f"{name}.run"
    lines = [f"q1 Q0 {doc} 0 {9 - place} {name}\n" for place, doc in enumerate(documents)]
    path.write_text("".join(lines))
    options = parse_import_options(replace=True)
    return import_answer(project, LEAD, [Upload(path, path.name)], options)


def sources(project, run):
    frame = project.store.pool.sources()
    return {(row.doc_id, row.rank) for row in frame[frame["run"] == run].itertuples()}


def test_what_a_run_was_is_kept_with_when_and_by_whom(project, clock, tmp_path):
    imported = clock()
    clock.advance(days=2)
    put(project, tmp_path, "a", "d3", "d9")
    (was,) = project.store.runs.replaced()
    assert was == ReplacedRun("a", "a.run", "a", imported, "a test", clock(), "command line")
    status = read_status(project)
    assert status.replaced_runs == (was,)
    assert status.as_json()["replaced_runs"][0]["replaced_at"] == clock().isoformat()


def test_its_pairs_stay_pooled_and_are_explained_by_the_rank_they_had(project, tmp_path):
    before, size = sources(project, "a"), project.store.pool.size()
    put(project, tmp_path, "a", "d3", "d9")
    assert project.store.pool.size() == size
    assert sources(project, "a") == before == {("d1", 1), ("d2", 2)}
    assert sources(project, "b") == {("d2", 1), ("d3", 2)}


def test_the_new_one_contributes_once_it_is_pooled(project, tmp_path):
    put(project, tmp_path, "a", "d3", "d9")
    contributes = {run.name: run.contributes_to_pool for run in project.store.runs.all()}
    assert contributes == {"a": False, "b": True}
    build_pool(project, LEAD, plan_pool(project, LEAD, depth=10))
    assert sources(project, "a") == {("d1", 1), ("d2", 2), ("d3", 1), ("d9", 2)}


def test_replaced_twice_is_remembered_twice(project, tmp_path):
    put(project, tmp_path, "a", "d3")
    put(project, tmp_path, "a", "d4")
    first, second = project.store.runs.replaced()
    assert first.sha256 == "a"
    assert second.replaced_by == "command line"
    assert sources(project, "a") == {("d1", 1), ("d2", 2)}


def test_the_same_file_replaces_nothing(project, tmp_path):
    put(project, tmp_path, "a", "d3")
    put(project, tmp_path, "a", "d3")
    assert len(project.store.runs.replaced()) == 1


def test_a_project_from_before_is_brought_to_todays_tables(tmp_path, monkeypatch):
    path = tmp_path / "old.duckdb"
    with monkeypatch.context() as past:
        past.setattr(migrate, "steps", lambda: migrate_steps()[:1])
        create_project(path).close()
    with duckdb.connect(path) as old:
        old.execute("INSERT INTO run VALUES (0, 'a', 'a.run', 'sha', now(), 'Lea', TRUE)")
        old.execute("INSERT INTO ranking VALUES (0, 'q1', 'd1', 2, 1), (0, 'q1', 'd2', 1, 2)")
        old.execute("INSERT INTO pool_batch VALUES (0, 'depth', 1, now(), 'Lea')")
        old.execute("INSERT INTO pool_batch_run VALUES (0, 0)")
        old.execute("INSERT INTO pool_pair VALUES ('q1', 'd1', 0, 0, 1)")
    opened = open_project(path)
    try:
        assert sources(opened, "a") == {("d1", 1)}
        put(opened, tmp_path, "a", "d3", "d9")
        assert sources(opened, "a") == {("d1", 1)}
        assert len(opened.store.runs.replaced()) == 1
    finally:
        opened.close()
