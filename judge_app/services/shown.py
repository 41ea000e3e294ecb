"""What of a document goes to the browser: text as it is, HTML and Markdown made safe.

First of two walls. Here a maintained library throws out everything that is not on a short list;
in the browser the card builds its own elements from what is left and takes no attribute along
that could load, run, style or name anything (``js/document_page.js``).
"""

from __future__ import annotations

import html
import re

import nh3
from markdown_it import MarkdownIt

from judge_app.domain.model import Document


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LONGEST_MARKDOWN = 100_000
"""Letters. Longer Markdown is shown as it was written: to read it would hold everybody up."""

_TAGS = _words(
    """
    a abbr address article aside b bdi bdo big blockquote br caption center cite code dd del
    details dfn dir div dl dt em fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup
    hr i img ins kbd legend li main mark menu nav ol p pre q rp rt ruby s samp search section small
    strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr
    """
)
"""Only what gives a text its shape; nothing that fetches, runs, asks or embeds."""

_DROPPED_WHOLE = _words(
    """
    applet audio canvas datalist embed frame frameset iframe math noembed noframes noscript object
    optgroup option script select style svg template textarea title video
    """
)

_ATTRIBUTES = {
    "*": {"dir"},
    "img": {"alt", "src"},
    "li": {"value"},
    "ol": {"start"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
}
_PICTURE = re.compile(r"data:image/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]+", re.IGNORECASE)

_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)", re.IGNORECASE)
_SIMPLE_TAGS = 500
_DEEPEST = 500
_FORMATTING = _words("a b big code em font i nobr s small strike strong tt u")
_CLOSED_BY_OTHERS = _words(
    """
    p li dt dd tr td th thead tbody tfoot option optgroup rt rp colgroup col body html head area
    base br embed frame hr img input link meta param source track wbr
    """
)
_MOST_FORMATTED = 1_000_000
_NOT_WORDS = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|template|svg|math)\b.*?(?:</\1\s*>|\Z)|<[^>]*(?:>|\Z)",
    re.IGNORECASE | re.DOTALL,
)

# They turn the letters around them, beyond the title too: a name could read backwards.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]|[\x00-\x08\x0b-\x1f\x7f]")


def shown_text(document: Document) -> str:
    """Return what there is to show of a document, besides a picture.

    Returns
    -------
    str
        Safe HTML where the kind is html or markdown, else the text itself, which the browser
        never reads as anything but text.
    """
    if document.kind == "html":
        return safe_html(document.text)
    return safe_markdown(document.text) if document.kind == "markdown" else document.text


def shown_title(title: str) -> str:
    """Return a title without the signs that turn the direction of what stands around it."""
    return _TURNING.sub("", title)


def safe_html(page: str) -> str:
    """Return those parts of a page that give its text a shape.

    No script, style, form, frame or link is left, and no picture but those that the page itself
    holds as data; others leave the words that stand for them. Pages that would take a parser very
    long (thousands of elements inside each other) give their words only.
    """
    if _is_endless(page):
        return f"<p>{html.escape(html.unescape(_NOT_WORDS.sub(' ', page)))}</p>"
    return nh3.clean(
        page,
        tags=set(_TAGS),
        clean_content_tags=set(_DROPPED_WHOLE),
        attributes=_ATTRIBUTES,
        attribute_filter=_allowed_value,
        link_rel=None,
        url_schemes={"data"},
    )


def safe_markdown(text: str) -> str:
    """Return Markdown as safe HTML; HTML inside it stands there as it was written.

    Markdown longer than `LONGEST_MARKDOWN` is shown as it was written, too.
    """
    if len(text) > LONGEST_MARKDOWN:
        return f"<pre>{html.escape(text)}</pre>"
    reader = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    return safe_html(reader.render(text))


def _allowed_value(tag: str, name: str, value: str) -> str | None:
    if tag == "img" and name == "src":
        return value if _PICTURE.fullmatch(value) else None
    return value


def _is_endless(page: str) -> bool:
    """Tell whether elements lie so deep in each other that parsing takes the square of the length.

    Elements that others close count for nothing; bold and the like, left open, is opened again in
    every paragraph that follows.
    """
    tags = _TAG.findall(page)
    if len(tags) < _SIMPLE_TAGS:
        return False
    depth = deepest = formatting = most_formatting = 0
    for closes, name in tags:
        lower = name.lower()
        if lower in _CLOSED_BY_OTHERS:
            continue
        step = -1 if closes else 1
        if lower in _FORMATTING:
            formatting = max(formatting + step, 0)
            most_formatting = max(most_formatting, formatting)
        else:
            depth = max(depth + step, 0)
            deepest = max(deepest, depth)
    return deepest > _DEEPEST or most_formatting * len(tags) > _MOST_FORMATTED
