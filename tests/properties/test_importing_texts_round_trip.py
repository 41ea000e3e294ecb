"""Whatever texts are written in a format of texts are read back as they were."""

import re
import tempfile
from html import escape
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge_app.importing import Kind
from tests.support.reading import read

# A line that looks like a mark of the format, or ends in what a format trims, is no round trip.
_LINE = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1).filter(
    lambda line: line[0] not in ".*<"
)
_TEXT = st.lists(_LINE, min_size=1, max_size=4).map("\n".join)
_IDS = st.from_regex(re.compile(r"[A-Za-z0-9_.-]{1,12}", re.ASCII), fullmatch=True)
_COLLECTION = st.dictionaries(_IDS, st.tuples(_LINE, _TEXT), min_size=1, max_size=6)


def smart(collection) -> str:
    return "".join(f".I {i}\n.T\n{title}\n.W\n{text}\n" for i, (title, text) in collection.items())


def trec_docs(collection) -> str:
    return "".join(
        f"<DOC>\n<DOCNO>{i}</DOCNO>\n<TITLE>{escape(title)}</TITLE>\n"
        f"<TEXT>\n{escape(text)}\n</TEXT>\n</DOC>\n"
        for i, (title, text) in collection.items()
    )


@pytest.mark.parametrize("write", [smart, trec_docs])
@given(collection=_COLLECTION)
@settings(max_examples=60, deadline=None)
def test_documents_are_read_back(write, collection):
    with tempfile.TemporaryDirectory() as folder:
        parsed = read(Path(folder), write(collection), "corpus", kind=Kind.DOCUMENTS)
    assert (parsed.problems, parsed.format) == ((), {smart: "smart", trec_docs: "trec-docs"}[write])
    rows = parsed.frame[["doc_id", "title", "text"]].itertuples(index=False, name=None)
    assert list(rows) == [(i, title, text) for i, (title, text) in collection.items()]


@given(collection=st.dictionaries(st.integers(0, 99_999).map(str), _LINE, min_size=2, max_size=6))
@settings(max_examples=60, deadline=None)
def test_colon_topics_are_read_back(collection):
    lines = "".join(f"{query_id}:{text}\n" for query_id, text in collection.items())
    with tempfile.TemporaryDirectory() as folder:
        parsed = read(Path(folder), lines, "any", kind=Kind.TOPICS, format="colon")
    rows = parsed.frame[["query_id", "text"]].itertuples(index=False, name=None)
    assert (parsed.problems, list(rows)) == ((), list(collection.items()))
