"""The log keeps every judgment once, whatever order and however often they arrive."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from judge_app.domain.errors import StoreError
from judge_app.domain.model import Verdict
from judge_app.services.grading import submit
from judge_app.services.project import open_project
from tests.support.projects import judgment, person, small_project


@pytest.fixture
def project(new_project):
    runs = {"a": {"q1": ["d1", "d2"], "q2": ["d3"]}}
    return new_project(runs, depth=10)


def current(project):
    frame = project.store.judgments.current_grades()
    return {(r.query_id, r.doc_id, r.person): r.grade for r in frame.itertuples()}


def test_a_judgment_sent_twice_is_stored_once(project):
    mira = person(project, "Mira")
    first = submit(project, mira, [judgment("q1", "d1", 2, key="k")])
    again = submit(project, mira, [judgment("q1", "d1", 2, key="k")])
    assert [o.status for o in first.outcomes + again.outcomes] == ["saved", "duplicate"]
    assert first.outcomes[0].judgment_id == again.outcomes[0].judgment_id
    assert project.store.judgments.size() == 1


def test_a_new_grade_replaces_the_old_one_and_the_log_keeps_both(project):
    mira = person(project, "Mira")
    submit(project, mira, [judgment("q1", "d1", 2, key="old")])
    submit(project, mira, [judgment("q1", "d1", 3, key="new", seen="old")])
    assert current(project) == {("q1", "d1", "Mira"): 3}
    assert [j.grade for j in project.store.judgments.since(0)] == [2, 3]


def test_a_grade_from_an_offline_tab_does_not_displace_a_newer_one_it_had_not_seen(project):
    mira = person(project, "Mira")
    submit(project, mira, [judgment("q1", "d1", 3, key="second tab")])
    late = submit(project, mira, [judgment("q1", "d1", 0, key="offline tab")])
    assert late.outcomes[0].status == "saved"
    assert "That grade counts" in late.outcomes[0].message
    assert current(project) == {("q1", "d1", "Mira"): 3}
    assert [j.is_late for j in project.store.judgments.since(0)] == [False, True]


def test_grades_changed_twice_before_any_answer_end_at_the_last(project):
    mira = person(project, "Mira")
    batch = [
        judgment("q1", "d1", 1, key="k1"),
        judgment("q1", "d1", 2, key="k2", seen="k1"),
        judgment("q1", "d1", 3, key="k3", seen="k2"),
    ]
    submit(project, mira, batch)
    assert current(project) == {("q1", "d1", "Mira"): 3}


def test_a_withdrawn_grade_is_gone_from_the_labels_and_kept_in_the_log(project):
    mira = person(project, "Mira")
    submit(project, mira, [judgment("q1", "d1", 2, key="k1")])
    withdrawn = judgment("q1", "d1", verdict=Verdict.WITHDRAWN, seen="k1")
    submit(project, mira, [withdrawn])
    assert current(project) == {}
    assert len(project.store.judgments.since(0)) == 2


def test_putting_a_pair_off_takes_no_grade_back(project):
    mira = person(project, "Mira")
    submit(project, mira, [judgment("q1", "d1", 2)])
    submit(project, mira, [judgment("q1", "d1", verdict=Verdict.SKIPPED)])
    assert current(project) == {("q1", "d1", "Mira"): 2}


def test_a_grade_off_the_scale_is_refused_and_its_neighbours_are_kept(project):
    mira = person(project, "Mira")
    result = submit(project, mira, [judgment("q1", "d1", 4), judgment("q1", "d2", 1)])
    assert [o.status for o in result.outcomes] == ["refused", "saved"]
    assert "scale" in result.outcomes[0].message
    assert current(project) == {("q1", "d2", "Mira"): 1}


def test_a_pair_outside_the_pool_is_refused(project):
    result = submit(project, person(project, "Mira"), [judgment("q1", "d3", 1)])
    assert result.outcomes[0].status == "refused"
    assert "not in the pool" in result.outcomes[0].message


def test_times_are_kept_in_utc_whatever_zone_they_come_in(tmp_path):
    zone = datetime(2026, 3, 1, 12, tzinfo=UTC).astimezone().tzinfo
    moment = datetime(2026, 3, 1, 12, tzinfo=UTC)
    made = small_project(
        tmp_path / "z.duckdb", {"a": {"q1": ["d1"]}}, depth=1, clock=lambda: moment.astimezone(zone)
    )
    submit(made, person(made, "Mira"), [judgment("q1", "d1", 1)])
    assert made.store.judgments.since(0)[0].received_at == moment
    assert made.store.runs.all()[0].imported_at - moment == timedelta(0)
    made.close()


def test_a_file_held_by_another_process_says_so(project):
    path = project.store.database.path
    code = f"""
from judge_app.services.project import open_project
from judge_app.domain.errors import StoreError
from pathlib import Path
try:
    open_project(Path({str(path)!r}))
except StoreError as error:
    print(error.message, "|", error.hint)
"""
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert "held by another process" in told
    assert "server" in told


@pytest.mark.parametrize("content", [b"no database at all, only words\n" * 500, b""])
def test_a_file_that_is_no_project_is_told_apart(tmp_path, content):
    path = tmp_path / "other.duckdb"
    path.write_bytes(content)
    with pytest.raises(Exception, match="project") as raised:
        open_project(path)
    assert raised.value.hint


def test_everything_is_there_after_closing_and_opening(project):
    mira = person(project, "Mira")
    submit(project, mira, [judgment("q2", "d3", 3, note="clear")])
    path = Path(project.store.database.path)
    project.close()
    opened = open_project(path)
    assert current(opened) == {("q2", "d3", "Mira"): 3}
    assert opened.store.exports.judgments(1)["note"].tolist() == ["clear"]
    opened.close()


def test_a_newer_file_is_refused_politely(project):
    path = Path(project.store.database.path)
    with project.store.database.transaction() as cursor:
        cursor.execute("INSERT INTO schema_step VALUES (999)")
    project.close()
    with pytest.raises(StoreError, match="newer Judgepool"):
        open_project(path)
