"""Another label rule: what it would change, who may take it, and that it is noted."""

from dataclasses import replace
from datetime import timedelta

import pytest

from judge_app.domain.errors import BadInputError, NotAllowedError, NotFoundError
from judge_app.domain.people import PersonKind, Role
from judge_app.services.evaluation import evaluate_project
from judge_app.services.grading import submit
from judge_app.services.label_rule import change_label_rule
from judge_app.services.leaderboard import read_leaderboard
from judge_app.services.project import command_line_actor, open_project
from judge_app.services.releases import make_release
from judge_app.services.rule_answers import effect_answer
from judge_app.services.rule_effect import effect_of_rule
from judge_app.services.settings import SettingChange, change_settings
from judge_app.services.states import find_state, labels_of
from tests.support.projects import judgment, person, small_project

CONSOLE = command_line_actor()
# A shows what one annotator likes, B what two others do.
RUNS = {"A": {"q1": ["x", "u"], "q2": ["v"]}, "B": {"q1": ["y", "w"], "q2": ["z"]}}
GRADES = {
    "Ada": {"x": 3, "y": 0, "v": 3, "z": 0, "u": 0, "w": 0},
    "Ben": {"x": 0, "y": 2, "v": 0, "z": 2, "u": 0, "w": 0},
    "Cy": {"x": 0, "y": 2, "v": 0, "z": 2, "u": 0, "w": 0},
}
QUERY = {"x": "q1", "y": "q1", "u": "q1", "w": "q1", "v": "q2", "z": "q2"}


@pytest.fixture
def project(new_project, clock):
    made = new_project(RUNS, depth=10, clock=clock)
    for name, grades in GRADES.items():
        actor = person(made, name)
        submit(made, actor, [judgment(QUERY[doc], doc, grade) for doc, grade in grades.items()])
    return made


@pytest.fixture
def lead(project):
    return person(project, "Lea", Role.LEAD)


def test_the_effect_counts_labels_and_says_who_passes_whom(project):
    effect = effect_of_rule(project, CONSOLE, "max")
    # Ada's two 3s come to count; what the others gave 2 stays.
    assert effect.moves.to_numpy().tolist() == [[0, 3, 2]]
    assert effect.difference.pairs["doc_id"].tolist() == ["x", "v"]
    said = {(one.measure, str(one)) for one in effect.rank_changes}
    assert said == {
        ("nDCG(dcg='exp-log2')@10", "A passes B"),
        ("nDCG(dcg='exp-log2')@3", "A passes B"),
    }
    assert [one.tau for one in effect.difference.effects] == [-1.0, -1.0]


def test_the_effect_says_what_is_decided_the_other_way_round(project):
    (change,) = effect_of_rule(project, CONSOLE, "max").order_changes
    assert str(change) == "B certainly ahead of A before, A certainly ahead of B now"
    assert change.before.decided
    assert change.after.decided


def test_both_sides_are_what_an_evaluation_gives_and_are_not_subtracted(project):
    effect = effect_of_rule(project, CONSOLE, "max")
    for rule, side in (("lower-median", "before"), ("max", "after")):
        scored = evaluate_project(project, CONSOLE, labels=rule)
        told = getattr(effect.difference, side)
        assert (told.stamp.labels, told.stamp.label_set) == (rule, scored.stamp.label_set)
        for measure in effect.difference.effects:
            for run in measure.runs:
                name = getattr(measure, side)
                assert getattr(run, side) == scored.evaluation.summaries[run.run, name]
    answer = effect_answer(project, CONSOLE, "max")
    assert answer["moves"] == [{"before": 0, "after": 3, "n_pairs": 2}]
    assert answer["rank_changes"][0]["said"] == "A passes B"
    assert not any("difference" in run for run in answer["measures"][0]["runs"])


def test_asking_changes_nothing(project):
    before = (project.settings, project.store.judgments.size())
    effect_of_rule(project, CONSOLE, "max")
    assert (project.settings, project.store.judgments.size()) == before


def test_a_rule_of_persons_and_one_with_models_may_be_asked_for(project):
    model = project.store.people.ensure("gpt", PersonKind.MODEL, None)
    project.store.judgments.append([_by(model.person_id, "q1", "w", 3)], project.clock())
    ada = effect_of_rule(project, CONSOLE, "lower-median:person=Ada")
    assert ada.moves["n_pairs"].sum() == 4
    with_models = effect_of_rule(project, CONSOLE, "max:with-models")
    assert with_models.difference.after.stamp.n_judgments == 19
    assert "w" in with_models.difference.pairs["doc_id"].tolist()
    assert "w" not in effect_of_rule(project, CONSOLE, "max").difference.pairs["doc_id"].tolist()


