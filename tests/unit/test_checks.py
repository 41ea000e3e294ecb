"""Warm-up pairs and gold pairs: who meets them when, and what comes of checks."""

from dataclasses import asdict, replace

import pytest

from judge_app.domain.errors import BadInputError, NotAllowedError, NotFoundError
from judge_app.domain.model import JudgmentKind, Verdict
from judge_app.domain.people import Role
from judge_app.services.checks import check_results, set_check_rates
from judge_app.services.gold import gold_pairs, mark_gold, unmark_gold
from judge_app.services.grading import progress, submit
from judge_app.services.labelling import read_labels
from judge_app.services.project import command_line_actor
from tests.support.checks import checked_project, kinds, take, work
from tests.support.projects import judgment, person

LEAD = command_line_actor()
ORDINARY, GOLD, REPEAT = JudgmentKind.ORDINARY, JudgmentKind.GOLD, JudgmentKind.REPEAT


@pytest.fixture
def project(new_project, clock):
    return checked_project(new_project, clock)


@pytest.fixture
def lea(project):
    return person(project, "Lea", Role.LEAD)


def test_everybody_first_practises_and_hears_what_was_right(project, lea):
    mark_gold(project, lea, "q0", "w1", 2, "It answers half.", is_warm_up=True)
    mark_gold(project, lea, "q0", "w2", 0, is_warm_up=True)
    set_check_rates(project, lea, gold_rate=0, repeat_rate=0, warm_up=True)
    mira = person(project, "Mira")
    cards = take(project, mira)
    assert {card.doc_id for card in cards} == {"w1", "w2"}
    assert all(card.practice and card.mine is None for card in cards)
    told = submit(project, mira, [judgment("q0", "w1", 1), judgment("q0", "w2", 0)]).outcomes
    assert asdict(told[0].feedback) == {
        "grade": 2,
        "explanation": "It answers half.",
        "is_right": False,
    }
    assert told[1].feedback.is_right
    assert kinds(project) == [JudgmentKind.TRAINING] * 2
    real = take(project, mira)
    assert len(real) == 8
    assert not any(card.practice for card in real)
    assert (
        submit(project, mira, [judgment(real[0].query_id, real[0].doc_id, 1)]).outcomes[0].feedback
        is None
    )


def test_practice_goes_on_until_all_of_it_is_judged(project, lea):
    for doc_id in ("w1", "w2"):
        mark_gold(project, lea, "q0", doc_id, 1, is_warm_up=True)
    set_check_rates(project, lea, gold_rate=0, repeat_rate=0, warm_up=True)
    mira = person(project, "Mira")
    first, second = take(project, mira)
    submit(project, mira, [judgment("q0", first.doc_id, 1)])
    submit(project, mira, [judgment("q0", second.doc_id, verdict=Verdict.SKIPPED)])
    (again,) = take(project, mira)
    assert (again.doc_id, again.later, again.practice) == (second.doc_id, True, True)
    assert take(project, lea)[0].practice is False


def test_gold_comes_at_its_rate_and_never_twice(project, lea, clock):
    for n in range(20):
        mark_gold(project, lea, f"q{n % 5}", f"d{n % 5}-{n:02}", n % 4)
    set_check_rates(project, lea, gold_rate=0.2, repeat_rate=0, warm_up=False)
    mira, ola = person(project, "Mira"), person(project, "Ola")
    done = [(card.query_id, card.doc_id) for card, _ in work(project, mira, clock, 60)]
    assert len(set(done)) == 60
    n_gold = kinds(project).count(GOLD)
    assert n_gold == 12
    assert {GOLD} == {
        one.kind
        for one in project.store.judgments.since(0)
        if (one.query_id, one.doc_id) in {(g.query_id, g.doc_id) for g in gold_pairs(project, lea)}
        and one.person_id == mira.person.person_id
    }
    assert not any(card.practice for card in take(project, ola))


