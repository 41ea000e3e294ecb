"""A run too long to be held is stored as a short one is, and looked at as closely."""

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.services import long_runs
from judge_app.services.import_options import Upload, parse_import_options
from judge_app.services.imports import check_files, store_files
from judge_app.services.project import command_line_actor, create_project
from tests.support.importing import Importer

LEAD = command_line_actor()
RUN = "".join(
    f"q{query} Q0 d{document} 1 {document % 7}.5 mine\n"
    for query in range(40)
    for document in range(50)
)


@pytest.fixture
def all_are_long(monkeypatch):
    monkeypatch.setattr(long_runs, "LONG_BYTES", 0)


@pytest.fixture
def project(tmp_path):
    made = create_project(tmp_path / "p.duckdb")
    yield made
    made.close()


@pytest.fixture
def bring(project, tmp_path):
    return Importer(project, tmp_path)


def test_it_is_stored_with_the_ranks_of_a_short_one(project, bring, monkeypatch):
    bring({"short.run": RUN}, run_name="short")
    monkeypatch.setattr(long_runs, "LONG_BYTES", 0)
    told = bring({"long.run": RUN + "\n"}, run_name="blank line: read whole")["files"][0]
    assert told["rows"] == 2_000
    told = bring({"long.run": RUN.replace("mine", "other")}, run_name="long")["files"][0]
    assert (told["rows"], told["new"], told["queries"], told["documents"]) == (
        2_000,
        2_000,
        40,
        None,
    )
    top = project.store.runs.top(None)
    short, long = (top[top["run"] == name].iloc[:, 1:] for name in ("short", "long"))
    assert short.reset_index(drop=True).equals(long.reset_index(drop=True))


def test_what_the_project_does_not_know_is_said(bring, all_are_long):
    documents = "".join(f'{{"_id": "d{n}", "text": "t"}}\n' for n in range(2, 50))
    topics = "".join(f"q{n}\twords\n" for n in range(39))
    told = bring({"corpus.jsonl": documents, "long.run": RUN, "topics.tsv": topics})["files"][1]
    assert told["unknown_documents"] == {"n": 2, "first": ["d0", "d1"]}
    assert told["unknown_queries"] == {"n": 1, "first": ["q39"]}


def test_more_unknown_documents_than_are_counted_are_said_to_be_more(
    bring, all_are_long, monkeypatch
):
    monkeypatch.setattr(long_runs, "_COUNTED", 10)
    told = bring({"long.run": RUN})["files"][0]
    assert any("at least 10 documents not in" in one["message"] for one in told["warnings"])


def test_faults_are_told_by_line_and_nothing_is_stored(project, bring, all_are_long):
    faulty = RUN + "q1 Q0 d1 1 0.5 mine\n" + "q99 Q0 d1 1 nan mine\n"
    with pytest.raises(BadInputError) as refusal:
        bring({"long.run": faulty})
    assert {problem.line for problem in refusal.value.problems} == {2_001, 2_002}
    assert project.store.runs.all() == ()


def test_a_file_that_changes_while_it_is_imported_is_refused(project, all_are_long, tmp_path):
    path = tmp_path / "long.run"
    path.write_text(RUN)
    options = parse_import_options()
    files = check_files(project, LEAD, [Upload(path, path.name)], options)
    path.write_text(RUN + "q1 Q0 d1 1 0.5 mine\n")
    with pytest.raises(BadInputError, match="changed while"):
        store_files(project, LEAD, files, options)
    assert project.store.runs.all() == ()
