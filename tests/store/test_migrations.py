"""A file of an earlier version comes to today's tables with everything in it."""

import pytest

from judge_app.services.grading import submit
from judge_app.services.project import open_project
from judge_app.store import migrate
from tests.support.projects import judgment, person, small_project

BEFORE_KEYS_WENT, BEFORE_IT_WAS_PACKED = 3, 4


def pool_as_it_was(project):
    """Pool both documents in the tables that there were then."""
    with project.store.database.transaction() as cursor:
        cursor.execute("INSERT INTO pool_batch VALUES (0, 'depth', 2, '2026-01-31', 'Lea')")
        cursor.execute("INSERT INTO pool_pair VALUES ('q1', 'd1', 0, 0, 1), ('q1', 'd2', 0, 0, 1)")
    project.board.reload()


def judge_as_it_was(project, person_id):
    """Grade a document twice in the tables that there were then."""
    with project.store.database.transaction() as cursor:
        for number, key, grade, note, seen in [(1, "k1", 2, "clear", None), (2, "k2", 3, "", "k1")]:
            cursor.execute(
                "INSERT INTO judgment VALUES (?, ?, 'q1', 'd1', ?, 'graded', ?, ?, ?, false, "
                "'ordinary', NULL, NULL, '2026-01-31 12:00:00', 0, '')",
                [number, key, person_id, grade, note, seen],
            )


@pytest.mark.parametrize("version", [BEFORE_KEYS_WENT, BEFORE_IT_WAS_PACKED])
def test_the_log_comes_over_whole(tmp_path, monkeypatch, version):
    path, every_step = tmp_path / "p.duckdb", migrate.steps()
    old_steps = tuple(step for step in every_step if step.number <= version)
    with monkeypatch.context() as patch:
        patch.setattr(migrate, "steps", lambda: old_steps)
        old = small_project(path, {"a": {"q1": ["d1", "d2"]}})
        pool_as_it_was(old)
        mira = person(old, "Mira")
        judge_as_it_was(old, mira.person.person_id)
        log, exported = old.store.judgments.since(0), old.store.exports.judgments(2)
        old.close()
    opened = open_project(path)
    assert opened.store.judgments.since(0) == log
    assert opened.store.exports.judgments(2).equals(exported)
    again = submit(opened, mira, [judgment("q1", "d1", 3, key="k2"), judgment("q1", "d2", 0)])
    assert [one.status for one in again.outcomes] == ["duplicate", "saved"]
    assert again.outcomes[1].judgment_id == 3
    opened.close()
