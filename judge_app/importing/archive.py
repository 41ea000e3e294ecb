"""The members of a ZIP or TAR archive, read one by one; nothing of them is written to disk.

Archives come from anywhere, so that what a member claims of itself is not believed: sizes are
counted while reading, links are not followed, and paths that lead out of the archive are refused.
"""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
import zlib
from pathlib import PurePosixPath
from typing import IO, TYPE_CHECKING, NamedTuple

from judge_app.importing.opening import PACKING_FAULTS, UnreadableError, open_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

LARGEST_MEMBER = 1 << 26
LARGEST_TOTAL = 1 << 31
HEAD_BYTES = tarfile.BLOCKSIZE
_ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
_STREAM_BLOCK = 1 << 16
# Long names and the like stand between two members of a TAR.
_ROOM_FOR_HEADERS = 1 << 20
_LOCKED = 1
ZIP_FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError)
_TAR_FAULTS = (tarfile.TarError, *PACKING_FAULTS)


class Member(NamedTuple):
    """One file of an archive: its path inside, and its bytes."""

    path: str
    data: bytes


def is_zip(head: bytes) -> bool:
    """Tell a ZIP by its first bytes."""
    return head.startswith(_ZIP_MARKS)


def is_tar(head: bytes) -> bool:
    """Tell a TAR, unpacked, by the check sum of its first `HEAD_BYTES` bytes."""
    try:
        tarfile.TarInfo.frombuf(head[:HEAD_BYTES], "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return False
    return True


def members(
    path: Path,
    name: str,
    is_wanted: Callable[[str], bool],
    progress: Callable[[float], None] | None = None,
) -> Iterator[Member]:
    """Yield the wanted files of an archive, in its order.

    Parameters
    ----------
    path : Path
        A ZIP, or a TAR that may be packed as any file may.
    name : str
        The name that messages use.
    is_wanted : callable
        Asked with the path of every file inside.
    progress : callable, optional
        Called with the share of the archive that has been read.

    Raises
    ------
    UnreadableError
        If the archive is damaged, locked, holds links or paths that lead out of it, or grows
        beyond `LARGEST_MEMBER` or `LARGEST_TOTAL` bytes.
    """
    with path.open("rb") as file:
        zipped = is_zip(file.read(len(_ZIP_MARKS[0])))
    read = _zip_members if zipped else _tar_members
    yield from read(path, name, is_wanted, progress)


def _zip_members(
    path: Path,
    name: str,
    is_wanted: Callable[[str], bool],
    progress: Callable[[float], None] | None,
) -> Iterator[Member]:
    total = 0
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            for number, entry in enumerate(entries, start=1):
                if entry.is_dir() or not is_wanted(entry.filename):
                    continue
                check_member(name, entry.filename, is_link=stat.S_ISLNK(entry.external_attr >> 16))
                require_unlocked(name, entry)
                with archive.open(entry) as file:
                    data = _whole(file, name, entry.filename)
                total += len(data)
                require_total(name, total)
                yield Member(entry.filename, data)
                if progress is not None:
                    progress(number / len(entries))
    except ZIP_FAULTS as fault:
        raise damage(name, fault) from fault


def _tar_members(
    path: Path,
    name: str,
    is_wanted: Callable[[str], bool],
    progress: Callable[[float], None] | None,
) -> Iterator[Member]:
    size, total = max(path.stat().st_size, 1), 0
    try:
        with open_bytes(path) as (stream, raw):
            bounded = _Bounded(stream, name)
            with tarfile.open(fileobj=bounded, mode="r|", bufsize=_STREAM_BLOCK) as archive:
                while (entry := archive.next()) is not None:
                    # What is not wanted has to be unpacked too, to come to what follows it.
                    total += entry.size
                    require_total(name, total)
                    bounded.allow(entry.size)
                    archive.members.clear()  # type: ignore[attr-defined]  # typeshed lacks it
                    if entry.isdir() or not is_wanted(entry.name):
                        continue
                    check_member(name, entry.name, is_link=not entry.isreg())
                    file = archive.extractfile(entry) or io.BytesIO()
                    yield Member(entry.name, _whole(file, name, entry.name))
                    if progress is not None:
                        progress(min(raw.tell() / size, 1.0))
    except _TAR_FAULTS as fault:
        raise damage(name, fault) from fault


class _Bounded(io.RawIOBase):
    """A stream that refuses to give more than the members read so far account for.

    Parameters
    ----------
    stream : binary file
        The unpacked archive.
    name : str
        The archive's name in messages.
    """

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._stream = stream
        self._name = name
        self._left = _ROOM_FOR_HEADERS

    def allow(self, size: int) -> None:
        """Let a member of a size be read, and the headers that follow it."""
        self._left = size + _ROOM_FOR_HEADERS

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes."""
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise UnreadableError(self._name, None, "the headers of its files have no end")
        return data


def _whole(file: IO[bytes], name: str, path: str) -> bytes:
    data = file.read(LARGEST_MEMBER + 1)
    if len(data) > LARGEST_MEMBER:
        raise _refusal(name, path, f"holds more than {_size(LARGEST_MEMBER)}, too much to judge")
    return data


def check_member(name: str, path: str, *, is_link: bool) -> None:
    """Raise an UnreadableError for a link, a device, or a path that leads out."""
    if is_link:
        raise _refusal(name, path, "is a link or a device, no file; pack the files themselves")
    parts = PurePosixPath(path.replace("\\", "/")).parts
    if ".." in parts or parts[:1] == ("/",):
        raise _refusal(name, path, "leads out of the archive; pack it anew with plain paths")


def require_unlocked(name: str, entry: zipfile.ZipInfo) -> None:
    """Raise an UnreadableError where a file of a ZIP is locked."""
    if entry.flag_bits & _LOCKED:
        raise _refusal(name, entry.filename, "is locked by a password; unpack it")


def require_total(name: str, total: int) -> None:
    """Raise an UnreadableError where the files read so far hold too many bytes."""
    if total > LARGEST_TOTAL:
        message = f"its files hold more than {_size(LARGEST_TOTAL)} in all; give it in parts"
        raise UnreadableError(name, None, message)


def _refusal(name: str, path: str, reason: str) -> UnreadableError:
    return UnreadableError(name, None, f"the file {path!r} in it {reason}")


def damage(name: str, fault: Exception) -> UnreadableError:
    """Return the error that an archive cannot be read."""
    said = str(fault).rstrip(".") or type(fault).__name__
    return UnreadableError(
        name,
        None,
        f"it cannot be read as an archive, perhaps it is damaged or was cut short ({said}); copy "
        "or download it again",
    )


def _size(n_bytes: int) -> str:
    return f"{n_bytes >> 20:,} MB"
