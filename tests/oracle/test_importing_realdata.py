"""Real files against counts and values found by other means.

Counts and sums were taken with awk, grep and the json module; runs and qrels are compared value by
value with what pytrec_eval parses.
"""

import csv
import gzip
import json
from collections import Counter
from pathlib import Path

import pytest
import pytrec_eval

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, read_file
from judge_app.services.import_options import Upload
from judge_app.services.score_labels import read_labels

pytestmark = pytest.mark.realdata

NASTY_TOPICS = {  # rows; grep -c for the start of a topic, awk -F'\t' NF == 2 for tables
    "topics_arabic.txt": 50,
    "topics_arguana_long.tsv.gz": 1406,
    "topics_beir_long.jsonl": 59,
    "topics_chinese.txt": 73,
    "topics_covid_crlf.xml": 30,
    "topics_fire_hindi.xml.txt": 50,
    "topics_json_array.json": 30,
    "topics_latin1_colon_separated.txt": 10_000,
    "topics_python_list_answers.txt": 693,
    "topics_sgml_crlf_no_endtags.cran": 225,
    "topics_smart_crlf_sparse_ids.cran.qry": 225,
    "topics_telugu.txt": 49,
    "topics_time_find_blocks.QUE": 83,
    "topics_trec_sgml_no_endtags.txt": 50,
    "topics_tsv_crlf.rag24.txt": 301,
    "topics_tsv_quotes_trailing_ws.tsv.gz": 1570,
    "topics_web_xml_subtopics.txt": 50,
}


@pytest.mark.parametrize("name", NASTY_TOPICS)
def test_nasty_topics_have_their_rows_and_all_a_text(realdata: Path, name: str):
    parsed = read_file(realdata / "nasty" / name)
    assert (parsed.kind, parsed.problems) == (Kind.TOPICS, ())
    assert parsed.frame["query_id"].nunique() == len(parsed.frame) == NASTY_TOPICS[name]
    assert (parsed.frame["text"].str.strip() != "").all()


def opened(path: Path):
    return gzip.open(path, "rt") if path.suffix == ".gz" else path.open()


def found(realdata: Path, *patterns: str) -> list[Path]:
    paths = [path for pattern in patterns for path in sorted(realdata.glob(pattern))]
    assert paths
    return paths


def test_every_run_equals_what_pytrec_eval_parses(realdata: Path):
    paths = found(
        realdata,
        "*/runs/*.run",
        "robust03/runs/*.gz",
        "large_run/*.gz",
        "trec_eval_tests/test/res*",
    )
    for path in paths:
        if path.name in ("with-vector.run", "results.trunc"):
            # pytrec_eval stops at a document that stands twice, and at further columns.
            continue
        with opened(path) as lines:
            expected = pytrec_eval.parse_run(lines)
        parsed = read_file(path)
        assert (parsed.kind, parsed.problems) == (Kind.RUN, ()), path
        frame = parsed.frame
        assert len(frame) == sum(map(len, expected.values())), path
        rows = zip(frame["query_id"], frame["doc_id"], frame["score"], strict=True)
        assert all(expected[query_id][doc_id] == score for query_id, doc_id, score in rows), path


def test_every_qrels_file_equals_what_pytrec_eval_parses(realdata: Path):
    paths = found(
        realdata,
        "*/derived/qrels.txt",
        "cacm/anserini/qrels*",
        "dl19_text/qrels*",
        "quepid_haystack/qrels.txt",
        "robust03/robust03_qrels.txt",
        "trec_eval_tests/test/qrels.test",
        "trec_eval_tests/test/qrels.comment.test",
    )
    for path in paths:
        with opened(path) as lines:
            expected = pytrec_eval.parse_qrel(lines)
        parsed = read_file(path)
        assert (parsed.kind, parsed.problems) == (Kind.QRELS, ()), path
        frame = parsed.frame
        assert len(frame) == sum(map(len, expected.values())), path
        rows = zip(frame["query_id"], frame["doc_id"], frame["grade"], strict=True)
        assert all(expected[query_id][doc_id] == grade for query_id, doc_id, grade in rows), path


