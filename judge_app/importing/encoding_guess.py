"""Guess the encoding of a file that is not UTF-8, or say why it cannot be guessed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from judge_app.importing.encodings import WINDOWS_1252, spoken
from judge_app.importing.opening import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from judge_app.importing.source import NotUtf8Error, Source

_STRETCH = re.compile(rb"[\x80-\xff]+")
_LONGEST_ACCENTS = 2
_UTF8_BY_CHANCE = 1 / 20


def guess_encoding(source: Source, fault: NotUtf8Error) -> str:
    """Return the encoding to read a file in that is not UTF-8; it is read once to its end.

    Parameters
    ----------
    source : Source
        The file.
    fault : NotUtf8Error
        The first byte that is not UTF-8.

    Raises
    ------
    UnreadableError
        If most of the other letters are UTF-8 after all, or are not such as Western European
        languages have, so that a person has to say the encoding.
    """
    reason = reason_against_western(source.whole_lines())
    if not reason:
        return WINDOWS_1252
    raise UnreadableError(
        source.name, fault.line, f"the byte 0x{fault.byte:02x} is not UTF-8 here, {reason}"
    )


def guess_in_words(source: Source, fault: NotUtf8Error | None) -> str:
    """Say what a file is read as and why, where that is a guess; else nothing.

    Parameters
    ----------
    source : Source
        The file.
    fault : NotUtf8Error or None
        What made `guess_encoding` guess, if it did.
    """
    reason = source.start.doubt
    if fault is not None:
        reason = f"byte 0x{fault.byte:02x} in line {fault.line} is not UTF-8"
    return f"read as {spoken(source.start.encoding)}, since {reason}" if reason else ""


def reason_against_western(lines: Iterable[bytes]) -> str:
    """Say why whole lines of a file cannot be taken for Windows-1252; empty where they can."""
    n_utf8 = n_others = n_alone = n_together = 0
    for data in lines:
        for stretch in () if data.isascii() else _STRETCH.findall(data):
            if _is_utf8(stretch):
                n_utf8 += 1
            else:
                n_others += 1
                is_alone = len(stretch) <= _LONGEST_ACCENTS
                n_alone += is_alone * len(stretch)
                n_together += (not is_alone) * len(stretch)
    if n_utf8 > _UTF8_BY_CHANCE * n_others:
        places = "1 other place is" if n_utf8 == 1 else f"{n_utf8:,} other places are"
        return f"though {places}; mend the line, or say --encoding"
    if n_together > n_alone:
        return (
            "and the file is not like text of a Western European language; say --encoding "
            "(windows-1251, gb18030, shift_jis, …)"
        )
    return ""


def _is_utf8(stretch: bytes) -> bool:
    try:
        stretch.decode()
    except UnicodeDecodeError:
        return False
    return True
