"""Turn the grades of other scales into the project's own, only as asked."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from judge_app.domain.errors import BadInputError, Problem
from judge_app.domain.scale import Scale

POOLED_NOT_JUDGED = -1
"""Grade by which trec_eval's qrels say that a pair was pooled and nobody judged it."""


def parse_grade_map(text: str) -> dict[int, int]:
    """Read ``1=3,2=2,3=1,4=0`` into a mapping of old grade to new.

    Raises
    ------
    BadInputError
        When the text is not of that form or names an old grade twice.
    """
    mapping: dict[int, int] = {}
    for part in text.split(","):
        old, equals, new = part.partition("=")
        try:
            key, value = int(old), int(new)
        except ValueError:
            equals = ""
        if not equals or key in mapping:
            raise BadInputError(
                f"{part.strip()!r} does not say which grade becomes which",
                "Write every old grade once, e.g. --map-grades 1=3,2=2,3=1,4=0.",
            )
        mapping[key] = value
    return mapping


def map_grades(
    frame: pd.DataFrame, scale: Scale, mapping: Mapping[int, int] | None, file: str
) -> tuple[pd.DataFrame, pd.DataFrame, tuple[Problem, ...]]:
    """Bring grades to a scale.

    Parameters
    ----------
    frame : DataFrame
        With ``grade`` and ``line``; rows without a grade (somebody could not judge) stay as they
        are.
    scale : Scale
        The project's.
    mapping : mapping, optional
        Old grade to new; every grade of the file must be in it, but for −1.
    file : str
        Name for messages.

    Returns
    -------
    labels : DataFrame
        Rows with a grade on the scale, or with none.
    not_judged : DataFrame
        Rows that only say that the pair was pooled (−1).
    problems : tuple of Problem
        One per grade that has no place on the scale.
    """
    ungraded = frame[frame["grade"].isna()]
    frame = frame.drop(ungraded.index)
    grades = frame["grade"]
    if mapping is not None:
        listed = grades.isin(list(mapping))
        not_judged = frame[(grades == POOLED_NOT_JUDGED) & ~listed]
        frame = frame.drop(not_judged.index)
        mapped = frame["grade"].map(lambda grade: mapping.get(grade, scale.max_grade + 1))
        good = mapped.between(0, scale.max_grade)
        labels = frame.assign(grade=mapped)[good]
    else:
        not_judged = frame[grades == POOLED_NOT_JUDGED]
        frame = frame.drop(not_judged.index)
        good = frame["grade"].between(0, scale.max_grade)
        labels = frame[good]
    bad = frame[~good]
    every = None if mapping is not None else sorted({int(grade) for grade in frame["grade"]})
    problems = tuple(
        _problem(int(grade), bad[bad["grade"] == grade], scale, file, every)
        for grade in sorted(bad["grade"].unique())
    )
    return pd.concat([labels, ungraded]).sort_index(), not_judged, problems


def _problem(
    grade: int, rows: pd.DataFrame, scale: Scale, file: str, every: list[int] | None
) -> Problem:
    times = f"{len(rows):,} time" + ("s" if len(rows) > 1 else "")
    if every is None:
        missing = f"--map-grades does not bring it to the scale {scale}"
    else:
        example = ",".join(f"{old}={max(0, min(old, scale.max_grade))}" for old in every)
        missing = (
            f"the project's scale is {scale}; say what every grade means with --map-grades, "
            f"e.g. --map-grades {example}"
        )
    return Problem(file, int(rows["line"].iloc[0]), f"grade {grade} ({times}): {missing}")