def test_pairs_fetched_one_by_one_are_checks_as_often(project, lea, clock):
    for n in range(20):
        mark_gold(project, lea, f"q{n % 5}", f"d{n % 5}-{n:02}", n % 4)
    set_check_rates(project, lea, gold_rate=0.2, repeat_rate=0.2, warm_up=False)
    work(project, person(project, "Mira"), clock, 50, size=1)
    assert kinds(project).count(GOLD) == 10
    assert 4 <= kinds(project).count(REPEAT) <= 7


def test_coming_and_going_does_not_bring_more_gold(project, lea):
    for n in range(20):
        mark_gold(project, lea, "q0", f"d0-{n:02}", 1)
    set_check_rates(project, lea, gold_rate=0.5, repeat_rate=0, warm_up=False)
    mira = person(project, "Mira")
    met = [[card.doc_id for card in take(project, mira)] for _ in range(5)]
    gold = {g.doc_id for g in gold_pairs(project, lea)}
    assert len({doc_id for desk in met for doc_id in desk} & gold) <= 8
    assert len({tuple(sorted(set(desk) & gold)) for desk in met}) == 1


def test_the_lead_does_not_meet_gold_that_they_fixed(project, lea, clock):
    mark_gold(project, lea, "q0", "d0-00", 2)
    set_check_rates(project, lea, gold_rate=0.5, repeat_rate=0, warm_up=False)
    work(project, lea, clock, 20)
    assert GOLD not in kinds(project)


def test_a_pooled_gold_pair_has_its_label_and_leaves_the_queue(project, lea):
    mark_gold(project, lea, "q0", "d0-00", 2)
    mark_gold(project, lea, "q0", "g1", 3)
    labels = read_labels(project).frame
    assert labels.to_dict("records") == [{"query_id": "q0", "doc_id": "d0-00", "grade": 2}]
    mira = person(project, "Mira")
    everything = {card.doc_id for card in take(project, mira, 64)}
    assert everything.isdisjoint({"d0-00", "g1"})
    unmark_gold(project, lea, "q0", "d0-00")
    assert len(read_labels(project).frame) == 1
    assert [gold.doc_id for gold in gold_pairs(project, lea)] == ["g1"]


def test_marking_gold_again_after_a_second_thought_changes_the_label(project, lea):
    submit(project, lea, [judgment("q0", "d0-00", 1)])
    mark_gold(project, lea, "q0", "d0-00", 2)
    mark_gold(project, lea, "q0", "d0-00", 3, "clear")
    assert read_labels(project).frame["grade"].tolist() == [3]
    assert [gold.grade for gold in gold_pairs(project, lea)] == [3]


def test_a_check_answered_long_after_its_claim_ended_is_still_a_check(project, lea, clock):
    mark_gold(project, lea, "q0", "g1", 3)
    set_check_rates(project, lea, gold_rate=0.5, repeat_rate=0, warm_up=False)
    mira = person(project, "Mira")
    assert "g1" in {card.doc_id for card in take(project, mira, 16)}
    clock.advance(days=2)
    set_check_rates(project, lea, gold_rate=0, repeat_rate=0, warm_up=False)
    submit(project, mira, [judgment("q0", "g1", 2)])
    assert kinds(project)[-1] is GOLD
    assert submit(project, lea, [judgment("q0", "g2", 2)]).outcomes[0].status == "refused"


