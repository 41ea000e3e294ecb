"""What the grades of a file look like beside a project's scale: described, never mapped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from judge_app.domain.grade_map import POOLED_NOT_JUDGED, ROUND, grade_text
from judge_app.domain.scale import Scale

MOST_SINGLE = 12
"""So many different grades are listed one by one; more are told in ranges."""

_ENOUGH_TO_TELL = 10
_ENOUGH_GRADES = 3
_PERCENT = 100
_LONG = 10


@dataclass(frozen=True, slots=True)
class GradeLook:
    """What the grades of a file look like.

    Attributes
    ----------
    counts : dict of float to int
        How often each grade stands in the file, lowest first.
    fits : bool
        Whether each is a whole number on the project's scale, or −1.
    looks_like : str
        A description where the grades do not count up from 0 as the project's do; else empty.
    is_doubtful : bool
        Whether they fit and yet may well mean something else.
    suggestion, reversed_suggestion : str
        Maps in the grammar of ``--map-grades``, for the highest and the lowest grade being best:
        somewhere to start from, nothing more.
    """

    counts: dict[float, int]
    fits: bool
    looks_like: str
    is_doubtful: bool
    suggestion: str
    reversed_suggestion: str

    @property
    def examples(self) -> str:
        """Maps to start from, in words: both ways where no 0 shows which end is the bad one."""
        if 0 in self.counts or len(self.counts) == 1:
            return self.suggestion
        return (
            f"{self.suggestion} where the highest grade is the best, {self.reversed_suggestion} "
            "where the lowest is"
        )


def look_at_grades(counts: Mapping[float, int], scale: Scale) -> GradeLook:
    """Describe grades.

    What is certain is what has no place on the scale. The rest is likeness: nothing in a file
    says whether its 1 is the best grade, and many more of one than of another proves nothing.

    Parameters
    ----------
    counts : mapping
        How often each grade occurs.
    scale : Scale
        The project's.
    """
    grades = sorted(counts)
    judged = [grade for grade in grades if grade != POOLED_NOT_JUDGED]
    fits = all(grade.is_integer() and scale.contains(int(grade)) for grade in map(float, judged))
    n_labels = sum(counts[grade] for grade in judged)
    positive = [grade for grade in judged if grade > 0]
    odd = _is_gains(positive) or _starts_at_one(judged)
    return GradeLook(
        counts={float(grade): counts[grade] for grade in grades},
        fits=fits,
        looks_like=_likeness(judged) if odd or not fits else "",
        is_doubtful=fits and odd and n_labels >= _ENOUGH_TO_TELL,
        suggestion=_suggestion(judged, scale, upwards=True),
        reversed_suggestion=_suggestion(judged, scale, upwards=False),
    )


def _is_gains(positive: Sequence[float]) -> bool:
    """Tell whether each grade is twice the one before, or twice that and one more."""
    steps = list(pairwise(positive))
    return len(positive) >= _ENOUGH_GRADES and (
        all(high == 2 * low for low, high in steps)
        or all(high == 2 * low + 1 for low, high in steps)
    )


def _starts_at_one(judged: Sequence[float]) -> bool:
    return len(judged) >= _ENOUGH_GRADES and judged[0] == 1


def _likeness(judged: Sequence[float]) -> str:
    lowest, highest = grade_text(judged[0]), grade_text(judged[-1])
    if len(judged) == 1:
        return f"the only grade is {lowest}"
    if not all(float(grade).is_integer() for grade in judged):
        return "some grades are fractions, as means over several people are"
    if _is_gains([grade for grade in judged if grade > 0]):
        listed = ", ".join(grade_text(grade) for grade in judged[-MOST_SINGLE:])
        return f"the grades are {listed}, which looks like gains"
    range_text = f"the grades go from {lowest} to {highest}"
    if _LONG < judged[-1] <= _PERCENT:
        range_text += ", which looks like per cent"
    elif _starts_at_one(judged):
        range_text += (
            " and none is 0: the scale may start at 1, 1 may be its best grade, or only relevant "
            "documents are listed"
        )
    return range_text


def _suggestion(judged: Sequence[float], scale: Scale, *, upwards: bool) -> str:
    """Return a map that keeps the order of the grades, negative ones at 0."""
    negative = [grade for grade in judged if grade < 0]
    counted = [grade for grade in judged if grade >= 0]
    is_whole = all(float(grade).is_integer() for grade in judged)
    if not is_whole and upwards and counted and counted[-1] <= scale.max_grade + 0.5:
        return ",".join([*_written(negative, [0] * len(negative)), ROUND])
    new = _stretched(counted, scale.max_grade)
    if not upwards:
        new = [scale.max_grade - grade for grade in new]
    return ",".join(_written([*negative, *counted], [0] * len(negative) + new))


def _stretched(counted: Sequence[float], top: int) -> list[int]:
    """Spread grades over 0 to ``top``: gains by their place, few by distance, many in equal bins.

    The scale of the file is taken to start at 0, unless its grades look as if it started at 1.
    """
    if not counted:
        return []
    if _is_gains([grade for grade in counted if grade > 0]):
        first = 0 if counted[0] == 0 else 1
        return [min(place + first, top) for place in range(len(counted))]
    low, high = (1.0 if _starts_at_one(counted) else 0.0), counted[-1]
    if high <= top and low == 0:
        return [min(round(grade), top) for grade in counted]
    if len(counted) <= _LONG and high <= _LONG:
        return [_lower_half((grade - low) / (high - low) * top) for grade in counted]
    high = float(_PERCENT) if _LONG < high <= _PERCENT else high
    return [min(int(grade / high * (top + 1)), top) for grade in counted]


def _lower_half(value: float) -> int:
    """Return the nearest whole number, halves the lower one."""
    return int(-(-(value - 0.5) // 1))


def _written(old: Sequence[float], new: Sequence[int]) -> list[str]:
    if len(old) <= MOST_SINGLE:
        return [f"{grade_text(grade)}={to}" for grade, to in zip(old, new, strict=True)]
    parts: list[str] = []
    start = 0
    for place in range(1, len(old) + 1):
        if place == len(old) or new[place] != new[start]:
            ends = (old[start],) if place - start == 1 else (old[start], old[place - 1])
            parts.append(f"{'-'.join(map(grade_text, ends))}={new[start]}")
            start = place
    return parts
