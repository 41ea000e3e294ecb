"""A run stored in parts is stored as a whole one is, or not at all."""

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


@pytest.mark.parametrize("fault", [StoppedError("stopped"), OSError("gone"), KeyboardInterrupt()])
def test_what_the_progress_raises_undoes_everything_and_passes_through(store, path, fault):
    before = store.runs.all()

    def stop(_share):
        raise fault

    with pytest.raises(type(fault)) as caught:
        store.runs.add_in_parts(new_run("first"), RunInParts(path).parts(stop))
    assert caught.value is fault
    assert store.runs.all() == before
    assert store.runs.top(None)["doc_id"].tolist() == ["d1", "d2"]
    store.runs.add_in_parts(new_run("second"), RunInParts(path).parts())
    assert len(store.runs.all()) == 2
