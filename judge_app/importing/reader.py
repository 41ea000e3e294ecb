"""Read one file, whatever its format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from judge_app.domain.errors import BadInputError
from judge_app.importing.detect import choose
from judge_app.importing.findings import Findings
from judge_app.importing.foreign import binary_file, other_file
from judge_app.importing.formats import Content
from judge_app.importing.opening import UnreadableError, sha256_of
from judge_app.importing.parsed import COLUMNS, Kind, Parsed
from judge_app.importing.sample import sample_of
from judge_app.importing.source import Source

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
    progress : callable, optional
        Called with the share of the file that has been read, from 0 to 1.

    Returns
    -------
    Parsed
        With ``problems`` where the content is wrong: that raises nothing.

    Raises
    ------
    BadInputError
        If the file is missing, a folder, unreadable or empty, if its kind cannot be told, or if
        no format has the given name.
    """
    source = Source(path, name or str(path), progress)
    _require_file(source)
    sample = sample_of(source)
    binary = binary_file(sample)
    if binary is not None:
        raise BadInputError(f"{source.name} {binary.message}", binary.hint)
    is_text = not sample.is_parquet
    if is_text and not sample.lines:
        _require_content(source)
    try:
        choice = choose(sample, kind, format)
    except BadInputError:
        # A file that cannot be read as text is the deeper reason for not knowing what it holds.
        if is_text:
            _require_content(source)
        raise
    findings = Findings(source.name, choice.format.unit)
    content = _parse(source, choice, findings)
    if findings.n_problems and not choice.recognised:
        _note_mistake(sample, findings)
    return _parsed(source, choice, content, findings)


def read_run(
    path: Path, *, name: str | None = None, progress: Callable[[float], None] | None = None
) -> Parsed:
    """Read a file as a run.

    Raises
    ------
    BadInputError
        If the file cannot be read or has problems; it carries them.
    """
    return read_file(path, name=name, kind=Kind.RUN, progress=progress).or_refuse()


def _require_file(source: Source) -> None:
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


def _parsed(source: Source, choice: Choice, content: Content | None, findings: Findings) -> Parsed:
    columns = list(COLUMNS[choice.kind])
    frame = pd.DataFrame(columns=columns)
    if content is not None and not findings.n_problems:
        frame = content.frame[columns]
    return Parsed(
        kind=choice.kind,
        format=choice.format.name,
        why=choice.why,
        source=source.name,
        sha256=sha256_of(source.path),
        frame=frame,
        n_lines=source.n_lines,
        problems=findings.problems,
        n_problems=findings.n_problems,
        warnings=findings.warnings,
        n_warnings=findings.n_warnings,
        tags=content.tags if content else (),
    )
