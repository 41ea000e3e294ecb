"""An import says what it would write over or contradict, and wants to hear that this is meant."""

import json

import pytest

from judge_app.cli.import_report import file_report
from judge_app.domain.errors import BadInputError
from judge_app.services.project import command_line_actor
from tests.support.command_line import judgepool, said
from tests.support.importing import Importer

LEAD = command_line_actor()
RUNS = {"a": {"q1": ["d1", "d2"], "q2": ["d3"]}}


@pytest.fixture
def project(new_project):
    return new_project(RUNS, depth=10)


@pytest.fixture
def bring(project, tmp_path):
    """Import files; return what is said of each."""
    importer = Importer(project, tmp_path)
    return lambda files, **options: importer(files, **options)["files"]


def corpus(*documents):
    names = ("_id", "title", "text")
    return "".join(json.dumps(dict(zip(names, one, strict=True))) + "\n" for one in documents)


def topics(*queries):
    names = ("_id", "text", "narrative")
    return "".join(json.dumps(dict(zip(names, one, strict=True))) + "\n" for one in queries)


def messages(problems):
    return [problem["message"] for problem in problems]


def document(project, doc_id):
    return project.store.collection.documents([doc_id])[doc_id]


def grades(project):
    frame = project.store.judgments.current_grades()
    return {(r.query_id, r.doc_id, r.person): r.grade for r in frame.itertuples()}


FIRST = corpus(("n1", "One", "first text"), ("n2", "Two", "second text"), ("n3", "", "third"))
OTHER = corpus(("n1", "One", "changed"), ("n2", "Two", "second text"), ("n4", "", "new"))


def test_documents_that_differ_are_counted_and_wait_for_a_word(project, bring):
    (first,) = bring({"corpus.jsonl": FIRST})
    assert (first["changed"], first["doubts"]) == (0, [])
    with pytest.raises(BadInputError) as raised:
        bring({"corpus.jsonl": OTHER})
    (doubt,) = raised.value.problems
    assert doubt.message == "1 document differs from that stored and would be written over"
    assert "--replace" in raised.value.hint
    assert document(project, "n1").text == "first text"


@pytest.mark.parametrize("options", [{"accept_warnings": True}, {"replace": True}])
@pytest.mark.parametrize("retrieved", [True, False])
def test_documents_that_differ_are_stored_once_that_is_meant(project, bring, options, retrieved):
    bring({"corpus.jsonl": FIRST})
    before = document(project, "n1").fingerprint
    files = {"corpus.jsonl": OTHER}
    if retrieved:
        files["new.run"] = "q1 Q0 n1 1 2.0 new\n"
    told = bring(files, only_retrieved=retrieved, **options)[0]
    assert told["changed"] == 1
    assert told["new"] == (0 if retrieved else 1)
    assert document(project, "n1").text == "changed"
    assert document(project, "n1").fingerprint != before
    said = messages(told["doubts"] + told["warnings"])
    assert any(message.startswith("1 document differs") for message in said)


def test_the_same_documents_and_topics_again_are_not_spoken_of(bring):
    files = {"corpus.jsonl": FIRST, "queries.jsonl": topics(("q7", "what", "the need"))}
    bring(files)
    for told in bring(files):
        assert (told["changed"], told["kept"], told["new"]) == (0, 0, 0)
        assert told["doubts"] == told["warnings"] == []


def test_what_is_empty_in_a_file_empties_nothing_in_the_project(project, bring):
    bring({"corpus.jsonl": FIRST})
    before = [document(project, name) for name in ("n1", "n2")]
    (told,) = bring({"ids.jsonl": corpus(("n1", "One", ""), ("n2", "", ""))}, kind="documents")
    assert (told["changed"], told["kept"], told["doubts"]) == (0, 2, [])
    assert (
        "2 documents have an empty title or text here where the project has one; the project's "
        "is kept"
    ) in messages(told["warnings"])
    assert [document(project, name) for name in ("n1", "n2")] == before
    unreadable = project.store.collection.unreadable
    labels = project.store.judgments.current_grades().reindex(columns=["query_id", "doc_id"])
    labels.loc[0] = ["q1", "n1"]
    assert unreadable(labels).empty


def test_a_title_changes_beside_a_text_that_is_kept(project, bring):
    bring({"corpus.jsonl": FIRST})
    (told,) = bring({"corpus.jsonl": corpus(("n1", "Uno", ""))}, accept_warnings=True)
    assert (told["changed"], told["kept"]) == (1, 1)
    one = document(project, "n1")
    assert (one.title, one.text) == ("Uno", "first text")
    bring({"corpus.jsonl": corpus(("n9", "Uno", "first text"))})
    assert one.fingerprint == document(project, "n9").fingerprint


def test_topics_keep_their_narrative_and_changed_ones_wait_for_a_word(project, bring):
    bring({"queries.jsonl": topics(("q7", "what", "the need"), ("q8", "who", ""))})
    (told,) = bring({"topics.tsv": "q7\twhat\nq8\twho\n"}, kind="topics")
    assert (told["changed"], told["kept"], told["doubts"]) == (0, 1, [])
    assert project.store.collection.query("q7").narrative == "the need"
    with pytest.raises(BadInputError) as raised:
        bring({"topics.tsv": "q7\twhere\nq8\twhen\n"}, kind="topics")
    assert raised.value.problems[0].message.startswith("2 topics differ from those stored")
    assert project.store.collection.query("q7").text == "what"


