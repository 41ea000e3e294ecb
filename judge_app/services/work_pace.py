"""How fast a person works, and on which days, told from the log."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta

import pandas as pd

from judge_app.domain.model import JUDGED, JudgmentKind
from judge_app.services.day import IDLE_SECONDS

FAST_SECONDS = 2.0
"""Few documents can be judged in less."""


@dataclass(frozen=True, slots=True)
class WorkPace:
    """A person's pace.

    Attributes
    ----------
    n_timed : int
        Judgments timed by the person's own clock; readings longer than `IDLE_SECONDS` are pauses
        and are left out.
    median_seconds : float or None
        Of these; None without any.
    pairs_per_hour : float or None
        Judgments in an hour of work: the time between one judgment and the next counts as work
        unless it is longer than `IDLE_SECONDS`. None where no two follow each other.
    n_fast : int
        Timed judgments that took less than `FAST_SECONDS`.
    fast_median : float or None
        Median seconds of these.
    """

    n_timed: int
    median_seconds: float | None
    pairs_per_hour: float | None
    n_fast: int
    fast_median: float | None


def work_pace(work: pd.DataFrame) -> WorkPace:
    """Return the pace of one person.

    Parameters
    ----------
    work : DataFrame
        The person's rows of `TeamLog.work`.
    """
    own = _graded_here(work)
    seconds = own["seconds"]
    timed = seconds[(seconds > 0) & (seconds <= IDLE_SECONDS)]
    fast = timed[timed < FAST_SECONDS]
    gaps = own["said_at"].sort_values().diff().dt.total_seconds()
    working = gaps[(gaps > 0) & (gaps <= IDLE_SECONDS)]
    return WorkPace(
        n_timed=len(timed),
        median_seconds=float(timed.median()) if len(timed) else None,
        pairs_per_hour=3600 / float(working.mean()) if len(working) else None,
        n_fast=len(fast),
        fast_median=float(fast.median()) if len(fast) else None,
    )


def judged_by_day(work: pd.DataFrame, *, east_minutes: int = 0) -> dict[date, int]:
    """Return how many different pairs were judged on each day, oldest first.

    Parameters
    ----------
    work : DataFrame
        Rows of `TeamLog.work`; imported ones tell nothing of days and are left out.
    east_minutes : int
        By how many minutes the reader's clock is ahead of UTC.
    """
    own = _graded_here(work)
    days = (own["said_at"] + timedelta(minutes=east_minutes)).dt.date
    pairs = own[["person", "query_id", "doc_id"]].assign(day=days).drop_duplicates()
    return dict(sorted(Counter(pairs["day"].tolist()).items()))


def _graded_here(work: pd.DataFrame) -> pd.DataFrame:
    is_own = work["kind"] == JudgmentKind.ORDINARY.value
    return work[is_own & work["verdict"].isin(JUDGED)]
