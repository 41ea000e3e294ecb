"""Every real file of runs, qrels and judgments, and what is taken for one, with its outcome.

Rows and sums of scores or grades were taken with awk, jq and Python's csv and json modules. Where
two exports hold the same, they are compared with each other row by row.
"""

import csv
import json
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, Parsed, read_file

pytestmark = pytest.mark.realdata

HAYSTACK = "quepid_haystack/haystack_rating_party_"
BOOK = f"{HAYSTACK}book.pseudonymised.json"
CASE = f"{HAYSTACK}case.pseudonymised.json"
SNAPSHOTS = {
    name: f"{HAYSTACK}snapshot_{name}.pseudonymised.json"
    for name in ("no-vector", "vector-2", "with-vector")
}
SYSTEMS = ("bm25", "bm25-minilm-rerank", "bm25-rm3", "hybrid-rrf", "lsa200", "minilm", "tfidf")
RUNS = {  # format, rows, sum of scores
    "nasty/run_7to9cols_tabs_multispace.results.trunc": ("trec", 584, 1099.562227),
    "nasty/run_doctag.json": ("doctag", 90, 26.360714),
    "nasty/run_doubled_tabs.compat.run": ("trec", 1927, 999359.0),
    "nasty/run_padded_scores_ties.results.test": ("trec", 1500, 2401.507108),
    "nasty/run_ranx.json": ("ranx", 5, 0.9),
    # Ranks without scores: -1, -2, -3.
    "nasty/quepid_static_queryset.csv": ("csv", 3, -6.0),
    SNAPSHOTS["no-vector"]: ("quepid-snapshot", 1274, 382.397222),
    SNAPSHOTS["vector-2"]: ("quepid-snapshot", 1350, 395.410714),
    SNAPSHOTS["with-vector"]: ("quepid-snapshot", 1350, 395.410714),
    "quepid_haystack/runs/no-vector.run": ("trec", 1274, 382.397189),
    "quepid_haystack/runs/vector-2.run": ("trec", 1350, 395.41068),
    "quepid_haystack/runs_rawscore/no-vector.run": ("trec", 1274, 12969.155476),
    "quepid_haystack/runs_rawscore/vector-2.run": ("trec", 1350, 265.50717),
    "discernatron_es/runs/engineA.tsv": ("trec", 706, 110.13021),
    "discernatron_es/runs/engineB.tsv": ("trec", 577, 91.45068),
    "discernatron_es/runs/engineC.tsv": ("trec", 604, 95.24122),
    "discernatron_es/runs/engineD.tsv": ("trec", 776, 119.29476),
    "robust03/runs/input.NLPR03vb10.gz": ("trec", 1004, 24296102801.66392),
    "robust03/runs/input.THUIRr0301.gz": ("trec", 100000, 35336707.2844),
    "robust03/runs/input.humR03dc.gz": ("trec", 10000, 9498075.9863),
    "robust03/runs/input.pircRBa1.gz": ("trec", 100000, 175506.1906),
    "robust03/runs/input.rutcor03100.gz": ("trec", 100000, 68997.40325),
    "robust03/runs/input.uic0301.gz": ("trec", 99969, 50033946.0),
}
SMART_RUNS = {  # rows and sum of scores of each of SYSTEMS
    "cranfield/runs": (
        *((22500, 113426.900453), (11250, 4659.484583), (22500, 12346.704672)),
        *((22500, 351.694251), (22500, 6019.597263), (22500, 10073.414927)),
        (22471, 2416.638587),
    ),
    "cacm/runs": (
        *((6400, 30870.699287), (3200, 1015.330301), (6400, 3237.679815)),
        *((6400, 93.518314), (6400, 2176.015075), (6400, 2521.163922), (6369, 644.841249)),
    ),
}
SMART_RUNS["cacm/runs_html_ids"] = SMART_RUNS["cacm/runs"]
RUNS |= {
    f"{folder}/{system}.run": ("trec", *expected)
    for folder, figures in SMART_RUNS.items()
    for system, expected in zip(SYSTEMS, figures, strict=True)
}
QRELS = {  # format, rows, sum of grades
    "nasty/opensearch_import_judgments.json": ("opensearch", 40, 34.1),
    "nasty/qrels_-2_spam.txt": ("trec", 3711, 2198),
    "nasty/qrels_beir_header.tsv": ("beir", 3835, 1523),
    "nasty/qrels_cran_corrupted_minus1_to_1.txt": ("trec", 1836, 4778),
    "nasty/qrels_crlf_tabs.nfcorpus.tsv": ("trec", 234, 273),
    "nasty/qrels_docid_slashes_tabs.txt": ("trec", 800, 800),
    "nasty/qrels_float_grades_-2.0.txt": ("trec", 2298, 6022),
    "nasty/qrels_gains_0_2_4_8_16.txt": ("trec", 8508, 7722),
    "nasty/qrels_grades_-1_to_4.txt": ("trec", 3681, 441),
    "nasty/qrels_iteration_0.5_double_space.txt": ("trec", 8691, 3589),
    "nasty/qrels_ranx.json": ("ranx", 5, 9),
    "nasty/qrels_text_qids.arguana.txt": ("trec", 1406, 1406),
    "nasty/qrels_with_comment_line.txt": ("trec", 3681, 561),
    "nasty/ranklib_judgments_comments.txt": ("letor", 1390, 565),
    "nasty/rankquest_test_cases.json": ("rankquest", 41, 123),
    # Six queries in two groups: three with two documents of grade 3, three with one.
    "nasty/rre_ratings.json": ("rre", 9, 27),
    CASE: ("quepid-case", 1679, 1920),
    "quepid_haystack/qrels.txt": ("trec", 1659, 1915),
    "opensearch_esci/ImportJudgment.json": ("opensearch", 10, 6.7),
    "opensearch_esci/ImportJudgments.json": ("opensearch", 40, 34.1),
    "opensearch_esci/esci_us_judgments.json": ("opensearch", 6678, 358185),
    "discernatron_es/qrels.tsv": ("trec", 1775, 1478),
    "discernatron_es/qrels_mean_float.tsv": ("trec", 1775, 1365.433),
    "robust03/robust03_qrels.txt": ("trec", 128796, 6481),
    "cranfield/derived/qrels.txt": ("trec", 1837, 3504),
    "cranfield/orig/cran.qrels.trec-format": ("trec", 1836, 4778),
    "cacm/anserini/qrels.cacm.txt": ("trec", 796, 796),
    "cacm/derived/qrels.txt": ("trec", 796, 796),
}
JUDGMENTS = {  # format, rows, sum of grades, pairs that cannot be judged
    "nasty/quepid_book_export.json": ("quepid-book", 1942, 2486, 22),
    BOOK: ("quepid-book", 1942, 2486, 22),
    "quepid_haystack/judgments_by_judge.tsv": ("tsv", 1942, 2486, 22),
}
FAULTY = {  # format, how many faults, line and words of the first
    # ERROR in place of eight grades: grep -n ERROR
    "nasty/qrels_grade_ERROR.gpt4.txt": ("trec", 8, 500, "'ERROR' is not a whole number"),
    # Three judges one after another; awk finds 91 pairs on which they differ.
    "nasty/qrels_comments_midfile.123": ("trec", 91, 3689, "grades (lines 6, 3689, 7370); keep"),
    "nasty/run_quepid_dup_docs.run": ("trec", 3, 221, "twice in the run (lines 211, 221)"),
    # Three rankings under one query: sort | uniq -d finds 100 documents.
    "nasty/run_QR_column_colon_docids.head300.tsv": (
        *("trec", 100, 101),
        "twice in the run (lines 1, 101, 201)",
    ),
    "quepid_haystack/runs/with-vector.run": ("trec", 3, 221, "twice in the run (lines 211, 221)"),
    "quepid_haystack/runs_rawscore/with-vector.run": (
        *("trec", 3, 221),
        "twice in the run (lines 211, 221)",
    ),
    # 2,914 pairs of query and URL, 575 of which have several grades.
    "nasty/judgments_codesearchnet_crlf_multiline.csv": (
        *("csv", 575, 1696),
        "grades (lines 1637, 1696, 2982); keep one, or add the annotator of each row",
    ),
    "codesearchnet/resources/annotationStore.csv": (
        *("csv", 575, 1696),
        "grades (lines 1637, 1696, 2982); keep one, or add the annotator of each row",
    ),
}
REFUSED = {  # words of the message, words of the hint
    "nasty/judgments_title_docids_float_means.tsv": (
        "columns between tabs",
        "--as qrels --format tsv",
    ),
    "nasty/not_a_run_trec_eval_output.txt": ("output of trec_eval", "Give the run"),
    "nasty/prels_5cols.web09.txt": ("five columns", "--format prels"),
    "nasty/qrels_3cols_no_grade.llmjudge.txt": ("grades seem to be missing", "doc_id grade"),
    "nasty/qrels_3cols_trailing_space.cran": ("three columns", "--format trec-3col"),
    "nasty/qrels_4cols_zero_padded_grade0.cacm": ("second one differs", "query_id 0 doc_id grade"),
    "nasty/qrels_lisa_fixed_width_continuation.NUM": ("lists of document numbers", "doc_id 1"),
    "nasty/qrels_lisa_prose_wrong_ids.REL": ("lists of document numbers", "doc_id 1"),
    "nasty/qrels_time_ragged_rows.REL": ("lists of document numbers", "doc_id 1"),
    "nasty/qrels_vaswani_slash_blocks.txt": ("lists of document numbers", "doc_id 1"),
    "quepid_haystack/quepid_own_scores.json": ("every name has the same keys", "say --as run"),
    "cranfield/orig/cran.qrels": ("three columns", "--format trec-3col"),
    "cacm/orig/qrels.text": ("second one differs", "query_id 0 doc_id grade"),
}
Q, J, T, D = Kind.QRELS, Kind.JUDGMENTS, Kind.TOPICS, Kind.DOCUMENTS
SAID = [  # file, what a person says, format, rows (0: faulty), words of the first fault or warning
    ("nasty/qrels_3cols_trailing_space.cran", None, "trec-3col", 1837, ""),
    ("cranfield/orig/cran.qrels", None, "trec-3col", 1837, ""),
    ("cranfield/orig/cran.qrels", Q, None, 0, "--format trec-3col"),
    ("nasty/qrels_3cols_no_grade.llmjudge.txt", None, "trec-3col", 0, "'p3659' is not a whole"),
    ("nasty/prels_5cols.web09.txt", None, "prels", 13118, "method and probability"),
    ("nasty/prels_5cols.web09.txt", Q, None, 0, "--format prels"),
    ("nasty/qrels_4cols_zero_padded_grade0.cacm", Q, None, 0, "the ids stand in another column"),
    ("cacm/orig/qrels.text", Q, None, 0, "the ids stand in another column"),
    # Three of the 1,778 means are NULL.
    ("nasty/judgments_title_docids_float_means.tsv", Q, "tsv", 0, "'NULL' is not a whole number"),
    ("nasty/judgments_codesearchnet_crlf_multiline.csv", J, None, 0, "no column for the annotator"),
    ("nasty/quepid_book_export.json", Q, None, 1358, "the queries have no ids here"),
    ("nasty/quepid_book_export.json", T, None, 137, "only the topics"),
    ("nasty/quepid_book_export.json", D, None, 1558, ""),
    (CASE, J, None, 1679, "the queries have no ids here"),
    (CASE, T, None, 137, "only the topics"),
    (SNAPSHOTS["no-vector"], Q, None, 1659, ""),
    (SNAPSHOTS["no-vector"], T, None, 135, "only the topics"),
    ("nasty/opensearch_import_judgments.json", T, None, 4, "only the topics"),
    ("opensearch_esci/esci_us_judgments.json", T, None, 150, "only the topics"),
    ("nasty/ranklib_judgments_comments.txt", T, None, 40, "only the topics"),
    ("nasty/rankquest_test_cases.json", T, None, 9, "only the topics"),
    ("nasty/rre_ratings.json", T, None, 6, "only the topics"),
]
FOLDERS = (
    *("nasty", "cranfield", "cacm", "quepid_haystack", "codesearchnet", "opensearch_esci"),
    *("discernatron_es", "robust03"),
)
OF_OTHERS = re.compile(
    r"topics|quer(y|ies)|esci_us_queryset|corpus\.jsonl|docs\.jsonl|\.qry|cran\.all|cacm\.(all|tar)"
    r"|README|LICENSE|readme|INDEX|cite\.info|common_words|_reference\.json|reference_scores"
)


