"""Tell what a file is: a person's word first, then its content, then its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, NoReturn

from judge_app.domain.errors import BadInputError
from judge_app.importing.foreign import mistake_in
from judge_app.importing.parsed import Kind
from judge_app.importing.registry import FORMAT_NAMES, FORMATS
from judge_app.importing.sample import kind_by_name

if TYPE_CHECKING:
    from judge_app.importing.formats import Format, Guess
    from judge_app.importing.sample import Sample

_ASK = f"Say what it is with --as {'|'.join(Kind)}, and if need be --format."


class Choice(NamedTuple):
    """How a file is going to be read, and why."""

    format: Format
    kind: Kind
    why: str


def choose(sample: Sample, kind: Kind | None, format_name: str | None) -> Choice:
    """Decide on kind and format.

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
        If the format's name is unknown or cannot hold the kind, or if nothing tells what the
        file is.
    """
    formats = _eligible(kind, format_name)
    for known in formats:
        guess = known.recognise(sample)
        if guess is not None and (kind is None or kind in guess.kinds):
            return Choice(known, *_settle(sample, guess, kind))
    if kind is not None:
        for known in formats:
            if format_name is not None or known.could_be(sample):
                return Choice(known, kind, f"{kind}, as you said")
    elif format_name is not None:
        ...
    _give_up(sample)
