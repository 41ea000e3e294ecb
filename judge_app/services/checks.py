"""How often people are checked, and what came of it."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from judge_app.domain.checks import MOST_CHECKED
from judge_app.domain.errors import BadInputError
from judge_app.domain.people import Actor, Permission
from judge_app.services.grade_habits import FAR
from judge_app.services.project import Project
from judge_app.store import Settings


def set_check_rates(
    project: Project, actor: Actor, *, gold_rate: float, repeat_rate: float, warm_up: bool
) -> None:
    """Say which share of the pairs handed out are checks, and whether people practise first.

    While checks are mixed in, annotators are not told what single grades did to the scores: a
    check does nothing to them, which would give it away.

    Parameters
    ----------
    project, actor
        Where, and who.
    gold_rate : float
        Share of pairs whose grade is fixed, from 0.
    repeat_rate : float
        Share of pairs that the person graded before, from 0; both together ``MOST_CHECKED`` at
        most.
    warm_up : bool
        Whether everybody first meets the warm-up pairs.

    Raises
    ------
    NotAllowedError, BadInputError
        When the actor is no lead, or a share is out of range.
    """
    actor.require(Permission.MANAGE_TEAM)
    settings = with_check_rates(project.settings, gold_rate, repeat_rate, warm_up=warm_up)
    project.store.settings.write(settings)


def with_check_rates(
    settings: Settings, gold_rate: float, repeat_rate: float, *, warm_up: bool
) -> Settings:
    """Return settings with other shares of checks.

    Raises
    ------
    BadInputError
        When a share is out of range.
    """
    # Written so that what is no number at all is refused too.
    if not (min(gold_rate, repeat_rate) >= 0 and gold_rate + repeat_rate <= MOST_CHECKED):
        raise BadInputError(
            f"{gold_rate:g} and {repeat_rate:g} cannot be the shares of checks",
            f"Use numbers from 0 that come to {MOST_CHECKED:g} at most.",
        )
    return replace(settings, gold_rate=gold_rate, repeat_rate=repeat_rate, warm_up=warm_up)


def check_results(project: Project) -> pd.DataFrame:
    """Return how people did in checks, by their first answer to each.

    Returns
    -------
    DataFrame
        ``person, purpose`` (training, gold or repeat), ``n, n_exact`` (the right grade, or of a
        repeat the same as before), ``mean_difference`` (of grades; above 0 is more generous than
        right, or than before), ``n_far`` (at least `FAR` grades off). By person and purpose.
    """
    answers = project.store.checks.answers()
    difference = answers["grade"].astype("int64") - answers["right_grade"].astype("int64")
    judged = answers[["person", "purpose"]].assign(
        difference=difference,
        exact=(difference == 0).astype("int64"),
        far=(difference.abs() >= FAR).astype("int64"),
    )
    return (
        judged.groupby(["person", "purpose"])
        .agg(
            n=("difference", "size"),
            n_exact=("exact", "sum"),
            mean_difference=("difference", "mean"),
            n_far=("far", "sum"),
        )
        .reset_index()
    )
