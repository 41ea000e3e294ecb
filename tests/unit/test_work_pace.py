"""Pace and days of a person's work, from hand-made rows of the log."""

from datetime import date, datetime, timedelta

import pandas as pd

from judge_app.services.work_pace import judged_by_day, work_pace

START = datetime(2026, 3, 1, 23, 0)  # noqa: DTZ001 - as the log keeps it


def work(*rows):
    """Rows of (minutes after the start, seconds, verdict, kind)."""
    return pd.DataFrame(
        [
            {
                "person": "Ada",
                "query_id": "q1",
                "doc_id": f"d{n}",
                "verdict": verdict,
                "kind": kind,
                "said_at": START + timedelta(minutes=minutes),
                "seconds": seconds,
            }
            for n, (minutes, seconds, verdict, kind) in enumerate(rows)
        ]
    )


def said(minutes, seconds, verdict="graded", kind="ordinary"):
    return minutes, seconds, verdict, kind


def test_the_median_leaves_pauses_and_untimed_judgments_out():
    pace = work_pace(
        work(said(0, 10), said(1, 20), said(2, 400), said(3, float("nan")), said(4, 1.5))
    )
    assert (pace.n_timed, pace.median_seconds) == (3, 10)
    assert (pace.n_fast, pace.fast_median) == (1, 1.5)


def test_pairs_an_hour_are_of_work_without_the_breaks():
    # gaps of 1, 2, 60 (a break) and 3 minutes: three pairs in six minutes
    pace = work_pace(work(*[said(minutes, 30) for minutes in (0, 1, 3, 63, 66)]))
    assert pace.pairs_per_hour == 30


def test_what_was_imported_or_put_off_has_no_pace():
    pace = work_pace(work(said(0, 9, kind="imported"), said(1, 9, verdict="skipped")))
    assert pace.n_timed == 0
    assert pace.median_seconds is None
    assert pace.pairs_per_hour is None
    assert pace.fast_median is None


def test_days_begin_at_the_readers_midnight():
    rows = work(said(0, 9), said(90, 9), said(100, 9, verdict="cannot_judge"))
    assert judged_by_day(rows) == {date(2026, 3, 1): 1, date(2026, 3, 2): 2}
    assert judged_by_day(rows, east_minutes=60) == {date(2026, 3, 2): 3}


def test_a_changed_grade_counts_once_a_day():
    rows = work(said(0, 9), said(1, 9)).assign(doc_id="d1")
    assert judged_by_day(rows) == {date(2026, 3, 1): 1}
