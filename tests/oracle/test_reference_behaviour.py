"""Every behaviour case that trec_eval, gdeval and pytrec_eval were run for, at our reader.

Where the tools differ, or take what must not be taken, the case says what is recommended.
"""

import csv
import io
import json

import pytest

from tests.support.command_line import judgepool, refused, said

LINEAR = "nDCG(dcg='log2')@10"
PRINTED = 5.1e-5  # four decimals
AS_PRINTED = None

# A value per query, or AS_PRINTED where ours are those that trec_eval 10 prints.
ACCEPTED = {
    "query_missing_from_run": {"1": 0.6300, "2": 0.0},
    "query_missing_from_run_complete": AS_PRINTED,
    "all_grades_negative": {"1": 0.0},
    "infinite_scores": AS_PRINTED,
    # trec_eval loses the line with the mark; without it the ranking is that of comment_line.
    "bom_in_run": {"1": 0.9225},
    "bom_in_qrels": {"1": 0.9225},
    "blank_line_in_qrels": {"1": 0.9225},
    "blank_line_in_run": AS_PRINTED,
    "comment_line": AS_PRINTED,
    "q0_not_Q0": AS_PRINTED,
    "query_id_text": AS_PRINTED,
    "query_id_with_dash": AS_PRINTED,
    "grade_above_4": AS_PRINTED,
    "leading_zero_query_id": {"01": 0.0},
}
REFUSED = {
    "duplicate_document_in_run": ["run:3", "'a' of query '1' stands twice"],
    "duplicate_document_in_qrels": ["qrels:5", "'a' of query '1' has different grades"],
    "nan_score": ["run:1", "NaN"],
    "score_not_a_number": ["run:1", "'abc' is not a number"],
    "decimal_comma": ["run:1", "decimal comma; write 0.90"],
    "float_grade": ["qrels:1", "2.7 is not a whole number"],
    "five_column_run": ["run:1", "5 columns, where a run has 6"],
    "five_column_qrels": ["qrels:1", "5 columns, where qrels have 4"],
    "empty_run": ["a.run is empty"],
}


@pytest.fixture(scope="module")
def cases(reference):
    text = (reference / "reference_cases.json").read_text(encoding="utf-8")
    return {case["name"]: case for case in json.loads(text)["behaviour_cases"]}


@pytest.fixture
def score(cases, tmp_path):
    """Score a case's run against its qrels as its author would, from files."""

    def score_case(name):
        qrels, run = tmp_path / "a.qrels", tmp_path / "a.run"
        qrels.write_text(cases[name]["qrels"], encoding="utf-8")
        run.write_text(cases[name]["run"], encoding="utf-8")
        options = ["--trec-eval", "--measures", LINEAR, "--per-query", "--format", "csv"]
        return judgepool("score", qrels, run, *options)

    return score_case


def test_every_one_of_the_23_cases_is_looked_at(cases):
    assert len(cases) == 23
    assert sorted([*ACCEPTED, *REFUSED]) == sorted(cases)


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_is_taken_has_the_value_it_should(cases, score, name):
    rows = csv.DictReader(io.StringIO(said(score(name)), newline=""))
    ours = {row["query_id"]: float(row["value"]) for row in rows}
    expected = ACCEPTED[name]
    if expected is AS_PRINTED:
        printed = (line.split() for line in cases[name]["trec_eval 10.0"]["out"])
        expected = {query: float(value) for _, query, value in printed if query != "all"}
    assert ours == pytest.approx(expected, abs=PRINTED)


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_right_is_refused_with_its_place(score, name):
    message = refused(score(name))
    for part in REFUSED[name]:
        assert part in message