def test_the_tables_name_every_file_of_runs_qrels_and_judgments(realdata: Path):
    present = {
        str(path.relative_to(realdata))
        for folder in FOLDERS
        for path in (realdata / folder).rglob("*")
        if path.is_file() and (not OF_OTHERS.search(path.name) or "static" in path.name)
    }
    named = Counter([*RUNS, *QRELS, *JUDGMENTS, *FAULTY, *REFUSED])
    assert named == Counter(present)


@pytest.mark.parametrize("name", RUNS)
def test_runs_have_their_rows_and_scores(realdata: Path, name: str):
    parsed = read_file(realdata / name)
    format_name, rows, total = RUNS[name]
    assert (parsed.kind, parsed.format, parsed.problems) == (Kind.RUN, format_name, ())
    assert len(parsed.frame) == rows
    assert parsed.frame["score"].sum() == pytest.approx(total, rel=1e-12, abs=1e-6)


@pytest.mark.parametrize("name", QRELS)
def test_qrels_have_their_rows_and_grades(realdata: Path, name: str):
    parsed = read_file(realdata / name)
    format_name, rows, total = QRELS[name]
    assert (parsed.kind, parsed.format, parsed.problems) == (Kind.QRELS, format_name, ())
    assert len(parsed.frame) == rows
    assert parsed.frame["grade"].sum() == pytest.approx(total, abs=1e-9)


