"""Scores mean the same in every format, and what is none is refused in all of them."""

import json
import math
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, Parsed, read_file
from judge_app.importing.run_scan import scan_run
from tests.support.reading import messages, read

GOOD = {
    "1": 1.0,
    "+1.5": 1.5,
    "-.5": -0.5,
    "7.": 7.0,
    "1e-3": 0.001,
    "1E+06": 1e6,
    "1.7976931348623157e308": 1.7976931348623157e308,
    "4.9406564584124654e-324": 5e-324,
    "inf": math.inf,
    "-Infinity": -math.inf,
    "1e999": math.inf,
    "00012.50": 12.5,
}
BAD = {
    "1,5": "decimal comma; write 1.5",
    "nan": "nan, not a number",
    "-NaN": "-NaN, not a number",
    "0x1F": "'0x1F' is not a number",
    "0x1p3": "'0x1p3' is not a number",
    "1_000": "'1_000' is not a number",
    "1.2.3": "'1.2.3' is not a number",
    "1d5": "'1d5' is not a number",
    "1e": "'1e' is not a number",
    "infinit": "'infinit' is not a number",
    "٣": "'٣' is not a number",
}
OTHERS = [f"{number}.25" for number in range(30, 10, -1)]


def as_trec(folder: Path, scores: list[str]) -> Parsed:
    lines = (f"q Q0 d{n} {n} {score} t\n" for n, score in enumerate(scores, start=1))
    return read(folder, "".join(lines), "a.run")


def as_spaced_trec(folder: Path, scores: list[str]) -> Parsed:
    lines = (f"q  Q0 d{n} {n}\t{score} t\n" for n, score in enumerate(scores, start=1))
    return read(folder, "".join(lines), "a.run")


def as_tsv(folder: Path, scores: list[str]) -> Parsed:
    lines = (f"q\td{n}\t{score}\n" for n, score in enumerate(scores, start=1))
    return read(folder, "query_id\tdoc_id\tscore\n" + "".join(lines), "run.tsv")


def as_csv(folder: Path, scores: list[str]) -> Parsed:
    lines = (f'q,d{n}," {score} "\n' for n, score in enumerate(scores, start=1))
    return read(folder, "query_id,doc_id,score\n" + "".join(lines), "run.csv")


def as_json_lines(folder: Path, scores: list[str]) -> Parsed:
    rows = ({"query_id": "q", "doc_id": f"d{n}", "score": s} for n, s in enumerate(scores, start=1))
    return read(folder, "".join(json.dumps(row) + "\n" for row in rows), "run.jsonl")


def as_parquet(folder: Path, scores: list[str]) -> Parsed:
    ids = [f"d{n}" for n in range(1, len(scores) + 1)]
    table = pa.table({"query_id": ["q"] * len(ids), "doc_id": ids, "score": scores})
    parquet.write_table(table, folder / "run.parquet")
    return read_file(folder / "run.parquet")


FORMATS = [as_trec, as_spaced_trec, as_tsv, as_csv, as_json_lines, as_parquet]


@pytest.mark.parametrize("read_as", FORMATS)
def test_every_form_of_a_score_is_read_alike(tmp_path: Path, read_as):
    parsed = read_as(tmp_path, [*GOOD, *OTHERS]).or_refuse()
    assert parsed.kind is Kind.RUN
    assert parsed.frame["score"].tolist() == [*GOOD.values(), *map(float, OTHERS)]


@pytest.mark.parametrize("read_as", FORMATS)
@pytest.mark.parametrize("score", BAD)
def test_what_is_no_score_is_refused_alike(tmp_path: Path, read_as, score: str):
    ((_, message),) = messages(read_as(tmp_path, [*OTHERS, score]))
    assert BAD[score] in message


@pytest.mark.parametrize("score", [*GOOD, *BAD])
def test_scanning_takes_the_scores_that_reading_takes(tmp_path: Path, score: str):
    path = tmp_path / "a.run"
    path.write_text(f"q Q0 a 1 {score} t\nq Q0 b 2 2.25 t\n", encoding="utf-8")
    labels = pd.DataFrame({"query_id": ["q"], "doc_id": ["a"], "grade": [1]})
    if score in GOOD:
        rank = 1 if GOOD[score] > 2.25 else 2
        assert scan_run(path, labels).labelled["rank"].tolist() == [rank]
    else:
        with pytest.raises(BadInputError):
            scan_run(path, labels)


@settings(deadline=None)
@given(st.lists(st.floats(allow_nan=False), min_size=1), st.sampled_from(["r", ".17g", ".20e"]))
def test_scores_come_back_bit_by_bit(tmp_path_factory, numbers, form):
    folder = tmp_path_factory.mktemp("scores")
    written = [repr(n) if form == "r" else format(n, form) for n in numbers]
    for read_as in (as_trec, as_json_lines, as_parquet):
        scores = read_as(folder, [*OTHERS, *written]).frame["score"].tolist()[len(OTHERS) :]
        assert scores == numbers
        assert [math.copysign(1, n) for n in scores] == [math.copysign(1, n) for n in numbers]


def test_json_numbers_are_the_scores_that_their_texts_are(tmp_path: Path):
    numbers = ["1.5", "-2e-3", "Infinity", "12345678901234567890", "0.1"]
    rows = (f'{{"query_id": "q", "doc_id": "d{n}", "score": {n}}}\n' for n in numbers)
    parsed = read(tmp_path, "".join(rows), "run.jsonl").or_refuse()
    assert parsed.frame["score"].tolist() == list(map(float, numbers))
    nested = {"q": {f"d{n}": float(n) for n in numbers}}
    ranx = read(tmp_path, json.dumps(nested), "run.json").or_refuse()
    assert ranx.frame["score"].tolist() == list(map(float, numbers))


@pytest.mark.parametrize("grade", ["1,5", "ERROR", "", "NULL", "nan", "inf", "0x1", "1_0", "1e300"])
def test_what_is_no_grade_is_refused_in_tables_too(tmp_path: Path, grade: str):
    rows = f'query_id,doc_id,grade\nq,a,1\nq,b,"{grade}"\n'
    assert [line for line, _ in messages(read(tmp_path, rows, "qrels.csv"))] == [3]


def test_fractions_of_judgments_are_left_for_a_map(tmp_path: Path):
    rows = "query_id,doc_id,annotator,grade,cannot_judge\nq,a,x,1.5,\nq,b,x,2,\nq,c,x,,yes\n"
    parsed = read(tmp_path, rows, "judgments.csv").or_refuse()
    assert parsed.has_fractional_grades
    assert parsed.frame["grade"].dtype == "Float64"
    assert parsed.frame["grade"].tolist() == [1.5, 2, pd.NA]
