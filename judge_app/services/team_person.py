"""One person's part in the work, as the lead's report tells it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import pandas as pd

from judge_app.domain.model import JudgmentKind, Verdict
from judge_app.domain.people import PersonKind
from judge_app.services.grade_habits import Beside, GradeHabits
from judge_app.services.work_pace import WorkPace, judged_by_day, work_pace
from metrics import Agreement


@dataclass(frozen=True, slots=True)
class Checked:
    """A person beside grades that are known.

    Attributes
    ----------
    n : int
        Pairs that were answered.
    n_exact : int
        Of these, with the very grade.
    mean_difference : float or None
        Mean of the person's grade less the known one; None for no pair.
    n_far : int
        Pairs at least `FAR` grades away.
    """

    n: int
    n_exact: int
    mean_difference: float | None
    n_far: int


@dataclass(frozen=True, slots=True)
class PersonReport:
    """One person's, or model's, part in the work.

    Attributes
    ----------
    name : str
        Whose.
    kind : PersonKind
        Human or model.
    n_judged : int
        Pairs on which the person's current word is a grade or "cannot judge".
    n_cannot_judge : int
        Of these, the latter.
    n_later : int
        How often a pair was put off; the same pair again counts again.
    by_day : dict of date to int
        Pairs judged here on each day.
    today : int
        On the reader's day.
    pace : WorkPace
        How fast.
    habits : GradeHabits
        The grades beside those of the other people (of a model: of all people).
    practice, gold, repeats : Checked or None
        Beside the lead's grades, in the warm-up and unseen, and beside the person's own earlier
        ones; None where nothing was checked.
    """

    name: str
    kind: PersonKind
    n_judged: int
    n_cannot_judge: int
    n_later: int
    by_day: dict[date, int]
    today: int
    pace: WorkPace
    habits: GradeHabits
    practice: Checked | None
    gold: Checked | None
    repeats: Checked | None


def person_report(
    name: str,
    work: pd.DataFrame,
    habits: GradeHabits | None,
    checks: dict[str, Checked],
    *,
    n_labels: int,
    today: date,
    east_minutes: int,
) -> PersonReport:
    """Return one person's report.

    Parameters
    ----------
    name : str
        Whose.
    work : DataFrame
        The person's rows of `TeamLog.work`; not empty.
    habits : GradeHabits or None
        None for somebody without a grade.
    checks : dict
        By purpose, as the checks name it.
    n_labels : int
        Grades of the scale.
    today : date
        The reader's.
    east_minutes : int
        By how many minutes the reader's clock is ahead of UTC.
    """
    now = work[work["is_current"]]["verdict"]
    n_cannot = int((now == Verdict.CANNOT_JUDGE.value).sum())
    by_day = judged_by_day(work, east_minutes=east_minutes)
    return PersonReport(
        name=name,
        kind=PersonKind(work["person_kind"].iloc[0]),
        n_judged=int((now == Verdict.GRADED.value).sum()) + n_cannot,
        n_cannot_judge=n_cannot,
        n_later=int((work["verdict"] == Verdict.SKIPPED.value).sum()),
        by_day=by_day,
        today=by_day.get(today, 0),
        pace=work_pace(work),
        habits=habits or _no_habits(n_labels),
        practice=checks.get(JudgmentKind.TRAINING.value),
        gold=checks.get(JudgmentKind.GOLD.value),
        repeats=checks.get(JudgmentKind.REPEAT.value),
    )


def _no_habits(n_labels: int) -> GradeHabits:
    nothing = Beside(0, (), ())
    why = Agreement(None, 0, "Nothing was graded.")
    return GradeHabits((0,) * n_labels, nothing, nothing, (), None, why, 0)