def test_levels_that_form_or_break_are_said(tmp_path):
    even = small_project(
        tmp_path / "even.duckdb", {"A": {"q1": ["x"]}, "B": {"q1": ["y"]}}, depth=5
    )
    ada, ben = person(even, "Ada"), person(even, "Ben")
    submit(even, ada, [judgment("q1", "x", 2), judgment("q1", "y", 2)])
    submit(even, ben, [judgment("q1", "x", 2), judgment("q1", "y", 0)])
    assert {str(one) for one in effect_of_rule(even, CONSOLE, "max").rank_changes} == {
        "B draws level with A"
    }
    change_label_rule(even, CONSOLE, "max")
    assert {str(one) for one in effect_of_rule(even, CONSOLE, "min").rank_changes} == {
        "A leaves behind B"
    }
    even.close()


def test_the_switch_is_stored_noted_and_followed_by_the_board(project, lead, clock):
    assert read_leaderboard(project, CONSOLE).rows[0].run == "B"
    clock.advance(hours=1)
    change_label_rule(project, lead, " max ")
    board = read_leaderboard(project, CONSOLE)
    assert (board.rows[0].run, board.stamp.labels) == ("A", "max")
    assert board.stamp.label_set == evaluate_project(project, CONSOLE).stamp.label_set
    clock.advance(hours=1)
    change_label_rule(project, lead, "max:person=Cy,Ben")
    path = project.store.database.path
    project.close()
    again = open_project(path)
    settings = again.settings
    again.close()
    assert settings.label_rule == "max:person=Ben,Cy"
    assert [(one.rule, one.changed_by) for one in settings.label_rule_changes] == [
        ("max", "Lea"),
        ("max:person=Ben,Cy", "Lea"),
    ]
    first, second = (one.changed_at for one in settings.label_rule_changes)
    assert second - first == timedelta(hours=1)


def test_judgments_and_releases_stay_what_they_are(project, lead):
    release = make_release(project, CONSOLE, "v1")
    before = project.store.judgments.current_grades()
    change_label_rule(project, lead, "max")
    assert project.store.judgments.current_grades().equals(before)
    labelled = labels_of(project, find_state(project, "v1"))
    assert (labelled.stamp.labels, labelled.stamp.label_set) == (
        "lower-median",
        release.label_set,
    )


def test_other_settings_keep_the_rule_and_its_history(project, lead):
    change_label_rule(project, lead, "max")
    noted = project.settings.label_rule_changes
    meanings = project.settings.scale.meanings
    change_settings(
        project,
        lead,
        SettingChange(
            title="New",
            guidelines="",
            labels=[one.label for one in meanings],
            descriptions=[one.description for one in meanings],
            examples=[one.example for one in meanings],
            show_effect=True,
            show_finished=True,
            wanted_judgments=1,
        ),
    )
    assert project.settings.label_rule == "max"
    assert project.settings.label_rule_changes == noted


@pytest.mark.parametrize(
    ("rule", "error", "message"),
    [
        ("lower-median", BadInputError, "already"),
        ("median", BadInputError, "no label rule"),
        ("max:person=", BadInputError, "names nobody"),
        ("max:person=Zed", NotFoundError, "Zed"),
        ("max:models", BadInputError, "says nothing"),
    ],
)
def test_a_rule_that_cannot_be_used_is_refused(project, lead, rule, error, message):
    with pytest.raises(error, match=message):
        change_label_rule(project, lead, rule)
    assert project.settings.label_rule == "lower-median"
    assert project.settings.label_rule_changes == ()


def test_only_a_lead_switches_and_annotators_do_not_look(project):
    for role in (Role.ANNOTATOR, Role.EVALUATOR):
        with pytest.raises(NotAllowedError):
            change_label_rule(project, person(project, role, role), "max")
    effect_of_rule(project, person(project, "Eva", Role.EVALUATOR), "max")
    with pytest.raises(NotAllowedError):
        effect_of_rule(project, person(project, "Ada"), "max")


def _by(person_id, query_id, doc_id, grade):
    return replace(judgment(query_id, doc_id, grade), person_id=person_id)
