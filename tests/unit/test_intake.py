"""A run at the gate: what it answers and what of it nobody can be shown."""

import pytest

from judge_app.domain.people import Role
from judge_app.services.coverage import queue_new_pairs
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.intake import look_at_file, look_at_stored
from tests.support.projects import person

RUNS = {"old": {"q1": ["a", "b"], "q2": ["c"]}}
NEW = """\
q1 Q0 a 1 3 new
q1 Q0 n 2 2 new
q1 Q0 b 3 2 new
q9 Q0 a 1 1 new
"""


@pytest.fixture
def project(new_project):
    return new_project(RUNS, depth=2)


@pytest.fixture
def eva(project):
    return person(project, "Eva", Role.EVALUATOR)


@pytest.fixture
def upload(tmp_path):
    path = tmp_path / "new.run"
    path.write_text(NEW)
    return Upload(path, path.name)


def test_a_file_is_described_without_being_stored(project, eva, upload):
    intake = look_at_file(project, eva, upload, ImportOptions(), depth=2)
    assert (intake.n_lines, intake.n_queries, intake.n_matched, intake.depth) == (4, 2, 1, 3)
    assert intake.n_ties == 1
    assert intake.n_unreadable == 1
    assert intake.coverage.missing_queries == ("q2",)
    assert intake.coverage.extra_queries == ("q9",)
    assert not intake.is_stored
    assert [run.name for run in project.store.runs.all()] == ["old"]


def test_the_stored_run_is_described_alike_and_has_nothing_new(project, eva, upload):
    before = look_at_file(project, eva, upload, ImportOptions(), depth=2)
    queue_new_pairs(project, eva, before.files, [before.coverage], ImportOptions())
    after = look_at_stored(project, eva, "new", depth=2)
    assert after.is_stored
    assert not after.is_pooled
    assert after.coverage.facts.n_new == 0
    assert after.coverage.facts.n_queued == before.coverage.facts.n_queued + 1
    for name in ("n_lines", "n_queries", "n_matched", "depth", "n_ties"):
        assert getattr(after, name) == getattr(before, name)
