"""Disagreements are listed, lowest agreement first, and a lead's decision ends them."""

import pytest

from judge_app.domain.errors import (
    BadInputError,
    ConflictError,
    NotAllowedError,
    NotFoundError,
)
from judge_app.domain.model import JudgmentKind, NewJudgment, Verdict
from judge_app.domain.people import PersonKind, Role
from judge_app.services import grading
from judge_app.services.adjudication import NO_DECISION, adjudicate, withdraw_decision
from judge_app.services.disagreements import (
    DisputeWish,
    disagreements,
    open_dispute,
    shown_names,
)
from judge_app.services.guideline_marks import (
    guideline_marks,
    mark_guidelines,
    marks_table,
    settle_mark,
)
from judge_app.services.labelling import board_stamp, read_labels
from judge_app.services.project import command_line_actor
from tests.support.clock import HandClock
from tests.support.projects import judgment, person, small_project

RUNS = {"alpha": {"q1": ["d1", "d2", "d3", "d4"], "q2": ["e1", "e2"]}}
# query, document, then the grades of Ada, Ben and Cy
GRADES = [
    ("q1", "d1", (3, 0, None)),
    ("q1", "d2", (1, 2, 1)),
    ("q1", "d3", (2, 2, 2)),
    ("q2", "e1", (0, 3, 3)),
    ("q2", "e2", (2, None, None)),
]


@pytest.fixture
def project(new_project):
    made = new_project(RUNS, depth=10, clock=HandClock())
    people = [person(made, name) for name in ("Ada", "Ben", "Cy")]
    for query_id, doc_id, grades in GRADES:
        for actor, grade in zip(people, grades, strict=True):
            if grade is not None:
                grading.submit(made, actor, [judgment(query_id, doc_id, grade)])
    return made


@pytest.fixture
def lead(project):
    return person(project, "Lea", Role.LEAD)


def listed(project, lead, **wish):
    found = disagreements(project, lead, DisputeWish(**wish))
    return list(zip(found["query_id"], found["doc_id"], strict=True))


def label_of(project, query_id, doc_id):
    frame = read_labels(project).frame
    found = frame[(frame["query_id"] == query_id) & (frame["doc_id"] == doc_id)]
    return int(found["grade"].iloc[0]) if len(found) else None


def say_as_model(project, query_id, doc_id, grade):
    model = project.store.people.ensure("gpt-9", PersonKind.MODEL, None)
    new = NewJudgment(
        f"m {query_id} {doc_id}",
        query_id,
        doc_id,
        model.person_id,
        Verdict.GRADED,
        grade,
        kind=JudgmentKind.IMPORTED,
    )
    project.store.judgments.append([new], project.clock())


def test_the_widest_spread_comes_first_and_then_the_most_people(project, lead):
    assert listed(project, lead) == [("q2", "e1"), ("q1", "d1"), ("q1", "d2")]


def test_the_list_is_narrowed_by_query_person_and_spread(project, lead):
    assert listed(project, lead, query_id="q1") == [("q1", "d1"), ("q1", "d2")]
    assert listed(project, lead, person="Cy") == [("q2", "e1"), ("q1", "d2")]
    assert listed(project, lead, least_spread=2) == [("q2", "e1"), ("q1", "d1")]
    assert listed(project, lead, person="Nobody") == []


def test_models_dispute_only_on_request(project, lead):
    say_as_model(project, "q2", "e2", 0)
    assert ("q2", "e2") not in listed(project, lead)
    assert ("q2", "e2") in listed(project, lead, with_models=True)


def test_an_empty_project_has_no_disagreement(tmp_path):
    empty = small_project(tmp_path / "e.duckdb", RUNS, depth=10)
    assert listed(empty, command_line_actor()) == []
    empty.close()


def test_a_decision_is_the_label_and_takes_the_pair_off_the_list(project, lead):
    assert label_of(project, "q1", "d1") == 0
    done = adjudicate(project, lead, "k1", "q1", "d1", 2, " A partial answer. ")
    assert done.label == 2
    assert label_of(project, "q1", "d1") == 2
    assert ("q1", "d1") not in listed(project, lead)
    assert listed(project, lead, decided=True) == [("q1", "d1")]
    dispute = open_dispute(project, lead, "q1", "d1")
    assert dispute.decision.note == "A partial answer."
    assert [word.grade for word in dispute.words] == [3, 0]
    assert (dispute.label, dispute.label_by_rule) == (2, 0)


