"""The texts and pictures in an archive, as documents: their ids, titles and contents."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from judge_app.importing.archive import members
from judge_app.importing.findings import listed
from judge_app.importing.pictures import LARGEST_ALBUM, PictureError, look_at_picture
from judge_app.importing.text_file import (
    KINDS,
    is_document_file,
    is_drawing_file,
    is_picture_file,
    text_of,
    title_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge_app.importing.archive import Member
    from judge_app.importing.findings import Findings
    from judge_app.importing.pictures import ImportedPicture
    from judge_app.importing.source import Source


class ArchivedFile(NamedTuple):
    """A file as a document.

    Attributes
    ----------
    path : str
        Without the folders that all files share.
    doc_id, title : str
        As a document.
    content : str
        The text; of a picture a hash, which tells one from another.
    kind : str
        How the text is written.
    picture : ImportedPicture or None
        None for texts.
    """

    path: str
    doc_id: str
    title: str
    content: str
    kind: str
    picture: ImportedPicture | None = None


def archived_files(source: Source, findings: Findings) -> list[ArchivedFile]:
    """Read every text and every picture of an archive; what is not taken is said.

    Raises
    ------
    UnreadableError
        As `judge_app.importing.archive.members` does.
    """
    left_out: list[str] = []
    drawings: list[str] = []

    def is_wanted(path: str) -> bool:
        if is_document_file(path):
            return True
        (drawings if is_drawing_file(path) else left_out).append(path)
        return False

    reader = _Reader(source.told_encoding, findings)
    taken = members(source.path, source.name, is_wanted, source.tell_progress)
    files = [file for member in taken if (file := reader.read(member)) is not None]
    if left_out:
        message = f"files with other endings left out, {len(left_out):,}: {listed(left_out)}"
        findings.warning(None, message)
    if drawings:
        message = (
            f"SVG pictures left out, {len(drawings):,}: {listed(drawings)}; they can hold scripts "
            "and are never shown; save them as PNG"
        )
        findings.warning(None, message)
    if reader.guessed:
        message = (
            f"not UTF-8 and read as Windows-1252: {listed(reader.guessed)}; say --encoding if wrong"
        )
        findings.warning(None, message)
    return _with_ids(_below_shared_folders(files, findings), findings)


class _Reader:
    """Reads one file after another, as text or as a picture."""

    def __init__(self, told_encoding: str | None, findings: Findings) -> None:
        self.guessed: list[str] = []
        self._told_encoding = told_encoding
        self._findings = findings
        self._picture_bytes = 0

    def read(self, member: Member) -> ArchivedFile | None:
        """Return a file as a document whose id is not known yet; None, and a problem, if bad."""
        path = str(PurePosixPath(member.path))
        if is_picture_file(path):
            return self._picture(path, member.data)
        kind = KINDS[PurePosixPath(path).suffix.lower()]
        text, is_guess = text_of(member.data, kind, self._told_encoding)
        if text is None or "\0" in text:
            message = f"{path}: this is no text that can be read; say --encoding"
            self._findings.problem(None, message)
            return None
        if is_guess:
            self.guessed.append(path)
        return ArchivedFile(path, "", title_of(text, kind), text, kind)

    def _picture(self, path: str, data: bytes) -> ArchivedFile | None:
        self._picture_bytes += len(data)
        if self._picture_bytes > LARGEST_ALBUM:
            if self._picture_bytes - len(data) <= LARGEST_ALBUM:
                message = (
                    f"there are more than {LARGEST_ALBUM >> 20} MB of pictures; give it in parts"
                )
                self._findings.problem(None, message)
            return None
        try:
            picture = look_at_picture(data)
        except PictureError as fault:
            self._findings.problem(None, f"{path}: {fault}")
            return None
        return ArchivedFile(path, "", "", sha256(data).hexdigest(), "text", picture)


def _below_shared_folders(files: list[ArchivedFile], findings: Findings) -> list[ArchivedFile]:
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


def _with_ids(files: Sequence[ArchivedFile], findings: Findings) -> list[ArchivedFile]:
    bare = [str(PurePosixPath(file.path).with_suffix("")) for file in files]
    counts = Counter(bare)
    ids = [one if counts[one] == 1 else file.path for one, file in zip(bare, files, strict=True)]
    if alike := [doc_id for doc_id, one in zip(ids, bare, strict=True) if doc_id != one]:
        message = f"ids keep the ending where two files differ in nothing else: {listed(alike)}"
        findings.warning(None, message)
    return [file._replace(doc_id=doc_id) for file, doc_id in zip(files, ids, strict=True)]
