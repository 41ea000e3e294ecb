"""What of a document leaves for the browser: the first of two walls."""

from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_app.domain.model import Document
from judge_app.services.shown import (
    LONGEST_MARKDOWN,
    safe_html,
    safe_markdown,
    shown_text,
    shown_title,
)
from tests.support.hostile import DOCUMENTS

LISTED = """
a abbr address article aside b bdi bdo big blockquote br caption center cite code dd del details
dfn dir div dl dt em fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img
ins kbd legend li main mark menu nav ol p pre q rp rt ruby s samp search section small strike
strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr
"""
ELEMENTS = set(LISTED.split())
ATTRIBUTES = {"dir", "alt", "src", "start", "value", "colspan", "rowspan"}
DOT = "data:image/png;base64,iVBORw0KGgo="
PIECES = ["<", ">", "/", "b", "p", "img", "svg", "style", "script", "math", " ", '"', "'", "=", "x"]
PIECES += ["onerror", "href", "<!--", "-->", "<![CDATA[", "]]>", "&lt;", "\0", "table", "template"]


class Listing(HTMLParser):
    """The elements and attributes of some HTML, as Python reads it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.sources: set[str] = set()
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.sources |= {value for name, value in attrs if name == "src"}


def require_safe(html: str) -> None:
    found = Listing(html)
    assert found.elements <= ELEMENTS
    assert found.attributes <= ATTRIBUTES
    assert all(source.startswith("data:image/") for source in found.sources)
    assert not any("svg" in source for source in found.sources)


@pytest.mark.parametrize("name", [n for n in DOCUMENTS if Path(n).suffix in {".html", ".md"}])
def test_nothing_that_is_not_on_the_list_is_left(name):
    clean = safe_html if name.endswith(".html") else safe_markdown
    require_safe(clean(DOCUMENTS[name]))


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_whatever_comes_only_what_is_on_the_list_is_left(page):
    require_safe(safe_html(page))
    require_safe(safe_markdown(page))


def test_the_shape_of_a_text_stays():
    page = '<h2 class=x>A</h2><ol start=3><li value=7>b</ol><td>c<table><td colspan=2 dir="rtl">d'
    assert safe_html(page) == (
        '<h2>A</h2><ol start="3"><li value="7">b</li></ol>c'
        '<table><tbody><tr><td colspan="2" dir="rtl">d</td></tr></tbody></table>'
    )


@pytest.mark.parametrize(
    ("given_source", "kept"),
    [
        (DOT, True),
        (DOT.replace("png", "webp"), True),
        ("data:image/svg+xml;base64,AAAA", False),
        ("data:text/html;base64,AAAA", False),
        ("data:image/png,<svg>", False),
        ("https://elsewhere.example/a.png", False),
        ("/api/v1/images/x", False),
        ("a.png", False),
    ],
)
def test_only_pictures_that_the_page_holds_itself_keep_their_source(given_source, kept):
    clean = safe_html(f'<img src="{given_source}" alt="A sea" srcset="b.png 2x">')
    source = f' src="{given_source}"' if kept else ""
    assert clean in {f'<img{source} alt="A sea">', f'<img alt="A sea"{source}>'}


def test_markdown_becomes_html_and_html_in_it_stays_as_it_was_written():
    clean = safe_markdown("# A\n\n*b* <i>c</i> [d](http://x) ~~e~~\n\n|f|\n|-|\n|g|\n")
    assert clean.startswith("<h1>A</h1>\n<p><em>b</em> &lt;i&gt;c&lt;/i&gt; <a>d</a> <s>e</s></p>")
    assert "<th>f</th>" in clean


def test_markdown_that_would_take_long_is_shown_as_it_was_written():
    text = "*a* <b>\n" * (LONGEST_MARKDOWN // 8 + 1)
    assert safe_markdown(text) == f"<pre>{text.replace('<b>', '&lt;b&gt;')}</pre>"


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * 2_000 + "deep <b>words</b>",
        "".join(f"<b a={number}>" for number in range(1_200)) + "<p>deep words" * 1_000,
        "<ul><li>" * 2_000 + "<script>alert(1)</script>deep words<!-- no words -->",
    ],
)
def test_of_pages_without_end_the_words_are_shown(page):
    clean = safe_html(page)
    require_safe(clean)
    assert len(clean) <= len(page) + len("<p></p>")
    assert clean.removesuffix("</p>").split()[-2:] == ["deep", "words"]
    assert "alert" not in clean


def test_long_ordinary_pages_keep_their_shape():
    page = "<h2>A part</h2>" + "<div><p>Some <b>words</b> of it.</p></div>" * 20_000
    assert safe_html(page) == page


def test_text_is_left_alone_and_never_read_as_markup():
    text = "<b>not bold</b> &amp;"
    assert shown_text(Document("d", "", text, "", "text", "")) == text
    assert shown_text(Document("d", "", text, "", "image", "")) == text
    assert shown_text(Document("d", "", text, "", "html", "")) == "<b>not bold</b> &amp;"


def test_a_title_turns_nothing_around_it():
    assert shown_title("\u202etxt.exe\u2066 gnp\u202d \x07x") == "txt.exe gnp x"
    assert shown_title("שלום, عالم 東京") == "שלום, عالم 東京"
