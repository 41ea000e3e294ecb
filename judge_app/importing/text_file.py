"""A file of text, HTML or Markdown as a document: its kind, its text and its title."""

from __future__ import annotations

import html
import re
from pathlib import PurePosixPath

from judge_app.importing.encoding_guess import reason_against_western
from judge_app.importing.encodings import UTF_8, WINDOWS_1252, decoded, encoding_at_start
from judge_app.importing.texts import unwrapped

KINDS = {
    ".txt": "text",
    ".html": "html",
    ".htm": "html",
    ".md": "markdown",
    ".markdown": "markdown",
}
PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp"})
IN_A_FOLDER = "Documents that are a file each come in a folder or a ZIP, even a single one."
_DRAWINGS = frozenset({".svg", ".svgz"})
_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
_START_OF_PAGE = 1024
_HTML_TITLE = re.compile(r"<title\b[^>]*>(.*?)</title\s*>", re.IGNORECASE | re.DOTALL)
_HEADING = re.compile(r"^ {0,3}#[ \t]+(.+)$", re.MULTILINE)


def is_text_file(path: str) -> bool:
    """Tell by its name a file that can be a document; hidden ones are not meant."""
    return _ending(path) in KINDS


def is_page_file(path: str) -> bool:
    """Tell by its name a file of HTML or Markdown, in which nobody writes runs or labels."""
    return KINDS.get(_ending(path), "text") != "text"


def is_picture_file(path: str) -> bool:
    """Tell by its name a file that can be a picture; hidden ones are not meant."""
    return _ending(path) in PICTURES


def is_document_file(path: str) -> bool:
    """Tell by its name a file that can be a document: text or a picture."""
    return is_text_file(path) or is_picture_file(path)


def is_drawing_file(path: str) -> bool:
    """Tell by its name an SVG, which can hold scripts and is never shown."""
    return _ending(path) in _DRAWINGS


def _ending(path: str) -> str:
    """Return how a file's name ends, in small letters; nothing for hidden files."""
    inside = PurePosixPath(path.replace("\\", "/"))
    is_hidden = any(part.startswith((".", "__MACOSX")) and part != ".." for part in inside.parts)
    return "" if is_hidden else inside.suffix.lower()


def text_of(data: bytes, kind: str, told: str | None) -> tuple[str | None, bool]:
    """Return the text of a file, None where it has none, and whether its encoding is a guess.

    What a page says of itself goes before what a person said of all files.
    """
    encoding = encoding_at_start(data).encoding
    if encoding == UTF_8:
        said = _CHARSET.search(data[:_START_OF_PAGE]) if kind == "html" else None
        encoding = said[1].decode() if said else told or UTF_8
    try:
        return data.decode(encoding).removeprefix("\ufeff"), False
    except (LookupError, UnicodeError):
        if told is not None or reason_against_western([data]):
            return None, False
        return decoded(data, WINDOWS_1252), True


def title_of(text: str, kind: str) -> str:
    """Return ``<title>`` of HTML, the first ``# heading`` of Markdown; else nothing."""
    if kind == "html":
        found = _HTML_TITLE.search(text)
        return unwrapped(html.unescape(found[1])) if found else ""
    found = _HEADING.search(text) if kind == "markdown" else None
    return found[1].strip().rstrip("#").rstrip() if found else ""
