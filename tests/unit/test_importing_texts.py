"""Topics and documents in every format that holds them."""

import json
from pathlib import Path

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, Parsed, read_file


@pytest.fixture
def read(tmp_path: Path):
    def read_text(text: str, name: str, kind: Kind | None = None) -> Parsed:
        path = tmp_path / name
        path.write_bytes(text.encode())
        return read_file(path, name=name, kind=kind)

    return read_text


def topics(parsed: Parsed) -> list[list[str]]:
    assert parsed.problems == ()
    assert parsed.kind is Kind.TOPICS
    return parsed.frame[["query_id", "text", "narrative"]].values.tolist()


def messages(parsed: Parsed) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.message) for problem in parsed.problems]


SGML_WITHOUT_END_TAGS = """<top>
<num> Number: 051
<title> Topic: AT&T, R&amp;D <price>

<desc> Description:
What is sought, over
two lines.

<narr> Narrative:
First paragraph.

Second one.
<con> Concept(s): not part of it
</top>
<top>
<num>052
<title>Another
</top>
"""
SGML_WITH_END_TAGS = """<topics>
<top lang='hi'>
<num>051</num>
<title>AT&T, R&amp;D <price></title>
<desc>What is sought, over
two lines.</desc>
<narr>
First paragraph.

Second one.
</narr>
<con>not part of it</con></top>
<TOP><NUM>052</NUM><TITLE>Another</TITLE></TOP>
</topics>
"""


@pytest.mark.parametrize("text", [SGML_WITHOUT_END_TAGS, SGML_WITH_END_TAGS])
def test_sgml_topics_are_read_with_and_without_end_tags(read, text: str):
    parsed = read(text, "any.txt")
    narrative = "What is sought, over two lines.\n\nFirst paragraph.\n\nSecond one."
    assert parsed.format == "trec-sgml"
    assert topics(parsed) == [["051", "AT&T, R&D <price>", narrative], ["052", "Another", ""]]


def test_a_field_that_reads_the_same_in_every_topic_is_left_out_with_a_warning(read):
    topic = "<top>\n<num> {n}\n<title> empty\n<desc> Description: need {n}\n</top>\n"
    parsed = read("".join(topic.format(n=number) for number in (1, 2, 3)), "topics.txt")
    assert topics(parsed) == [["1", "need 1", ""], ["2", "need 2", ""], ["3", "need 3", ""]]
    assert "'empty' in all 3 topics" in parsed.warnings[0].message


def test_an_sgml_topic_without_number_or_text_is_told_with_its_line(read):
    parsed = read("<top>\n<num> 7\n</top>\n\n<top>\n<title> x\n</top>\n", "topics.txt")
    assert messages(parsed) == [(1, "topic '7' has no text"), (5, "num is empty")]


XML = """<?xml version="1.0"?>
<!DOCTYPE track [<!ELEMENT track (topic)*>]>
<track>
<!-- a comment -->
<topic number="007" type="faceted">
  <query>bread &amp; butter</query>
  <description>
     How is it
     made?
  </description>
  <subtopic number="1" type="inf">Which <b>flour</b>?</subtopic>
  <subtopic number="2">Where?</subtopic>
</topic>
<topic number="8">a topic that is nothing but its text</topic>
</track>
"""


def test_xml_topics_keep_their_subtopics_in_the_narrative(read):
    parsed = read(XML, "any.txt")
    assert parsed.format == "trec-xml"
    assert topics(parsed) == [
        [
            "007",
            "bread & butter",
            "How is it made?\n\nSubtopic 1 (inf): Which flour?\n\nSubtopic 2: Where?",
        ],
        ["8", "a topic that is nothing but its text", ""],
    ]


def test_xml_that_is_not_well_formed_is_refused_on_its_line(read):
    parsed = read(XML.replace("&amp;", "&"), "topics.xml")
    assert messages(parsed)[0][0] == 6
    assert "&amp;" in messages(parsed)[0][1]


def test_xml_that_declares_entities_is_refused(read):
    bomb = '<!DOCTYPE t [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n<t><topic>&b;</topic></t>'
    parsed = read(bomb, "topics.xml")
    assert parsed.n_problems == 1
    assert "entities such as &a; are not read" in parsed.problems[0].message


