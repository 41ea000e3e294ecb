"""The check report, and what has to be accepted before a file is stored."""

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.services.import_answers import import_answer
from judge_app.services.import_options import Upload, parse_import_options
from judge_app.services.imports import check_files, store_files
from judge_app.services.project import command_line_actor

LEAD = command_line_actor()
RUNS = {"a": {"q1": ["d1", "d2", "d3"], "q2": ["d3", "d4"]}}
FROM_ONE = "".join(f"q1 0 d{n} {n % 3 + 1}\n" for n in range(12))
LATIN = "q1 0 caf\xe9d 1\n".encode("latin-1") * 1 + b"".join(
    f"q1 0 na\xefve{n}x {n % 2}\n".encode("latin-1") for n in range(20)
)


@pytest.fixture
def project(new_project):
    return new_project(RUNS, depth=10)


@pytest.fixture
def uploads(tmp_path):
    """Make files given as ``name=content``."""

    def make(files):
        for name, content in files.items():
            data = content if isinstance(content, bytes) else content.encode()
            (tmp_path / name).write_bytes(data)
        return [Upload(tmp_path / name, name) for name in files]

    return make


@pytest.fixture
def bring(project, uploads):
    def run(files, *, dry_run=False, **options):
        return import_answer(
            project, LEAD, uploads(files), parse_import_options(**options), dry_run=dry_run
        )

    return run


def counts(project):
    store = project.store
    return (
        len(store.collection.queries()),
        store.collection.n_documents(),
        store.runs.all(),
        store.judgments.size(),
        store.pool.size(),
    )


def test_the_report_tells_what_was_found_before_anything_is_stored(project, bring):
    before = counts(project)
    (told,) = bring({"l.qrels": "q1 0 d1 2\nq1 0 d1 2\nqX 0 dX 0\nq2 0 d4 -1\n"}, dry_run=True)[
        "files"
    ]
    assert counts(project) == before
    assert (told["kind"], told["format"], told["encoding"]) == ("qrels", "trec", "utf-8")
    assert (told["lines"], told["rows"], told["queries"], told["documents"]) == (4, 2, 3, 3)
    assert told["grades_in_file"] == [[-1.0, 1], [0.0, 1], [2.0, 1]]
    assert told["grades"] == {0: 1, 2: 1}
    assert told["unknown_queries"] == {"n": 1, "first": ["qX"]}
    assert told["unknown_documents"] == {"n": 1, "first": ["dX"]}
    assert any("repeats a pair" in warning["message"] for warning in told["warnings"])


def test_conflicting_labels_refuse_a_file_by_their_lines(bring):
    (told,) = bring({"l.qrels": "q1 0 d1 2\nq1 0 d1 0\n"}, dry_run=True)["files"]
    assert told["n_problems"] == 1
    assert "different grades (lines 1, 2)" in told["problems"][0]["message"]


def test_of_many_problems_the_first_twenty_are_told_and_how_many_there_are(bring):
    (told,) = bring({"x.run": "".join(f"q1 Q0 d{n} 1 nan x\n" for n in range(50))}, dry_run=True)[
        "files"
    ]
    assert (len(told["problems"]), told["n_problems"]) == (20, 50)
    assert [problem["line"] for problem in told["problems"]] == list(range(1, 21))


def test_a_scale_that_may_mean_something_else_waits_for_a_word(project, bring):
    before = counts(project)
    with pytest.raises(BadInputError) as raised:
        bring({"l.qrels": FROM_ONE})
    assert counts(project) == before
    assert "1=3,2=2,3=1 where the lowest" in raised.value.problems[0].message
    assert "--map-grades" in raised.value.hint
    assert "--accept-warnings" in raised.value.hint
    assert bring({"l.qrels": FROM_ONE}, accept_warnings=True)["files"][0]["grades"][3] == 4


