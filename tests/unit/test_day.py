"""What a person is told about the own day: counted, timed, and estimated by hand arithmetic."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_app.domain.errors import BadInputError
from judge_app.domain.model import KINDS_OF_GRADING, JudgmentKind, Verdict
from judge_app.domain.people import Role
from judge_app.services.day import (
    ENOUGH_TIMED,
    IDLE_SECONDS,
    STRETCH,
    midnight_before,
    own_pace,
    read_day,
)
from judge_app.services.gold import mark_gold
from judge_app.services.grading import my_judgments
from judge_app.services.own_query import earlier_grades, read_history, read_own_query
from judge_app.services.pace import ASSUMED_SECONDS, Pace
from tests.support.projects import judgment, person

DOCUMENTS = [f"d{number:02}" for number in range(30)]
GUESS = Pace(ASSUMED_SECONDS, 0)


@pytest.fixture
def project(new_project, clock):
    runs = {"a": {"q1": DOCUMENTS, "q2": ["x", "y"]}}
    return new_project(runs, depth=30, clock=clock)


@pytest.fixture
def mira(project):
    return person(project, "Mira")


def say(project, clock, actor, new, *, seconds=10.0, kind=JudgmentKind.ORDINARY):
    new = replace(
        new,
        person_id=actor.person.person_id,
        shown_at=clock.now - timedelta(seconds=seconds),
        judged_at=clock.now,
        kind=kind,
    )
    project.store.judgments.append([new], clock.now)
    return new


def day(project, actor, **words):
    return read_day(project, actor, **({"east_minutes": 0, "remaining": 0} | words))


@pytest.mark.parametrize(
    ("east", "midnight"),
    [
        (0, datetime(2026, 3, 1, tzinfo=UTC)),
        (330, datetime(2026, 2, 28, 18, 30, tzinfo=UTC)),
        (-600, datetime(2026, 2, 28, 10, tzinfo=UTC)),
        (840, datetime(2026, 3, 1, 10, tzinfo=UTC) - timedelta(days=1)),
    ],
)
def test_a_day_begins_at_the_midnight_of_the_person(east, midnight):
    assert midnight_before(datetime(2026, 3, 1, 9, 0, tzinfo=UTC), east) == midnight


def test_today_counts_pairs_once_whatever_was_changed_and_leaves_practice_out(project, clock, mira):
    say(project, clock, mira, judgment("q1", "d00", 1))
    clock.advance(hours=16)
    first = say(project, clock, mira, judgment("q1", "d01", 1))
    say(project, clock, mira, judgment("q1", "d01", 3, seen=first.client_key))
    say(project, clock, mira, judgment("q1", "d02", verdict=Verdict.CANNOT_JUDGE))
    say(project, clock, mira, judgment("q1", "d03", verdict=Verdict.SKIPPED))
    say(project, clock, mira, judgment("q1", "d04", 1), kind=JudgmentKind.TRAINING)
    say(project, clock, person(project, "Ola"), judgment("q1", "d05", 1))
    assert day(project, mira).graded == 2
    assert day(project, mira, east_minutes=-480).graded == 2 + 1


def test_today_falls_with_a_grade_taken_back_and_leaves_decisions_out(project, clock):
    lea = person(project, "Lea", Role.LEAD)
    first = say(project, clock, lea, judgment("q1", "d00", 1))
    say(project, clock, lea, judgment("q1", "d01", 1))
    say(project, clock, lea, judgment("q1", "d02", 1), kind=JudgmentKind.ADJUDICATION)
    say(project, clock, lea, judgment("q1", "d03", 1), kind=JudgmentKind.IMPORTED)
    mark_gold(project, lea, "q1", "d04", 2)
    assert day(project, lea).graded == 2
    back = judgment("q1", "d00", verdict=Verdict.WITHDRAWN, seen=first.client_key)
    say(project, clock, lea, back)
    assert day(project, lea).graded == 1
    say(project, clock, lea, judgment("q1", "d00", verdict=Verdict.SKIPPED))
    assert day(project, lea).graded == 1
    say(project, clock, lea, judgment("q1", "d00", 2, seen=back.client_key))
    assert day(project, lea).graded == 2


def test_today_and_my_work_count_the_same_judgments(project, clock):
    lea = person(project, "Lea", Role.LEAD)
    own_kinds = [*KINDS_OF_GRADING - {JudgmentKind.REPEAT}]
    for number, kind in enumerate([*own_kinds, JudgmentKind.TRAINING, JudgmentKind.ADJUDICATION]):
        say(project, clock, lea, judgment("q1", f"d{number:02}", 1), kind=kind)
    listed = my_judgments(project, lea, None, 100)
    assert len(listed) == 4
    counted = [one for one in listed if one.kind in KINDS_OF_GRADING]
    assert day(project, lea).graded == len(counted) == 2


@pytest.mark.parametrize("kind", [JudgmentKind.GOLD, JudgmentKind.REPEAT])
def test_a_check_cannot_be_told_by_a_count_that_stands_still(project, clock, mira, kind):
    say(project, clock, mira, judgment("q1", "d00", 1))
    say(project, clock, mira, judgment("q1", "d00", 1), kind=kind)
    assert day(project, mira).graded == 2


def test_the_estimate_is_an_assumption_until_enough_are_timed(project, clock, mira):
    for doc_id in DOCUMENTS[: ENOUGH_TIMED - 1]:
        say(project, clock, mira, judgment("q1", doc_id, 1), seconds=6)
    told = day(project, mira, remaining=60)
    assert not told.pace.is_measured
    assert (told.low_minutes, told.high_minutes) == (15, 60)
    assert "An assumption: 30 seconds a document, a guess" in told.pace.explain()
    say(project, clock, mira, judgment("q1", "d29", 1), seconds=6)
    told = day(project, mira, remaining=60)
    assert told.pace.is_measured
    assert (told.low_minutes, told.high_minutes) == pytest.approx((6, 6))


def test_pauses_are_no_reading(project, clock, mira):
    for number, doc_id in enumerate(DOCUMENTS[: ENOUGH_TIMED + 1]):
        seconds = IDLE_SECONDS + 1 if number == 7 else 12
        say(project, clock, mira, judgment("q1", doc_id, 1), seconds=seconds)
    pace = day(project, mira).pace
    assert (pace.seconds, pace.quick, pace.slow) == pytest.approx((12, 12, 12))
    assert pace.n_timed == ENOUGH_TIMED


def test_the_range_runs_from_the_quickest_ten_to_the_slowest_ten():
    pace = own_pace([4.0] * STRETCH + [10.0] * STRETCH, GUESS)
    assert (pace.seconds, pace.quick, pace.slow) == (7, 4, 10)


@given(st.lists(st.floats(0.1, IDLE_SECONDS), min_size=ENOUGH_TIMED, max_size=50))
def test_the_mean_of_whole_stretches_lies_in_the_range(seconds):
    pace = own_pace(seconds, GUESS)
    whole = seconds[: len(seconds) // STRETCH * STRETCH]
    mean = sum(whole) / len(whole)
    assert pace.quick <= mean * (1 + 1e-9)
    assert mean <= pace.slow * (1 + 1e-9)


@pytest.mark.parametrize("words", [{"east_minutes": 841}, {"remaining": -1}])
def test_what_no_clock_shows_is_refused(project, mira, words):
    with pytest.raises(BadInputError):
        day(project, mira, **words)


def test_a_query_tells_what_one_gave_and_how_long_it_took(project, clock, mira):
    first = say(project, clock, mira, judgment("q2", "x", 1), seconds=20)
    say(project, clock, mira, judgment("q2", "x", 3, seen=first.client_key), seconds=40)
    say(project, clock, mira, judgment("q2", "y", verdict=Verdict.CANNOT_JUDGE), seconds=9_000)
    say(project, clock, person(project, "Ola"), judgment("q2", "y", 0))
    told = read_own_query(project, mira, "q2")
    assert told.grades == (0, 0, 0, 1)
    assert told.cannot_judge == 1
    assert told.seconds == pytest.approx(20 + 40 + IDLE_SECONDS)
    assert (told.judged, told.total) == (2, 2)


def test_the_history_of_a_pair_is_ones_own_and_in_order(project, clock, mira):
    first = say(project, clock, mira, judgment("q2", "x", 1, note="at first"))
    clock.advance(minutes=5)
    say(project, clock, mira, judgment("q2", "x", 3, seen=first.client_key))
    say(project, clock, person(project, "Ola"), judgment("q2", "x", 0))
    words = read_history(project, mira, "q2", "x")
    assert [(word.grade, word.note) for word in words] == [(1, "at first"), (3, "")]
    assert words[1].said_at - words[0].said_at == timedelta(minutes=5)
    assert earlier_grades(project, mira) == {("q2", "x"): (1,)}


def test_a_silent_repeat_does_not_tell_what_was_said_the_first_time(project, clock, mira):
    say(project, clock, mira, judgment("q2", "x", 1))
    say(project, clock, mira, judgment("q2", "x", 2), kind=JudgmentKind.REPEAT)
    assert [word.grade for word in read_history(project, mira, "q2", "x")] == [2]
