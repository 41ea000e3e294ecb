"""Files of text, HTML or Markdown in an archive: each is a document, its path the id."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from judge_app.importing import smart, trec, trec_docs, trec_sgml, trec_xml
from judge_app.importing.archive import members
from judge_app.importing.beir_archive import is_beir_zip
from judge_app.importing.columns import Role
from judge_app.importing.encodings import decoded, encoding_at_start
from judge_app.importing.findings import Place, listed
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.opening import UnreadableError
from judge_app.importing.parsed import Kind
from judge_app.importing.records import read_rows
from judge_app.importing.rows import Row
from judge_app.importing.sample import Sample
from judge_app.importing.text_file import KINDS, is_text_file, text_of, title_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge_app.importing.archive import Member
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


class _File(NamedTuple):
    """A file as a document: its path without shared folders, and what it holds."""

    path: str
    text: str
    kind: str


def recognise(sample: Sample) -> Guess | None:
    """Tell an archive with files of text, unless some hold runs, qrels or other records."""
    first = _first_members(sample)
    if not first or _are_records(first) or is_beir_zip(sample.path):
        return None
    return Guess((Kind.DOCUMENTS,), "an archive of text files (.txt, .html, .md)")


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
    return any(
        known.recognise(inside) for inside in map(_sample_inside, first) for known in _OF_RECORDS
    )


def _first_members(sample: Sample) -> list[Member]:
    if not sample.is_archive:
        return []
    try:
        return _read_first(sample)
    except UnreadableError:
        # The parser, or the one who refuses the file, meets the same damage.
        return []


def _read_first(sample: Sample) -> list[Member]:
    return list(islice(members(sample.path, sample.name, is_text_file), _PEEKED))


def _sample_inside(member: Member) -> Sample:
    text = decoded(member.data[:_PEEKED_BYTES], encoding_at_start(member.data).encoding)
    lines = tuple(line for line in text.splitlines() if line.strip())
    return Sample(member.path, text, lines, Path(member.path))


def parse(source: Source, kind: Kind, findings: Findings) -> Content:
    """Read every file whose name ends in one of `KINDS` as a document.

    The id is the path below the folders that all files share, without the ending; files that would
    be one then keep theirs. The title is ``<title>`` of HTML and the first ``# heading`` of
    Markdown.
    """
    files = _files(source, findings)
    source.n_lines = len(files)
    rows = (
        Row(
            number,
            {
                "id": doc_id,
                "title": title_of(file.text, file.kind),
                "text": file.text,
                "kind": file.kind,
            },
            _ROLES,
        )
        for number, (doc_id, file) in enumerate(zip(_ids(files, findings), files, strict=True), 1)
    )
    with findings.numbered([Place(None, file.path) for file in files]):
        return read_rows(rows, kind, findings)


def _files(source: Source, findings: Findings) -> list[_File]:
    left_out: list[str] = []
    guessed: list[str] = []

    def is_wanted(path: str) -> bool:
        if not is_text_file(path):
            left_out.append(path)
            return False
        return True

    files = []
    for member in members(source.path, source.name, is_wanted, source.tell_progress):
        path = str(PurePosixPath(member.path))
        kind = KINDS[PurePosixPath(path).suffix.lower()]
        text, is_guess = text_of(member.data, kind, source.told_encoding)
        if text is None or "\0" in text:
            findings.problem(None, f"{path}: this is no text that can be read; say --encoding")
            continue
        if is_guess:
            guessed.append(path)
        files.append(_File(path, text, kind))
    if left_out:
        message = f"files with other endings left out, {len(left_out):,}: {listed(left_out)}"
        findings.warning(None, message)
    if guessed:
        message = f"not UTF-8 and read as Windows-1252: {listed(guessed)}; say --encoding if wrong"
        findings.warning(None, message)
    return _below_shared_folders(files, findings)


def _below_shared_folders(files: list[_File], findings: Findings) -> list[_File]:
    """Cut off the folders in which all files lie, as archives of one folder have them."""
    folders = [PurePosixPath(file.path).parts[:-1] for file in files]
    shared = 0
    while folders and all(len(f) > shared and f[shared] == folders[0][shared] for f in folders):
        shared += 1
    if not shared:
        return files
    folder = "/".join(folders[0][:shared])
    findings.warning(None, f"all files lie in the folder {folder!r}, which the ids do not name")
    return [
        file._replace(path=str(PurePosixPath(*PurePosixPath(file.path).parts[shared:])))
        for file in files
    ]


def _ids(files: Sequence[_File], findings: Findings) -> list[str]:
    bare = [str(PurePosixPath(file.path).with_suffix("")) for file in files]
    counts = Counter(bare)
    ids = [one if counts[one] == 1 else file.path for one, file in zip(bare, files, strict=True)]
    if alike := [doc_id for doc_id, one in zip(ids, bare, strict=True) if doc_id != one]:
        message = f"ids keep the ending where two files differ in nothing else: {listed(alike)}"
        findings.warning(None, message)
    return ids


FORMAT = Format("text-files", frozenset({Kind.DOCUMENTS}), recognise, could_be, parse, unit="file")
