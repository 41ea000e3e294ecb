"""What is exported and imported into an empty project makes the same project again."""

import io
import zipfile

import pytest

from judge_app.domain.labels import REDUCERS
from judge_app.services import grading
from judge_app.services.exports import export
from judge_app.services.labelling import read_labels
from judge_app.services.project import create_project
from tests.support.exported import LEAD, import_bytes, rich_project
from tests.support.projects import judgment, person

RULES = [*REDUCERS, "lower-median:with-models", "latest:person=Ada", "max:person==Ben,Ada"]


@pytest.fixture
def rich(tmp_path):
    project = rich_project(tmp_path / "rich.duckdb")
    yield project
    project.close()


@pytest.fixture
def empty(tmp_path):
    project = create_project(tmp_path / "empty.duckdb")
    yield project
    project.close()


def content(project, what="qrels", name=None, **words):
    return export(project, LEAD, what=what, format_name=name, **words).content


def move_texts_and_runs(source, target, folder):
    packed = zipfile.ZipFile(io.BytesIO(content(source, name="beir")))
    files = [(name, packed.read(name)) for name in ("corpus.jsonl", "queries.jsonl")]
    import_bytes(target, *files, folder=folder)
    for run in ("alpha", "beta"):
        import_bytes(target, (f"{run}.run", content(source, "run", "trec", run=run)), folder=folder)
    pool = content(source, "pool", "trec")
    import_bytes(target, ("pool.qrels", pool), folder=folder)


def people(project):
    return {(one.name, one.kind) for one in project.store.people.all()}


def log_without_arrival(project):
    log = project.store.exports.judgments(project.store.judgments.size())
    return log.drop(columns=["received_at"]).to_dict("records")


@pytest.mark.parametrize("name", ["csv", "jsonl", "parquet"])
def test_the_whole_state_comes_back(rich, empty, tmp_path, name):
    move_texts_and_runs(rich, empty, tmp_path)
    import_bytes(empty, (f"log.{name}", content(rich, "judgments", name)), folder=tmp_path)

    for rule in RULES:
        assert read_labels(empty, rule).stamp.label_set == read_labels(rich, rule).stamp.label_set
    assert [repr(row) for row in log_without_arrival(empty)] == [
        repr(row) for row in log_without_arrival(rich)
    ]
    assert people(empty) == people(rich)
    assert content(empty, "pool", "trec") == content(rich, "pool", "trec")
    assert content(empty, "unjudged") == content(rich, "unjudged")
    assert content(empty, "run") == content(rich, "run")
    assert content(empty, name="beir") == content(rich, name="beir")


@pytest.mark.parametrize("name", ["trec", "beir-qrels", "csv", "jsonl", "parquet", "ranx"])
def test_the_labels_come_back_from_every_format(rich, empty, tmp_path, name):
    exported = content(rich, name=name)
    import_bytes(empty, (f"qrels.{name}", exported), folder=tmp_path, annotator="Everybody")
    assert content(empty) == content(rich)


def test_a_judgment_that_came_late_stays_late_and_a_taken_back_one_stays_so(rich, empty, tmp_path):
    import_bytes(empty, ("log.csv", content(rich, "judgments")), folder=tmp_path)
    current = {
        (row.query_id, row.doc_id, row.person): row.grade
        for row in empty.store.judgments.current_grades().itertuples()
        if not row.is_adjudication
    }
    assert current["007", "=1+1", "Ada"] == 0
    assert ("q2", "d'1", "=Ben") not in current


def test_a_log_imported_twice_is_there_once(rich, empty, tmp_path):
    for _ in range(2):
        import_bytes(empty, ("log.csv", content(rich, "judgments")), folder=tmp_path)
    assert empty.store.judgments.size() == rich.store.judgments.size()


def test_an_anonymous_log_comes_back_with_the_same_labels(rich, empty, tmp_path):
    log = content(rich, "judgments", "csv", anonymous=True)
    import_bytes(empty, ("log.csv", log), folder=tmp_path)
    assert content(empty) == content(rich)
    assert not {"Ada", "=Ben", "Lea"} & {one.name for one in empty.store.people.all()}


def test_runs_with_grades_come_back_as_runs(rich, empty, tmp_path):
    import_bytes(empty, ("it.csv", content(rich, "run", "csv", run="beta")), folder=tmp_path)
    assert [run.name for run in empty.store.runs.all()] == ["beta"]
    assert content(empty, "run", "ranx") == content(rich, "run", "ranx", run="beta")


def test_people_go_on_where_the_imported_log_ends(rich, empty, tmp_path):
    move_texts_and_runs(rich, empty, tmp_path)
    import_bytes(empty, ("log.csv", content(rich, "judgments")), folder=tmp_path)
    ada = person(empty, "Ada")
    (outcome,) = grading.submit(empty, ada, [judgment("007", "1e5", 3)]).outcomes
    assert outcome.judgment_id == rich.store.judgments.size() + 1
