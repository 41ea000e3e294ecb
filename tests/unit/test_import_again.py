"""What others store between check and storing is noticed before anything is written over."""

import json

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.services import grading
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.imports import check_files, store_files
from judge_app.services.project import command_line_actor
from tests.support.projects import judgment, person

LEAD = command_line_actor()
RUNS = {"a": {"q1": ["d1", "d2"], "q2": ["d3"]}}


@pytest.fixture
def project(new_project):
    return new_project(RUNS, depth=10)


@pytest.fixture
def checked(project, tmp_path):
    """Check files as the screen does; return what stores them later."""

    def check(files, **options):
        uploads = []
        for name, content in files.items():
            (tmp_path / f"own {name}").write_text(content)
            uploads.append(Upload(tmp_path / f"own {name}", name))
        words = ImportOptions(**options)
        found = check_files(project, LEAD, uploads, words)
        return lambda: store_files(project, LEAD, found, words)

    return check


def corpus(**texts):
    lines = (
        json.dumps({"_id": doc_id, "title": "", "text": text}) for doc_id, text in texts.items()
    )
    return "\n".join(lines) + "\n"


def text_of(project, doc_id):
    return project.store.collection.documents([doc_id])[doc_id].text


def test_texts_that_somebody_stored_meanwhile_are_not_written_over(project, bring, checked):
    store = checked({"mine.jsonl": corpus(n1="mine", n2="two")})
    bring({"theirs.jsonl": corpus(n1="theirs")})
    with pytest.raises(BadInputError, match="somebody has just stored texts or grades") as raised:
        store()
    (problem,) = raised.value.problems
    assert problem.file == "mine.jsonl"
    assert problem.message == "it would now write over 1 text; at the check it was 0"
    assert text_of(project, "n1") == "theirs"
    assert "n2" not in project.store.collection.documents(["n2"])


def test_topics_are_looked_at_again_too(project, bring, checked):
    store = checked({"topics.tsv": "q8\tmy question\n"})
    bring({"topics.tsv": "q8\tanother question\n"})
    with pytest.raises(BadInputError, match="somebody has just stored"):
        store()


def test_a_grade_that_was_given_meanwhile_is_not_contradicted_unsaid(project, checked):
    ada = person(project, "Ada")
    store = checked({"l.qrels": "q1 0 d1 3\nq1 0 d2 2\n"}, annotator="Ada")
    grading.submit(project, ada, [judgment("q1", "d1", 0)])
    with pytest.raises(BadInputError, match="somebody has just stored") as raised:
        store()
    (problem,) = raised.value.problems
    assert "1 of its grades now contradict" in problem.message
    assert problem.message.endswith("query q1, document d1 by Ada: 0 → 3")
    assert project.store.judgments.size() == 1


def test_what_others_store_elsewhere_stops_nobody(project, bring, checked):
    ada = person(project, "Ada")
    files = {"mine.jsonl": corpus(n1="mine"), "l.qrels": "q1 0 d1 3\n"}
    store = checked(files, annotator="Ben")
    grading.submit(project, ada, [judgment("q1", "d1", 0)])
    bring({"theirs.jsonl": corpus(n7="theirs")})
    assert [one.n_new for one in store()] == [1, 1]


def test_the_same_text_stored_meanwhile_stops_nobody(project, bring, checked):
    store = checked({"mine.jsonl": corpus(n1="the same")})
    bring({"theirs.jsonl": corpus(n1="the same")})
    (stored,) = store()
    assert stored.n_new == 0


def test_what_was_said_to_be_replaced_at_the_check_is_replaced(project, bring, checked):
    bring({"first.jsonl": corpus(n1="first")})
    store = checked({"mine.jsonl": corpus(n1="mine")}, replace=True)
    bring({"theirs.jsonl": corpus(n7="theirs")})
    store()
    assert text_of(project, "n1") == "mine"