def test_runs_whose_ids_hold_blanks_equal_a_split_at_tabs(realdata: Path):
    for path in found(realdata, "discernatron_es/runs/*.tsv"):
        with path.open(newline="") as lines:
            expected = [
                (row[0], row[2], float(row[4]))
                for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
            ]
        frame = read_file(path).frame[["query_id", "doc_id", "score"]]
        assert list(frame.itertuples(index=False, name=None)) == expected


def test_float_means_are_read_as_they_are_and_no_labels_to_score_with(realdata: Path):
    path = realdata / "discernatron_es" / "qrels_mean_float.tsv"
    grades = [float(line.split("\t")[3]) for line in path.read_text().splitlines()]
    parsed = read_file(path)
    assert parsed.has_fractional_grades
    assert parsed.frame["grade"].tolist() == grades
    fractions = [number for number, grade in enumerate(grades, start=1) if grade % 1]
    with pytest.raises(BadInputError) as refusal:
        read_labels(Upload(path, path.name))
    assert refusal.value.n_problems == len(fractions)
    assert [problem.line for problem in refusal.value.problems] == fractions
    assert "2.75 is not a whole number" in refusal.value.problems[0].message


def json_lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().split("\n") if line]


def test_the_main_trials_documents_are_those_of_its_file(realdata: Path):
    path = realdata / "dl19_text" / "corpus.jsonl"
    frame = read_file(path).frame
    assert len(frame) == 4507
    expected = [(item["_id"], item["text"]) for item in json_lines(path)]
    assert list(zip(frame["doc_id"], frame["text"], strict=True)) == expected


def test_the_main_trials_topics_join_their_narratives(realdata: Path):
    path = realdata / "dl19_text" / "topics.jsonl"
    frame = read_file(path).frame
    items = json_lines(path)
    assert (len(frame), int((frame["narrative"] == "").sum())) == (43, 21)
    assert frame["query_id"].tolist() == [item["_id"] for item in items]
    for narrative, item in zip(frame["narrative"], items, strict=True):
        assert all(told.strip() in narrative for told in item["narratives"])


def test_the_main_trials_judgments_have_eight_annotators(realdata: Path):
    path = realdata / "dl19_text" / "judgments_by_assessor.tsv"
    parsed = read_file(path)
    assert (parsed.kind, parsed.problems, len(parsed.frame)) == (Kind.JUDGMENTS, (), 9004)
    with path.open(newline="") as lines:
        expected = Counter(
            (row["assessor"], int(row["grade"])) for row in csv.DictReader(lines, delimiter="\t")
        )
    assert Counter(zip(parsed.frame["annotator"], parsed.frame["grade"], strict=True)) == expected
    assert len({annotator for annotator, _ in expected}) == 8


def test_quepids_unrateable_pairs_are_verdicts_without_grades(realdata: Path):
    frame = read_file(realdata / "quepid_haystack" / "judgments_by_judge.tsv").frame
    cannot = frame["verdict"] == "cannot_judge"
    assert (len(frame), int(cannot.sum()), int(frame["grade"].isna().sum())) == (1942, 22, 22)
    assert frame["annotator"].nunique() == 13


@pytest.mark.parametrize(
    ("collection", "documents", "silent", "topics"),
    [
        ("cranfield", 1400, "2 documents have neither title nor text (lines 471, 995)", 225),
        ("cacm", 3204, None, 64),
    ],
)
def test_smart_collections_import_from_their_derived_files(
    realdata: Path, collection: str, documents: int, silent: str | None, topics: int
):
    folder = realdata / collection / "derived"
    parsed = read_file(folder / "corpus.jsonl")
    assert (parsed.kind, len(parsed.frame)) == (Kind.DOCUMENTS, documents)
    warned = [warning.message for warning in parsed.warnings]
    assert [silent] == [message.split(";")[0] for message in warned] if silent else warned == []
    assert len(read_file(folder / "topics.tsv").frame) == topics


def test_robust_topics_have_number_title_description_and_narrative(realdata: Path):
    frame = read_file(realdata / "robust03" / "topics.robust04.txt").frame
    assert len(frame) == 250
    first = frame.iloc[0]
    assert (first["query_id"], first["text"]) == ("301", "International Organized Crime")
    assert first["narrative"].startswith("Identify organizations that participate in")
    assert first["narrative"].endswith("organization(s) involved would not be relevant.")
