"""``judgepool agreement`` as it is typed."""

import csv
import io

import pytest

from tests.support.command_line import answered, judgepool, said

LINES = "query_id,doc_id,annotator,grade\n"
GRADES = [
    ("q1", "a", "Ada", 3), ("q1", "a", "Ben", 0), ("q1", "b", "Ada", 2), ("q1", "b", "Ben", 2),
    ("q2", "a", "Ada", 1), ("q2", "a", "Ben", 2), ("q2", "c", "Ada", 0), ("q2", "c", "Ben", 0),
]  # fmt: skip


@pytest.fixture
def project(tmp_path):
    path = tmp_path / "p.duckdb"
    said(judgepool("init", path))
    return path


def bring_in(project, rows, *words):
    file = project.parent / "judgments.csv"
    file.write_text(LINES + "".join(",".join(map(str, row)) + "\n" for row in rows))
    said(judgepool("import", project, file, *words))


def test_people_read_alpha_every_two_and_what_is_disputed(project):
    bring_in(project, GRADES)
    words = said(judgepool("agreement", project))
    assert "labels by lower-median, scale 0-3, 8 judgments" in words
    assert "Krippendorff's α (ordinal) 0." in words
    assert "over 4 pairs judged at least twice (95% of 1,000 resamples)" in words
    assert "\nAda  Ben      4  0.5000  " in words
    assert "Most disputed of 2 disputed pairs" in words
    assert "q1     a         3.00   Ada 3, Ben 0" in words


def test_programs_read_a_row_for_every_two_and_everything_as_json(project):
    bring_in(project, GRADES)
    (row,) = csv.DictReader(io.StringIO(said(judgepool("agreement", project, "--format", "csv"))))
    answer = answered("agreement", project)
    (pair,) = answer["annotators"]
    assert {name: row[name] for name in ("first", "second", "n_pairs", "agreement")} == {
        "first": "Ada", "second": "Ben", "n_pairs": "4", "agreement": "0.5",
    }  # fmt: skip
    assert float(row["kappa_quadratic"]) == pair["kappa_quadratic"]
    assert pair["confusion"] == [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0], [1, 0, 0, 0]]
    assert answer["stamp"]["n_labels"] == 4


def test_what_there_is_not_is_said_and_no_error(project):
    assert "is undefined. Nobody has judged anything." in said(judgepool("agreement", project))
    assert said(judgepool("agreement", project, "--format", "csv")).count("\n") == 1
    bring_in(project, [row for row in GRADES if row[2] == "Ada"])
    assert "Only one person has judged." in said(judgepool("agreement", project))


def test_a_model_stands_apart(project):
    bring_in(project, GRADES)
    before = answered("agreement", project)
    file = project.parent / "gpt.qrels"
    file.write_text("q1 0 a 3\nq1 0 b 1\nq9 0 z 2\n")
    said(judgepool("import", project, file, "--model", "gpt"))
    after = answered("agreement", project)
    assert (after["alpha"], after["annotators"]) == (before["alpha"], before["annotators"])
    assert after["stamp"]["label_set"] == before["stamp"]["label_set"]
    words = said(judgepool("agreement", project))
    assert "Model gpt: 3 judgments" in words
    assert "\ngpt  (humans' label)      2  0.0000  " in words
    rows = list(
        csv.DictReader(io.StringIO(said(judgepool("agreement", project, "--format", "csv"))))
    )
    assert [(row["first"], row["second"]) for row in rows] == [
        ("Ada", "Ben"), ("gpt", ""), ("gpt", "Ada"), ("gpt", "Ben"),
    ]  # fmt: skip
