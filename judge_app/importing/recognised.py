"""What a file is, told from its start before its rows are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from judge_app.domain.errors import BadInputError
from judge_app.importing.detect import choose
from judge_app.importing.encoding_guess import guess_in_words
from judge_app.importing.encodings import UTF_8
from judge_app.importing.findings import Findings
from judge_app.importing.foreign import binary_file
from judge_app.importing.opening import sha256_of
from judge_app.importing.parsed import COLUMNS, Kind, Parsed
from judge_app.importing.sample import sample_of

if TYPE_CHECKING:
    from judge_app.importing.detect import Choice
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import NotUtf8Error, Source


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


def recognise(
    source: Source, kind: Kind | None, format_name: str | None, not_utf8: NotUtf8Error | None
) -> Recognised:
    """Tell what a file is from its start; raises what `reader.read_file` does."""
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