def test_the_board_follows_a_decision_at_once(project, lead):
    before = project.board.pool_progress("q1")
    adjudicate(project, lead, "k1", "q1", "d4", 3)
    assert project.board.pool_progress("q1") == (before[0] + 1, before[1])
    with project.board.held() as state:
        label_set = state.label_set()
    assert label_set == read_labels(project).stamp.label_set


def test_a_later_decision_takes_the_place_of_an_earlier_one_whoever_made_it(project, lead):
    adjudicate(project, lead, "k1", "q1", "d1", 2)
    adjudicate(project, lead, "k2", "q1", "d1", 1)
    assert label_of(project, "q1", "d1") == 1
    other = person(project, "Lou", Role.LEAD)
    adjudicate(project, other, "k3", "q1", "d1", 3)
    assert label_of(project, "q1", "d1") == 3
    assert open_dispute(project, lead, "q1", "d1").decision.name == "Lou"


def test_of_two_who_decide_at_once_the_second_is_told_what_the_first_decided(project, lead):
    other = person(project, "Lou", Role.LEAD)
    first = adjudicate(project, lead, "k1", "q1", "d1", 3, seen=NO_DECISION)
    with pytest.raises(ConflictError, match="Lea has just decided this: 3 Fully answers") as told:
        adjudicate(project, other, "k2", "q1", "d1", 0, seen=NO_DECISION)
    assert "decide anew" in told.value.hint
    assert label_of(project, "q1", "d1") == 3
    adjudicate(project, other, "k2", "q1", "d1", 0, seen=first.judgment_id)
    assert label_of(project, "q1", "d1") == 0
    assert [word.name for word in open_dispute(project, lead, "q1", "d1").decisions] == [
        "Lea",
        "Lou",
    ]
    with pytest.raises(ConflictError, match="Lou has just decided this: 0"):
        withdraw_decision(project, lead, "k3", "q1", "d1", seen=first.judgment_id)
    assert project.store.judgments.size() == open_dispute(project, lead, "q1", "d1").position


def test_who_decides_upon_a_decision_that_was_withdrawn_is_told(project, lead):
    other = person(project, "Lou", Role.LEAD)
    first = adjudicate(project, lead, "k1", "q1", "d1", 3, seen=NO_DECISION)
    withdraw_decision(project, lead, "k2", "q1", "d1", seen=first.judgment_id)
    with pytest.raises(ConflictError, match="withdrawn"):
        adjudicate(project, other, "k3", "q1", "d1", 0, seen=first.judgment_id)
    adjudicate(project, other, "k3", "q1", "d1", 0, seen=NO_DECISION)
    assert label_of(project, "q1", "d1") == 0


def test_a_decision_whose_answer_was_lost_is_sent_again_without_a_conflict(project, lead):
    first = adjudicate(project, lead, "k1", "q1", "d1", 3, seen=NO_DECISION)
    again = adjudicate(project, lead, "k1", "q1", "d1", 3, seen=NO_DECISION)
    assert (again.judgment_id, again.is_new) == (first.judgment_id, False)


def test_a_decision_sent_twice_is_stored_once(project, lead):
    first = adjudicate(project, lead, "k1", "q1", "d1", 2)
    again = adjudicate(project, lead, "k1", "q1", "d1", 2)
    assert again.judgment_id == first.judgment_id
    assert (first.is_new, again.is_new) == (True, False)


def test_a_withdrawn_decision_leaves_the_label_to_the_rule(project, lead):
    adjudicate(project, lead, "k1", "q1", "d1", 2)
    done = withdraw_decision(project, lead, "k2", "q1", "d1")
    assert done.label == 0
    assert ("q1", "d1") in listed(project, lead)
    with pytest.raises(ConflictError):
        withdraw_decision(project, lead, "k3", "q1", "d1")


def test_nobody_withdraws_another_leads_decision(project, lead):
    adjudicate(project, lead, "k1", "q1", "d1", 2)
    with pytest.raises(ConflictError):
        withdraw_decision(project, person(project, "Lou", Role.LEAD), "k2", "q1", "d1")


