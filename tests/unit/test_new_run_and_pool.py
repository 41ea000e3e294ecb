"""A new run that is only measured stays outside of what the pool is made from."""

import shutil

import pytest

from judge_app.domain.errors import BadInputError, NotFoundError
from judge_app.services.address import address_file, find_server
from judge_app.services.answers import coverage_answer, evaluation_answer, pool_answer
from judge_app.services.grading import submit
from judge_app.services.import_options import Upload, parse_import_options
from judge_app.services.leaderboard import read_leaderboard
from judge_app.services.project import command_line_actor
from tests.support.projects import judgment, person

LEAD = command_line_actor()
RUNS = {"a": {"q1": ["d1", "d2"]}, "b": {"q1": ["d2", "d3"]}}


@pytest.fixture
def project(new_project, tmp_path):
    made = new_project(RUNS, depth=2)
    run = tmp_path / "new.run"
    run.write_text("q1 Q0 d9 1 2.0 new\nq1 Q0 d1 2 1.0 new\n")
    upload = [Upload(run, run.name)]
    coverage_answer(made, LEAD, upload, parse_import_options(), queue=True)
    return made


def test_pooling_again_does_not_make_it_contribute(project):
    told = pool_answer(project, LEAD, depth=2)
    assert told["runs"] == ["a", "b"]
    contributes = {run.name: run.contributes_to_pool for run in project.store.runs.all()}
    assert contributes == {"a": True, "b": True, "new": False}


def test_it_can_be_pooled_when_its_name_is_said(project):
    assert pool_answer(project, LEAD, depth=2, runs=["new"])["runs"] == ["new"]
    assert {run.name for run in project.store.runs.all() if run.contributes_to_pool} == {
        "a",
        "b",
        "new",
    }


def test_the_leaderboard_marks_it(project):
    submit(project, person(project, "Mira"), [judgment("q1", "d1", 3)])
    labels = [row.label for row in read_leaderboard(project, LEAD).rows]
    assert sorted(labels) == ["a", "b", "new (not pooled)"]


def test_a_run_is_held_against_the_others_and_not_against_itself(project):
    submit(project, person(project, "Mira"), [judgment("q1", "d1", 3)])
    told = {
        one["run"]: one["reasons"][0]
        for one in coverage_answer(project, LEAD, [], parse_import_options(), depth=2)["runs"]
    }
    assert told["a"] == "50 % of its top 2 is judged; the pooled systems stand at 0 %."
    assert told["new"].endswith("the pooled systems stand at 0 % to 50 %.")


@pytest.mark.parametrize("depth", [0, -1, 99_999_999_999])
def test_depths_that_cannot_be_meant_are_refused(project, depth):
    with pytest.raises(BadInputError, match="depth"):
        pool_answer(project, LEAD, depth=depth)
    with pytest.raises(BadInputError, match="depth"):
        coverage_answer(project, LEAD, [], parse_import_options(), depth=depth)


def test_cutoffs_that_would_fill_the_memory_are_refused(project):
    with pytest.raises(BadInputError, match="at most"):
        evaluation_answer(project, LEAD, measures="nDCG@999999999")


def test_labels_by_somebody_unknown_are_refused(project):
    with pytest.raises(NotFoundError, match="Nobody Known"):
        evaluation_answer(project, LEAD, labels="max:person=Nobody Known")


def test_an_address_copied_along_with_a_project_is_not_believed(project, tmp_path):
    path = project.store.database.path
    elsewhere = tmp_path / "copy.duckdb"
    with address_file(path, "http://127.0.0.1:1", "token"):
        shutil.copyfile(f"{path}.server", f"{elsewhere}.server")
        assert find_server(path) is not None
        assert find_server(elsewhere) is None
