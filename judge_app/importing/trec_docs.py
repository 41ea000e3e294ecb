"""TREC documents: ``<DOC>`` with ``<DOCNO>``, ``<TEXT>`` and whatever the collection adds."""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from judge_app.importing.columns import Role
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.parsed import Kind
from judge_app.importing.records import read_rows
from judge_app.importing.rows import Row
from judge_app.importing.texts import unwrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judge_app.importing.findings import Findings
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source
    from judge_app.importing.wanted import WantedIds

_START = re.compile(r"\s*<DOC(?:\s[^<>]*)?>", re.IGNORECASE)
_END = re.compile(r"</DOC\s*>", re.IGNORECASE)
_NUMBER = re.compile(r"<DOCNO>(?P<id>.*?)</DOCNO\s*>", re.IGNORECASE | re.DOTALL)
_WEB_HEADER = re.compile(r"<DOCHDR>\s*(?P<url>\S*).*?</DOCHDR\s*>", re.IGNORECASE | re.DOTALL)
_WEB_PAGE = re.compile(r"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_PAGE_TITLE = re.compile(r"<title\b[^>]*>(.*?)</title\s*>", re.IGNORECASE | re.DOTALL)
_OPENING = re.compile(r"<([a-z][\w.-]*)(?:\s[^<>]*)?>", re.IGNORECASE)
_CLOSING = re.compile(r"</([a-z][\w.-]*)\s*>", re.IGNORECASE)
# Attributes have to look like some, since a text may say a <b and c> d.
_TAG = re.compile(
    r"</?(?P<name>[a-z][\w-]*)(?:\s+[\w-]+\s*=[^<>]*)?\s*/?>|<!--.*?-->",
    re.IGNORECASE | re.DOTALL,
)
_BREAKS = {"p", "br", "div", "li", "tr"}
_TITLES = ("title", "headline", "ttl", "hl", "ti", "head")
_TEXT = "text"
_ROLES = {
    Role.ID: ("docno",),
    Role.TITLE: ("title",),
    Role.TEXT: (_TEXT,),
    Role.URL: ("url",),
    Role.DOCUMENT_KIND: ("kind",),
}


def recognise(sample: Sample) -> Guess | None:
    """Tell TREC documents by their tags; a name that says topics is believed."""
    if could_be(sample) and _NUMBER.search(sample.text):
        why = "the tags <DOC> and <DOCNO> of TREC documents"
        return Guess((Kind.DOCUMENTS, Kind.TOPICS), why, likely=Kind.DOCUMENTS)
    return None


def could_be(sample: Sample) -> bool:
    """Tell whether a line begins with the tag ``<DOC>``."""
    return any(_START.match(line) for line in sample.lines)


def parse(source: Source, kind: Kind, findings: Findings) -> Content:
    """Read every ``<DOC>``.

    ``<TITLE>``, ``<HEADLINE>`` and the like are the title, ``<TEXT>`` and what stands in no field
    is the text, other fields go to ``extra``. Pages of web collections are kept as HTML.
    """
    return read_rows(_rows(source, kind, findings), kind, findings)


def document_rows(source: Source, findings: Findings, wanted: WantedIds) -> Iterator[Row]:
    """Yield the wanted documents; see `Format`."""
    for row in _rows(source, Kind.DOCUMENTS, findings):
        if not wanted.may_skip(row.values["docno"]):
            yield row


def _rows(source: Source, kind: Kind, findings: Findings) -> Iterator[Row]:
    for line, body in _bodies(source.lines(), findings):
        number = _NUMBER.search(body)
        if number is None:
            findings.problem(line, "the <DOC> that begins here has no <DOCNO> … </DOCNO>")
            continue
        rest = body[: number.start()] + body[number.end() :]
        values = _web_page(rest) or _fields(rest)
        if kind is Kind.TOPICS:
            values = {name: unwrapped(text) for name, text in values.items()}
        yield Row(line, {"docno": number["id"].strip(), **values}, _ROLES)


def _bodies(lines: Iterator[str], findings: Findings) -> Iterator[tuple[int, str]]:
    """Yield the line on which each ``<DOC>`` begins and what stands up to its ``</DOC>``."""
    start, body = 0, list[str]()
    for number, line in enumerate(lines, start=1):
        rest = line
        begins = _START.match(rest)
        if begins and start:
            findings.problem(start, f"this <DOC> has no </DOC> before the next one, line {number}")
            start = 0
        while begins or start:
            if begins:
                start, body, rest = number, [], rest[begins.end() :]
            ends = _END.search(rest)
            body.append(rest[: ends.start()] if ends else rest)
            if not ends:
                break
            yield start, "".join(body)
            start, rest = 0, rest[ends.end() :]
            begins = _START.match(rest)
    if start:
        findings.problem(start, "the file ends before the </DOC> of this <DOC>; is it whole?")


def _web_page(rest: str) -> dict[str, str] | None:
    """Return a page of HTML behind the header that web collections have; None elsewhere."""
    header = _WEB_HEADER.search(rest)
    page = rest[header.end() :] if header else rest
    if not _WEB_PAGE.search(page):
        return None
    title = _PAGE_TITLE.search(page)
    return {
        "title": unwrapped(html.unescape(title[1])) if title else "",
        _TEXT: page.strip(),
        "url": header["url"] if header else "",
        "kind": "html",
    }


def _fields(rest: str) -> dict[str, str]:
    """Return title and text, and every other field by its name in lower case."""
    found: dict[str, list[str]] = {"title": [], _TEXT: []}
    for name, content in _parts(rest):
        found.setdefault("title" if name in _TITLES else name or _TEXT, []).append(content)
    fields = {
        name: "\n\n".join(text for piece in pieces if (text := _plain(piece)))
        for name, pieces in found.items()
    }
    return {**fields, "title": " ".join(fields["title"].split())}


def _parts(rest: str) -> Iterator[tuple[str, str]]:
    """Yield the outermost fields by their names, and under an empty name what stands in none."""
    closings: dict[str, list[re.Match[str]]] = {}
    for closing in _CLOSING.finditer(rest):
        closings.setdefault(closing[1].lower(), []).append(closing)
    end = 0
    for opening in _OPENING.finditer(rest):
        name = opening[1].lower()
        own = closings.get(name, [])
        place = bisect_left(own, opening.end(), key=lambda closing: closing.start())
        if opening.start() >= end and place < len(own):
            yield "", rest[end : opening.start()]
            yield name, rest[opening.end() : own[place].start()]
            end = own[place].end()
    yield "", rest[end:]


def _plain(text: str) -> str:
    """Return a text without its tags, the paragraphs parted by no more than a blank line."""
    bare = _TAG.sub(lambda tag: "\n" if (tag["name"] or "").lower() in _BREAKS else "", text)
    return re.sub(r"\n{3,}", "\n\n", html.unescape(bare)).strip("\n").rstrip()


FORMAT = Format(
    "trec-docs",
    frozenset({Kind.TOPICS, Kind.DOCUMENTS}),
    recognise,
    could_be,
    parse,
    document_rows=document_rows,
)
