"""Every real file of topics or documents, and what is taken for one, with its expected outcome.

Counts were taken with grep and awk. Texts are compared with the derived files of the same
collection, which other tools made.
"""

import json
import re
import tarfile
from pathlib import Path

import pandas as pd
import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, Parsed, read_file
from judge_app.importing.document_stream import stream_documents

pytestmark = pytest.mark.realdata

TOPICS = {
    "nasty/topics_arabic.txt": ("trec-sgml", 50),
    "nasty/topics_arguana_long.tsv.gz": ("tsv", 1406),
    "nasty/topics_beir_long.jsonl": ("beir", 59),
    "nasty/topics_chinese.txt": ("tsv", 73),
    "nasty/topics_covid_crlf.xml": ("trec-xml", 30),
    "nasty/topics_fire_hindi.xml.txt": ("trec-sgml", 50),
    "nasty/topics_json_array.json": ("json", 30),
    "nasty/topics_latin1_colon_separated.txt": ("colon", 10_000),
    # 694 lines, of which two are the same question.
    "nasty/topics_python_list_answers.txt": ("jsonl", 693),
    "nasty/topics_sgml_crlf_no_endtags.cran": ("trec-sgml", 225),
    "nasty/topics_smart_crlf_sparse_ids.cran.qry": ("smart", 225),
    "nasty/topics_telugu.txt": ("tsv", 49),
    "nasty/topics_time_find_blocks.QUE": ("find-blocks", 83),
    "nasty/topics_trec_sgml_no_endtags.txt": ("trec-sgml", 50),
    "nasty/topics_tsv_crlf.rag24.txt": ("tsv", 301),
    "nasty/topics_tsv_quotes_trailing_ws.tsv.gz": ("tsv", 1570),
    "nasty/topics_web_xml_subtopics.txt": ("trec-xml", 50),
    "cranfield/orig/cran.qry": ("smart", 225),
    "cranfield/orig/cran.qry.trec-format": ("trec-sgml", 225),
    "cranfield/derived/topics.tsv": ("tsv", 225),
    "cacm/orig/query.text": ("smart", 64),
    "cacm/anserini/topics.cacm.txt": ("trec-docs", 64),
    "cacm/derived/topics.tsv": ("tsv", 64),
    "codesearchnet/resources/queries.csv": ("csv", 99),
    "opensearch_esci/esci_us_queryset.json": ("json", 150),
    "discernatron_es/topics.tsv": ("tsv", 32),
    "quepid_haystack/topics.tsv": ("tsv", 137),
    "robust03/topics.robust04.txt": ("trec-sgml", 250),
}
DOCUMENTS = {
    "cranfield/orig/cran.all.1400": ("smart", 1400),
    "cranfield/orig/cran.all.1400.trec-format": ("trec-docs", 1400),
    "cranfield/derived/corpus.jsonl": ("beir", 1400),
    "cacm/orig/cacm.all": ("smart", 3204),
    "cacm/anserini/cacm.tar.gz": ("text-files", 3204),
    "cacm/derived/corpus.jsonl": ("beir", 3204),
    "quepid_haystack/docs.jsonl": ("beir", 1558),
}
REFUSED = {
    "nasty/INDEX.tsv": "columns between tabs",
    "nasty/qrels_lisa_fixed_width_continuation.NUM": "lists of document numbers",
    "nasty/qrels_lisa_prose_wrong_ids.REL": "lists of document numbers",
    "nasty/qrels_time_ragged_rows.REL": "lists of document numbers",
    "nasty/qrels_vaswani_slash_blocks.txt": "lists of document numbers",
    "cranfield/orig/cranqrel.readme": "text for people to read",
    "cacm/orig/README": "nothing tells",
    "cacm/orig/cite.info": "text for people to read",
    "cacm/orig/common_words": "a single word or id",
    "codesearchnet/resources/README.md": "nothing tells",
}
COLLECTIONS = ("cacm", "codesearchnet", "cranfield", "discernatron_es", "opensearch_esci")
OF_TEXTS = re.compile(
    r"(?!qrels_|run_|quepid_).*(topic|quer|corpus|docs\.|\.qry|cran\.all|cacm\.(all|tar)|\.QUE)"
)


