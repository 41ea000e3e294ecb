"""Read one file, whatever its format."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from judge_app.domain.errors import BadInputError
from judge_app.importing.detect import choose
from judge_app.importing.encoding_guess import guess_encoding, guess_in_words
from judge_app.importing.encodings import UTF_8, encoding_named
from judge_app.importing.findings import Findings
from judge_app.importing.foreign import binary_file, other_file
from judge_app.importing.formats import Content
from judge_app.importing.judgment_log import LOG_COLUMNS
from judge_app.importing.opening import UnreadableError, sha256_of
from judge_app.importing.parsed import COLUMNS, Kind, Parsed, good_rows, looked_at
from judge_app.importing.pictures import PICTURE_COLUMNS
from judge_app.importing.sample import sample_of
from judge_app.importing.source import NotUtf8Error, Source

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from judge_app.importing.detect import Choice
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


class Recognised(NamedTuple):
    """A file of which it is known how to read it.

    Attributes
    ----------
    sample : Sample
        Its start.
    choice : Choice
        Its format and kind.
    findings : Findings
        What has been said so far, of its encoding.
    encoding : str
        What its text is read as.
    guess : str
        As `Parsed.encoding_guess`.
    """

    sample: Sample
    choice: Choice
    findings: Findings
    encoding: str
    guess: str


def _read(
    source: Source, kind: Kind | None, format_name: str | None, not_utf8: NotUtf8Error | None = None
) -> Parsed:
    """Read a file in the encoding of its source; ``not_utf8`` is what made that a guess."""
    known = recognise(source, kind, format_name, not_utf8)
    content = _parse(source, known.choice, known.findings)
    if known.findings.n_problems and not known.choice.recognised:
        _note_mistake(known.sample, known.findings)
    return _parsed(source, known, content)


def recognise(
    source: Source, kind: Kind | None, format_name: str | None, not_utf8: NotUtf8Error | None
) -> Recognised:
    """Tell what a file is from its start; see `read_file` for what is raised."""
    sample = sample_of(source)
    binary = binary_file(sample)
    if binary is not None:
        raise BadInputError(f"{source.name} {binary.message}", binary.hint)
    is_text = sample.is_text
    if is_text and not sample.lines:
        _require_content(source)
    try:
        choice = choose(sample, kind, format_name)
    except BadInputError:
        # A file that cannot be read as text is the deeper reason for not knowing what it holds.
        if is_text:
            _require_content(source)
        raise
    findings = Findings(source.name, choice.format.unit)
    guess = ""
    if is_text:
        guess = guess_in_words(source, not_utf8)
    if guess:
        line = None if not_utf8 is None else not_utf8.line
        findings.warning(line, f"{guess}; say --encoding if that is wrong")
    encoding = source.start.encoding if is_text else UTF_8
    return Recognised(sample, choice, findings, encoding, guess)


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


def require_file(source: Source) -> None:
    """Refuse what is no file.

    Raises
    ------
    BadInputError
        If it is missing or a folder.
    """
    if source.path.is_dir():
        raise BadInputError(f"{source.name} is a folder.", "Name the files in it.")
    if not source.path.exists():
        raise BadInputError(f"{source.name} does not exist.", "Check the name and the folder.")


def _require_content(source: Source) -> None:
    """Read everything once: an UnreadableError tells the damage, else the file may be empty."""
    filled = [chunk.first_line for chunk in source.chunks() if chunk.data.strip()]
    if not filled:
        raise BadInputError(f"{source.name} is empty.", "Check that it was written to its end.")


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


def parsed_file(
    source: Source,
    known: Recognised,
    frame: pd.DataFrame | None,
    tags: tuple[str, ...] = (),
    sha256: str | None = None,
) -> Parsed:
    """Put together what is known of a file that has been read; without a frame it has no rows.

    Its hash is taken where it is not given.
    """
    choice, findings = known.choice, known.findings
    return Parsed(
        kind=choice.kind,
        format=choice.format.name,
        why=choice.why,
        source=source.name,
        sha256=sha256 or sha256_of(source.path),
        frame=pd.DataFrame(columns=list(COLUMNS[choice.kind])) if frame is None else frame,
        n_lines=source.n_lines,
        encoding=known.encoding,
        encoding_guess=known.guess,
        problems=findings.problems,
        n_problems=findings.n_problems,
        warnings=findings.warnings,
        n_warnings=findings.n_warnings,
        tags=tags,
        unit=choice.format.unit,
    )
