"""Own pairs that come again unseen: when they do, and what becomes of them."""

import pytest

from judge_app.domain.model import JudgmentKind, Verdict
from judge_app.domain.people import Role
from judge_app.services.checks import set_check_rates
from judge_app.services.grading import my_judgments, submit
from judge_app.services.labelling import read_labels
from judge_app.services.project import command_line_actor
from tests.support.checks import checked_project, kinds, take, work
from tests.support.projects import judgment, person

LEAD = command_line_actor()
ORDINARY, REPEAT = JudgmentKind.ORDINARY, JudgmentKind.REPEAT


@pytest.fixture
def project(new_project, clock):
    return checked_project(new_project, clock)


@pytest.fixture
def lea(project):
    return person(project, "Lea", Role.LEAD)


def test_repeats_come_after_a_while_once_each_and_change_nothing(project, lea, clock):
    set_check_rates(project, lea, gold_rate=0, repeat_rate=0.3, warm_up=False)
    mira = person(project, "Mira")
    work(project, mira, clock, 20)
    assert set(kinds(project)) == {ORDINARY}
    before = dict.fromkeys((j.query_id, j.doc_id) for j in project.store.judgments.since(0))
    later = work(project, mira, clock, 60, grade=3)
    repeats = [one for one in project.store.judgments.since(0) if one.kind is REPEAT]
    assert 8 <= len(repeats) <= 30
    assert len({(one.query_id, one.doc_id) for one in repeats}) == len(repeats)
    assert not any(one.is_late for one in repeats)
    assert all(card.mine is None for card, _ in later)
    said = {
        (j.query_id, j.doc_id): j.grade
        for j in project.store.judgments.since(0)
        if j.kind is ORDINARY
    }
    labels = read_labels(project).frame
    assert {(r.query_id, r.doc_id): r.grade for r in labels.itertuples()} == said
    assert any((one.query_id, one.doc_id) in before for one in repeats)


def test_repeats_wait_for_judgments_and_for_minutes(project, lea, clock):
    set_check_rates(project, lea, gold_rate=0, repeat_rate=0.5, warm_up=False)
    mira = person(project, "Mira")
    for card in take(project, mira, 40):
        submit(project, mira, [judgment(card.query_id, card.doc_id, 1)])
    take(project, mira, 8)
    assert project.store.checks.handed_to(mira.person.person_id) == ()
    clock.advance(minutes=11)
    take(project, mira, 16)
    assert {check.purpose for check in project.store.checks.handed_to(mira.person.person_id)} == {
        REPEAT
    }


def repeated(project, mira, clock):
    """Work until a repeat lies on the desk; return its card."""
    set_check_rates(project, LEAD, gold_rate=0, repeat_rate=0.5, warm_up=False)
    done = work(project, mira, clock, 30)
    known = {(card.query_id, card.doc_id) for card, _ in done}
    clock.advance(minutes=11)
    for card in take(project, mira, 16):
        if (card.query_id, card.doc_id) in known:
            return card
    raise AssertionError("no repeat came")


def test_a_repeat_put_off_stays_a_repeat(project, clock):
    mira = person(project, "Mira")
    card = repeated(project, mira, clock)
    pair = (card.query_id, card.doc_id)
    submit(project, mira, [judgment(*pair, verdict=Verdict.SKIPPED, key="skip")])
    submit(project, mira, [judgment(*pair, 3, seen="skip")])
    assert kinds(project)[-2:] == [REPEAT, REPEAT]


def test_who_changes_a_grade_after_a_repeat_means_the_document(project, clock):
    mira = person(project, "Mira")
    card = repeated(project, mira, clock)
    pair = (card.query_id, card.doc_id)
    submit(project, mira, [judgment(*pair, 3, key="check")])
    assert label_of(project, pair) == 1
    newest = my_judgments(project, mira, None, 1)[0]
    assert (newest.client_key, newest.grade) == ("check", 3)
    changed = submit(project, mira, [judgment(*pair, 2, seen="check")])
    assert changed.outcomes[0].message == ""
    assert label_of(project, pair) == 2


def label_of(project, pair):
    labels = read_labels(project).frame.set_index(["query_id", "doc_id"])["grade"]
    return int(labels[pair])
