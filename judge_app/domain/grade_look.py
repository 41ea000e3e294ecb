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
_OF_PERCENT = 5
_ABOVE, _UP_TO = 20, 50
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
        if 0 in self.counts or len(self.counts) == 1 or not self.suggestion:
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


def _is_percent(grades: Sequence[float]) -> bool:
    """Tell many different numbers that go far up and not beyond 100."""
    high = [grade for grade in grades if grade > _ABOVE]
    return len(high) >= _OF_PERCENT and _UP_TO <= high[-1] <= _PERCENT


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
    if _is_percent(judged):
        range_text += ", which looks like per cent"
    elif _starts_at_one(judged):
        range_text += (
            " and none is 0: the scale may start at 1, 1 may be its best grade, or only relevant "
            "documents are listed"
        )
    return range_text


def _suggestion(judged: Sequence[float], scale: Scale, *, upwards: bool) -> str:
    """Return a map that keeps the order of the grades, negative ones at 0.

    It is empty where all of several grades would become one.
    """
    negative = [grade for grade in judged if grade < 0]
    counted = [grade for grade in judged if grade >= 0]
    is_whole = all(float(grade).is_integer() for grade in judged)
    rounded = [min(_lower_half(grade), scale.max_grade) for grade in counted]
    can_round = counted and counted[-1] <= scale.max_grade + 0.5 and _differ(rounded)
    if not is_whole and upwards and can_round:
        return ",".join([*_written(negative, [0] * len(negative)), ROUND])
    new = _stretched(counted, scale.max_grade)
    if not upwards:
        new = [scale.max_grade - grade for grade in new]
    new = [0] * len(negative) + new
    return ",".join(_written([*negative, *counted], new)) if _differ(new) else ""


def _differ(new: Sequence[int]) -> bool:
    """Tell whether grades do not all become the same; a single one may become anything."""
    return len(new) == 1 or len(set(new)) > 1


def _stretched(counted: Sequence[float], top: int) -> list[int]:
    """Spread grades over 0 to ``top``, not all of them to one place where there are several.

    Gains and grades that are no more than the scale has go by their order, up to ten by distance,
    many in classes of equal width up to the file's own top, or up to 100 for per cent. The scale
    of the file is taken to start at 0, unless its grades look as if it started at 1, or unless
    that would make one of them all.
    """
    if len(counted) <= 1:
        return [min(max(_lower_half(one), int(one > 0)), top) for one in counted]
    if _is_gains([grade for grade in counted if grade > 0]):
        return _by_order(counted, top, starts_at_zero=counted[0] == 0)
    low, high = (1.0 if _starts_at_one(counted) else 0.0), counted[-1]
    if high <= top and low == 0 and _differ(rounded := [_lower_half(one) for one in counted]):
        return rounded
    if len(counted) <= top + 1:
        return _by_order(counted, top, starts_at_zero=counted[0] == low)
    if len(counted) <= _LONG and high <= _LONG:
        new = [max(_lower_half((one - low) / (high - low) * top), 0) for one in counted]
    else:
        high = float(_PERCENT) if _is_percent(counted) else high
        new = [min(int(one / high * (top + 1)), top) for one in counted]
    if _differ(new):
        return new
    low, high = counted[0], counted[-1]
    return [min(int((one - low) / (high - low) * (top + 1)), top) for one in counted]


def _by_order(counted: Sequence[float], top: int, *, starts_at_zero: bool) -> list[int]:
    first = 0 if starts_at_zero or top == 1 else 1
    return [min(place + first, top) for place in range(len(counted))]


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
