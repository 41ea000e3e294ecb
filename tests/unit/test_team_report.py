"""The lead's report on the team, from a log made by hand."""

from datetime import timedelta

import pytest

from judge_app.domain.errors import NotAllowedError
from judge_app.domain.model import JudgmentKind, NewJudgment, Verdict
from judge_app.domain.people import PersonKind, Role
from judge_app.domain.scale import DEFAULT_SCALE
from judge_app.services import grading
from judge_app.services.adjudication import adjudicate
from judge_app.services.assignment import assign, set_group
from judge_app.services.checks import set_check_rates
from judge_app.services.gold import mark_gold
from judge_app.services.overlap import set_overlap
from judge_app.services.overlap_cost import overlap_cost
from judge_app.services.project import command_line_actor
from judge_app.services.short_handed import ShortHanded, short_handed
from judge_app.services.team_hints import team_hints
from judge_app.services.team_person import Checked
from judge_app.services.team_report import read_team
from judge_app.services.team_table import people_table
from judge_app.services.unnamed import letters
from tests.support.projects import judgment, person, small_project

LEAD = command_line_actor()
QUERIES = ["q1", "q2", "q3"]
RUNS = {"alpha": {query: [f"{query}d{n}" for n in range(20)] for query in QUERIES}}
PAIRS = [(query, f"{query}d{n}") for query in QUERIES for n in range(20)]


@pytest.fixture
def project(new_project, clock):
    return new_project(RUNS, depth=20, clock=clock)


def say(project, name, pair, grade=None, *, seconds=10.0, **more):
    """Append a judgment as the log keeps it, timed by its author's clock."""
    actor = person(project, name)
    now = project.clock()
    number = project.store.judgments.size() + 1
    new = NewJudgment(
        client_key=f"k{number}",
        query_id=pair[0],
        doc_id=pair[1],
        person_id=actor.person.person_id,
        verdict=more.pop("verdict", Verdict.GRADED if grade is not None else Verdict.CANNOT_JUDGE),
        grade=grade,
        shown_at=now - timedelta(seconds=seconds),
        judged_at=now,
        **more,
    )
    project.store.judgments.append([new], now)
    project.clock.advance(seconds=seconds)


def one(report, name):
    return next(person for person in (*report.people, *report.models) if person.name == name)


def test_counts_tell_judged_unjudgeable_and_put_off_pairs_apart(project):
    say(project, "Ada", PAIRS[0], 3)
    say(project, "Ada", PAIRS[1])
    say(project, "Ada", PAIRS[2], verdict=Verdict.SKIPPED)
    say(project, "Ada", PAIRS[3], 1)
    say(project, "Ada", PAIRS[3], verdict=Verdict.WITHDRAWN, seen="k4")
    ada = one(read_team(project, LEAD), "Ada")
    assert (ada.n_judged, ada.n_cannot_judge, ada.n_later) == (2, 1, 1)
    assert ada.habits.counts == (0, 0, 0, 1)
    assert ada.pace.median_seconds == 10


def test_checks_and_practice_are_no_work_on_the_pool(project):
    say(project, "Ada", PAIRS[0], 3)
    for kind in (JudgmentKind.TRAINING, JudgmentKind.GOLD, JudgmentKind.REPEAT):
        say(project, "Ada", PAIRS[1], 0, kind=kind)
    report = read_team(project, LEAD)
    assert one(report, "Ada").n_judged == 1
    assert report.given == 1


def test_days_and_today_follow_the_readers_midnight(project, clock):
    say(project, "Ada", PAIRS[0], 3)
    clock.advance(days=1)
    say(project, "Ada", PAIRS[1], 3)
    say(project, "Ada", PAIRS[2], 3)
    ada = one(read_team(project, LEAD), "Ada")
    assert list(ada.by_day.values()) == [1, 2]
    assert ada.today == 2
    assert one(read_team(project, LEAD, east_minutes=-600), "Ada").today == 2
    clock.advance(days=1)
    assert one(read_team(project, LEAD), "Ada").today == 0


