"""What is exported and imported into an empty project makes the same project again."""

import hashlib
import io
import json
import zipfile

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.domain.labels import REDUCERS
from judge_app.services import grading
from judge_app.services.alike import create_project_like
from judge_app.services.exporting.catalog import FORMATS
from judge_app.services.exports import export
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.imports import check_files
from judge_app.services.labelling import read_labels
from judge_app.services.project import create_project
from judge_app.services.states import find_state
from tests.support.clock import HandClock
from tests.support.exported import LEAD, import_bytes, moved_files, rich_project, storied_project
from tests.support.projects import add_run, judgment, person

TABLES = ["csv", "jsonl", "parquet"]
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


def log_of(project):
    return project.store.exports.judgments(project.store.judgments.size()).to_dict("records")


@pytest.mark.parametrize("name", TABLES)
def test_the_whole_state_comes_back(rich, empty, tmp_path, name):
    move_texts_and_runs(rich, empty, tmp_path)
    import_bytes(empty, (f"log.{name}", content(rich, "judgments", name)), folder=tmp_path)

    for rule in RULES:
        assert read_labels(empty, rule).stamp.label_set == read_labels(rich, rule).stamp.label_set
    assert [repr(row) for row in log_of(empty)] == [repr(row) for row in log_of(rich)]
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


@pytest.fixture(scope="module")
def storied(tmp_path_factory):
    project = storied_project(tmp_path_factory.mktemp("storied") / "storied.duckdb")
    yield project
    project.close()


def rebuilt(source, folder, name, **words):
    """Make a new project of nothing but what another one exported."""
    facts = folder / "pool.meta.json"
    facts.write_text(json.dumps(export(source, LEAD, what="pool").facts))
    made = create_project_like(folder / f"{name}.duckdb", facts, clock=HandClock(2031))
    import_bytes(made, *moved_files(source, name), folder=folder, **words)
    return made


def outcome(project, what, name, **words):
    """Return the hash of an export, or why there is none."""
    try:
        exported = content(project, what, name, **words)
    except BadInputError as error:
        return error.message
    return hashlib.sha256(exported).hexdigest()


def outcomes(project):
    runs = [run.name for run in project.store.runs.all()]
    found = {
        (what, name): outcome(project, what, name) for what in FORMATS for name in FORMATS[what]
    }
    for name in FORMATS["run"]:
        found |= {("run", name, run): outcome(project, "run", name, run=run) for run in runs}
    return found


@pytest.mark.parametrize("name", TABLES)
def test_every_export_of_the_new_project_has_the_hash_of_that_of_the_old_one(
    storied, tmp_path, name
):
    made = rebuilt(storied, tmp_path, name)
    assert outcomes(made) == outcomes(storied)
    made.close()


def test_what_the_hashes_are_of_holds_all_that_may_get_lost(storied):
    pool = content(storied, "pool", "jsonl").decode().splitlines()
    rows = [json.loads(line) for line in pool]
    assert {row["strategy"] for row in rows} == {
        "depth", "imported", "queued for a new run", "maxmean",
    }  # fmt: skip
    draws = {(row["budget"], row["random_share"], row["seed"]) for row in rows}
    assert draws == {(None, None, None), (3, 1 / 3, 11)}
    assert {row["depth"] for row in rows} == {2, 3, None}
    assert len({row["added_at"] for row in rows}) > 3
    assert {row["added_by"] for row in rows} == {"command line", "somebody", "=Ben", "Zoë"}
    assert {row["pool_priority"] for row in rows} >= {0.0, 2.5, -1.0, None}
    assert {row["inclusion_probability"] for row in rows} >= {1.0, 0.125, 1 / 3}
    bare = [row for row in rows if row["query_id"] is None]
    assert [json.loads(row["batch_runs"]) for row in bare] == [["new, one"], ["beta"]]
    ranks = {row["rank"] for row in rows if (row["run"], row["doc_id"]) == ("beta", "-5")}
    assert ranks == {1, 2}
    kinds = {
        json.loads(line)["judgment_kind"]
        for line in content(storied, "judgments", "jsonl").splitlines()
    }
    assert kinds == {"ordinary", "imported", "adjudication"}