@pytest.mark.parametrize("name", JUDGMENTS)
def test_judgments_have_their_rows_and_grades(realdata: Path, name: str):
    parsed = read_file(realdata / name)
    format_name, rows, total, cannot = JUDGMENTS[name]
    assert (parsed.kind, parsed.format, parsed.problems) == (Kind.JUDGMENTS, format_name, ())
    assert (len(parsed.frame), parsed.frame["grade"].sum()) == (rows, total)
    assert (parsed.frame["verdict"] == "cannot_judge").sum() == cannot


@pytest.mark.parametrize("name", FAULTY)
def test_faults_are_told_with_their_lines(realdata: Path, name: str):
    parsed = read_file(realdata / name)
    format_name, count, line, words = FAULTY[name]
    assert (parsed.format, parsed.n_problems, parsed.problems[0].line) == (format_name, count, line)
    assert words in parsed.problems[0].message
    assert parsed.frame.empty


@pytest.mark.parametrize("name", REFUSED)
def test_files_in_doubt_are_refused_with_what_to_do(realdata: Path, name: str):
    message, hint = REFUSED[name]
    with pytest.raises(BadInputError, match=message) as refusal:
        read_file(realdata / name)
    assert hint in refusal.value.hint


@pytest.mark.parametrize(("name", "kind", "format_name", "rows", "words"), SAID)
def test_what_a_person_says_decides(realdata: Path, name, kind, format_name, rows, words):
    parsed = read_file(realdata / name, kind=kind, format=format_name)
    assert kind in (None, parsed.kind)
    assert format_name in (None, parsed.format)
    assert (len(parsed.frame), parsed.ok) == (rows, rows > 0)
    told = parsed.warnings if parsed.ok else parsed.problems
    assert words in told[0].message if words else told == ()


