"""The keys of imported judgments never change, so that a file is known again by every version."""

import hashlib

import pytest

from judge_app.store import judgments as log_of_judgments
from tests.support.importing import Importer


@pytest.fixture
def project(new_project):
    return new_project({"a": {"q1": ["d1", "d2"], "q2": ["d3"]}}, depth=10)


@pytest.fixture
def keys(project, tmp_path):
    """Import a file; return what follows the file in the keys of its judgments."""
    bring = Importer(project, tmp_path)

    def keys(name, content, **options):
        bring({name: content}, **options)
        file = hashlib.sha256(content.encode()).hexdigest()[:24]
        found = [one.client_key.split(":", 1) for one in project.store.judgments.since(0)]
        assert {start for start, _ in found} == {file}
        return [rest for _, rest in found]

    return keys


def test_the_key_of_a_label_is_its_file_person_line_and_grade(keys):
    labels = "# comment\nq1 0 d1 2\n\nq1 0 d2 -1\nq2 0 d3 0\n"
    assert keys("some.qrels", labels) == ["0:2:2", "0:5:0"]


def test_the_grade_of_a_key_is_the_one_that_is_stored(keys):
    assert keys("some.qrels", "q1 0 d1 5\nq2 0 d3 1.4\n", map_grades="5=3,round") == [
        "0:1:3",
        "0:2:1",
    ]


def test_labels_on_one_line_are_told_apart_by_their_place_too(keys):
    rows = "query,docid,Ada,Ben\nq1,d1,2,1\nq2,d3,,0\n"
    assert keys("judgments.csv", rows) == ["0:2:2:", "1:2:1:1", "1:3:0:"]


def test_each_person_of_a_table_has_keys_of_their_own(keys):
    rows = "query,docid,judge,rating,unrateable\nq1,d1,Ada,2,0\nq1,d1,Ben,1,0\nq1,d2,Ada,,1\n"
    assert keys("judgments.csv", rows) == ["0:2:2", "1:3:1", "0:4:"]


def test_a_file_of_many_pieces_is_stored_in_the_order_of_its_lines(project, keys, monkeypatch):
    monkeypatch.setattr(log_of_judgments, "_ROWS_PER_PIECE", 2)
    labels = [("q1", "x"), ("q1", "d1"), ("q2", "d3"), ("q9", "y"), ("q1", "d2")]
    text = "".join(f"{query} 0 {document} 1\n" for query, document in labels)
    assert keys("some.qrels", text) == [f"0:{line}:1" for line in range(1, 6)]
    log = project.store.judgments.since(0)
    assert [(one.judgment_id, one.query_id, one.doc_id) for one in log] == [
        (place, *pair) for place, pair in enumerate(labels, 1)
    ]
