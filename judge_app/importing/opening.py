"""Open a file as people have it, packed or plain, and hash it."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import re
import shutil
import tempfile
import zlib
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

import pyarrow as pa

from judge_app.domain.errors import BadInputError, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CHUNK_BYTES = 1 << 20


class Compression(StrEnum):
    """How a file is packed; the values are the usual endings."""

    NONE = ""
    GZIP = "gz"
    BZIP2 = "bz2"
    ZSTD = "zst"


_MAGIC = (
    (re.compile(rb"\x1f\x8b"), Compression.GZIP),
    (re.compile(rb"BZh[1-9](1AY&SY|\x17rE8P\x90)"), Compression.BZIP2),
    (re.compile(rb"\x28\xb5\x2f\xfd"), Compression.ZSTD),
)
PACKING_FAULTS = (EOFError, OSError, zlib.error, pa.ArrowException)


class UnreadableError(BadInputError):
    """The bytes of a file cannot be turned into lines of text; ``problems`` says where."""

    def __init__(self, name: str, line: int | None, message: str) -> None:
        super().__init__(f"{name}: {message}", problems=(Problem(name, line, message),))


def compression_of(path: Path) -> Compression:
    """Tell how a file is packed from its first bytes; its name is not asked."""
    with path.open("rb") as file:
        start = file.read(10)
    for magic, compression in _MAGIC:
        if magic.match(start):
            return compression
    return Compression.NONE


def sha256_of(path: Path) -> str:
    """Return the hexadecimal SHA-256 of the file's bytes as they are on disk."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def open_bytes(path: Path) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """Open a file for reading its decompressed bytes.

    Yields
    ------
    stream : binary file
        The decompressed bytes. Reading damaged data raises what the decompressor raises.
    raw : binary file
        The file on disk; ``raw.tell()`` tells how much of it has been used.
    """
    compression = compression_of(path)
    with path.open("rb") as raw:
        match compression:
            case Compression.GZIP:
                with gzip.GzipFile(fileobj=raw) as stream:
                    yield cast("IO[bytes]", stream), raw
            case Compression.BZIP2:
                with bz2.BZ2File(raw) as stream:
                    yield cast("IO[bytes]", stream), raw
            case Compression.ZSTD:
                with pa.CompressedInputStream(pa.PythonFile(raw, "r"), "zstd") as stream:
                    yield stream, raw
            case Compression.NONE:
                yield raw, raw


@contextmanager
def plain_copy(path: Path) -> Iterator[Path]:
    """Give a path with the decompressed bytes, for readers that need a file.

    Yields
    ------
    Path
        ``path`` itself where it is not packed, else a temporary file that is removed afterwards.

    Raises
    ------
    UnreadableError
        If the compressed data are damaged or cut short.
    """
    if compression_of(path) is Compression.NONE:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="judgepool-") as folder:
        plain = Path(folder) / "plain"
        try:
            with open_bytes(path) as (stream, _), plain.open("wb") as copy:
                shutil.copyfileobj(stream, copy, CHUNK_BYTES)
        except PACKING_FAULTS as fault:
            raise UnreadableError(str(path), None, _packing_message(fault)) from fault
        yield plain


def read_blocks(
    path: Path, name: str, size: int, progress: Callable[[float], None] | None = None
) -> Iterator[bytes]:
    """Yield the decompressed bytes in blocks of at most ``size``.

    Parameters
    ----------
    path : Path
        Where the bytes are.
    name : str
        The name that messages use.
    size : int
        Bytes per block.
    progress : callable, optional
        Called after each block with the share of the file on disk that has been used. What it
        raises passes through unchanged, whatever it is.

    Raises
    ------
    UnreadableError
        If the file cannot be read, or its compressed data are damaged or cut short.
    """
    total = max(path.stat().st_size, 1)
    for block, used in _blocks(path, name, size):
        yield block
        if progress is not None:
            progress(min(used / total, 1.0))


def _blocks(path: Path, name: str, size: int) -> Iterator[tuple[bytes, int]]:
    """Yield each block and how much of the file on disk has been used; see `read_blocks`."""
    try:
        with open_bytes(path) as (stream, raw):
            while block := stream.read(size):
                yield block, raw.tell()
    except PACKING_FAULTS as fault:
        raise UnreadableError(name, None, _packing_message(fault)) from fault


def _packing_message(fault: Exception) -> str:
    if isinstance(fault, OSError) and fault.errno is not None:
        return f"the file cannot be read: {fault.strerror}"
    if isinstance(fault, EOFError) or "truncated" in str(fault).lower():
        return "the file ends in the middle of its compressed data; copy or download it again"
    return f"the compressed data are damaged ({fault}); copy or download the file again"
