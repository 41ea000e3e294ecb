"""The things a project is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Query:
    """What somebody asked, and the need behind it; ``narrative`` may be empty."""

    query_id: str
    text: str
    narrative: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A document as annotators see it.

    ``kind`` is text, html, markdown or image; ``fingerprint`` identifies the text that was shown,
    so that a judgment can be told to be about an older version.
    """

    doc_id: str
    title: str
    text: str
    url: str
    kind: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Picture:
    """What the browser gets of a document that is a picture.

    Attributes
    ----------
    media_type : str
        As the bytes say, for instance ``image/png``.
    fingerprint : str
        Identifies the bytes; that of the document.
    content : bytes
        The file as it came.
    """

    media_type: str
    fingerprint: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Run:
    """One system's results for the project's queries.

    Attributes
    ----------
    run_id : int
        Number inside the project.
    name : str
        Unique name shown on every screen.
    source, sha256 : str
        File it came from and the hash of its bytes.
    imported_at : datetime
        UTC.
    imported_by : str
        Name of the person.
    contributes_to_pool : bool
        Whether the pool took documents from it by strategy; a new run brought in for its score
        does not contribute even when its missing pairs were queued.
    n_queries, n_lines, depth : int
        Queries it answers, rows it has, length of its longest ranking.
    """

    run_id: int
    name: str
    source: str
    sha256: str
    imported_at: datetime
    imported_by: str
    contributes_to_pool: bool
    n_queries: int
    n_lines: int
    depth: int


@dataclass(frozen=True, slots=True)
class ReplacedRun:
    """What a run was before another file took its place.

    Attributes
    ----------
    name : str
        Name that both bear.
    source, sha256 : str
        File it came from and the hash of its bytes.
    imported_at, replaced_at : datetime
        UTC.
    imported_by, replaced_by : str
        Names of the persons.
    """

    name: str
    source: str
    sha256: str
    imported_at: datetime
    imported_by: str
    replaced_at: datetime
    replaced_by: str


class Verdict(StrEnum):
    """What an annotator said about a pair.

    ``skipped`` only moves the pair to the end of that person's queue; ``withdrawn`` takes an
    earlier grade back.
    """

    GRADED = "graded"
    CANNOT_JUDGE = "cannot_judge"
    SKIPPED = "skipped"
    WITHDRAWN = "withdrawn"


JUDGED = frozenset({Verdict.GRADED, Verdict.CANNOT_JUDGE})
"""Verdicts after which a person need not be asked about the pair again."""


class JudgmentKind(StrEnum):
    """How a judgment came about.

    Those of a ``training``, of a pair whose grade is known (``gold``) and of an own pair shown a
    second time (``repeat``) tell about the person and never enter a label.
    """

    ORDINARY = "ordinary"
    IMPORTED = "imported"
    ADJUDICATION = "adjudication"
    TRAINING = "training"
    GOLD = "gold"
    REPEAT = "repeat"


KINDS_OF_CHECKS = frozenset({JudgmentKind.TRAINING, JudgmentKind.GOLD, JudgmentKind.REPEAT})
"""Kinds that tell about the person who judges, not about the document."""

KINDS_OF_GRADING = frozenset({JudgmentKind.ORDINARY, JudgmentKind.GOLD, JudgmentKind.REPEAT})
"""Kinds that count as a person's work. Practice does not; hidden checks do, since whoever is
checked must not notice it by a number that stands still."""


@dataclass(frozen=True, slots=True)
class NewJudgment:
    """A judgment as it arrives, before the log gives it a position.

    Attributes
    ----------
    client_key : str
        Made by whoever sends it; the same key is never stored twice, so a retry is safe.
    seen : str or None
        Client key of the own judgment of this pair that its author had on screen.
    shown_at, judged_at : datetime or None
        UTC, by the author's clock.
    fingerprint : str
        Identifies the text that was shown.
    """

    client_key: str
    query_id: str
    doc_id: str
    person_id: int
    verdict: Verdict
    grade: int | None
    note: str = ""
    seen: str | None = None
    shown_at: datetime | None = None
    judged_at: datetime | None = None
    fingerprint: str = ""
    kind: JudgmentKind = JudgmentKind.ORDINARY


@dataclass(frozen=True, slots=True)
class Judgment:
    """A judgment in the log.

    Attributes
    ----------
    judgment_id : int
        Position in the log; greater is later.
    is_late : bool
        True when it arrived after a newer own judgment that its author had not seen; it is kept
        and does not become current.
    """

    judgment_id: int
    client_key: str
    query_id: str
    doc_id: str
    person_id: int
    verdict: Verdict
    grade: int | None
    note: str
    received_at: datetime
    kind: JudgmentKind
    is_late: bool


SHOWN_IDS = 20
"""So many ids are named where there are many."""


@dataclass(frozen=True, slots=True)
class SomeIds:
    """How many ids there are, and the first of them, ascending."""

    n: int = 0
    first: tuple[str, ...] = ()

    @classmethod
    def of(cls, ids: Sequence[str]) -> SomeIds:
        """Return what there is to say about ids that are all at hand, ascending."""
        return cls(len(ids), tuple(ids[:SHOWN_IDS]))


PairKey: TypeAlias = tuple[str, str]
"""Ids of a query and a document."""


def pair_name(query_id: str, doc_id: str) -> str:
    """Return a pair as messages write it."""
    return f"query {query_id}, document {doc_id}"
