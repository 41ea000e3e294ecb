"""Conventions that a person may choose by name: the gain, the topics in a mean, the measures."""

from __future__ import annotations

from judge_app.domain.errors import BadInputError
from metrics.gain import Gain
from metrics.topics import Topics

DEFAULT_MEASURES = "nDCG@3, nDCG@10, Judged@10"


def parse_gain(text: str) -> Gain:
    """Return the gain variant of that name.

    Raises
    ------
    BadInputError
        When there is no such variant.
    """
    try:
        return Gain(text)
    except ValueError:
        raise BadInputError(
            f"there is no gain variant {text!r}",
            "Choose exponential (2^grade - 1) or linear (the grade itself).",
        ) from None


def parse_topics(text: str) -> Topics:
    """Return which labelled topics enter a mean.

    Raises
    ------
    BadInputError
        When the text is neither ``relevant`` nor ``all``.
    """
    try:
        return Topics(text)
    except ValueError:
        raise BadInputError(f"there is no set of topics {text!r}", "Use relevant or all.") from None
