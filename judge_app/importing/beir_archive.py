"""A folder in BEIR's layout that was packed as ZIP: told by its names, unpacked to files."""

from __future__ import annotations

import re
import stat
import zipfile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from judge_app.importing.archive import (
    ZIP_FAULTS,
    check_member,
    damage,
    is_zip,
    require_total,
    require_unlocked,
)
from judge_app.importing.opening import CHUNK_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_PACKED = r"(\.(gz|bz2|zst))?"
_TEXTS = re.compile(rf"(corpus|queries)\.jsonl{_PACKED}")
_QRELS = re.compile(rf"qrels/[^/]+\.tsv{_PACKED}")
_HEAD_BYTES = 4


class Unpacked(NamedTuple):
    """A file that was unpacked: where it lies now, and its path in the archive."""

    path: Path
    inside: str


def is_beir_text(inside: str) -> bool:
    """Tell corpus or queries of BEIR by the path below the folder, packed or plain."""
    return _TEXTS.fullmatch(inside) is not None


def is_beir_file(inside: str) -> bool:
    """Tell corpus, queries or qrels of BEIR by the path below the folder, packed or plain."""
    return is_beir_text(inside) or _QRELS.fullmatch(inside) is not None


def is_beir_zip(path: Path) -> bool:
    """Tell a ZIP that holds corpus or queries as BEIR lays them out."""
    with path.open("rb") as file:
        if not is_zip(file.read(_HEAD_BYTES)):
            return False
    try:
        with zipfile.ZipFile(path) as archive:
            return bool(_beir_entries(archive.infolist()))
    except ZIP_FAULTS:
        # Whoever reads the archive meets the same damage and tells it.
        return False


def unpack_beir(
    path: Path, name: str, target: Path, progress: Callable[[float], None] | None = None
) -> list[Unpacked]:
    """Unpack corpus, queries and all qrels of a ZIP in BEIR's layout.

    Parameters
    ----------
    path : Path
        The ZIP.
    name : str
        The name that messages use.
    target : Path
        A new folder is made there for the files.
    progress : callable, optional
        Called with the share that is unpacked, 0 to 1; may raise to stop.

    Returns
    -------
    list of Unpacked
        Corpus and queries before qrels; empty, and nothing written, for any other layout.

    Raises
    ------
    UnreadableError
        If the archive is damaged or locked, if one of these files is a link or leads out of it,
        or if they grow beyond `archive.LARGEST_TOTAL` bytes.
    """
    if not is_beir_zip(path):
        return []
    try:
        with zipfile.ZipFile(path) as archive:
            return list(_unpacked(archive, name, target, progress))
    except ZIP_FAULTS as fault:
        raise damage(name, fault) from fault


def _unpacked(
    archive: zipfile.ZipFile,
    name: str,
    target: Path,
    progress: Callable[[float], None] | None,
) -> Iterator[Unpacked]:
    target.mkdir()
    entries = _beir_entries(archive.infolist())
    total, claimed = 0, max(sum(entry.file_size for entry in entries), 1)
    for number, entry in enumerate(entries):
        check_member(name, entry.filename, is_link=stat.S_ISLNK(entry.external_attr >> 16))
        require_unlocked(name, entry)
        # Numbered, so that no name from the archive says where a file is written.
        place = target / str(number)
        with archive.open(entry) as packed, place.open("wb") as plain:
            while block := packed.read(CHUNK_BYTES):
                total += len(block)
                require_total(name, total)
                plain.write(block)
                if progress is not None:
                    progress(min(total / claimed, 1.0))
        yield Unpacked(place, entry.filename)


def _beir_entries(entries: Sequence[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    """Return the files of the one folder that holds corpus or queries, the texts first."""
    paths = {entry.filename: PurePosixPath(entry.filename) for entry in entries}
    folders = {path.parent for path in paths.values() if is_beir_text(path.name)}
    if len(folders) != 1:
        return []
    (folder,) = folders
    below = {
        entry.filename: paths[entry.filename].relative_to(folder).as_posix()
        for entry in entries
        if not entry.is_dir() and paths[entry.filename].is_relative_to(folder)
    }
    found = [entry for entry in entries if is_beir_file(below.get(entry.filename, ""))]
    return sorted(found, key=lambda one: (not is_beir_text(below[one.filename]), one.filename))