def texts_of_queries(realdata: Path) -> dict[str, str]:
    with (realdata / "quepid_haystack" / "topics.tsv").open(newline="") as lines:
        return {row[0]: row[1] for row in csv.reader(lines, delimiter="\t")}


def pairs_of(parsed: Parsed, *columns: str) -> list[tuple]:
    assert parsed.problems == ()
    wanted = parsed.frame[["query_id", "doc_id", *columns]].astype(object)
    return list(wanted.where(wanted.notna(), None).itertuples(index=False, name=None))


def test_a_book_equals_the_table_of_its_judgments(realdata: Path):
    texts = texts_of_queries(realdata)
    table = read_file(realdata / "quepid_haystack" / "judgments_by_judge.tsv")
    expected = Counter(
        (texts[query_id], doc_id, f"{judge}@example.org", verdict, grade)
        for query_id, doc_id, judge, verdict, grade in pairs_of(
            table, "annotator", "verdict", "grade"
        )
    )
    book = read_file(realdata / BOOK)
    assert Counter(pairs_of(book, "annotator", "verdict", "grade")) == expected
    assert len({judge for _, _, judge, _, _ in expected}) == 13


def test_a_book_equals_the_documents_that_were_taken_from_it(realdata: Path):
    frame = read_file(realdata / BOOK, kind=Kind.DOCUMENTS).frame
    lines = (realdata / "quepid_haystack" / "docs.jsonl").read_text().splitlines()
    expected = {item["_id"]: item["title"] for item in map(json.loads, lines)}
    assert dict(zip(frame["doc_id"], frame["title"], strict=True)) == expected


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_snapshots_hold_the_qrels_that_were_taken_from_them(realdata: Path, name: str):
    expected = set(pairs_of(read_file(realdata / "quepid_haystack" / "qrels.txt"), "grade"))
    parsed = read_file(realdata / SNAPSHOTS[name], kind=Kind.QRELS)
    assert set(pairs_of(parsed, "grade")) == expected