def test_progress_tells_tens_of_the_pool_and_the_own_count_whatever_was_judged(project, lea, clock):
    for n in range(20):
        mark_gold(project, lea, "q0", f"d0-{n:02}", n % 4)
    set_check_rates(project, lea, gold_rate=0.3, repeat_rate=0.2, warm_up=False)
    mira = person(project, "Mira")
    work(project, mira, clock, 60)
    clock.advance(minutes=11)
    for card in take(project, mira, 16):
        before = progress(project, mira, card.query_id)
        submit(project, mira, [judgment(card.query_id, card.doc_id, 1)])
        after = progress(project, mira, card.query_id)
        exact, total = project.board.pool_progress(None)
        assert (after.judged, after.judged_high) == (exact // 10 * 10, exact // 10 * 10 + 9)
        exact, query_total = project.board.pool_progress(card.query_id)
        assert after.query_judged <= exact <= after.query_judged_high
        assert (after.query_judged % 10, after.query_judged_high % 10) in {(0, 9), (0, 0)}
        assert (after.total, after.query_total) == (total, query_total) == (180, 30)
        assert after.mine == before.mine + 1
    assert {GOLD, REPEAT} <= set(kinds(project)[-16:])


def test_who_is_checked_sees_the_same_totals_as_all_others_and_the_end_exactly(project, lea, clock):
    for n in range(3):
        mark_gold(project, lea, "q0", f"g{n + 1}" if n < 2 else "w1", n)
    set_check_rates(project, lea, gold_rate=0.3, repeat_rate=0, warm_up=False)
    mira, ola = person(project, "Mira"), person(project, "Ola")
    work(project, mira, clock, 12)
    assert GOLD in kinds(project)
    of_mira, of_ola = (progress(project, one, "q0") for one in (mira, ola))
    assert replace(of_mira, mine=0, query_number=0) == replace(of_ola, mine=0, query_number=0)
    for n in range(30):
        submit(project, ola, [judgment("q0", f"d0-{n:02}", 1)])
    done = progress(project, mira, "q0")
    assert (done.query_judged, done.query_judged_high, done.query_total) == (30, 30, 30)


def test_without_hidden_checks_progress_is_exact(project, lea):
    submit(project, lea, [judgment("q0", "d0-00", 1)])
    told = progress(project, lea, "q0")
    assert (told.query_judged, told.query_judged_high) == (1, 1)
    assert (told.judged, told.judged_high, told.total) == (1, 1, 180)


def test_results_of_checks_are_told_per_person(project, lea, clock):
    for doc_id, grade in (("w1", 0), ("w2", 3)):
        mark_gold(project, lea, "q0", doc_id, grade, is_warm_up=True)
    set_check_rates(project, lea, gold_rate=0, repeat_rate=0, warm_up=True)
    mira, ola = person(project, "Mira"), person(project, "Ola")
    for actor, grade in ((mira, 3), (ola, 2)):
        for card in take(project, actor):
            submit(
                project,
                actor,
                [judgment("q0", card.doc_id, grade, key=f"{actor.person.name}{card.doc_id}")],
            )
    submit(project, mira, [judgment("q0", "w1", 0, seen="Miraw1")])
    assert check_results(project).to_dict("records") == [
        {
            "person": "Mira",
            "purpose": "training",
            "n": 2,
            "n_exact": 1,
            "mean_difference": 1.5,
            "n_far": 1,
        },
        {
            "person": "Ola",
            "purpose": "training",
            "n": 2,
            "n_exact": 0,
            "mean_difference": 0.5,
            "n_far": 1,
        },
    ]


def test_without_checks_there_are_no_results(project):
    assert len(check_results(project)) == 0


def test_what_cannot_be_is_refused(project, lea):
    mira = person(project, "Mira")
    with pytest.raises(NotAllowedError):
        mark_gold(project, mira, "q0", "g1", 1)
    with pytest.raises(NotAllowedError):
        set_check_rates(project, mira, gold_rate=0.1, repeat_rate=0, warm_up=False)
    with pytest.raises(BadInputError):
        set_check_rates(project, lea, gold_rate=0.9, repeat_rate=0, warm_up=False)
    with pytest.raises(NotFoundError):
        mark_gold(project, lea, "q9", "g1", 1)
    with pytest.raises(NotFoundError):
        mark_gold(project, lea, "q0", "none", 1)
    with pytest.raises(NotFoundError):
        unmark_gold(project, lea, "q0", "g1")
    with pytest.raises(BadInputError):
        mark_gold(project, lea, "q0", "g1", 9)
