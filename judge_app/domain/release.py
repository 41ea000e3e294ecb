"""Named states of a project's labels, which never change once they are made."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from judge_app.domain.errors import BadInputError
from judge_app.domain.scale import Scale

NOW = "now"
"""Names the state at the end of the log."""

_POSITION_SIGN = "@"
_NAME = re.compile(r"\w[\w.\-]{0,59}")
LONGEST_NOTE = 2_000


@dataclass(frozen=True, slots=True)
class ReleasedRun:
    """A run as it was when a release was made: its name, and the hash of its file."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Release:
    """A named state.

    It fixes labels, pool, label rule, gain and scale. The labels are not stored: they are computed
    again from the log up to ``position``, and have to give ``label_set`` again. Texts and runs it
    only verifies: those of then are not kept, and a change since is noticed by their hashes.

    Attributes
    ----------
    name : str
        Unique in the project.
    position : int
        Last judgment of the log that counts; 0 for none.
    label_rule : str
        How judgments become labels.
    gain : str
        Gain variant.
    scale : Scale
        The grades with the words they had then.
    label_set : str
        sha256 of the default qrels export.
    n_judgments, n_labels : int
        Judgments that the rule saw, and the labels they make.
    pool_batch : int
        Last batch of the pool that counts; -1 for none.
    pool_pairs : int
        Pairs pooled by then.
    pair_texts, all_texts : str
        Hashes of the topics and documents of the pairs pooled or judged by then, and of all.
    runs : tuple of ReleasedRun
        Every run that was there.
    note : str
        Why it was made; may be empty.
    created_at : datetime
        UTC.
    created_by : str
        Name of the person.
    """

    name: str
    position: int
    label_rule: str
    gain: str
    scale: Scale
    label_set: str
    n_judgments: int
    n_labels: int
    pool_batch: int
    pool_pairs: int
    pair_texts: str
    all_texts: str
    runs: tuple[ReleasedRun, ...]
    note: str
    created_at: datetime
    created_by: str


def clean_release_name(text: str) -> str:
    """Return the name of a release.

    Raises
    ------
    BadInputError
        When it could not be written as one word of a command, or has a meaning already.
    """
    name = text.strip()
    if not _NAME.fullmatch(name) or name.lower() == NOW:
        raise BadInputError(
            f"{text!r} cannot be the name of a release",
            f"Use letters, digits, '.', '_' and '-', at most 60 of them, and not {NOW!r}.",
        )
    return name


def clean_release_note(text: str) -> str:
    """Return a release's note.

    Raises
    ------
    BadInputError
        When it is too long.
    """
    note = text.strip()
    if len(note) > LONGEST_NOTE:
        raise BadInputError(
            "the note of the release is too long", f"Use at most {LONGEST_NOTE:,} characters."
        )
    return note


def position_in(word: str) -> int | None:
    """Return the position that ``@1234`` names; None for a word of another form.

    Raises
    ------
    BadInputError
        When what follows the @ is no whole number.
    """
    if not word.startswith(_POSITION_SIGN):
        return None
    digits = word.removeprefix(_POSITION_SIGN)
    if not (digits.isascii() and digits.isdigit()):
        raise BadInputError(
            f"{word!r} is no position in the log of judgments",
            "Write @ and a whole number, for instance @1234.",
        )
    return int(digits)
