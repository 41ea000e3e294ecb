"""How long the rest will take: by the team's own pace, or by an assumption that is named."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from judge_app.services.grading import submit
from judge_app.services.pace import ASSUMED_SECONDS, ENOUGH_TIMED, read_pace
from tests.support.projects import judgment, person

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


@pytest.fixture
def project(new_project):
    documents = [f"d{number}" for number in range(60)]
    return new_project({"a": {"q": documents}}, depth=60)


def grade(project, number, seconds):
    timed = replace(
        judgment("q", f"d{number}", 1),
        shown_at=START,
        judged_at=START + timedelta(seconds=seconds),
    )
    submit(project, person(project, "Mira"), [timed])


def test_few_timed_grades_leave_the_assumption(project):
    for number in range(ENOUGH_TIMED - 1):
        grade(project, number, 5)
    pace = read_pace(project)
    assert not pace.is_measured
    assert pace.seconds == ASSUMED_SECONDS
    assert "assumption" in pace.explain()


def test_the_median_of_many_is_the_pace_whatever_a_pause_took(project):
    for number in range(ENOUGH_TIMED):
        grade(project, number, 10 if number else 3600)
    pace = read_pace(project)
    assert pace.is_measured
    assert pace.minutes(120) == pytest.approx(20)
    assert "6.0 pairs a minute" in pace.explain()


def test_grades_without_times_do_not_count(project):
    for number in range(ENOUGH_TIMED):
        submit(project, person(project, "Mira"), [judgment("q", f"d{number}", 1)])
    assert not read_pace(project).is_measured
