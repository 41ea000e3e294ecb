"""Files of text, HTML, Markdown or pictures in an archive: each is a document, its path the id."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import is_zipfile

from judge_app.importing import smart, trec, trec_docs, trec_sgml, trec_xml
from judge_app.importing.archive import Member, members
from judge_app.importing.archived_files import archived_files
from judge_app.importing.beir_archive import is_beir_zip
from judge_app.importing.columns import Role
from judge_app.importing.encodings import decoded, encoding_at_start
from judge_app.importing.findings import Place
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.opening import UnreadableError
from judge_app.importing.parsed import Kind
from judge_app.importing.pictures import PICTURE_COLUMNS
from judge_app.importing.records import read_rows
from judge_app.importing.rows import Row
from judge_app.importing.sample import Sample
from judge_app.importing.text_file import is_document_file, is_picture_file, is_text_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from judge_app.importing.archived_files import ArchivedFile
    from judge_app.importing.findings import Findings
    from judge_app.importing.source import Source

_PEEKED = 20
_PEEKED_BYTES = 1 << 14
_OF_RECORDS = (trec, trec_sgml, trec_xml, trec_docs, smart)
_ROLES = {
    Role.ID: ("id",),
    Role.TITLE: ("title",),
    Role.TEXT: ("text",),
    Role.DOCUMENT_KIND: ("kind",),
}
_NO_PICTURE = ("", 0, 0, None)


def recognise(sample: Sample) -> Guess | None:
    """Tell an archive with texts or pictures, unless some hold runs, qrels or other records."""
    first = _first_members(sample)
    if not first or _are_records(first) or is_beir_zip(sample.path):
        return None
    pictures = "pictures (.png, .jpg, .gif, .webp)"
    if not is_text_file(first[0].path):
        return Guess((Kind.DOCUMENTS,), f"an archive of {pictures}")
    texts = "text files (.txt, .html, .md)"
    also = f" and {pictures}" if _has_pictures(sample) else ""
    return Guess((Kind.DOCUMENTS,), f"an archive of {texts}{also}")


def could_be(sample: Sample) -> bool:
    """Tell whether it is an archive."""
    return sample.is_archive


def holds_records(sample: Sample) -> bool:
    """Tell whether one of the first text files of an archive is a file of records by itself."""
    return _are_records(_first_members(sample))


def require_readable(sample: Sample) -> None:
    """Meet what makes an archive unreadable, among its first text files.

    Raises
    ------
    UnreadableError
        As `judge_app.importing.archive.members` does.
    """
    if sample.is_archive:
        _read_first(sample)


def _are_records(first: Sequence[Member]) -> bool:
    texts = [_sample_inside(member) for member in first if is_text_file(member.path)]
    return any(known.recognise(inside) for inside in texts for known in _OF_RECORDS)


def _first_members(sample: Sample) -> list[Member]:
    if not sample.is_archive:
        return []
    try:
        return _read_first(sample)
    except UnreadableError:
        # The parser, or the one who refuses the file, meets the same damage.
        return []


def _read_first(sample: Sample) -> list[Member]:
    """Return the beginnings of the first texts of an archive, or of a picture if it has no text."""
    for is_wanted, most in ((is_text_file, _PEEKED), (is_picture_file, 1)):
        first = islice(members(sample.path, sample.name, is_wanted), most)
        if found := [Member(one.path, one.data[:_PEEKED_BYTES]) for one in first]:
            return found
    return []


def _has_pictures(sample: Sample) -> bool:
    # A ZIP lists what it holds; a TAR has to be unpacked, so that only its start is looked at.
    is_wanted = is_picture_file if is_zipfile(sample.path) else is_document_file
    try:
        first = islice(members(sample.path, sample.name, is_wanted), _PEEKED)
        return any(is_picture_file(one.path) for one in first)
    except UnreadableError:
        # As above: the parser meets it.
        return False


def _sample_inside(member: Member) -> Sample:
    text = decoded(member.data, encoding_at_start(member.data).encoding)
    lines = tuple(line for line in text.splitlines() if line.strip())
    return Sample(member.path, text, lines, Path(member.path))


def parse(source: Source, kind: Kind, findings: Findings) -> Content:
    """Read every file whose name ends like a text or a picture as a document.

    The id is the path below the folders that all files share, without the ending; files that would
    be one then keep theirs. The title is ``<title>`` of HTML and the first ``# heading`` of
    Markdown. Where there are pictures the frame has the columns of them, too.
    """
    files = archived_files(source, findings)
    source.n_lines = len(files)
    rows = (
        Row(
            number,
            {"id": file.doc_id, "title": file.title, "text": file.content, "kind": file.kind},
            _ROLES,
        )
        for number, file in enumerate(files, 1)
    )
    with findings.numbered([Place(None, file.path) for file in files]):
        content = read_rows(rows, kind, findings)
    return content._replace(frame=_with_pictures(content.frame, files))


def _with_pictures(frame: pd.DataFrame, files: Sequence[ArchivedFile]) -> pd.DataFrame:
    """Put the pictures' bytes in the place of the hashes that stood for them."""
    pictures = [files[line - 1].picture for line in frame["line"]]
    is_picture = [picture is not None for picture in pictures]
    if not any(is_picture):
        return frame
    frame.loc[is_picture, "text"] = ""
    frame.loc[is_picture, "kind"] = "image"
    known = [picture or _NO_PICTURE for picture in pictures]
    columns = dict(zip(PICTURE_COLUMNS, zip(*known, strict=True), strict=True))
    return frame.assign(**{name: list(column) for name, column in columns.items()})


FORMAT = Format("text-files", frozenset({Kind.DOCUMENTS}), recognise, could_be, parse, unit="file")
