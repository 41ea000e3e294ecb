"""What a format is: a name, the kinds it can hold, how to recognise it and how to read it.

A new format is one module that makes a `Format`, and one line in ``registry.FORMATS``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pandas as pd

    from judge_app.domain.pool_log import PoolLog
    from judge_app.importing.findings import Findings
    from judge_app.importing.parsed import Kind
    from judge_app.importing.rows import Row
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source
    from judge_app.importing.wanted import WantedIds


class Guess(NamedTuple):
    """What a format makes of the start of a file.

    Attributes
    ----------
    kinds : tuple of Kind
        The kinds that the content allows. With several, the file's name decides.
    why : str
        What it was told from, as the end of a sentence.
    likely : Kind or None
        The kind to take where the name says nothing; None where that would be a gamble.
    """

    kinds: tuple[Kind, ...]
    why: str
    likely: Kind | None = None


class Content(NamedTuple):
    """What was read: the rows of ``Parsed.frame``, the tags of a run, the history of a pool."""

    frame: pd.DataFrame
    tags: tuple[str, ...] = ()
    pool: PoolLog | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """One way of writing down some kinds of file.

    Attributes
    ----------
    name : str
        As ``--format`` takes it.
    kinds : frozenset of Kind
        What it can hold.
    recognise : callable
        Says what the start of a file is in this format; None where it is not in it, or where
        that is doubtful.
    could_be : callable
        Whether a file may be in this format when a person has said its kind.
    parse : callable
        Reads the file as the given kind; faults go to the findings.
    unit : str
        What the places of faults are counted in; see `Findings`.
    document_rows : callable, optional
        Yields the records of a file of documents one by one, in bounded memory; those that
        `WantedIds.may_skip` may be left out. None where a file can only be read as a whole.
    certain : bool
        Whether what is recognised can be nothing else, even where a person says another kind.
    """

    name: str
    kinds: frozenset[Kind]
    recognise: Callable[[Sample], Guess | None]
    could_be: Callable[[Sample], bool]
    parse: Callable[[Source, Kind, Findings], Content]
    unit: str = "line"
    document_rows: Callable[[Source, Findings, WantedIds], Iterator[Row]] | None = None
    certain: bool = False