def test_grades_that_contradict_the_same_persons_are_listed_and_wait_for_a_word(project, bring):
    bring({"one.qrels": "q1 0 d1 1\nq1 0 d2 2\nq2 0 d3 0\n"}, annotator="Mira")
    changed = {"two.qrels": "q1 0 d1 3\nq1 0 d2 2\nq2 0 d3 1\n"}
    with pytest.raises(BadInputError) as raised:
        bring(changed, annotator="Mira")
    assert raised.value.problems[0].message == (
        "2 grades contradict what the same person said before: "
        "query q1, document d1 by Mira: 1 → 3; query q2, document d3 by Mira: 0 → 1"
    )
    assert grades(project)["q1", "d1", "Mira"] == 1
    (told,) = bring(changed, annotator="Mira", accept_warnings=True)
    assert told["conflicting_labels"]["n"] == 2
    assert told["conflicting_labels"]["first"][0] == {
        "query_id": "q1",
        "doc_id": "d1",
        "annotator": "Mira",
        "old": 1,
        "new": 3,
    }
    assert grades(project)["q1", "d1", "Mira"] == 3


def test_the_command_line_says_what_was_accepted(project, tmp_path):
    path = project.store.database.path
    project.close()
    corpus_file = tmp_path / "corpus.jsonl"
    corpus_file.write_text(FIRST)
    said(judgepool("import", path, corpus_file))
    corpus_file.write_text(OTHER)
    for words in ((), ("--dry-run",)):
        told = judgepool("import", path, corpus_file, *words).stderr
        assert "would write over what was stored or said before" in told
        assert "1 document differs from that stored" in told
    result = judgepool("import", path, corpus_file, "--accept-warnings")
    assert result.exit_code == 0
    assert "Accepted: " in result.stderr
    assert "1 document differs" in result.stderr


def test_another_persons_other_grade_is_no_contradiction(bring):
    bring({"one.qrels": "q1 0 d1 1\n"}, annotator="Mira")
    (told,) = bring({"two.qrels": "q1 0 d1 3\n"}, annotator="Ola")
    assert told["conflicting_labels"] == {"n": 0, "first": []}


def test_a_file_that_is_stored_already_contradicts_nothing_any_more(bring):
    first = {"one.qrels": "q1 0 d1 1\n"}
    bring(first, annotator="Mira")
    bring({"two.qrels": "q1 0 d1 3\n"}, annotator="Mira", accept_warnings=True)
    (told,) = bring(first, annotator="Mira")
    assert (told["new"], told["conflicting_labels"]["n"], told["doubts"]) == (0, 0, [])


def test_files_of_the_same_name_are_one_person_and_may_contradict_each_other(bring):
    files = {"first/test.tsv": "q1 0 d1 1\n", "second/test.tsv": "q1 0 d1 2\nq1 0 d2 2\n"}
    one, two = bring(files, kind="qrels", dry_run=True)
    assert one["conflicting_labels"]["n"] == 0
    assert two["conflicting_labels"]["n"] == 1
    with pytest.raises(BadInputError, match="write over what was stored or said before"):
        bring(files, kind="qrels")


def test_judgments_contradict_by_person_and_only_twenty_are_listed(bring):
    rows = [f"q1,x{n:02},{who},{{}}" for n in range(25) for who in ("Ada", "Ben")]
    head = "query,docid,annotator,rating\n"
    once = head + "\n".join(row.format(1) for row in rows) + "\n"
    again = head + "\n".join(row.format(2 if "Ada" in row else 1) for row in rows) + "\n"
    bring({"one.csv": once}, kind="judgments")
    (told,) = bring({"two.csv": again}, kind="judgments", dry_run=True)
    found = told["conflicting_labels"]
    assert found["n"] == 25
    assert [one["doc_id"] for one in found["first"]] == [f"x{n:02}" for n in range(20)]
    assert messages(told["doubts"])[0].endswith("; and 5 more")


def test_what_could_be_read_of_a_faulty_file_is_counted(bring):
    content = "q1 0 d1 1\nq1 0 d2 2\nq2 0 d3 2\nq2 0 d4 two\n"
    (told,) = bring({"some.qrels": content}, dry_run=True)
    assert told["n_problems"] == 1
    assert (told["rows"], told["queries"], told["documents"]) == (3, 2, 3)
    assert told["grades_in_file"] == [[1.0, 1], [2.0, 2]]
    assert "3 labels" in file_report(told)
    assert "1: 1, 2: 2" in file_report(told)


def test_what_was_not_counted_is_not_called_zero(bring):
    (told,) = bring({"some.qrels": "q1 0 d1 one\n"}, kind="qrels", dry_run=True)
    assert (told["rows"], told["queries"], told["documents"]) == (None, None, None)
    assert "not counted, since the file has problems" in file_report(told)


def test_a_run_with_a_known_tag_says_under_which_name_it_is_stored(project, bring):
    bring({"bm25.run": "q1 Q0 d1 1 3.5 bm25\n"})
    (told,) = bring({"bm25_new.run": "q1 Q0 d2 1 3.5 bm25\n"})
    assert messages(told["warnings"]) == [
        "a run with the tag bm25 is here already; this one is stored as 'bm25_new'"
    ]
    assert [run.name for run in project.store.runs.all()] == ["a", "bm25", "bm25_new"]
