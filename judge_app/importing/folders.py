"""What a folder holds: the files of a collection as BEIR lays them out, or documents as files."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

from judge_app.domain.errors import BadInputError
from judge_app.importing.beir_archive import is_beir_file, is_beir_text
from judge_app.importing.text_file import is_document_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# ZIP knows no earlier day. Archives of the same files have to be the same bytes.
_ONE_DAY = (1980, 1, 1, 0, 0, 0)


def beir_files(folder: Path) -> list[Path]:
    """Return corpus, queries and all qrels of a folder in BEIR's layout; none of another one.

    Raises
    ------
    BadInputError
        If one of them is a link.
    """
    texts = [path for path in sorted(folder.iterdir()) if is_beir_text(path.name)]
    texts = [path for path in texts if path.is_file()]
    if not texts:
        return []
    qrels = sorted((folder / "qrels").glob("*"))
    inside = [path for path in qrels if is_beir_file(f"qrels/{path.name}") and path.is_file()]
    for path in (*texts, *inside, folder / "qrels"):
        _require_no_link(path)
    return [*texts, *inside]


def pack_documents(folder: Path, target: Path) -> list[str]:
    """Put the texts and pictures of a folder and of the folders inside into a ZIP, as they are.

    Parameters
    ----------
    folder : Path
        Where they lie.
    target : Path
        The ZIP to write; the same files always give the same bytes.

    Returns
    -------
    list of str
        Paths of the files that are neither, which were left out.

    Raises
    ------
    BadInputError
        If there is neither, or one cannot be read or is a link.
    """
    left_out: list[str] = []
    n_packed = 0
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for path in _files(folder):
            inside = path.relative_to(folder).as_posix()
            if not is_document_file(inside):
                left_out.append(inside)
                continue
            try:
                data = path.read_bytes()
            except OSError as error:
                raise BadInputError(f"{path} cannot be read: {error.strerror}") from error
            archive.writestr(zipfile.ZipInfo(inside, _ONE_DAY), data)
            n_packed += 1
    if not n_packed:
        raise BadInputError(
            f"{folder} is a folder without .txt, .html, .md, .png, .jpg, .gif or .webp files",
            "Name the files in it.",
        )
    return left_out


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_dir() or is_document_file(path.name):
            _require_no_link(path)
        if path.is_file():
            yield path


def _require_no_link(path: Path) -> None:
    """Refuse what may lead anywhere, as archives do."""
    if path.is_symlink():
        raise BadInputError(
            f"{path} is a link, which is not followed", "Put the file itself there, or name it."
        )
