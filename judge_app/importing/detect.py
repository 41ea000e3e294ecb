"""Tell what a file is: a person's word first, then its content, then its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from judge_app.domain.errors import BadInputError
from judge_app.importing.foreign import other_file, shortcoming
from judge_app.importing.parsed import Kind
from judge_app.importing.registry import FORMAT_NAMES, FORMATS
from judge_app.importing.sample import kind_by_name
from judge_app.importing.text_file import IN_A_FOLDER, is_page_file, is_text_file
from judge_app.importing.text_files import require_readable

if TYPE_CHECKING:
    from judge_app.importing.formats import Format, Guess
    from judge_app.importing.sample import Sample

_ASK = f"Say what it is with --as {'|'.join(Kind)}, and if need be --format."


class Choice(NamedTuple):
    """How a file is going to be read.

    Attributes
    ----------
    format : Format
        The format to read it in.
    kind : Kind
        The kind to read it as.
    why : str
        How both were told.
    recognised : bool
        Whether the content agrees, rather than only a person's word being taken.
    """

    format: Format
    kind: Kind
    why: str
    recognised: bool


def choose(sample: Sample, kind: Kind | None, format_name: str | None) -> Choice:
    """Decide on format and kind.

    Parameters
    ----------
    sample : Sample
        The start of the file and its name.
    kind : Kind or None
        What a person says it is.
    format_name : str or None
        How a person says it is written.

    Raises
    ------
    BadInputError
        If the format's name is unknown or cannot hold the kind, if nothing tells what the file
        is, or if it is an archive that cannot be read.
    """
    formats = _eligible(kind, format_name)
    for known in formats:
        guess = known.recognise(sample)
        if guess is not None and (kind is None or kind in guess.kinds):
            settled, why = (kind, guess.why) if kind is not None else _settle(sample, guess)
            return Choice(known, settled, why, recognised=True)
    if kind is None and format_name is not None:
        kind = _only_kind(sample, formats[0])
    if kind is not None:
        if format_name is None:
            _refuse_other_lists(sample, kind)
        for known in formats:
            if format_name is not None or known.could_be(sample):
                return Choice(known, kind, f"read as {kind}, as asked", recognised=False)
    require_readable(sample)
    mistake = other_file(sample) or shortcoming(sample)
    # Whatever a single page looks like, it is no faulty file of records.
    if mistake is not None and not is_page_file(sample.name):
        raise BadInputError(f"{sample.name}: {mistake.message}", mistake.hint)
    if kind is not None:
        able = ", ".join(known.name for known in formats)
        raise BadInputError(
            f"{sample.name} is in none of the formats that can hold {kind}.", f"They are: {able}."
        )
    hint = f"{IN_A_FOLDER} {_ASK}" if is_text_file(sample.name) else _ASK
    raise BadInputError(f"{sample.name}: nothing tells what this file holds.", hint)


def _refuse_other_lists(sample: Sample, kind: Kind) -> None:
    """Refuse a file that is certainly in a format that does not hold the kind."""
    for known in FORMATS:
        guess = known.recognise(sample) if known.certain and kind not in known.kinds else None
        if guess is not None:
            able = ", ".join(sorted(known.kinds))
            raise BadInputError(
                f"{sample.name} holds no {kind}: it is {guess.why}.", f"It can be read as: {able}."
            )


def _eligible(kind: Kind | None, format_name: str | None) -> tuple[Format, ...]:
    if format_name is not None and format_name not in FORMAT_NAMES:
        listed = ", ".join(FORMAT_NAMES)
        raise BadInputError(f"There is no format {format_name!r}.", f"The formats are: {listed}.")
    formats = tuple(
        known
        for known in FORMATS
        if (format_name is None or known.name == format_name)
        and (kind is None or kind in known.kinds)
    )
    if not formats:
        able = ", ".join(known.name for known in FORMATS if kind in known.kinds)
        raise BadInputError(
            f"The format {format_name} holds no {kind}.", f"Formats for {kind}: {able}."
        )
    return formats


def _settle(sample: Sample, guess: Guess) -> tuple[Kind, str]:
    """Choose among the kinds that the content allows: the name decides, else the likely one."""
    if len(guess.kinds) == 1:
        return guess.kinds[0], guess.why
    named = kind_by_name(sample.name)
    if named in guess.kinds:
        return named, f"{guess.why}; the file's name says {named}"
    if guess.likely is not None:
        return guess.likely, guess.why
    either = " or ".join(guess.kinds)
    raise BadInputError(
        f"{sample.name} may hold {either} ({guess.why}); neither content nor name tells which.",
        _ASK,
    )


def _only_kind(sample: Sample, known: Format) -> Kind | None:
    """Return the format's one kind, or the one of its kinds that the file's name speaks of."""
    if len(known.kinds) == 1:
        return next(iter(known.kinds))
    named = kind_by_name(sample.name)
    return named if named in known.kinds else None
