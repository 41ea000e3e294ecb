"""A file of an earlier version comes to today's tables with everything in it."""

from judge_app.services.grading import submit
from judge_app.services.project import open_project
from judge_app.store import migrate
from tests.support.projects import judgment, person, small_project

BEFORE_KEYS_WENT = 3


def test_the_log_survives_the_loss_of_its_keys(tmp_path, monkeypatch):
    path, every_step = tmp_path / "p.duckdb", migrate.steps()
    old_steps = tuple(step for step in every_step if step.number <= BEFORE_KEYS_WENT)
    with monkeypatch.context() as patch:
        patch.setattr(migrate, "steps", lambda: old_steps)
        old = small_project(path, {"a": {"q1": ["d1", "d2"]}}, depth=2)
        mira = person(old, "Mira")
        submit(old, mira, [judgment("q1", "d1", 2, key="k1", note="clear")])
        submit(old, mira, [judgment("q1", "d1", 3, key="k2", seen="k1")])
        log, exported = old.store.judgments.since(0), old.store.exports.judgments(2)
        old.close()
    opened = open_project(path)
    assert opened.store.judgments.since(0) == log
    assert opened.store.exports.judgments(2).equals(exported)
    again = submit(opened, mira, [judgment("q1", "d1", 3, key="k2"), judgment("q1", "d2", 0)])
    assert [one.status for one in again.outcomes] == ["duplicate", "saved"]
    assert again.outcomes[1].judgment_id == 3
    opened.close()
