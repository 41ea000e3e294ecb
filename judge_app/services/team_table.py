"""Everybody's figures as one table, for the screen, for files and for the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from judge_app.services.team_person import Checked, PersonReport


def people_table(people: Sequence[PersonReport], shown: Mapping[str, str]) -> pd.DataFrame:
    """Return one row per person.

    Parameters
    ----------
    people : sequence of PersonReport
        In their order.
    shown : mapping of str to str
        What stands for each name.

    Returns
    -------
    DataFrame
        ``person, today, judged, median_seconds, pairs_per_hour, fast, shared, mean_difference,
        kappa, comparisons, far, gold, repeats, cannot_judge, later``. The last two are per cent of
        the judged pairs, ``gold`` and ``repeats`` "exact of all"; what is undefined is missing.
    """
    return pd.DataFrame(
        {
            "person": [shown[one.name] for one in people],
            "today": [one.today for one in people],
            "judged": [one.n_judged for one in people],
            "median_seconds": _numbers([one.pace.median_seconds for one in people]),
            "pairs_per_hour": _numbers([one.pace.pairs_per_hour for one in people]),
            "fast": [one.pace.n_fast for one in people],
            "shared": [one.habits.on_pairs.n for one in people],
            "mean_difference": _numbers([one.habits.mean_difference for one in people]),
            "kappa": _numbers([one.habits.kappa.value for one in people]),
            "comparisons": [one.habits.kappa.n_pairs for one in people],
            "far": [one.habits.n_far for one in people],
            "gold": [_exact(one.gold) for one in people],
            "repeats": [_exact(one.repeats) for one in people],
            "cannot_judge": _numbers([_percent(one.n_cannot_judge, one) for one in people]),
            "later": _numbers([_percent(one.n_later, one) for one in people]),
        }
    )


def _numbers(values: Sequence[float | None]) -> pd.Series[float]:
    return pd.Series(list(values), dtype="Float64")


def _exact(checked: Checked | None) -> str | None:
    return None if checked is None or not checked.n else f"{checked.n_exact} of {checked.n}"


def _percent(n: int, person: PersonReport) -> float | None:
    return 100 * n / person.n_judged if person.n_judged else None
