"""Which judgments tell about the person who judges, and when such a pair is handed out."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from judge_app.domain.model import JUDGED, KINDS_OF_CHECKS, JudgmentKind, NewJudgment, Verdict

REPEAT_AFTER_JUDGMENTS = 20
REPEAT_AFTER = timedelta(minutes=10)
"""An own pair is shown again after so many further judgments and so much time, at the earliest."""

MOST_CHECKED = 0.5
"""At most this share of the pairs handed out is gold or repeats."""

_KNOWN_PAIRS = frozenset({JudgmentKind.GOLD, JudgmentKind.TRAINING})


@dataclass(frozen=True, slots=True)
class Word:
    """What a person said of a pair before, as far as it decides about what they say next."""

    judgment_id: int
    client_key: str
    verdict: Verdict
    kind: JudgmentKind
    is_late: bool


def kind_of(new: NewJudgment, purpose: JudgmentKind | None, words: Sequence[Word]) -> JudgmentKind:
    """Return how a judgment came about.

    A pair whose grade is known has no ordinary judgment, so that everything said of it belongs to
    the check. Of an own pair shown again only the answer to the check does: who changes it later
    has seen both, and means the document.

    Parameters
    ----------
    new : NewJudgment
        As it arrives; adjudications stay what they are.
    purpose : JudgmentKind or None
        For what the pair was handed to the person, if not for a label.
    words : sequence of Word
        What the person said of the pair, in log order.
    """
    if purpose is None or new.kind is not JudgmentKind.ORDINARY:
        return new.kind
    seen = next((word for word in words if word.client_key == new.seen), None)
    if seen is None:
        return purpose
    if seen.kind not in KINDS_OF_CHECKS:
        return new.kind
    is_open = purpose in _KNOWN_PAIRS or not is_answered(purpose, words)
    return purpose if is_open else new.kind


def is_answered(purpose: JudgmentKind, words: Sequence[Word]) -> bool:
    """Tell whether a person has given the answer that a check asked for."""
    said = [word for word in words if word.kind is purpose and not word.is_late]
    return bool(said) and said[-1].verdict in JUDGED


def arrives_late(new: NewJudgment, words: Sequence[Word]) -> bool:
    """Tell whether a person has said something newer of the pair that they had not on screen.

    Checks and labels are apart: an answer to one is not news about the other. An adjudication is
    made on a page that shows everything.

    Parameters
    ----------
    new : NewJudgment
        Of its kind already.
    words : sequence of Word
        What the person said of the pair, in log order.
    """
    if new.kind is JudgmentKind.ADJUDICATION:
        return False
    lane = {new.kind} if new.kind in KINDS_OF_CHECKS else {JudgmentKind.ORDINARY}
    newest = max(
        (
            word.judgment_id
            for word in words
            if word.kind in lane and word.verdict is not Verdict.SKIPPED and not word.is_late
        ),
        default=0,
    )
    seen = next((word.judgment_id for word in words if word.client_key == new.seen), 0)
    return newest > seen


def n_due(place: int, rate: float, *parts: object) -> int:
    """Return how many checks belong to a place in somebody's queue; seldom more than one.

    One place is drawn from every ``1 / rate``, so that checks are as frequent as asked for, and
    nobody can count when the next one comes.

    Parameters
    ----------
    place : int
        From 0.
    rate : float
        Share of the places, from 0 to 1.
    *parts : object
        What the draw belongs to.
    """
    if rate <= 0:
        return 0
    stretch = int(place * rate)
    # Rounding may lay a place at the edge into the stretch beside.
    near = range(max(stretch - 1, 0), stretch + 2)
    return sum(int((one + drawn(*parts, one)) / rate) == place for one in near)


def drawn(*parts: object) -> float:
    """Return a number from 0 to below 1 that belongs to some words, always the same one."""
    text = "\x1f".join(map(str, parts))
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest) / 2**64