def test_batches_settings_people_and_contributions_come_back(storied, tmp_path):
    made = rebuilt(storied, tmp_path, "csv")
    assert made.store.exports.pool_batches(99) == storied.store.exports.pool_batches(99)
    ours, theirs = made.settings, storied.settings
    for name in ("title", "guidelines", "scale", "gain", "label_rule", "wanted_judgments"):
        assert getattr(ours, name) == getattr(theirs, name)
    assert ours.project_id != theirs.project_id
    assert people(made) == people(storied)
    assert {run.name: run.contributes_to_pool for run in made.store.runs.all()} == {
        run.name: run.contributes_to_pool for run in storied.store.runs.all()
    }
    made.close()


def test_every_state_of_the_log_has_the_pool_that_it_had(storied, tmp_path):
    made = rebuilt(storied, tmp_path, "jsonl")
    for position in range(1, storied.store.judgments.size() + 1):
        word = f"@{position}"
        assert find_state(made, word).pool_batch == find_state(storied, word).pool_batch
    made.close()


def test_a_pool_imported_twice_is_there_once(storied, tmp_path):
    made = rebuilt(storied, tmp_path, "csv")
    before = content(made, "pool")
    import_bytes(made, ("pool.csv", before), folder=tmp_path)
    assert content(made, "pool") == before
    made.close()


def test_a_pool_comes_behind_the_batches_that_are_there(storied, tmp_path):
    other = create_project(tmp_path / "other.duckdb")
    files = dict(moved_files(storied, "csv"))
    pool = files.pop("pool.csv")
    import_bytes(other, *files.items(), ("own.qrels", b"007 0 NA -1\n"), folder=tmp_path)
    import_bytes(other, ("pool.csv", pool), folder=tmp_path)
    batches = other.store.exports.pool_batches(99)
    assert [batch.strategy for batch in batches[:2]] == ["imported", "depth"]
    pairs = other.store.pool.pairs()
    assert pairs.loc[pairs["batch_id"] == 0, "doc_id"].tolist() == ["NA"]
    assert len(pairs) == len(storied.store.pool.pairs())
    other.close()


def test_a_pool_without_its_runs_is_taken_only_when_somebody_says_so(rich, empty, tmp_path):
    path = tmp_path / "pool.csv"
    path.write_bytes(content(rich, "pool"))
    (found,) = check_files(empty, LEAD, [Upload(path, "pool.csv")], ImportOptions())
    (doubt,) = found.doubts
    assert doubt.message == (
        "the pool was drawn from 2 runs that are not here: alpha, beta; which pairs they brought "
        "would be lost"
    )
    with pytest.raises(BadInputError, match="nothing was stored"):
        import_bytes(empty, ("pool.csv", content(rich, "pool")), folder=tmp_path)
    words = {"accept_warnings": True}
    import_bytes(empty, ("pool.csv", content(rich, "pool")), folder=tmp_path, **words)
    assert content(empty, "pool", "trec") == content(rich, "pool", "trec")
    move_texts_and_runs(rich, empty, tmp_path)
    import_bytes(empty, ("pool.csv", content(rich, "pool")), folder=tmp_path)
    assert content(empty, "pool")[: len(content(rich, "pool"))] == content(rich, "pool")


def test_a_run_of_that_name_with_other_ranks_is_not_taken_for_the_one_that_was_pooled(
    rich, empty, tmp_path
):
    add_run(empty, "alpha", {"007": ["else", "NA"]})
    add_run(empty, "beta", {"q2": ["@me"]})
    import_bytes(empty, ("pool.csv", content(rich, "pool")), folder=tmp_path)
    assert content(empty, "pool") == content(rich, "pool")
    assert {run.name: run.source for run in empty.store.runs.replaced()} == {
        "alpha": "pool.csv", "beta": "pool.csv",
    }  # fmt: skip


def test_a_pool_of_an_anonymous_export_names_nobody(storied, tmp_path):
    pool = content(storied, "pool", "jsonl", anonymous=True)
    assert "=Ben" not in {json.loads(line)["added_by"] for line in pool.decode().splitlines()}
    assert "Zoë".encode() not in pool


def test_the_pool_of_a_release_stays_byte_for_byte_when_a_run_is_replaced(rich):
    before = content(rich, "pool")
    add_run(rich, "beta", {"007": ["NA"]}, sha256="another")
    assert content(rich, "pool") == before
