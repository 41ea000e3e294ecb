"""Turn the grades of other scales into the project's own, only as asked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from judge_app.domain.errors import BadInputError, Problem

if TYPE_CHECKING:
    from judge_app.domain.grade_look import GradeLook
    from judge_app.domain.scale import Scale

POOLED_NOT_JUDGED = -1
"""Grade by which trec_eval's qrels say that a pair was pooled and nobody judged it."""

ROUND = "round"
"""Part of a map: every grade that no other part names becomes the nearest whole one."""

MAP_FORMS = (
    "Write every old grade once, e.g. --map-grades 1=3,2=2,3=1,4=0; ranges as in "
    "0-49=0,50-100=1; or 'round' for the nearest whole grade."
)

_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
_PART = re.compile(rf"(?P<low>{_NUMBER})(?:-(?P<high>{_NUMBER}))?=(?P<new>[0-9]+)")


@dataclass(frozen=True, slots=True)
class GradeRange:
    """Old grades from ``low`` to ``high``, both included, that become one new grade."""

    low: float
    high: float
    new: int


@dataclass(frozen=True, slots=True)
class GradeMap:
    """Which old grade becomes which new one.

    Attributes
    ----------
    ranges : tuple of GradeRange
        In ascending order, without overlap; a single grade is a range of one.
    rounds : bool
        Whether grades in no range become the nearest whole grade, halves the lower one.
    """

    ranges: tuple[GradeRange, ...]
    rounds: bool = False

    def names(self, grade: float) -> bool:
        """Tell whether a part names this very grade; wider ranges and rounding name none."""
        return any(one.low == grade == one.high for one in self.ranges)

    def of(self, grade: float) -> int | None:
        """Return what one grade becomes; None where nothing says so."""
        (new,) = self.apply(pd.Series([grade]))
        return None if np.isnan(new) else int(new)

    def apply(self, grades: pd.Series) -> pd.Series:
        """Return the new grades as float64; NaN where nothing says what a grade becomes.

        A wider range leaves −1 alone, which is no grade.
        """
        old = grades.to_numpy(dtype="float64", na_value=np.nan)
        new = np.ceil(old - 0.5) if self.rounds else np.full(len(old), np.nan)
        for one in self.ranges:
            inside = (one.low <= old) & (old <= one.high)
            if one.low < one.high:
                inside &= old != POOLED_NOT_JUDGED
            new[inside] = one.new
        return pd.Series(new, index=grades.index)


def parse_grade_map(text: str) -> GradeMap:
    """Read ``1=3,2=2,3=1,4=0``, ``0-49=0,50-100=1``, ``-2=0,round`` and the like.

    Raises
    ------
    BadInputError
        When the text is not of that form or names an old grade twice.
    """
    ranges: list[GradeRange] = []
    rounds = False
    for part in text.split(","):
        word = "".join(part.split())
        if word == ROUND:
            rounds = True
        else:
            ranges.append(_range(word, part.strip()))
    ranges.sort(key=lambda one: (one.low, one.high))
    for first, second in pairwise(ranges):
        if second.low <= first.high:
            raise BadInputError(
                f"grade {grade_text(second.low)} is in two parts of {text!r}, which does not say "
                "which grade becomes which",
                MAP_FORMS,
            )
    return GradeMap(tuple(ranges), rounds)


def _range(word: str, typed: str) -> GradeRange:
    match = _PART.fullmatch(word)
    if match is not None:
        low = float(match["low"])
        high = low if match["high"] is None else float(match["high"])
        if low <= high:
            return GradeRange(low, high, int(match["new"]))
    raise BadInputError(f"{typed!r} does not say which grade becomes which", MAP_FORMS)


def grade_text(grade: float) -> str:
    """Return a grade as people write it: ``2``, ``-1``, ``1.5``."""
    return np.format_float_positional(float(grade), trim="-")


@dataclass(frozen=True, slots=True)
class Placed:
    """The rows of a file on a project's scale.

    Attributes
    ----------
    labels : DataFrame
        Rows with a whole grade on the scale, or with none (somebody could not judge).
    not_judged : DataFrame
        Rows that only say that the pair was pooled (−1).
    problems : tuple of Problem
        One per grade that has no place on the scale, at the first line that has it.
    """

    labels: pd.DataFrame
    not_judged: pd.DataFrame
    problems: tuple[Problem, ...]


def map_grades(
    frame: pd.DataFrame, scale: Scale, mapping: GradeMap | None, look: GradeLook, file: str
) -> Placed:
    """Bring grades to a scale.

    Parameters
    ----------
    frame : DataFrame
        With ``grade`` and ``line``; rows without a grade stay as they are.
    scale : Scale
        The project's.
    mapping : GradeMap, optional
        Every grade of the file must be in it, but for −1, which stays what it says unless a part
        names it and nothing else.
    look : GradeLook
        What the file's grades look like, for messages.
    file : str
        Name for messages.
    """
    is_whole = frame["grade"].dtype == "int64"
    if mapping is None and is_whole and look.fits and POOLED_NOT_JUDGED not in look.counts:
        return Placed(frame, frame.iloc[:0], ())
    is_graded = frame["grade"].notna()
    is_bare = (frame["grade"] == POOLED_NOT_JUDGED).fillna(value=False).astype(bool)
    if mapping is not None and mapping.names(POOLED_NOT_JUDGED):
        is_bare &= False
    new = frame["grade"].astype("float64") if mapping is None else mapping.apply(frame["grade"])
    fits = new.between(0, scale.max_grade) & (new % 1 == 0)
    is_bad = is_graded & ~is_bare & ~fits
    bad = frame[is_bad]
    kept = frame.assign(grade=new)[(fits | ~is_graded) & ~is_bare]
    whole = "int64" if kept["grade"].notna().all() and frame["grade"].dtype != "Int64" else "Int64"
    values = bad["grade"].astype("float64")
    problems: list[Problem] = []
    for grade in sorted(set(values.tolist())):
        lines = bad.loc[values == grade, "line"]
        # An example once is enough.
        remedy = _remedy(scale, mapping, None if problems else look.examples)
        problems.append(Problem(file, int(lines.iloc[0]), _off_scale(grade, len(lines), remedy)))
    return Placed(kept.astype({"grade": whole}), frame[is_bare], tuple(problems))


def _off_scale(grade: float, times: int, remedy: str) -> str:
    counted = f"{times:,} time" + ("s" if times > 1 else "")
    return f"grade {grade_text(grade)} ({counted}) {remedy}"


def _remedy(scale: Scale, mapping: GradeMap | None, example: str | None) -> str:
    if mapping is not None:
        return f"is not brought to the project's scale {scale} by --map-grades"
    perhaps = f", perhaps --map-grades {example}" if example else ""
    return f"is not on the project's scale {scale}; say what it means with --map-grades{perhaps}"
