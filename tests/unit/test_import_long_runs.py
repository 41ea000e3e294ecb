"""A run too long to be held is stored as a short one is, and looked at as closely.

That both are read as line by line, test_import_run_ways shows.
"""

import pytest

from judge_app.domain.errors import BadInputError, StoppedError
from judge_app.services import long_runs, run_documents
from judge_app.services.import_answers import import_answer
from judge_app.services.import_options import Upload, parse_import_options
from judge_app.services.imports import check_files, store_files
from judge_app.services.project import command_line_actor

LEAD = command_line_actor()
RUN = "".join(
    f"q{query} Q0 d{document} 1 {document % 7}.5 mine\n"
    for query in range(40)
    for document in range(50)
)


SCATTERED = "".join(sorted(RUN.splitlines(keepends=True), key=lambda line: line.split()[2]))


@pytest.fixture
def all_are_long(monkeypatch):
    monkeypatch.setattr(long_runs, "HELD_BYTES", 0)


@pytest.fixture
def project(new_project):
    return new_project()


@pytest.mark.parametrize("content", [RUN, SCATTERED])
def test_it_is_stored_with_the_ranks_of_a_short_one(project, bring, monkeypatch, content):
    told = bring({"short.run": content}, run_name="short")["files"][0]
    assert (told["rows"], told["documents"]) == (2_000, 50)
    monkeypatch.setattr(long_runs, "HELD_BYTES", 0)
    told = bring({"long.run": content.replace("mine", "other")}, run_name="long")["files"][0]
    assert (told["rows"], told["new"], told["queries"], told["documents"]) == (
        2_000,
        2_000,
        40,
        None,
    )
    top = project.store.runs.top(None)
    short, long = (top[top["run"] == name].iloc[:, 1:] for name in ("short", "long"))
    assert short.reset_index(drop=True).equals(long.reset_index(drop=True))


def test_documents_that_it_retrieves_are_kept_to_a_depth(project, bring, all_are_long):
    corpus = "".join(f'{{"_id": "d{n}", "text": "t"}}\n' for n in range(60))
    told = bring({"corpus.jsonl": corpus, "long.run": SCATTERED}, only_retrieved=True, depth=3)
    # Scores are the number modulo 7, so 6, 13, 20, 27, 34, 41 and 48 tie, the last by bytes first.
    assert set(project.store.collection.documents([f"d{n}" for n in range(60)])) == {
        "d6",
        "d48",
        "d41",
    }
    assert told["files"][1]["unknown_documents"]["n"] == 47


@pytest.mark.parametrize("size", [0, 1 << 30])
@pytest.mark.parametrize("content", [RUN, SCATTERED])
@pytest.mark.parametrize("phase", ["a.run", "storing a.run"])
def test_a_stop_in_the_middle_leaves_nothing(project, tmp_path, monkeypatch, size, content, phase):
    monkeypatch.setattr(long_runs, "HELD_BYTES", size)
    path = tmp_path / "a.run"
    path.write_text(content)
    told = []

    def stop(name, share):
        told.append(name)
        if name == phase:
            raise StoppedError("stopped")

    options = parse_import_options(accept_warnings=True)
    with pytest.raises(StoppedError):
        import_answer(project, LEAD, [Upload(path, path.name)], options, progress=stop)
    assert told[-1] == phase
    assert project.store.runs.all() == ()
    assert project.store.runs.top(None).empty


def test_what_the_project_does_not_know_is_said(bring, all_are_long):
    documents = "".join(f'{{"_id": "d{n}", "text": "t"}}\n' for n in range(2, 50))
    topics = "".join(f"q{n}\twords\n" for n in range(39))
    told = bring({"corpus.jsonl": documents, "long.run": RUN, "topics.tsv": topics})["files"][1]
    assert told["unknown_documents"] == {"n": 2, "first": ["d0", "d1"]}
    assert told["unknown_queries"] == {"n": 1, "first": ["q39"]}


def test_more_unknown_documents_than_are_counted_are_said_to_be_more(
    bring, all_are_long, monkeypatch
):
    monkeypatch.setattr(run_documents, "COUNTED", 10)
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
