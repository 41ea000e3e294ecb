"""The leaderboard: who is ahead, what is certain about it, and where a system fails."""

import pytest

from judge_app.domain.errors import NotAllowedError, NotFoundError
from judge_app.domain.people import Role
from judge_app.services.evaluation import evaluate_project
from judge_app.services.grading import submit
from judge_app.services.leaderboard import read_leaderboard, read_tail
from judge_app.services.live import LiveBoard
from judge_app.services.project import command_line_actor
from tests.support.projects import judgment, person

LEAD = command_line_actor()
RUNS = {
    "first": {"q1": ["a", "b", "c", "d"], "q2": ["e", "f"], "q3": ["g", "h"]},
    "second": {"q1": ["d", "c", "b", "a"], "q2": ["f", "e"]},
    "third": {"q1": ["x", "a"], "q2": ["y"], "q3": ["h", "z"]},
}
GRADES = [
    ("q1", "a", 3),
    ("q2", "e", 0),
    ("q1", "d", 1),
    ("q2", "f", 2),
    ("q3", "h", 0),
    ("q1", "a", 1),
    ("q1", "x", 3),
]


@pytest.fixture
def project(new_project):
    return new_project(RUNS, depth=10)


@pytest.fixture
def mira(project):
    return person(project, "Mira")


def grade(project, who, query_id, doc_id, value, seen=None):
    one = judgment(query_id, doc_id, value, seen=seen)
    submit(project, who, [one])
    return one.client_key


def test_the_figures_are_those_of_an_evaluation(project, mira):
    for query_id, doc_id, value in GRADES[:5]:
        grade(project, mira, query_id, doc_id, value)
    board = read_leaderboard(project, LEAD)
    summaries = evaluate_project(project, LEAD).evaluation.summaries
    for row in board.rows:
        assert row.top.mean == pytest.approx(summaries[row.run, str(board.top)].mean)
        assert row.main.low == pytest.approx(summaries[row.run, str(board.main)].low)
        assert row.judged.mean == pytest.approx(summaries[row.run, str(board.judged)].mean)
    means = [row.main.mean for row in board.rows]
    assert means == sorted(means, reverse=True)


def test_differences_kept_between_grades_are_those_computed_anew(project, mira):
    seen = {}
    for query_id, doc_id, value in GRADES:
        key = grade(project, mira, query_id, doc_id, value, seen.get((query_id, doc_id)))
        seen[query_id, doc_id] = key
        kept = read_leaderboard(project, LEAD).neighbours
        anew = LiveBoard(project.store).neighbours()
        assert kept == anew


def test_an_order_that_no_grade_can_change_is_decided(project, mira):
    for run in RUNS.values():
        for query_id, doc_ids in run.items():
            for doc_id in doc_ids:
                value = 3 if doc_id in {"a", "e", "g"} else 0
                grade(project, mira, query_id, doc_id, value)
    board = read_leaderboard(project, LEAD)
    assert board.rows[0].run == "first"
    for pair in board.neighbours:
        assert pair.difference.decided
        assert pair.difference.n_unjudged == 0
        assert pair.difference.low == pytest.approx(pair.difference.mean)


def test_without_a_label_every_figure_is_undefined_and_no_order_is_claimed(project):
    board = read_leaderboard(project, LEAD)
    assert all(row.main.mean is None and row.gap is None for row in board.rows)
    assert not any(pair.difference.decided for pair in board.neighbours)
    assert read_tail(project, LEAD, "first") == ()


def test_queries_with_nothing_relevant_are_listed_and_not_counted(project, mira):
    grade(project, mira, "q1", "a", 3)
    grade(project, mira, "q2", "e", 0)
    board = read_leaderboard(project, LEAD)
    assert board.undefined == ("q2",)
    assert {row.main.n_queries for row in board.rows} == {1}
    assert [score.query_id for score in read_tail(project, LEAD, "first")] == ["q1"]


def test_the_tail_begins_with_the_worst_and_carries_its_interval(project, mira):
    for query_id, doc_id, value in GRADES[:4]:
        grade(project, mira, query_id, doc_id, value)
    tail = read_tail(project, LEAD, "third", 20)
    values = [score.value for score in tail]
    assert [score.query_id for score in tail] == ["q2", "q1"]
    assert values == sorted(values)
    assert all(score.low <= score.value for score in tail)
    assert all(score.value <= score.high for score in tail)


def test_a_query_without_a_result_scores_0_and_counts_as_weak(project, mira):
    grade(project, mira, "q3", "g", 2)
    rows = {row.run: row for row in read_leaderboard(project, LEAD).rows}
    assert rows["second"].main.mean == 0.0
    assert rows["second"].main.n_missing == 1
    assert rows["second"].n_weak == 1
    assert rows["first"].n_weak == 0


def test_a_second_opinion_that_changes_no_label_is_a_change_of_state(project, mira):
    grade(project, mira, "q1", "a", 3)
    before = read_leaderboard(project, LEAD).state
    assert read_leaderboard(project, LEAD).state == before
    grade(project, person(project, "Noor"), "q1", "a", 3)
    assert read_leaderboard(project, LEAD).state != before


def test_annotators_read_no_scores(project, mira):
    with pytest.raises(NotAllowedError):
        read_leaderboard(project, mira)
    with pytest.raises(NotAllowedError):
        read_tail(project, mira, "first")


def test_the_tail_of_an_unknown_run_is_refused(project):
    evaluator = person(project, "Eva", Role.EVALUATOR)
    with pytest.raises(NotFoundError):
        read_tail(project, evaluator, "fourth")


def test_nobody_grades_as_the_command_line(project):
    with pytest.raises(NotAllowedError, match="as the command line you may not grade"):
        submit(project, LEAD, [judgment("q1", "a", 3)])
    assert project.store.judgments.size() == 0
