"""TREC documents: <DOC> with <DOCNO> and the fields of many collections."""

import json

from judge_app.importing import Kind
from tests.support.reading import documents, messages, read, topics

NEWS = """<DOC>
<DOCNO> FT911-3 </DOCNO>
<DATE>910514</DATE>
<HEADLINE>
FT  14 MAY 91 / Two
lines
</HEADLINE>
<TEXT>
<P>
A &amp; B, if a < b and c > d.
</P>
<P>Second.</P>
</TEXT>
</DOC>

<DOC id="x"><docno>2</docno><text>all on one line</text></DOC>
<DOC>
<DOCNO>3</DOCNO>
no field at all
</DOC>
"""


def test_title_text_and_further_fields_are_told_apart(tmp_path):
    parsed = read(tmp_path, NEWS, "ft911_1")
    assert parsed.format == "trec-docs"
    first, second, third = documents(parsed)
    assert json.loads(first.pop("extra")) == {"date": "910514"}
    assert first == {
        "doc_id": "FT911-3",
        "title": "FT 14 MAY 91 / Two lines",
        "text": "A & B, if a < b and c > d.\n\nSecond.",
    }
    assert second == {"doc_id": "2", "text": "all on one line"}
    assert third == {"doc_id": "3", "text": "no field at all"}


def test_pages_of_web_collections_stay_html(tmp_path):
    page = "<html><head><title>A &amp;\nB</title></head><body><p>x</p></body></html>"
    header = "<DOCHDR>\nhttp://a.b/c 1.2.3.4\nHTTP/1.0 200 OK\n</DOCHDR>"
    text = f"<DOC>\n<DOCNO>WTX-1</DOCNO>\n{header}\n{page}\n</DOC>\n"
    assert documents(read(tmp_path, text, "B01")) == [
        {"doc_id": "WTX-1", "title": "A & B", "text": page, "url": "http://a.b/c", "kind": "html"}
    ]


def test_a_name_that_says_topics_is_believed(tmp_path):
    text = "<DOC>\n<DOCNO> 1 </DOCNO>\n\n What is\nsought?\n</DOC>\n"
    assert topics(read(tmp_path, text, "topics.cacm.txt")) == [("1", "What is sought?", "")]
    assert read(tmp_path, text, "any.txt").kind is Kind.DOCUMENTS


def test_documents_that_are_not_whole_are_told_with_their_lines(tmp_path):
    text = (
        "<DOC>\n<TEXT>a</TEXT>\n</DOC>\n"
        "<DOC>\n<DOCNO>2</DOCNO>\n"
        "<DOC>\n<DOCNO>3</DOCNO>\n</DOC>\n"
        "<DOC>\n<DOCNO>4</DOCNO>\n"
    )
    assert messages(read(tmp_path, text, "docs")) == [
        (1, "the <DOC> that begins here has no <DOCNO> … </DOCNO>"),
        (4, "this <DOC> has no </DOC> before the next one, line 6"),
        (9, "the file ends before the </DOC> of this <DOC>; is it whole?"),
    ]


def test_tags_that_are_never_closed_are_left_out_in_no_more_than_linear_time(tmp_path):
    text = "<DOC>\n<DOCNO>1</DOCNO>\n" + "<P>\nword\n" * 50_000 + "</DOC>\n"
    assert documents(read(tmp_path, text, "docs"))[0]["text"].count("word") == 50_000