def test_a_lead_who_graded_the_pair_too_decides_it_all_the_same(project, lead):
    grading.submit(project, lead, [judgment("q1", "d1", 3)])
    done = adjudicate(project, lead, "k1", "q1", "d1", 1)
    assert done.label == 1
    dispute = open_dispute(project, lead, "q1", "d1")
    assert sorted(word.grade for word in dispute.words) == [0, 3, 3]


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.EVALUATOR])
def test_nobody_but_a_lead_sees_or_settles_disagreements(project, role):
    actor = person(project, "Eve", role)
    for refused in (
        lambda: disagreements(project, actor, DisputeWish()),
        lambda: open_dispute(project, actor, "q1", "d1"),
        lambda: adjudicate(project, actor, "k", "q1", "d1", 1),
        lambda: withdraw_decision(project, actor, "k", "q1", "d1"),
        lambda: guideline_marks(project, actor),
        lambda: mark_guidelines(project, actor, "q1", "d1", "x"),
        lambda: settle_mark(project, actor, 1, is_settled=True),
    ):
        with pytest.raises(NotAllowedError):
            refused()


def test_a_decision_needs_somebodys_name(project):
    with pytest.raises(NotAllowedError, match="command line"):
        adjudicate(project, command_line_actor(), "k", "q1", "d1", 1)


def test_what_cannot_be_decided_is_refused(project, lead):
    with pytest.raises(BadInputError, match="grade 4"):
        adjudicate(project, lead, "k", "q1", "d1", 4)
    with pytest.raises(NotFoundError):
        adjudicate(project, lead, "k", "q1", "unknown", 1)
    with pytest.raises(BadInputError, match="the note has 2,001 characters"):
        adjudicate(project, lead, "k", "q1", "d1", 1, "x" * 2_001)
    assert label_of(project, "q1", "d1") == 0


def test_letters_stay_with_a_pair_and_tell_nothing_on_others(project, lead):
    def hidden(query_id, doc_id):
        words = open_dispute(project, lead, query_id, doc_id).words
        return shown_names(project, query_id, doc_id, words)

    assert sorted(hidden("q2", "e1").values()) == ["A", "B", "C"]
    assert hidden("q2", "e1") == hidden("q2", "e1")
    words = open_dispute(project, lead, "q2", "e1").words
    orders = {tuple(shown_names(project, "q2", f"d{n}", words).items()) for n in range(400)}
    assert len(orders) == 6


def test_a_model_keeps_its_name(project, lead):
    say_as_model(project, "q1", "d1", 1)
    words = open_dispute(project, lead, "q1", "d1").words
    assert shown_names(project, "q1", "d1", words)["gpt-9"] == "gpt-9"


def test_marks_on_the_guidelines_are_kept_settled_and_exported(project, lead):
    first = mark_guidelines(project, lead, "q1", "d1", " Are lists answers? ")
    mark_guidelines(project, lead, "q2", "e1", "What of old prices?")
    settle_mark(project, lead, first, is_settled=True)
    table = marks_table(guideline_marks(project, lead))
    assert table["note"].tolist() == ["Are lists answers?", "What of old prices?"]
    assert table["settled"].tolist() == ["yes", "no"]
    settle_mark(project, lead, first, is_settled=False)
    assert not any(mark.is_settled for mark in guideline_marks(project, lead))
    with pytest.raises(NotFoundError):
        settle_mark(project, lead, 99, is_settled=True)
    with pytest.raises(BadInputError):
        mark_guidelines(project, lead, "q1", "d1", "  ")


def test_board_and_file_count_a_decision_as_a_judgment_beside_the_grades(project, lead):
    other = person(project, "Otto", Role.LEAD)
    for number, (actor, doc_id) in enumerate([(lead, "d1"), (other, "d1"), (lead, "d4")]):
        before = board_stamp(project).n_judgments
        adjudicate(project, actor, f"k{number}", "q1", doc_id, 1)
        from_board, from_file = board_stamp(project), read_labels(project).stamp
        assert from_board.n_judgments == from_file.n_judgments == before + 1
        assert from_board.label_set == from_file.label_set
