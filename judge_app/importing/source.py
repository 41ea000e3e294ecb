"""A file as whole lines of UTF-8, read in chunks so that memory stays bounded."""

from __future__ import annotations

import io
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from judge_app.importing.encodings import UTF_8, Start, as_utf8, encoding_at_start
from judge_app.importing.opening import CHUNK_BYTES, UnreadableError, read_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_HEAD_STEP = 1 << 13
LONGEST_LINE = 1 << 26
LARGEST_DOCUMENT = 1 << 29
_UTF8_MARK = b"\xef\xbb\xbf"


class NotUtf8Error(UnreadableError):
    """A byte is not UTF-8, in a file whose encoding nobody has said.

    Attributes
    ----------
    line : int
        Its line.
    byte : int
        The byte.
    """

    def __init__(self, name: str, line: int, byte: int) -> None:
        super().__init__(
            name, line, f"the byte 0x{byte:02x} is not UTF-8 here; say --encoding windows-1252"
        )
        self.line = line
        self.byte = byte


class Chunk(NamedTuple):
    """Some whole lines of a file.

    Attributes
    ----------
    first_line : int
        Number of the first line, counted from 1.
    data : bytes
        The lines, valid UTF-8, each closed by a line feed.
    """

    first_line: int
    data: bytes


class Source:
    """One file to be read, perhaps more than once, as whole lines.

    Parameters
    ----------
    path : Path
        Where the bytes are.
    name : str
        The name that messages use: the one the person gave.
    progress : callable, optional
        Called with the share of the file that has been read, between 0 and 1.
    encoding : str, optional
        What the text is written in, if a person said or a guess has been made; else the first
        bytes decide between UTF-16, UTF-32 and UTF-8.

    Attributes
    ----------
    n_lines : int
        Lines read so far in the latest pass; after a full pass, the lines of the file.
    """

    def __init__(
        self,
        path: Path,
        name: str,
        progress: Callable[[float], None] | None = None,
        encoding: str | None = None,
    ) -> None:
        self.path = path
        self.name = name
        self.n_lines = 0
        self._progress = progress
        self._is_told = encoding is not None
        self._start = None if encoding is None else Start(encoding)

    @property
    def start(self) -> Start:
        """What the file's text is read as, and the doubt that is left of it."""
        if self._start is None:
            self._start = encoding_at_start(self.head(_HEAD_STEP)[:_HEAD_STEP])
        return self._start

    @property
    def told_encoding(self) -> str | None:
        """What was said that the text is written in; None where nobody said."""
        return self.start.encoding if self._is_told else None

    def tell_progress(self, share: float) -> None:
        """Say how much of the file has been read, for readers that do not read its lines."""
        if self._progress is not None:
            self._progress(share)

    def chunks(self, longest_line: int | None = None) -> Iterator[Chunk]:
        """Yield the file as chunks of whole lines, in order.

        A byte order mark is dropped, and a lone carriage return ends a line in files that have
        no line feed.

        Raises
        ------
        UnreadableError
            If the compressed data are damaged or cut short, a line is longer than so many bytes
            (`LONGEST_LINE` if not given), or the text is not in the encoding that it is read in:
            a `NotUtf8Error` where nobody said one.
        """
        self.n_lines = 0
        for data in self.whole_lines(longest_line=longest_line or LONGEST_LINE):
            self._require_text(data)
            chunk = Chunk(self.n_lines + 1, data)
            self.n_lines += data.count(b"\n")
            yield chunk

    def lines(self) -> Iterator[str]:
        """Yield the lines one by one, their ends included; raises as ``chunks`` does."""
        for chunk in self.chunks():
            yield from io.StringIO(chunk.data.decode(), newline="\n")

    def document(self) -> str:
        """Return the whole text of a file that is one document, which may be one line.

        Raises
        ------
        UnreadableError
            As `chunks` does, and if the text is longer than `LARGEST_DOCUMENT` bytes.
        """
        held: list[bytes] = []
        size = 0
        for chunk in self.chunks(LARGEST_DOCUMENT):
            held.append(chunk.data)
            size += len(chunk.data)
            if size > LARGEST_DOCUMENT:
                raise UnreadableError(self.name, None, _too_long("the JSON", LARGEST_DOCUMENT))
        return b"".join(held).decode()

    def head(self, size: int) -> bytes:
        """Return about the first ``size`` decompressed bytes, more where the first line is longer.

        Where damage begins earlier, the bytes before it are returned: the parser meets the same
        damage and tells it in its place.
        """
        read = bytearray()
        whole_line = False
        try:
            for block in read_blocks(self.path, self.name, _HEAD_STEP):
                read += block
                whole_line = whole_line or b"\n" in block
                if len(read) >= (size if whole_line else LONGEST_LINE):
                    break
        except UnreadableError:
            return bytes(read)
        return bytes(read)

    def whole_lines(
        self, size: int = CHUNK_BYTES, longest_line: int = LONGEST_LINE
    ) -> Iterator[bytes]:
        """Yield whole lines, about ``size`` bytes at a time, as ``chunks`` does but unchecked.

        What is read as UTF-8 may be none; other encodings arrive as UTF-8. The last line gets its
        line feed where it lacks one.

        Raises
        ------
        UnreadableError
            If the compressed data are damaged or cut short, a line is longer than
            ``longest_line`` bytes, or the text is not in the encoding other than UTF-8 that it is
            read in.
        """
        # Views, since every copy of a large file is felt.
        pending: list[memoryview] = []
        n_pending = 0
        lone_returns: bool | None = None
        for number, read in enumerate(self._utf8_blocks(size, self._progress)):
            block = read.removeprefix(_UTF8_MARK) if number == 0 else read
            if lone_returns is None:
                lone_returns = b"\r" in block and b"\n" not in block
            if lone_returns:
                block = block.replace(b"\r", b"\n")
            cut = block.rfind(b"\n") + 1
            if cut:
                yield b"".join((*pending, memoryview(block)[:cut]))
                pending, n_pending = [], 0
            pending.append(memoryview(block)[cut:])
            n_pending += len(block) - cut
            if n_pending > longest_line:
                end = b"\r" if lone_returns else b"\n"
                n_before = self._count(end, n_blocks=number + 1, size=size)
                too_long = _too_long("this line", longest_line)
                raise UnreadableError(self.name, n_before + 1, too_long)
        if last := b"".join(pending):
            yield last + b"\n"

    def _utf8_blocks(self, size: int, progress: Callable[[float], None] | None) -> Iterator[bytes]:
        blocks = read_blocks(self.path, self.name, size, progress)
        if self.start.encoding == UTF_8:
            return blocks
        return as_utf8(blocks, self.start.encoding, self.name)

    def _count(self, end: bytes, *, n_blocks: int, size: int) -> int:
        """Count the line ends at the start of the file; only a fault needs to know them."""
        return sum(block.count(end) for block in islice(self._utf8_blocks(size, None), n_blocks))

    def _require_text(self, data: bytes) -> None:
        if b"\0" in data:
            line = self.n_lines + 1 + data.count(b"\n", 0, data.index(b"\0"))
            raise UnreadableError(self.name, line, "a NUL byte stands here; this is no text file")
        if data.isascii():
            return
        try:
            data.decode()
        except UnicodeDecodeError as fault:
            line = self.n_lines + 1 + data.count(b"\n", 0, fault.start)
            if not self._is_told:
                raise NotUtf8Error(self.name, line, data[fault.start]) from fault
            misfit = f"the byte 0x{data[fault.start]:02x} is not UTF-8 here"
            raise UnreadableError(self.name, line, f"{misfit}; say the right --encoding") from fault


def _too_long(what: str, size: int) -> str:
    return f"{what} is longer than {size >> 20} MB unpacked, too much to be read; give it in parts"