def test_tsv_topics_need_no_header_and_keep_quotes(read):
    parsed = read('007\tis "this right?  \r\nNA\t"quoted"\r\n', "topics.txt")
    assert topics(parsed) == [["007", 'is "this right?', ""], ["NA", '"quoted"', ""]]


def test_a_third_tsv_column_is_the_narrative(read):
    assert topics(read("1\tbread\tI want to bake.\n", "queries.tsv")) == [
        ["1", "bread", "I want to bake."]
    ]


def test_a_tab_inside_a_topic_is_told_with_its_line(read):
    lines = [f"{number}\ttext\n" for number in range(9)]
    parsed = read("".join(lines) + "9\tone\ttwo\n", "topics.tsv")
    assert messages(parsed) == [(10, "3 columns, where the first row has 2")]


@pytest.mark.parametrize("separator", [",", ";"])
def test_csv_topics_are_told_by_their_header(read, separator: str):
    rows = [("Query ID", "Query", "Narrative"), ("1", '"a, b; ""c"""', '"two\r\nlines"')]
    parsed = read("\r\n".join(separator.join(row) for row in rows), "any.csv")
    assert topics(parsed) == [["1", 'a, b; "c"', "two\r\nlines"]]


def test_json_topics_join_the_narratives_that_are_not_blank(read):
    items = [
        {"_id": "a", "text": "first", "narratives": ["one", "", " ", "two"]},
        {"_id": "b", "text": "second", "narratives": []},
        {"_id": "c", "text": "third", "metadata": {"narrative": "told", "description": "short"}},
        {"_id": 7, "text": "fourth", "narrative": None},
    ]
    parsed = read("\n".join(json.dumps(item) for item in items), "any.jsonl")
    assert topics(parsed) == [
        ["a", "first", "one\n\ntwo"],
        ["b", "second", ""],
        ["c", "third", "short\n\ntold"],
        ["7", "fourth", ""],
    ]


def test_a_topic_without_text_is_refused_and_a_repeated_one_is_not(read):
    lines = ["1\tbread", "2\t ", "1\tbread", "3\tmilk", "3\tcheese", "4\tjam", "5\tham"]
    parsed = read("\n".join(lines), "topics.tsv")
    assert messages(parsed) == [
        (2, "topic '2' has no text"),
        (5, "the id '3' stood in line 4 already, with other content"),
    ]
    assert [
        (warning.line, "line 3 repeated" in warning.message) for warning in parsed.warnings
    ] == [(3, True)]


def test_unused_columns_of_topics_are_named(read):
    parsed = read("id,query,colour\n1,bread,brown\n", "topics.csv")
    assert [warning.message for warning in parsed.warnings] == ["columns that are not used: colour"]


def test_documents_keep_every_further_key_as_json(read):
    item = {"_id": "1", "title": "T", "text": " body\n", "url": "http://x", "brand": "é", "n": 2}
    parsed = read(json.dumps(item), "any.jsonl")
    assert parsed.kind is Kind.DOCUMENTS
    row = parsed.frame.iloc[0].to_dict()
    assert json.loads(row.pop("extra")) == {"brand": "é", "n": 2}
    assert row == {
        "doc_id": "1",
        "title": "T",
        "text": " body\n",
        "url": "http://x",
        "kind": "text",
    }


def test_a_documents_kind_is_taken_where_it_is_one_that_can_be_shown(read):
    items = [{"doc_id": k, "text": "x", "kind": k} for k in ("html", "markdown", "pdf")]
    frame = read("\n".join(map(json.dumps, items)), "any.jsonl").frame
    assert frame["kind"].tolist() == ["html", "markdown", "text"]
    assert frame["extra"].tolist() == ["", "", '{"kind": "pdf"}']


