"""Queries can be given to certain people and groups only."""

import pytest

from judge_app.domain.errors import NotAllowedError, NotFoundError
from judge_app.services.assignment import (
    Assignment,
    Group,
    assign,
    assignments,
    groups,
    set_group,
)
from judge_app.services.grading import next_cards
from judge_app.services.project import command_line_actor
from tests.support.projects import person

LEAD = command_line_actor()


@pytest.fixture
def project(new_project):
    runs = {"a": {f"q{q}": [f"d{q}{n}" for n in range(3)] for q in range(4)}}
    return new_project(runs, depth=3)


def queries_of(project, actor):
    cards, progress = next_cards(project, actor, [], 64)
    found = {card.query_id for card in cards}
    next_cards(project, actor, [], 0)
    return found, progress.remaining


def test_an_assigned_query_goes_to_its_people_and_the_rest_to_everybody(project):
    mira, ola, ben = (person(project, name) for name in ("Mira", "Ola", "Ben"))
    set_group(project, LEAD, "French readers", ["Ola", "Ben"])
    assign(project, LEAD, ["q0"], persons=["Mira"])
    assign(project, LEAD, ["q1"], persons=["Mira"], groups=["French readers"])
    assert queries_of(project, mira) == ({"q0", "q1", "q2", "q3"}, 12)
    assert queries_of(project, ola) == ({"q1", "q2", "q3"}, 9)
    assert queries_of(project, ben) == ({"q1", "q2", "q3"}, 9)
    assert assignments(project) == (
        Assignment("q0", ("Mira",), ()),
        Assignment("q1", ("Mira",), ("French readers",)),
    )
    assert groups(project) == (Group("French readers", ("Ben", "Ola")),)


def test_an_assignment_replaces_the_one_before_and_none_gives_the_query_back(project):
    mira, ola = person(project, "Mira"), person(project, "Ola")
    assign(project, LEAD, ["q0", "q1"], persons=["Mira"])
    assign(project, LEAD, ["q0"], persons=["Ola"])
    assert queries_of(project, mira)[0] == {"q1", "q2", "q3"}
    assert queries_of(project, ola)[0] == {"q0", "q2", "q3"}
    assign(project, LEAD, ["q0", "q1"])
    assert assignments(project) == ()
    assert queries_of(project, ola)[1] == 12


def test_a_group_without_anybody_ends_and_so_do_its_assignments(project):
    ola = person(project, "Ola")
    person(project, "Ben")
    set_group(project, LEAD, "team", ["Ben"])
    assign(project, LEAD, ["q0"], groups=["team"])
    assert "q0" not in queries_of(project, ola)[0]
    set_group(project, LEAD, "team", [])
    assert (groups(project), assignments(project)) == ((), ())
    assert "q0" in queries_of(project, ola)[0]


def test_unknown_names_are_refused(project):
    with pytest.raises(NotFoundError, match="nobody is called 'Zoe'"):
        assign(project, LEAD, ["q0"], persons=["Zoe"])
    with pytest.raises(NotFoundError, match="no group 'team'"):
        assign(project, LEAD, ["q0"], groups=["team"])
    with pytest.raises(NotFoundError, match="no query 'q9'"):
        assign(project, LEAD, ["q9"])


def test_only_the_lead_assigns(project):
    mira = person(project, "Mira")
    with pytest.raises(NotAllowedError):
        assign(project, mira, ["q0"], persons=["Mira"])
    with pytest.raises(NotAllowedError):
        set_group(project, mira, "team", ["Mira"])
