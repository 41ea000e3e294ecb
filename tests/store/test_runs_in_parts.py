"""A run stored in parts is stored as a whole one is, or not at all."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from judge_app.domain.errors import StoppedError
from judge_app.importing import read_run
from judge_app.importing.run_parts import RunInParts
from judge_app.store import NewRun
from tests.support.projects import small_project

TIES = "".join(
    f"q{query} Q0 d{document} 1 {document % 5}.5 t\n"
    for query in range(300)
    for document in range(100)
)


@pytest.fixture
def store(tmp_path):
    project = small_project(tmp_path / "p.duckdb", {"first": {"q1": ["d1", "d2"]}})
    yield project.store
    project.close()


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "a.run"
    path.write_text(TIES)
    return path


def new_run(name, sha256="other"):
    return NewRun(name, "a.run", sha256, datetime(2026, 1, 1, tzinfo=UTC), "Ilya")


def test_parts_make_the_run_that_the_whole_makes(store, path):
    store.runs.add(new_run("whole"), read_run(path).frame)
    number = store.runs.add_in_parts(new_run("parts"), RunInParts(path).parts())
    assert number == 2
    top = store.runs.top(None)
    whole, parts = (top[top["run"] == name].iloc[:, 1:] for name in ("whole", "parts"))
    assert len(parts) == 30_000
    assert whole.reset_index(drop=True).equals(parts.reset_index(drop=True))
    assert store.runs.straddling_ties(10)["parts"] == store.runs.straddling_ties(10)["whole"]


def test_a_run_of_that_name_is_replaced_and_remembered(store, path):
    assert store.runs.add_in_parts(new_run("first"), RunInParts(path).parts()) == 0
    (run,) = store.runs.all()
    assert (run.n_lines, run.n_queries, run.sha256) == (30_000, 300, "other")
    assert [old.name for old in store.runs.replaced()] == ["first"]


def memory_limit(store):
    def asked():
        return store.database.cursor().execute("SELECT current_setting('memory_limit')").fetchall()

    # From a thread of its own, since that of a transaction has only the transaction's cursor.
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asked).result()


def test_a_large_run_is_stored_alike_in_little_memory(store, path):
    limit = memory_limit(store)
    limits = []

    def parts():
        for part in RunInParts(path).parts():
            limits.append(memory_limit(store))
            yield part

    store.runs.add_in_parts(new_run("small"), RunInParts(path).parts())
    store.runs.add_in_parts(new_run("large"), parts(), is_large=True)
    assert limits[0] != limit
    assert memory_limit(store) == limit
    rows = store.exports.rankings((1, 2))
    small, large = (rows[rows["run"] == name].iloc[:, 1:] for name in ("small", "large"))
    assert small.reset_index(drop=True).equals(large.reset_index(drop=True))


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("fault", [StoppedError("stopped"), OSError("gone"), KeyboardInterrupt()])
def test_what_the_progress_raises_undoes_everything_and_passes_through(
    store, path, fault, is_large
):
    before, limit = store.runs.all(), memory_limit(store)

    def stop(_share):
        raise fault

    with pytest.raises(type(fault)) as caught:
        store.runs.add_in_parts(new_run("first"), RunInParts(path).parts(stop), is_large=is_large)
    assert caught.value is fault
    assert memory_limit(store) == limit
    assert store.runs.all() == before
    assert store.runs.top(None)["doc_id"].tolist() == ["d1", "d2"]
    store.runs.add_in_parts(new_run("second"), RunInParts(path).parts())
    assert len(store.runs.all()) == 2
