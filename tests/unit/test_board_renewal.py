"""While an import makes all figures anew, grading goes on with those that were there."""

import threading
from contextlib import contextmanager

import pandas as pd
import pytest

from judge_app.services.coverage import queue_new_pairs
from judge_app.services.grading import submit
from judge_app.services.import_answers import import_answer
from judge_app.services.import_options import Upload, parse_import_options
from judge_app.services.imports import check_files, store_files
from judge_app.services.live import board as board_module
from judge_app.services.live.state import load_state
from judge_app.services.project import command_line_actor
from judge_app.store import NewBatch
from tests.support.projects import judgment, person

LEAD = command_line_actor()
RUNS = {"a": {"q1": ["d1", "d2", "d3", "d4"], "q2": ["d5", "d6"]}, "b": {"q1": ["d3", "d1"]}}
PATIENCE = 60


@pytest.fixture
def project(new_project):
    return new_project(RUNS, depth=4)


@pytest.fixture
def labels(tmp_path):
    """Write so many labels that no board would follow them one by one."""
    lines = [f"q1 0 d{n} {n % 4}\n" for n in range(1, 2_500)]
    path = tmp_path / "labels.qrels"
    path.write_text("".join(lines))
    return [Upload(path, path.name)]


@pytest.fixture
def slow_load(monkeypatch):
    """Let loads reach their end only when told; return the two events of that."""
    reached, go_on = threading.Event(), threading.Event()

    def load(store):
        state = load_state(store)
        reached.set()
        assert go_on.wait(PATIENCE)
        return state

    monkeypatch.setattr(board_module, "load_state", load)
    return reached, go_on


@contextmanager
def meanwhile(work):
    """Do something in another thread, and see it end well."""
    faults = []

    def run():
        try:
            work()
        except Exception as error:  # noqa: BLE001 - told by the thread that waits
            faults.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert not faults


def n_labels(project):
    with project.board.held() as state:
        return state.scores.n_labels()


def test_grading_goes_on_while_a_large_import_is_loaded(project, labels, slow_load):
    reached, go_on = slow_load
    go_on.set()
    mira = person(project, "Mira")
    submit(project, mira, [judgment("q2", "d5", 2)])
    go_on.clear()
    reached.clear()
    with meanwhile(lambda: import_answer(project, LEAD, labels, parse_import_options())):
        assert reached.wait(PATIENCE)
        told = submit(project, mira, [judgment("q2", "d6", 3)])
        assert told.finished is not None
        assert (told.effect.before.judged, told.effect.after.judged) == (0.25, 0.5)
        assert n_labels(project) == 2
        go_on.set()
    assert n_labels(project) == 2_499 + 2
    with project.board.held() as state:
        assert state.position == project.store.judgments.size()
        assert state.label_set() == load_state(project.store).label_set()


def test_two_imports_at_once_end_with_the_labels_of_both(project, labels, slow_load, tmp_path):
    reached, go_on = slow_load
    go_on.set()
    assert n_labels(project) == 0
    go_on.clear()
    reached.clear()
    other = tmp_path / "others.qrels"
    other.write_text("".join(f"q2 0 d{n} 1\n" for n in range(1, 2_600)))
    options = parse_import_options()
    with (
        meanwhile(lambda: import_answer(project, LEAD, labels, options)),
        meanwhile(lambda: import_answer(project, LEAD, [Upload(other, "o.qrels")], options)),
    ):
        assert reached.wait(PATIENCE)
        assert n_labels(project) == 0
        go_on.set()
    assert n_labels(project) == 2_499 + 2_599


def test_a_reload_during_a_load_is_not_undone_by_it(project, labels, slow_load):
    reached, go_on = slow_load
    go_on.set()
    assert n_labels(project) == 0
    go_on.clear()
    reached.clear()
    with meanwhile(lambda: import_answer(project, LEAD, labels, parse_import_options())):
        assert reached.wait(PATIENCE)
        batch = NewBatch("depth", 1, (), project.clock(), "a test")
        project.store.pool.add(batch, pd.DataFrame({"query_id": ["q2"], "doc_id": ["d1"]}))
        project.board.reload()
        go_on.set()
    assert project.board.pool_progress("q2") == (0, 3)
    assert n_labels(project) == 2_499


def test_what_an_import_takes_back_hides_no_grade(project, labels):
    assert n_labels(project) == 0
    options = parse_import_options()
    files = check_files(project, LEAD, labels, options)

    def store_and_stop():
        renewal = project.board.renewal(others_wait=False)
        with renewal, project.store.database.transaction():
            store_files(project, LEAD, files, options)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store_and_stop()
    submit(project, person(project, "Mira"), [judgment("q1", "d1", 1)])
    assert n_labels(project) == 1


def test_pairs_that_an_import_adds_can_be_judged_at_once(project, tmp_path):
    assert project.board.pool_progress(None) == (0, 6)
    path = tmp_path / "pool.qrels"
    path.write_text("q2 0 d1 -1\n")
    import_answer(project, LEAD, [Upload(path, path.name)], parse_import_options())
    told = submit(project, person(project, "Mira"), [judgment("q2", "d1", 1)])
    assert [one.status for one in told.outcomes] == ["saved"]


def test_nobody_waits_for_the_figures_while_holding_the_file(project, monkeypatch, tmp_path):
    path = tmp_path / "new.run"
    path.write_text("q1 Q0 d9 1 1.0 new\n")
    options = parse_import_options()
    files = check_files(project, LEAD, [Upload(path, path.name)], options)
    has_figures, wants_figures = threading.Event(), threading.Event()
    reload = project.board.reload

    def announced_reload():
        wants_figures.set()
        assert has_figures.wait(PATIENCE)
        reload()

    def grade():
        with project.board.held():
            has_figures.set()
            assert wants_figures.wait(PATIENCE)
            submit(project, mira, [judgment("q1", "d1", 1)])

    mira = person(project, "Mira")
    monkeypatch.setattr(project.board, "reload", announced_reload)
    with meanwhile(grade), meanwhile(lambda: queue_new_pairs(project, LEAD, files, [], options)):
        pass
    assert n_labels(project) == 1