def test_documents_with_nothing_to_read_are_kept_with_a_warning(read):
    lines = (
        '{"_id": "1", "title": "", "text": ""}\n',
        '{"_id": "2", "title": "T", "text": ""}\n',
        '{"_id": "3", "text": "x"}\n',
    )
    parsed = read("".join(lines), "corpus")
    assert parsed.problems == ()
    assert parsed.frame["text"].tolist() == ["", "", "x"]
    assert [(warning.line, warning.message) for warning in parsed.warnings] == [
        (1, "1 document has neither title nor text (line 1); kept, but there is nothing to read")
    ]


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (["1", "the text"], ("1", "", "", "the text")),
        (["1", "a title", "the text"], ("1", "", "a title", "the text")),
        (["1", "http://x", "a title", "the text"], ("1", "http://x", "a title", "the text")),
    ],
)
def test_tsv_documents_without_header_go_by_the_place_of_their_columns(read, columns, expected):
    frame = read("\t".join(columns) + "\n", "collection.tsv").frame
    assert tuple(frame.loc[0, ["doc_id", "url", "title", "text"]]) == expected


def test_csv_documents_may_be_long_and_have_line_breaks(read):
    text = "line\n" * 100_000
    parsed = read(f'docno,title,text\n"d1",T,"{text}"\nd2,T,short\n', "any.csv")
    assert parsed.frame["text"].tolist() == [text, "short"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"_id": "1", "text": ', "this is not JSON"),
        ('["1", "x"]', "a JSON object is needed"),
        ('{"text": "x"}', "there is no document id or id"),
        ('{"_id": "", "text": "x"}', "_id is empty"),
        ('{"_id": null, "text": "x"}', "_id is empty"),
        ('{"_id": 1.5, "text": "x"}', "1.5; write ids with a fraction in quotes"),
        ('{"_id": true, "text": "x"}', "_id is not a text"),
        ('{"_id": "a\\tb", "text": "x"}', "holds a tab"),
        ('{"_id": "1", "text": {"a": 1}}', "not a text"),
        ('{"_id": "1", "text": "\\ud800"}', "half of a Unicode escape pair"),
        ('{"_id": "1", "text": "x", "more": "\\ud800"}', "half of a Unicode escape pair"),
        ("[" * 100_000, "nested without end"),
        ('{"_id": "1", "_id": "2", "text": "x"}', "has the key '_id' twice; keep one"),
        ('{"_id": "1", "text": "x", "more": {"a": 1, "a": 1}}', "has the key 'a' twice"),
    ],
)
def test_a_bad_json_line_is_told_with_its_line(read, line: str, words: str):
    parsed = read(f'{{"_id": "0", "text": "x"}}\n\n{line}\n', "corpus.jsonl", Kind.DOCUMENTS)
    assert [problem.line for problem in parsed.problems] == [3]
    assert words in parsed.problems[0].message
    assert parsed.frame.empty


def test_csv_with_a_quote_that_never_closes_is_told_where_the_row_begins(read):
    parsed = read('id,query\n1,bread\n2,"milk\n3,jam\n4,ham\n', "topics.csv")
    assert [problem.line for problem in parsed.problems] == [3]
    assert "not CSV" in parsed.problems[0].message


def test_two_columns_of_one_name_are_refused(read):
    assert messages(read("id,query,query\n1,a,b\n", "topics.csv")) == [
        (1, "two columns are called 'query'")
    ]


def test_a_table_that_is_asked_for_by_kind_but_has_no_header_says_so(read):
    parsed = read("q1\td1\t2\nq1\td2\t0\n", "table.tsv", Kind.JUDGMENTS)
    assert messages(parsed) == [(1, "3 columns without a header that says what they are")]


def test_nothing_is_made_of_a_binary_file(tmp_path: Path):
    path = tmp_path / "topics.xlsx"
    path.write_bytes(b"PK\x03\x04" + bytes(range(128)) * 8)
    with pytest.raises(BadInputError, match="cannot be read as an archive"):
        read_file(path)


def test_everything_a_topic_tells_beside_its_query_is_in_the_narrative(read):
    item = {"_id": "1", "title": "T", "text": "query", "description": "D", "narrative": "N"}
    assert topics(read(json.dumps(item), "topics.jsonl")) == [["1", "query", "T\n\nD\n\nN"]]
