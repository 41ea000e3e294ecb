"""The same run and qrels in every format are the same labels and the same scores.

The figures are compared with pytrec_eval, which is given the numbers themselves and no file.
"""

import datetime
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import pytrec_eval
from pyarrow import parquet

from judge_app.services.import_options import Upload
from judge_app.services.score_files import score_files
from tests.support.command_line import judgepool, said
from tests.support.packing import PACKERS

NOW = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
NAMES = {"ndcg_cut_10": "nDCG(dcg='log2')@10", "map": "AP", "P_5": "P@5", "recip_rank": "RR"}
N_QUERIES, N_DOCUMENTS = 12, 60


@pytest.fixture(scope="module")
def content():
    """A run without ties, and qrels of a third of what it holds and of more."""
    drawn = np.random.default_rng(11)
    queries = [f"0{number}é" for number in range(N_QUERIES)]
    documents = [f"dōc-{number:03}" for number in range(N_DOCUMENTS)]
    run = {
        query: dict(zip(drawn.permutation(documents)[:40].tolist(), scores.tolist(), strict=True))
        for query in queries
        for scores in [drawn.permutation(1000)[:40] / 7]
    }
    qrels = {
        query: {
            doc: int(drawn.integers(0, 4)) for doc in drawn.permutation(documents)[:25].tolist()
        }
        for query in queries
    }
    return run, qrels


def frame(nested, value: str = "score") -> pd.DataFrame:
    """As ranx's ``to_dataframe``."""
    rows = [
        (q, doc, number) for q, documents in nested.items() for doc, number in documents.items()
    ]
    return pd.DataFrame(rows, columns=["q_id", "doc_id", value])


def trec_run(run) -> bytes:
    lines = [f"{q} Q0 {doc} 1 {score!r} run\n" for q, d in run.items() for doc, score in d.items()]
    return "".join(lines).encode()


def trec_qrels(qrels) -> bytes:
    lines = [f"{q} 0 {doc} {grade}\n" for q, d in qrels.items() for doc, grade in d.items()]
    return "".join(lines).encode()


def write_json(path: Path, nested) -> None:
    path.write_text(json.dumps(nested, indent=2), encoding="utf-8")


def write_dictionaries(path: Path, nested) -> None:
    table = pa.Table.from_pandas(frame(nested), preserve_index=False)
    for place in (0, 1):
        name = table.column_names[place]
        table = table.set_column(place, name, table[name].dictionary_encode())
    parquet.write_table(table, path, compression="zstd", row_group_size=100)


def packed(text_of, ending: str):
    return lambda path, nested: path.write_bytes(PACKERS[ending](text_of(nested)))


FORMS = {
    "json": (write_json, write_json),
    "json.gz": tuple([packed(lambda nested: json.dumps(nested).encode(), "gz")] * 2),
    "parquet": tuple([lambda path, nested: frame(nested).to_parquet(path, index=False)] * 2),
    "parq": (write_dictionaries, write_dictionaries),
    **{f"{ending}": (packed(trec_run, ending), packed(trec_qrels, ending)) for ending in PACKERS},
}


def scored(qrels: Path, run: Path):
    return score_files(
        Upload(qrels, qrels.name),
        [Upload(run, run.name)],
        measures=list(NAMES.values()),
        topics="all",
        created_at=NOW,
    )


@pytest.mark.parametrize("form", FORMS)
def test_every_form_has_the_labels_and_scores_of_the_trec_files(content, tmp_path, form: str):
    run, qrels = content
    plain_run, plain_qrels = tmp_path / "run.txt", tmp_path / "qrels.txt"
    plain_run.write_bytes(trec_run(run))
    plain_qrels.write_bytes(trec_qrels(qrels))
    run_path, qrels_path = tmp_path / f"run.{form}", tmp_path / f"qrels.{form}"
    for write, path, nested in zip(FORMS[form], (run_path, qrels_path), content, strict=True):
        write(path, nested)
    expected, got = scored(plain_qrels, plain_run), scored(qrels_path, run_path)

    pd.testing.assert_frame_equal(got.labels.frame, expected.labels.frame)
    assert got.labels.sha256() == expected.labels.sha256()
    assert dict(got.evaluations["run"].summaries) == dict(expected.evaluations["run"].summaries)
    assert got.notices == expected.notices


@pytest.mark.parametrize("form", ["json", "parq", "zst"])
def test_the_scores_are_those_of_pytrec_eval(content, tmp_path, form: str):
    run, qrels = content
    run_path, qrels_path = tmp_path / f"run.{form}", tmp_path / f"qrels.{form}"
    for write, path, nested in zip(FORMS[form], (run_path, qrels_path), content, strict=True):
        write(path, nested)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, set(NAMES)).evaluate(run)
    rows = scored(qrels_path, run_path).evaluations["run"].per_query
    ours = {
        (query, measure): value
        for query, measure, value in zip(
            rows["query_id"], rows["measure"], rows["value"], strict=True
        )
    }
    assert ours == pytest.approx(
        {(query, NAMES[name]): theirs[query][name] for query in qrels for name in NAMES}, abs=1e-12
    )


@pytest.mark.parametrize("form", ["json", "parquet"])
def test_both_are_imported_into_a_project(content, tmp_path, form: str):
    project = tmp_path / "p.duckdb"
    paths = [tmp_path / f"run.{form}", tmp_path / f"qrels.{form}"]
    for write, path, nested in zip(FORMS[form], paths, content, strict=True):
        write(path, nested)
    said(judgepool("init", project, "--title", "t", "--grades", "0-3"))
    told = said(judgepool("import", project, *paths))
    assert f"run 'run', {N_QUERIES * 40} ranked documents" in told
    assert f"qrels, {N_QUERIES * 25} labels" in told


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("run.json", '{"q": {"a": 2, "a": 1}}', "document 'a' of query 'q' stands twice"),
        ("run.json", '{"q": {"a": NaN}}', "document 'a' of query 'q': the score is NaN"),
        ("run.parquet", None, "row 2: the score is nan, not a number"),
    ],
)
def test_faults_are_told_by_the_command(tmp_path, name: str, text: str | None, words: str):
    qrels, run = tmp_path / "qrels.txt", tmp_path / name
    qrels.write_text("q 0 a 1\n")
    if text is None:
        columns = {"q_id": ["q", "q"], "doc_id": ["a", "b"], "score": [1.5, float("nan")]}
        parquet.write_table(pa.table(columns), run)
    else:
        run.write_text(text)
    result = judgepool("score", qrels, run)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