def test_progress_counts_each_wanted_judgment_once(project):
    set_overlap(project, LEAD, 2, 1.0)
    for name in ("Ada", "Ben", "Cy"):
        say(project, name, PAIRS[0], 2)
    say(project, "Ada", PAIRS[20], 1)
    say(project, "Ada", PAIRS[21])
    report = read_team(project, LEAD)
    assert (report.given, report.wanted) == (3, 120)
    first, second, _ = report.queries.to_dict(orient="records")
    assert (first["query"], first["pairs"], first["judged"], first["given"]) == (
        "what is q1",
        20,
        1,
        2,
    )
    assert (second["judged"], second["given"]) == (1, 1)
    assert report.n_recent == 3


def test_documents_without_text_are_not_wanted_from_anybody(tmp_path):
    project = small_project(tmp_path / "p.duckdb", RUNS, depth=20, without_text=["q1d0", "q1d1"])
    report = read_team(project, LEAD)
    assert report.wanted == 58
    assert report.queries["unreadable"].tolist() == [2, 0, 0]
    project.close()


def test_models_stand_apart_and_beside_all_people(project):
    model = project.store.people.ensure("gpt-9", PersonKind.MODEL, None)
    for pair in PAIRS[:4]:
        say(project, "Ada", pair, 1)
        new = NewJudgment(f"m{pair}", *pair, model.person_id, Verdict.GRADED, 3)
        project.store.judgments.append([new], project.clock())
    report = read_team(project, LEAD)
    assert [person.name for person in report.people] == ["Ada"]
    assert one(report, "gpt-9").habits.mean_difference == 2
    assert one(report, "Ada").habits.on_pairs.n == 0
    assert report.given == 4


def test_a_decision_is_nobodys_opinion(project):
    say(project, "Ada", PAIRS[0], 3)
    adjudicate(project, person(project, "Lea", Role.LEAD), "x", *PAIRS[0], 0)
    report = read_team(project, LEAD)
    assert [person.name for person in report.people] == ["Ada"]
    assert one(report, "Ada").habits.on_pairs.n == 0


def test_what_is_still_wanted_is_what_the_queue_hands_out(project):
    set_overlap(project, LEAD, 2, 1.0)
    lea = person(project, "Lea", Role.LEAD)
    adjudicate(project, lea, "x", *PAIRS[0], 0)
    mark_gold(project, lea, *PAIRS[1], 2)
    mark_gold(project, lea, *PAIRS[2], 3, is_warm_up=True)
    say(project, "Ada", PAIRS[2], 3)
    say(project, "Ada", PAIRS[3], 3)
    say(project, "Ada", PAIRS[4])
    report = read_team(project, LEAD)
    with project.board.held() as state:
        room = state.open_pairs(project.store).room(project.settings.wanted_judgments)
    assert report.wanted - report.given == int(room.sum()) == 2 * 57 - 1


def test_queries_with_fewer_people_than_judgments_wanted_are_told(project):
    assert short_handed(project, LEAD) == ()
    for name in ("Ada", "Ben"):
        person(project, name)
    set_group(project, LEAD, "Both", ["Ada", "Ben"])
    assign(project, LEAD, ["q1", "q2"], persons=["Ada"])
    assign(project, LEAD, ["q3"], persons=["Ada"], groups=["Both"])
    assert short_handed(project, LEAD) == ()
    set_overlap(project, LEAD, 2, 1.0)
    assert short_handed(project, LEAD) == (ShortHanded(2, 1, 2),)
    set_overlap(project, LEAD, 3, 1.0)
    assert short_handed(project, LEAD) == (ShortHanded(3, 1, 2), ShortHanded(3, 2, 1))
    lea = person(project, "Lea", Role.LEAD)
    for number, pair in enumerate(PAIRS[:20]):
        adjudicate(project, lea, f"a{number}", *pair, 0)
    assert short_handed(project, LEAD) == (ShortHanded(3, 1, 1), ShortHanded(3, 2, 1))


def test_nothing_has_happened_yet(project):
    report = read_team(project, LEAD)
    assert report.people == report.models == report.hints == ()
    assert (report.given, report.wanted, report.n_recent) == (0, 60, 0)
    assert people_table(report.people, {}).empty


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.EVALUATOR])
def test_only_leads_read_it(project, role):
    actor = person(project, "Eve", role)
    with pytest.raises(NotAllowedError):
        read_team(project, actor)
    with pytest.raises(NotAllowedError):
        overlap_cost(project, actor, 2, 0.5)


