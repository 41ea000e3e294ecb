"""What a lead may change while people grade, and what stays as it is."""

from dataclasses import replace

import pytest

from judge_app.domain.errors import BadInputError, NotAllowedError
from judge_app.domain.people import Role
from judge_app.services.project import open_project
from judge_app.services.settings import SettingChange, change_settings
from judge_app.store.settings import SettingTable
from tests.support.projects import person

CHANGE = SettingChange(
    title=" Mending ",
    guidelines="Read to the end.",
    labels=["No", "A little", "Much", "All"],
    descriptions=["", "a hint", "most", "everything"],
    examples=["an advert", "", "", "a whole guide"],
    show_effect=False,
    show_finished=True,
    wanted_judgments=2,
)


@pytest.fixture
def project(new_project):
    return new_project(title="Old")


@pytest.fixture
def lead(project):
    return person(project, "Lea", Role.LEAD)


def test_changes_are_there_when_the_file_is_opened_again(project, lead):
    change_settings(project, lead, CHANGE)
    path = project.store.database.path
    project.close()
    again = open_project(path)
    settings = again.settings
    again.close()
    assert settings.title == "Mending"
    assert [meaning.label for meaning in settings.scale.meanings] == CHANGE.labels
    assert [meaning.grade for meaning in settings.scale.meanings] == [0, 1, 2, 3]
    assert settings.wanted_judgments == 2
    assert [meaning.example for meaning in settings.scale.meanings] == CHANGE.examples
    assert not settings.show_effect
    assert settings.show_finished


def test_a_project_made_before_there_were_examples_has_none_and_one_switch_for_both(project):
    cursor = project.store.database.cursor()
    cursor.execute("DELETE FROM setting WHERE name = 'show_finished'")
    cursor.execute("UPDATE setting SET value = 'false' WHERE name = 'show_effect'")
    old = '[{"grade": 0, "label": "no", "description": ""}, {"grade": 1, "label": "yes"}]'
    cursor.execute("UPDATE setting SET value = ? WHERE name = 'scale'", [old])
    settings = SettingTable(project.store.database).read()
    assert [meaning.example for meaning in settings.scale.meanings] == ["", ""]
    assert not settings.show_effect
    assert not settings.show_finished


def test_gain_rule_and_project_stay_what_they_are(project, lead):
    before = project.settings
    change_settings(project, lead, CHANGE)
    after = project.settings
    assert (after.gain, after.label_rule, after.project_id) == (
        before.gain,
        before.label_rule,
        before.project_id,
    )


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"title": "  "}, "the title is missing"),
        ({"title": "x" * 200}, "the title is too long"),
        ({"labels": ["No", "No", "Much", "All"]}, "the same label"),
        ({"labels": ["No", "", "Much", "All"]}, "the label of grade 1 is missing"),
        ({"labels": ["No", "Yes"]}, "the scale has 4 grades"),
        ({"examples": ["No"]}, "the scale has 4 grades"),
        ({"examples": ["x" * 401, "", "", ""]}, "the example of grade 0 is too long"),
        ({"wanted_judgments": 0}, "0 judgments per pair"),
        ({"wanted_judgments": 11}, "11 judgments per pair"),
    ],
)
def test_what_cannot_be_used_is_refused_and_nothing_changes(project, lead, changed, message):
    before = project.settings
    with pytest.raises(BadInputError, match=message):
        change_settings(project, lead, replace(CHANGE, **changed))
    assert project.settings == before


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.EVALUATOR])
def test_only_a_lead_changes_settings(project, role):
    with pytest.raises(NotAllowedError):
        change_settings(project, person(project, "Someone", role), CHANGE)
