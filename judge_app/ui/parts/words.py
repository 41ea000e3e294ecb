"""Text and numbers as the screens print them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

UNDEFINED = "undefined"
NO_VALUE = "–"
"""Stands for an undefined number where there is no room for the word."""

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&^=\"'])")


def escaped(text: str) -> str:
    """Return text that Markdown shows as it is, whatever it holds."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def score(value: float | None) -> str:
    """Return the value of a measure with three decimals; an undefined one is said, never 0."""
    return UNDEFINED if value is None else f"{value:.3f}"


def interval(low: float | None, high: float | None) -> str:
    """Return both bounds; an undefined interval is said."""
    return UNDEFINED if low is None or high is None else f"[{low:.3f}, {high:.3f}]"


def signed_interval(low: float | None, high: float | None) -> str:
    """Return both bounds of a difference with their signs."""
    return UNDEFINED if low is None or high is None else f"{_signed(low)} to {_signed(high)}"


def in_percent(share: float | None) -> float | None:
    """Return a share in per cent to one decimal, rounded down: only everything is 100."""
    return None if share is None else math.floor(share * 1000 + 1e-9) / 10


def count(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun, for instance ``1 query`` or ``1,421 pairs``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def sentence(text: str) -> str:
    """Return a message as a sentence: a capital first, unless a name stands there, a stop last."""
    text = text.strip()
    ended = text if text.endswith((".", "!", "?", ":")) else f"{text}."
    first, _, _ = ended.partition(" ")
    return ended[:1].upper() + ended[1:] if first.isalpha() else ended


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: ``topics, documents and runs``."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def duration(minutes: float) -> str:
    """Return a stretch of work as people say it, for instance ``50 minutes`` or ``11 hours``."""
    if minutes < 1:
        return "less than a minute"
    if minutes < 90:  # noqa: PLR2004 - an hour and a half
        return count(round(minutes), "minute")
    hours = minutes / 60
    return f"{hours:.1f} hours" if hours < 10 else f"{hours:,.0f} hours"  # noqa: PLR2004


def about(minutes: float) -> str:
    """Return a stretch of work as an estimate, at the beginning of a sentence."""
    return "Less than a minute" if minutes < 1 else f"About {duration(minutes)}"


def _signed(value: float) -> str:
    return f"{value:+.3f}".replace("-", "−")