def test_hints_tell_numbers_and_the_threshold(project):
    for n, pair in enumerate(PAIRS):
        say(project, "Ada", pair, 3 if n % 4 else 0, seconds=0.9 if n < 25 else 8)
        say(project, "Ben", pair, 1 if n % 2 else 0)
    hints = {(hint.person, hint.said.split()[0]): hint for hint in read_team(project, LEAD).hints}
    fast = hints["Ada", "judged"]
    assert fast.said == ("judged 25 of 60 timed pairs in under 2 s; the median of these is 0.9 s")
    assert "20" in fast.rule
    generous = hints["Ada", "gives"]
    assert "n = 60" in generous.said
    assert "p < 0.01" in generous.rule
    assert "45 of 60" in hints["Ben", "is"].said


def test_below_the_thresholds_nothing_is_said(project):
    for pair in PAIRS[:19]:
        say(project, "Ada", pair, 3, seconds=0.5)
        say(project, "Ben", pair, 0)
    assert read_team(project, LEAD).hints == ()
    assert team_hints((), DEFAULT_SCALE) == ()


def test_an_overlap_is_priced_before_it_is_set_and_comes_true(project):
    say(project, "Ada", PAIRS[0], 3)
    cost = overlap_cost(project, LEAD, 3, 1.0)
    assert (cost.n_pairs, cost.n_chosen, cost.judgments, cost.before) == (59, 59, 177, 59)
    assert cost.more_minutes == pytest.approx(118 * 30 / 60)
    set_overlap(project, LEAD, 3, 1.0)
    assert overlap_cost(project, LEAD, 1, 0.0).before == 177
    assert read_team(project, LEAD).wanted == 178


@pytest.mark.parametrize(("share", "seed"), [(0.2, 0), (0.2, 7), (0.5, 7)])
def test_what_an_overlap_would_draw_is_known_exactly_and_without_texts_the_same(
    tmp_path, share, seed
):
    empty = ["q1d0", "q1d1", "q2d5"]
    project = small_project(tmp_path / "p.duckdb", RUNS, depth=20, without_text=empty)
    cost = overlap_cost(project, LEAD, 2, share, seed)
    assert (cost.n_pairs, cost.before, cost.is_set) == (57, 57, False)
    change = set_overlap(project, LEAD, 2, share, seed)
    assert (change.n_pairs, change.n_with_more) == (cost.n_pairs, cost.n_chosen)
    assert read_team(project, LEAD).wanted == cost.judgments == 57 + cost.n_chosen
    assert overlap_cost(project, LEAD, 2, share, seed).is_set
    assert not overlap_cost(project, LEAD, 2, share, seed + 1).is_set
    project.close()


def test_hidden_names_are_shuffled_letters_that_stay(project):
    names = ["Ada", "Ben", "Cy"]
    hidden = letters(project, names, "team")
    assert sorted(hidden.values()) == ["A", "B", "C"]
    assert letters(project, reversed(names), "team") == hidden


def test_checks_are_told_apart_by_their_purpose(project, clock):
    lead = person(project, "Lea", Role.LEAD)
    for pair in PAIRS[:3]:
        mark_gold(project, lead, *pair, 2)
    set_check_rates(project, lead, gold_rate=0.5, repeat_rate=0.0, warm_up=False)
    ada = person(project, "Ada")
    known = set(PAIRS[:3])
    for _ in range(6):
        cards, _progress = grading.next_cards(project, ada, [], 4)
        answers = [
            judgment(card.query_id, card.doc_id, 0 if (card.query_id, card.doc_id) in known else 1)
            for card in cards
        ]
        grading.submit(project, ada, answers)
        clock.advance(minutes=1)
    report = one(read_team(project, LEAD), "Ada")
    assert report.gold == Checked(3, 0, -2.0, 3)
    assert (report.practice, report.repeats) == (None, None)
    assert report.n_judged == 24 - 3
    assert people_table([report], {"Ada": "Ada"})["gold"].tolist() == ["0 of 3"]
