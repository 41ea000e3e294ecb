"""Other people's readers get the same labels out of every export."""

import csv
import io
import json
import zipfile

import duckdb
import ir_measures
import pandas as pd
import pytest
import pytrec_eval
import ranx

from judge_app.services.evaluation import evaluate_project
from judge_app.services.exports import export
from judge_app.services.labelling import read_labels
from tests.support.exported import LEAD, rich_project


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    made = rich_project(tmp_path_factory.mktemp("rich") / "rich.duckdb")
    yield made
    made.close()


@pytest.fixture(scope="module")
def labels(project):
    frame = read_labels(project).frame
    found = {}
    for query_id, doc_id, grade in frame.itertuples(index=False):
        found.setdefault(query_id, {})[doc_id] = grade
    assert found == {
        "007": {"-5": 2, "=1+1": 0, "NA": 2},
        "q2": {"d'1": 2, "＝x": 1},
    }
    return found


def written(project, what="qrels", name=None, **words):
    return export(project, LEAD, what=what, format_name=name, **words).content


def by_query(rows):
    found = {}
    for query_id, doc_id, grade in rows:
        found.setdefault(query_id, {})[doc_id] = grade
    return found


def test_pytrec_eval(project, labels):
    assert pytrec_eval.parse_qrel(io.StringIO(written(project).decode())) == labels


def test_ir_measures(project, labels, tmp_path):
    (tmp_path / "out.qrels").write_bytes(written(project))
    read = ir_measures.read_trec_qrels(str(tmp_path / "out.qrels"))
    assert by_query((one.query_id, one.doc_id, one.relevance) for one in read) == labels


def test_a_run_in_trec_s_format_scores_as_ours_does(project, labels, tmp_path):
    (tmp_path / "alpha.run").write_bytes(written(project, "run", "trec", run="alpha"))
    run = list(ir_measures.read_trec_run(str(tmp_path / "alpha.run")))
    name = "nDCG(dcg='log2')@3"
    measure = ir_measures.parse_measure(name)
    qrels = [
        ir_measures.Qrel(query_id, doc_id, int(grade))
        for query_id, docs in labels.items()
        for doc_id, grade in docs.items()
    ]
    theirs = ir_measures.calc_aggregate([measure], qrels, run)[measure]
    ours = evaluate_project(project, LEAD, measures=name).evaluation.summaries
    assert ours["alpha", name].mean == pytest.approx(theirs, abs=1e-12)


class GenericDataLoader:
    """BEIR's loader, as beir/datasets/data_loader.py has it, without its progress bars."""

    def __init__(self, data_folder, split="test"):
        self.corpus, self.queries, self.qrels = {}, {}, {}
        self.corpus_file = data_folder / "corpus.jsonl"
        self.query_file = data_folder / "queries.jsonl"
        self.qrels_file = data_folder / "qrels" / f"{split}.tsv"

    def load(self):
        with self.corpus_file.open(encoding="utf8") as corpus:
            for line in map(json.loads, corpus):
                self.corpus[line.get("_id")] = {
                    "text": line.get("text"),
                    "title": line.get("title"),
                }
        with self.query_file.open(encoding="utf8") as queries:
            for line in map(json.loads, queries):
                self.queries[line.get("_id")] = line.get("text")
        with self.qrels_file.open(encoding="utf-8") as qrels:
            reader = csv.reader(qrels, delimiter="\t", quoting=csv.QUOTE_MINIMAL)
            next(reader)
            for row in reader:
                query_id, corpus_id, score = row[0], row[1], int(row[2])
                self.qrels.setdefault(query_id, {})[corpus_id] = score
        self.queries = {qid: self.queries[qid] for qid in self.qrels}
        return self.corpus, self.queries, self.qrels


def test_a_beir_loader(project, labels, tmp_path):
    with zipfile.ZipFile(io.BytesIO(written(project, name="beir"))) as packed:
        packed.extractall(tmp_path)
    corpus, queries, qrels = GenericDataLoader(tmp_path).load()
    assert qrels == labels
    assert queries == {"007": "what is 007", "q2": "what is q2"}
    assert corpus["=1+1"] == {"text": "text of =1+1", "title": ""}
    assert len(corpus) == 11


def test_pandas_reads_parquet(project, labels):
    frame = pd.read_parquet(io.BytesIO(written(project, name="parquet")))
    assert by_query(frame.itertuples(index=False)) == labels
    log = pd.read_parquet(io.BytesIO(written(project, "judgments", "parquet")))
    assert log["is_late"].tolist().count(True) == 1
    assert len(log) == 14


def test_duckdb_reads_parquet(project, labels, tmp_path):
    (tmp_path / "qrels.parquet").write_bytes(written(project, name="parquet"))
    with duckdb.connect() as connection:
        rows = connection.read_parquet(str(tmp_path / "qrels.parquet")).fetchall()
    assert by_query(rows) == labels


def test_csv_and_json_lines(project, labels):
    rows = csv.DictReader(io.StringIO(written(project, name="csv").decode(), newline=""))
    assert by_query((r["query_id"], r["doc_id"], int(r["grade"])) for r in rows) == labels
    read = [json.loads(line) for line in written(project, name="jsonl").decode().splitlines()]
    assert by_query((r["query_id"], r["doc_id"], r["grade"]) for r in read) == labels


def test_ranx_json_is_an_object_of_objects(project, labels):
    assert json.loads(written(project, name="ranx")) == labels
    scores = json.loads(written(project, "run", "ranx", run="alpha"))
    assert scores["007"] == {"NA": 5.0, "=1+1": 4.0, "-5": 3.0, "1e5": 2.0, "ü": 1.0}


def test_ranx_itself(project, labels, tmp_path):
    (tmp_path / "qrels.json").write_bytes(written(project, name="ranx"))
    (tmp_path / "run.json").write_bytes(written(project, "run", "ranx", run="alpha"))
    (tmp_path / "qrels.txt").write_bytes(written(project))
    assert ranx.Qrels.from_file(str(tmp_path / "qrels.json")).to_dict() == labels
    assert ranx.Qrels.from_file(str(tmp_path / "qrels.txt"), kind="trec").to_dict() == labels
    assert set(ranx.Run.from_file(str(tmp_path / "run.json")).to_dict()) == {"007", "q2"}