def test_the_tables_name_every_file_of_topics_and_documents(realdata: Path):
    folders = ("nasty", *COLLECTIONS, "quepid_haystack", "robust03")
    present = {
        str(path.relative_to(realdata))
        for folder in folders
        for path in (realdata / folder).rglob("*")
        if path.is_file() and OF_TEXTS.match(path.name)
    }
    assert present == {*TOPICS, *DOCUMENTS}


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        *((name, Kind.TOPICS, expected) for name, expected in TOPICS.items()),
        *((name, Kind.DOCUMENTS, expected) for name, expected in DOCUMENTS.items()),
    ],
)
def test_it_is_read_with_its_rows(realdata: Path, name: str, kind: Kind, expected):
    parsed = read_file(realdata / name)
    assert (parsed.kind, parsed.problems) == (kind, ())
    assert (parsed.format, len(parsed.frame)) == expected
    assert parsed.frame.iloc[:, 0].is_unique


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_in_words(realdata: Path, name: str):
    with pytest.raises(BadInputError, match=REFUSED[name]) as refusal:
        read_file(realdata / name)
    assert refusal.value.hint


def words(text: str) -> str:
    return " ".join(text.split())


def texts(parsed: Parsed, *columns: str) -> list[tuple[str, ...]]:
    return [tuple(map(words, row)) for row in parsed.frame[list(columns)].itertuples(index=False)]


@pytest.mark.parametrize(
    ("original", "derived"),
    [
        ("cranfield/orig/cran.all.1400", "cranfield/derived/corpus.jsonl"),
        ("cacm/orig/cacm.all", "cacm/derived/corpus.jsonl"),
    ],
)
def test_smart_documents_are_those_of_the_derived_corpus(realdata: Path, original, derived):
    expected = [json.loads(line) for line in (realdata / derived).read_text().splitlines()]
    assert texts(read_file(realdata / original), "doc_id", "title", "text") == [
        (item["_id"], words(item["title"]), words(item["text"])) for item in expected
    ]


def test_smart_topics_are_those_of_the_derived_files(realdata: Path):
    cacm = realdata / "cacm"
    derived = texts(read_file(cacm / "derived" / "topics.tsv"), "query_id", "text")
    assert texts(read_file(cacm / "orig" / "query.text"), "query_id", "text") == derived
    cranfield = realdata / "cranfield"
    counted = read_file(cranfield / "orig" / "cran.qry", format="smart-ordinal")
    derived = texts(read_file(cranfield / "derived" / "topics.tsv"), "query_id", "text")
    assert texts(counted, "query_id", "text") == derived


def test_cranfields_topics_have_the_ids_of_its_qrels_only_when_counted(realdata: Path):
    folder = realdata / "cranfield"
    judged = set(read_file(folder / "derived" / "qrels.txt").frame["query_id"])
    as_written = read_file(folder / "orig" / "cran.qry")
    assert as_written.frame["query_id"].tolist()[:4] == ["001", "002", "004", "008"]
    assert "--format smart-ordinal" in as_written.warnings[0].message
    counted = read_file(folder / "orig" / "cran.qry", format="smart-ordinal")
    assert judged <= set(counted.frame["query_id"])


def test_cacms_topics_name_their_authors(realdata: Path):
    frame = read_file(realdata / "cacm" / "orig" / "query.text").frame
    assert frame.loc[1, "narrative"].startswith("Prieve, B. Pooch, U.")
    doc_form = read_file(realdata / "cacm" / "anserini" / "topics.cacm.txt").frame
    assert doc_form.loc[1, "text"].endswith("Prieve or Udo Pooch\n\nPrieve, B. Pooch, U.")


