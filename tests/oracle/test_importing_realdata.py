"""Every real file of the formats that are read, against counts and values found by other means.

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

pytestmark = pytest.mark.realdata

NASTY_QRELS = {  # rows and sum of grades; grep -v '^#' | awk '{n++; s += $4}'
    "qrels_-2_spam.txt": (3711, 2198),
    "qrels_beir_header.tsv": (3835, 1523),
    "qrels_cran_corrupted_minus1_to_1.txt": (1836, 4778),
    "qrels_crlf_tabs.nfcorpus.tsv": (234, 273),
    "qrels_docid_slashes_tabs.txt": (800, 800),
    "qrels_float_grades_-2.0.txt": (2298, 6022),
    "qrels_gains_0_2_4_8_16.txt": (8508, 7722),
    "qrels_grades_-1_to_4.txt": (3681, 441),
    "qrels_iteration_0.5_double_space.txt": (8691, 3589),
    "qrels_ranx.json": (5, 9),
    "qrels_text_qids.arguana.txt": (1406, 1406),
    "qrels_with_comment_line.txt": (3681, 561),
}
NASTY_RUNS = {  # rows and sum of scores; awk '{n++; s += $5}'
    "run_7to9cols_tabs_multispace.results.trunc": (584, 1099.562227),
    "run_doubled_tabs.compat.run": (1927, 999359.0),
    "run_padded_scores_ties.results.test": (1500, 2401.507108),
    "run_ranx.json": (5, 0.9),
}
NASTY_TOPICS = {  # rows; grep -c for the start of a topic, awk -F'\t' NF == 2 for tables
    "topics_arabic.txt": 50,
    "topics_arguana_long.tsv.gz": 1406,
    "topics_beir_long.jsonl": 59,
    "topics_chinese.txt": 73,
    "topics_covid_crlf.xml": 30,
    "topics_fire_hindi.xml.txt": 50,
    "topics_sgml_crlf_no_endtags.cran": 225,
    "topics_telugu.txt": 49,
    "topics_trec_sgml_no_endtags.txt": 50,
    "topics_tsv_crlf.rag24.txt": 301,
    "topics_tsv_quotes_trailing_ws.tsv.gz": 1570,
    "topics_web_xml_subtopics.txt": 50,
}
NASTY_WITH_PROBLEMS = {  # how many, the first line, words of the first message
    # ERROR in place of eight grades: grep -n ERROR
    "qrels_grade_ERROR.gpt4.txt": (8, 500, "'ERROR' is not a whole number"),
    # Three judges one after another; awk finds 91 pairs on which they differ.
    "qrels_comments_midfile.123": (91, 3689, "different grades (lines 6, 3689, 7370)"),
    "run_quepid_dup_docs.run": (3, 221, "twice in the run (lines 211, 221)"),
    # Three rankings under one query: sort | uniq -d finds 100 documents.
    "run_QR_column_colon_docids.head300.tsv": (100, 101, "twice in the run (lines 1, 101, 201)"),
}
NASTY_REFUSED = {
    "judgments_codesearchnet_crlf_multiline.csv": "columns make no kind of file",
    "judgments_title_docids_float_means.tsv": "nothing tells",
    "not_a_run_trec_eval_output.txt": "output of trec_eval",
    "opensearch_import_judgments.json": "one JSON document",
    "prels_5cols.web09.txt": "five columns",
    "qrels_3cols_no_grade.llmjudge.txt": "three columns",
    "qrels_3cols_trailing_space.cran": "three columns",
    "qrels_4cols_zero_padded_grade0.cacm": "nothing tells",
    "qrels_lisa_fixed_width_continuation.NUM": "nothing tells",
    "qrels_lisa_prose_wrong_ids.REL": "nothing tells",
    "qrels_time_ragged_rows.REL": "nothing tells",
    "qrels_vaswani_slash_blocks.txt": "nothing tells",
    "quepid_book_export.json": "one JSON document",
    "quepid_static_queryset.csv": "columns make no kind of file",
    "ranklib_judgments_comments.txt": "nothing tells",
    "rankquest_test_cases.json": "one JSON document",
    "rre_ratings.json": "one JSON document",
    "run_doctag.json": "one JSON document",
    "topics_json_array.json": "one JSON document",
    "topics_latin1_colon_separated.txt": "0xf1 is not UTF-8",
    "topics_python_list_answers.txt": "keys make no kind of file",
    "topics_smart_crlf_sparse_ids.cran.qry": "nothing tells",
    "topics_time_find_blocks.QUE": "nothing tells",
}


def test_the_tables_above_name_every_nasty_file_once(realdata: Path):
    tables = (NASTY_QRELS, NASTY_RUNS, NASTY_TOPICS, NASTY_WITH_PROBLEMS, NASTY_REFUSED)
    named = Counter(name for table in tables for name in table)
    present = {path.name for path in (realdata / "nasty").iterdir()} - {"INDEX.tsv"}
    assert named == Counter(present)


@pytest.mark.parametrize("name", NASTY_QRELS)
def test_nasty_qrels_have_their_rows_and_grades(realdata: Path, name: str):
    parsed = read_file(realdata / "nasty" / name)
    assert (parsed.kind, parsed.problems) == (Kind.QRELS, ())
    assert (len(parsed.frame), int(parsed.frame["grade"].sum())) == NASTY_QRELS[name]


@pytest.mark.parametrize("name", NASTY_RUNS)
def test_nasty_runs_have_their_rows_and_scores(realdata: Path, name: str):
    parsed = read_file(realdata / "nasty" / name)
    rows, total = NASTY_RUNS[name]
    assert (parsed.kind, parsed.problems, len(parsed.frame)) == (Kind.RUN, (), rows)
    assert parsed.frame["score"].sum() == pytest.approx(total, abs=1e-6)


@pytest.mark.parametrize("name", NASTY_TOPICS)
def test_nasty_topics_have_their_rows_and_all_a_text(realdata: Path, name: str):
    parsed = read_file(realdata / "nasty" / name)
    assert (parsed.kind, parsed.problems) == (Kind.TOPICS, ())
    assert parsed.frame["query_id"].nunique() == len(parsed.frame) == NASTY_TOPICS[name]
    assert (parsed.frame["text"].str.strip() != "").all()


@pytest.mark.parametrize("name", NASTY_WITH_PROBLEMS)
def test_nasty_files_with_faults_are_told_with_lines(realdata: Path, name: str):
    parsed = read_file(realdata / "nasty" / name)
    count, line, words = NASTY_WITH_PROBLEMS[name]
    assert parsed.n_problems == count
    assert parsed.problems[0].line == line
    assert words in parsed.problems[0].message
    assert parsed.frame.empty


@pytest.mark.parametrize("name", NASTY_REFUSED)
def test_nasty_files_of_other_formats_are_refused_in_words(realdata: Path, name: str):
    with pytest.raises(BadInputError, match=NASTY_REFUSED[name]) as refusal:
        read_file(realdata / "nasty" / name)
    assert refusal.value.hint or refusal.value.problems


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


def test_float_means_are_refused_one_by_one(realdata: Path):
    path = realdata / "discernatron_es" / "qrels_mean_float.tsv"
    grades = [float(line.split("\t")[3]) for line in path.read_text().splitlines()]
    parsed = read_file(path)
    fractions = [number for number, grade in enumerate(grades, start=1) if grade % 1]
    assert parsed.n_problems == len(fractions)
    assert [problem.line for problem in parsed.problems] == fractions


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
