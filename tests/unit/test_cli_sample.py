"""The bundled sample becomes a project once, and whole."""

import pytest

from judge_app.domain.errors import StoreError
from judge_app.services import sample
from judge_app.services.project import open_project
from judge_app.services.sample import make_sample
from judge_app.services.status import read_status
from tests.support.clock import HandClock


def test_the_sample_holds_what_its_readme_says(tmp_path):
    made = make_sample(tmp_path / "demo", HandClock())
    project = open_project(made.project)
    status = read_status(project)
    guidelines = project.settings.guidelines
    project.close()
    assert (status.n_queries, status.n_documents) == (16, 193)
    assert [run.name for run in status.runs] == ["bm25", "fusion", "lsa", "tfidf"]
    assert all(run.contributes_to_pool for run in status.runs)
    assert (status.pool_total, status.pool_judged) == (274, 114)
    assert status.judged_by == {"Ada": 59, "Ben": 55, "Chidi": 48}
    assert "3 Fully answers" in guidelines
    assert made.new_run.read_text(encoding="utf-8").startswith("q01 Q0 ")


def test_a_sample_that_is_there_already_is_left_as_it_is(tmp_path):
    first = make_sample(tmp_path)
    content = first.project.read_bytes()
    assert make_sample(tmp_path) == first
    assert first.project.read_bytes() == content
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "bicycle-repair.duckdb",
        "rerank.run",
    ]


def test_a_sample_that_was_interrupted_leaves_nothing_half_made(tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(sample, "build_pool", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make_sample(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["rerank.run"]
    monkeypatch.undo()
    assert make_sample(tmp_path).project.exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="cannot be made in"):
        make_sample(tmp_path / "file" / "demo")