def test_a_map_settles_what_the_grades_mean(bring):
    told = bring({"l.qrels": FROM_ONE}, map_grades="1=3,2=2,3=0")
    assert told["files"][0]["grades"] == {0: 4, 2: 4, 3: 4}


def test_ids_in_a_guessed_encoding_wait_for_a_word_and_texts_do_not(project, bring):
    with pytest.raises(BadInputError) as raised:
        bring({"l.qrels": LATIN})
    assert "--encoding" in raised.value.hint
    told = bring({"l.qrels": LATIN}, encoding="latin-1")
    assert told["files"][0]["unknown_documents"]["first"][0] == "caféd"
    topics = "q1\tune question déjà vue\nq2\tles élèves révisent\n".encode("latin-1")
    (told,) = bring({"topics.tsv": topics}, replace=True)["files"]
    assert told["encoding"] == "windows-1252"
    assert "say --encoding" in told["warnings"][0]["message"]
    assert project.store.collection.query("q1").text == "une question déjà vue"


def test_advice_fits_what_is_wrong(bring):
    def hint(files, **options):
        with pytest.raises(BadInputError) as raised:
            bring(files, **options)
        return raised.value.hint

    assert "import it again" in hint({"x.run": "q1 Q0 d1 1 nan x\n"})
    grades = hint({"l.qrels": "q1 0 d1 7\n"})
    assert "--map-grades" in grades
    assert "again" not in grades
    bring({"x.run": "q1 Q0 d1 1 1.0 x\n"})
    taken = hint({"x.run": "q1 Q0 d2 1 1.0 x\n"})
    assert "--replace" in taken
    assert "again" not in taken


def test_a_fault_while_storing_undoes_what_was_written_before_it(project, uploads):
    files = uploads(
        {
            "topics.tsv": "q8\tnew question\nq9\tanother\n",
            "corpus.jsonl": '{"_id": "d8", "text": "t"}\n',
            "new.run": "q1 Q0 d1 1 3.5 new\n",
            "l.qrels": "q1 0 d1 2\nq2 0 d9 -1\n",
        }
    )
    options = parse_import_options()
    found = check_files(project, LEAD, files, options)
    before = counts(project)

    def stop():
        assert counts(project) != before
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store_files(project, LEAD, found, options, before_commit=stop)
    assert counts(project) == before
    assert [one.n_new for one in store_files(project, LEAD, found, options)] == [2, 1, 1, 1]


def test_a_stop_while_reading_passes_through_and_leaves_the_writers_free(project, uploads):
    class StopError(BaseException):
        pass

    def stop(name, share):
        raise StopError

    files = uploads({"new.run": "q1 Q0 d1 1 3.5 new\n"})
    with pytest.raises(StopError):
        check_files(project, LEAD, files, parse_import_options(), stop)
    assert len(project.store.runs.all()) == 1
    with project.store.database.transaction():
        pass


def test_a_name_that_was_taken_since_the_check_is_not_overwritten(project, uploads):
    options = parse_import_options()
    first = check_files(project, LEAD, uploads({"x.run": "q1 Q0 d1 1 3.5 x\n"}), options)
    other = check_files(project, LEAD, uploads({"x.run": "q1 Q0 d2 1 3.5 x\n"}), options)
    store_files(project, LEAD, first, options)
    with pytest.raises(BadInputError, match="somebody has just stored"):
        store_files(project, LEAD, other, options)
    top = project.store.runs.top(1)
    assert top[top["run"] == "x"]["doc_id"].tolist() == ["d1"]


def test_a_file_may_bear_a_map_of_its_own(project, uploads):
    one, two = uploads({"one.qrels": "q1 0 d1 3\n", "two.qrels": "q1 0 d2 7\n"})
    mapped = Upload(two.path, two.name, parse_import_options(map_grades="7=1").grade_map)
    found = check_files(project, LEAD, [one, mapped], parse_import_options())
    assert [file.grade_counts() for file in found] == [{3: 1}, {1: 1}]
