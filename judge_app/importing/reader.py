"""Read one file, whatever its format."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from judge_app.importing.encoding_guess import guess_encoding
from judge_app.importing.encodings import encoding_named
from judge_app.importing.findings import Findings
from judge_app.importing.foreign import other_file
from judge_app.importing.judgment_log import LOG_COLUMNS
from judge_app.importing.opening import UnreadableError
from judge_app.importing.parsed import COLUMNS, Kind, Parsed, good_rows, looked_at
from judge_app.importing.pictures import PICTURE_COLUMNS
from judge_app.importing.recognised import parsed_file, recognise, require_file
from judge_app.importing.source import NotUtf8Error, Source

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from judge_app.importing.detect import Choice
    from judge_app.importing.formats import Content
    from judge_app.importing.recognised import Recognised
    from judge_app.importing.sample import Sample


def read_file(
    path: Path,
    *,
    name: str | None = None,
    kind: Kind | None = None,
    format: str | None = None,  # noqa: A002
    encoding: str | None = None,
    progress: Callable[[float], None] | None = None,
) -> Parsed:
    """Read a file of topics, documents, a run, qrels or judgments, and check it by itself.

    Parameters
    ----------
    path : Path
        Where the bytes are; gzip, bzip2 and Zstandard are unpacked.
    name : str, optional
        The name that the person gave, for messages and as evidence of the kind; that of
        ``path`` if not given.
    kind : Kind, optional
        What the file holds; detected if not given.
    format : str, optional
        One of ``registry.FORMAT_NAMES``; detected if not given.
    encoding : str, optional
        What the text is written in, by any name that Python knows. If not given, it is told by
        the rule of `judge_app.importing.encodings`; where that is a guess, a warning says so.
    progress : callable, optional
        Called with the share of the file that has been read, from 0 to 1; a file that is not
        UTF-8 is read several times. What it raises ends the reading and passes through.

    Returns
    -------
    Parsed
        With ``problems`` where the content is wrong: that raises nothing.

    Raises
    ------
    BadInputError
        If the file is missing, a folder, unreadable or empty, if its kind or its encoding cannot
        be told, or if no format or encoding has the given name.
    """
    said = None if encoding is None else encoding_named(encoding)
    source = Source(path, name or str(path), progress, said)
    require_file(source)
    try:
        return _read(source, kind, format)
    except NotUtf8Error as fault:
        guess = guess_encoding(source, fault)
        source = Source(path, source.name, progress, guess)
        return _read(source, kind, format, fault)


def _read(
    source: Source, kind: Kind | None, format_name: str | None, not_utf8: NotUtf8Error | None = None
) -> Parsed:
    """Read a file in the encoding of its source; ``not_utf8`` is what made that a guess."""
    known = recognise(source, kind, format_name, not_utf8)
    content = _parse(source, known.choice, known.findings)
    if known.findings.n_problems and not known.choice.recognised:
        _note_mistake(known.sample, known.findings)
    return _parsed(source, known, content)


def read_run(
    path: Path,
    *,
    name: str | None = None,
    encoding: str | None = None,
    progress: Callable[[float], None] | None = None,
) -> Parsed:
    """Read a file as a run; the values are those of `read_file`.

    Raises
    ------
    BadInputError
        If the file cannot be read or has problems; it carries them.
    """
    return read_file(
        path, name=name, kind=Kind.RUN, encoding=encoding, progress=progress
    ).or_refuse()


def _parse(source: Source, choice: Choice, findings: Findings) -> Content | None:
    try:
        content = choice.format.parse(source, choice.kind, findings)
    except NotUtf8Error:
        raise
    except UnreadableError as fault:
        for problem in fault.problems:
            findings.problem(problem.line, problem.message)
        return None
    if content.frame.empty and not findings.n_problems:
        findings.problem(None, f"there is not one row of {choice.kind} in this file")
    return content


def _note_mistake(sample: Sample, findings: Findings) -> None:
    other = other_file(sample)
    if other is not None:
        findings.problem(None, f"{other.message} {other.hint}")


def _parsed(source: Source, known: Recognised, content: Content | None) -> Parsed:
    kind, frame = known.choice.kind, None
    if content is not None and not known.findings.n_problems:
        more = [name for name in (*LOG_COLUMNS, *PICTURE_COLUMNS) if name in content.frame]
        frame = content.frame[[*COLUMNS[kind], *more]]
    parsed = parsed_file(source, known, frame, content.tags if content else ())
    if parsed.ok and content is not None:
        lines = None if "line" in COLUMNS[kind] else content.frame["line"]
        return replace(parsed, pool=content.pool, lines=lines)
    if content is None or parsed.n_problems > len(parsed.problems):
        return parsed
    good = good_rows(content.frame, kind, parsed.problems)
    # Some formats give up everything at the first fault: nothing is no count then.
    return parsed if good.empty else replace(parsed, looked_at=looked_at(good))