def test_cacms_pages_have_the_ids_of_the_runs_and_the_bytes_of_the_archive(realdata: Path):
    folder = realdata / "cacm"
    frame = read_file(folder / "anserini" / "cacm.tar.gz").frame
    run = read_file(folder / "runs_html_ids" / "bm25.run").frame
    assert set(run["doc_id"]) <= set(frame["doc_id"])
    with tarfile.open(folder / "anserini" / "cacm.tar.gz") as archive:
        expected = [
            (entry.name.removesuffix(".html"), archive.extractfile(entry).read().decode())
            for entry in archive
        ]
    assert list(zip(frame["doc_id"], frame["text"], strict=True)) == expected
    assert set(frame["kind"]) == {"html"}


def test_cranfields_documents_in_trec_form_are_what_stands_between_their_tags(realdata: Path):
    path = realdata / "cranfield" / "orig" / "cran.all.1400.trec-format"
    expected = re.findall(r"<DOCNO>(.*?)</DOCNO>\n<TEXT>(.*?)</TEXT>", path.read_text(), re.DOTALL)
    assert texts(read_file(path), "doc_id", "text") == [(i, words(text)) for i, text in expected]


def test_subtopics_stay_in_the_narrative(realdata: Path):
    path = realdata / "nasty" / "topics_web_xml_subtopics.txt"
    frame = read_file(path).frame.set_index("query_id")
    told = sum(narrative.count("Subtopic ") for narrative in frame["narrative"])
    assert told == path.read_text().count("<subtopic ")
    assert frame.loc["151", "text"] == "403b"
    assert "Subtopic 3 (nav): What are the rules for a 403b" in frame.loc["151", "narrative"]


@pytest.mark.parametrize(
    ("name", "row", "expected"),
    [
        ("topics_time_find_blocks.QUE", 4, ("5", "PERSONS INVOLVED IN THE VIET NAM COUP .")),
        ("topics_latin1_colon_separated.txt", 3, ("4", "stockley")),
        ("topics_json_array.json", 0, ("CQ101", "coronavirus vaccine landscape")),
        ("topics_trec_sgml_no_endtags.txt", 0, ("051", "Airbus Subsidies")),
    ],
)
def test_single_topics_are_as_their_files_have_them(realdata: Path, name: str, row: int, expected):
    frame = read_file(realdata / "nasty" / name).frame
    assert tuple(frame.loc[row, ["query_id", "text"]]) == expected


def test_latin1_topics_have_their_accents(realdata: Path):
    frame = read_file(realdata / "nasty" / "topics_latin1_colon_separated.txt").frame
    assert frame["text"].str.contains("piñata").any()


@pytest.mark.parametrize(
    ("queries", "judgments"),
    [
        ("opensearch_esci/esci_us_queryset.json", "opensearch_esci/esci_us_judgments.json"),
        ("codesearchnet/resources/queries.csv", "codesearchnet/resources/annotationStore.csv"),
    ],
)
def test_queries_without_ids_are_those_that_the_judgments_name(realdata, queries, judgments):
    topics = read_file(realdata / queries)
    assert any("the text of each query is its id" in told.message for told in topics.warnings)
    text = (realdata / judgments).read_text()
    named = [query_id for query_id in topics.frame["query_id"] if query_id in text]
    assert named == topics.frame["query_id"].tolist()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_some_documents_at_a_time_are_the_same_documents(realdata: Path, name: str):
    whole = read_file(realdata / name).frame
    wanted = frozenset(whole["doc_id"][::7])
    stream = stream_documents(realdata / name, keep=wanted)
    parts = pd.concat(list(stream), ignore_index=True)
    expected = whole[whole["doc_id"].isin(wanted)].reset_index(drop=True)
    pd.testing.assert_frame_equal(parts, expected)
    assert (stream.n_rows, stream.missing, stream.read().problems) == (len(whole), (), ())