def test_a_case_holds_the_qrels_of_the_snapshots_and_two_queries_more(realdata: Path):
    texts = texts_of_queries(realdata)
    qrels = pairs_of(read_file(realdata / "quepid_haystack" / "qrels.txt"), "grade")
    expected = {(texts[query_id], doc_id, grade) for query_id, doc_id, grade in qrels}
    case = set(pairs_of(read_file(realdata / CASE), "grade"))
    assert expected <= case
    more = {query for query, _, _ in case - expected}
    assert more == {"120v power supply", "power supply"}


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_snapshots_rank_as_the_runs_that_were_taken_from_them(realdata: Path, name: str):
    expected = defaultdict(list)
    with (realdata / "quepid_haystack" / "runs" / f"{name}.run").open() as lines:
        for line in lines:
            query_id, _, doc_id, *_ = line.split()
            # The run of one snapshot repeats documents that the snapshot calls rated only.
            if doc_id not in expected[query_id]:
                expected[query_id].append(doc_id)
    parsed = read_file(realdata / SNAPSHOTS[name])
    found = defaultdict(list)
    for query_id, doc_id in pairs_of(parsed):
        found[query_id].append(doc_id)
    assert found == expected
    assert parsed.tags == (name,)
    by_score = parsed.frame.sort_values("score", ascending=False, kind="stable")
    assert {key: list(group["doc_id"]) for key, group in by_score.groupby("query_id")} == found


def test_queries_named_by_their_texts_meet_the_topics_of_the_same_file(realdata: Path):
    for name in (BOOK, CASE, "nasty/rre_ratings.json", "opensearch_esci/esci_us_judgments.json"):
        topics = read_file(realdata / name, kind=Kind.TOPICS).frame
        assert set(read_file(realdata / name).frame["query_id"]) <= set(topics["query_id"])
    queries = read_file(realdata / "opensearch_esci" / "esci_us_queryset.json").frame
    judged = read_file(realdata / "opensearch_esci" / "esci_us_judgments.json").frame
    assert set(judged["query_id"]) == set(queries["query_id"])


def test_annotations_with_line_breaks_are_those_of_the_csv_module(realdata: Path):
    name = "codesearchnet/resources/annotationStore.csv"
    with (realdata / name).open(newline="") as lines:
        votes = defaultdict(set)
        for row in csv.DictReader(lines):
            votes[row["Query"], row["GitHubUrl"]].add(row["Relevance"])
    in_conflict = [pair for pair, grades in votes.items() if len(grades) > 1]
    assert (len(votes), len(in_conflict)) == (2914, 575)
    assert read_file(realdata / name).n_problems == len(in_conflict)
