"""In which encoding a file of text is written: as said, as its first bytes show, or guessed.

The rule, in this order:

1. what a person says;
2. a byte order mark, or zeros at every second byte: UTF-16 (or UTF-32 by its mark);
3. UTF-8 where every byte fits it;
4. Windows-1252 as web browsers read it, where no more than a few of the other letters fit UTF-8
   and most stand between ASCII letters, as accents do in Western European languages;
5. nothing: a person has to say.

Frequencies of letters, by which other guessers go, tell little of lists of short ids, and a wrong
guess would change ids without a trace. The third step proves, the fourth is told as a warning.
"""

from __future__ import annotations

import codecs
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from judge_app.domain.errors import BadInputError
from judge_app.importing.opening import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

UTF_8 = "utf-8"
WINDOWS_1252 = "windows-1252"

_MARKS = (
    # Longer marks first: that of UTF-32 begins like that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Python has these among its encodings, but no file is written in them.
_NO_FILE_ENCODINGS = {"idna", "punycode", "raw-unicode-escape", "unicode-escape", "undefined"}
# https://encoding.spec.whatwg.org/#windows-1252: bytes without a letter stand for themselves.
_LETTERS_OF_1252 = "".join(
    bytes([byte]).decode("cp1252", errors="ignore") or chr(byte) for byte in range(256)
)
_FEWEST_ZEROS = 1 / 50


class Start(NamedTuple):
    """What the first bytes show: an encoding, and the doubt that is left, in words."""

    encoding: str
    doubt: str = ""


def encoding_named(name: str) -> str:
    """Return the usual name of an encoding that a person names.

    Raises
    ------
    BadInputError
        If there is no such encoding of text.
    """
    try:
        usual = codecs.lookup(name.strip()).name.replace("_", "-")
        "".encode(usual)
    except (LookupError, ValueError):
        usual = ""
    if not usual or usual in _NO_FILE_ENCODINGS:
        raise BadInputError(
            f"There is no encoding {name!r}.",
            "Usual ones are utf-8, utf-16, latin-1, windows-1252, windows-1251, gb18030.",
        )
    return {"cp1252": WINDOWS_1252, "utf-8-sig": UTF_8}.get(usual, usual)


def encoding_at_start(head: bytes) -> Start:
    """Tell UTF-16 and UTF-32 by the first bytes of a file; UTF-8 is what remains to be proved."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return Start(encoding)
    for encoding, feed, zeros in (("utf-16-le", b"\n\0", 1), ("utf-16-be", b"\0\n", 0)):
        if _is_utf16(head[: len(head) // 2 * 2], feed, zeros):
            return Start(encoding, "every second byte of most letters is 0")
    return Start(UTF_8)


def _is_utf16(head: bytes, feed: bytes, zeros: int) -> bool:
    """Tell whether all zeros stand in one half of each pair, and line feeds beside them."""
    pairs = np.frombuffer(head, np.uint8).reshape(-1, 2)
    n_zeros = np.count_nonzero(pairs[:, zeros] == 0)
    if n_zeros < _FEWEST_ZEROS * len(pairs) or not pairs[:, 1 - zeros].all():
        return False
    n_feeds = int(np.count_nonzero((pairs == np.frombuffer(feed, np.uint8)).all(axis=1)))
    return n_feeds > 0 and 2 * n_feeds >= int(np.count_nonzero(pairs == ord("\n")))


def decoder_of(encoding: str) -> codecs.IncrementalDecoder:
    """Return a strict decoder for the blocks of a file, in order."""
    if encoding == WINDOWS_1252:
        return _Windows1252Decoder()
    return codecs.getincrementaldecoder(encoding)()


def decoded(data: bytes, encoding: str) -> str:
    """Decode the start of a file; what does not fit, a letter cut in half too, is replaced."""
    if encoding == WINDOWS_1252:
        return _Windows1252Decoder().decode(data)
    return data.decode(encoding, errors="replace")


class _Windows1252Decoder(codecs.IncrementalDecoder):
    def decode(self, data: bytes, *_: bool, **__: bool) -> str:  # type: ignore[override]
        """Decode a block; every byte is a letter."""
        return codecs.charmap_decode(data, "strict", _LETTERS_OF_1252)[0]


def spoken(encoding: str) -> str:
    """Return an encoding's name as people write it."""
    return {WINDOWS_1252: "Windows-1252", "iso8859-1": "Latin-1"}.get(encoding, encoding.upper())


def as_utf8(blocks: Iterable[bytes], encoding: str, name: str) -> Iterator[bytes]:
    """Bring the blocks of a file, in order, from another encoding to UTF-8.

    A byte order mark at the start is dropped.

    Parameters
    ----------
    blocks : iterable of bytes
        The file, cut anywhere.
    encoding : str
        As `encoding_named` or `encoding_at_start` returns it.
    name : str
        The name that messages use.

    Raises
    ------
    UnreadableError
        If some bytes are no letters in that encoding.
    """
    decoder = decoder_of(encoding)
    line, is_start = 1, True
    for block in chain(blocks, [b""]):
        try:
            text = decoder.decode(block, final=not block)
        except UnicodeDecodeError as fault:
            line += decoded(fault.object[: fault.start], encoding).count("\n")
            what = f"the byte 0x{fault.object[fault.start]:02x} is not {spoken(encoding)} here"
            if not block:
                what = f"the text ends in the middle of a letter of {spoken(encoding)}"
            raise UnreadableError(name, line, f"{what}; say the right --encoding") from fault
        if is_start and text:
            text, is_start = text.removeprefix("\ufeff"), False
        line += text.count("\n")
        if text:
            yield text.encode()
