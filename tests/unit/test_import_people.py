"""Who is a person in a project is no model in what is imported, and the reverse."""

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.domain.people import PersonKind
from judge_app.services.import_options import Upload, parse_import_options
from judge_app.services.imports import check_files, store_files
from judge_app.services.project import command_line_actor
from tests.support.command_line import judgepool
from tests.support.importing import Importer

QRELS = {"x.qrels": "q1 0 d1 1\n"}
TABLE = {"x.csv": "query_id,doc_id,annotator,rating\nq1,d1,Ada,1\nq2,d3,judge-7b,0\n"}
LOG = (
    "judgment_id,query_id,doc_id,annotator,annotator_kind,verdict,grade,note,judgment_kind\n"
    "0,q1,d1,{name},{kind},graded,1,,ordinary\n"
)
NOT_A_MODEL = "Ada is a person here, not a model"
NOT_A_PERSON = "judge-7b is a model here, not a person"


@pytest.fixture
def project(new_project):
    made = new_project({"a": {"q1": ["d1", "d2"], "q2": ["d3"]}}, depth=10)
    made.store.people.ensure("Ada", PersonKind.HUMAN, None)
    made.store.people.ensure("judge-7b", PersonKind.MODEL, None)
    return made


@pytest.fixture
def bring(project, tmp_path):
    return Importer(project, tmp_path)


@pytest.mark.parametrize(
    ("files", "options", "message", "remedy"),
    [
        (QRELS, {"model": "Ada"}, NOT_A_MODEL, "another name, or drop --model."),
        (QRELS, {"annotator": "judge-7b"}, NOT_A_PERSON, "or say --model if the model is meant."),
        (TABLE, {}, NOT_A_PERSON, "another name in the file, or say --model"),
        (TABLE, {"model": "m"}, NOT_A_MODEL, "another name in the file, or drop --model."),
        (
            {"log.csv": LOG.format(name="Ada", kind="model")}, {}, NOT_A_MODEL,
            "Give the model another name in the file.",
        ),
        (
            {"log.csv": LOG.format(name="judge-7b", kind="human")}, {}, NOT_A_PERSON,
            "Give the person another name in the file.",
        ),
    ],
)  # fmt: skip
def test_a_name_of_the_other_kind_is_refused(project, bring, files, options, message, remedy):
    (told,) = bring(files, dry_run=True, **options)["files"]
    assert [one["message"] for one in told["problems"]] == [message]
    (said,) = told["remedies"]
    assert remedy in said
    with pytest.raises(BadInputError) as raised:
        bring(files, **options)
    assert (raised.value.problems[0].message, raised.value.hint) == (message, said)
    assert project.store.judgments.size() == 0


def test_names_of_the_same_kind_are_taken(project, bring):
    assert bring({"log.csv": LOG.format(name="judge-7b", kind="model")})["stored"]
    assert bring({"x.qrels": "q1 0 d1 2\n"}, annotator="Ada")["stored"]
    assert project.store.judgments.size() == 2


def test_two_files_of_one_import_agree_on_what_a_name_is(bring):
    files = {
        "one.csv": LOG.format(name="new", kind="model"),
        "two.csv": LOG.format(name="new", kind="human"),
    }
    first, second = bring(files, dry_run=True)["files"]
    assert (first["problems"], len(second["problems"])) == ([], 1)


def test_one_file_agrees_with_itself_on_what_a_name_is(bring):
    second = LOG.format(name="new", kind="human").splitlines()[1].replace("0,q1", "1,q2")
    (told,) = bring({"log.csv": LOG.format(name="new", kind="model") + second}, dry_run=True)[
        "files"
    ]
    assert [one["message"] for one in told["problems"]] == ["new is a model here, not a person"]


def test_a_name_that_was_taken_between_check_and_storing_is_refused(project, tmp_path):
    path = tmp_path / "x.qrels"
    path.write_text(QRELS["x.qrels"])
    lead, options = command_line_actor(), parse_import_options(model="Ben")
    files = check_files(project, lead, [Upload(path, "x.qrels")], options)
    project.store.people.ensure("Ben", PersonKind.HUMAN, None)
    with pytest.raises(BadInputError, match="nothing was stored"):
        store_files(project, lead, files, options)
    assert project.store.judgments.size() == 0


def test_the_command_line_says_it_in_a_dry_run_too(project, tmp_path):
    path = tmp_path / "x.qrels"
    path.write_text(QRELS["x.qrels"])
    file = project.store.database.path
    project.close()
    for words in ((), ("--dry-run",)):
        done = judgepool("import", file, path, "--model", "Ada", *words)
        assert done.exit_code == 2
        assert NOT_A_MODEL in done.stderr
        assert "drop --model" in done.stderr
