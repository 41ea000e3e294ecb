"""Two states of a project's labels: which pairs differ, and what every run scores in either.

Means under different labels stand side by side, with their intervals and ranks, and the two
rankings are correlated. They are not subtracted: values under different label sets are no values
of one measure (SCORING §2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from judge_app.domain.people import Actor, Permission
from judge_app.services.evaluation import ProjectEvaluation, evaluate_state
from judge_app.services.labelling import Stamp
from judge_app.services.project import Project
from judge_app.services.states import State, are_pair_texts_changed, find_state, labels_of
from metrics import Summary, kendall_tau, tau_ap

COMPARED_MEASURES = "nDCG@10, nDCG@3"
_KEYS = ["query_id", "doc_id"]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two states: what it is, and what its figures were computed from."""

    state: State
    stamp: Stamp


@dataclass(frozen=True, slots=True)
class RunEffect:
    """What one run scores in either state.

    Attributes
    ----------
    run : str
        Its name.
    before, after : Summary
        One measure over its queries, with the interval that unjudged documents leave open.
    rank_before, rank_after : int or None
        1 for the best mean; equal means share a rank. None where the mean is undefined.
    """

    run: str
    before: Summary
    after: Summary
    rank_before: int | None
    rank_after: int | None


@dataclass(frozen=True, slots=True)
class MeasureEffect:
    """What every run scores in either state by one measure.

    Attributes
    ----------
    before, after : str
        The measure's full name in either state.
    runs : tuple of RunEffect
        By rank in the second state.
    tau, tau_ap : float or None
        Kendall's τ and τ_AP of the second ranking of the runs against the first; None where
        undefined.
    """

    before: str
    after: str
    runs: tuple[RunEffect, ...]
    tau: float | None
    tau_ap: float | None


@dataclass(frozen=True, slots=True, eq=False)
class StateDifference:
    """Two states side by side.

    Attributes
    ----------
    before, after : Side
        The states.
    pairs : DataFrame
        ``change, query_id, doc_id, before, after`` of every pair whose label differs, in the
        order of the ids; ``change`` is added, changed or removed. Grades are Int64, missing
        where there is no label.
    effects : tuple of MeasureEffect
        One per measure.
    replaced_runs : tuple of str
        Runs that come from another file than when one of the states was released.
    changed_texts : tuple of str
        Those of the states that are releases with topics or documents, among their pairs, that
        read otherwise today.
    """

    before: Side
    after: Side
    pairs: pd.DataFrame
    effects: tuple[MeasureEffect, ...]
    replaced_runs: tuple[str, ...]
    changed_texts: tuple[str, ...]

    def count(self, change: str) -> int:
        """Return how many pairs were added, changed or removed."""
        return int((self.pairs["change"] == change).sum())


def compare_states(
    project: Project,
    actor: Actor,
    before: str,
    after: str,
    *,
    measures: str | Sequence[str] = COMPARED_MEASURES,
) -> StateDifference:
    """Compare two states.

    Parameters
    ----------
    project, actor
        Where, and who.
    before, after : str
        As `judge_app.services.states.find_state` takes them.
    measures : str or sequence of str
        Names in ir_measures' grammar.

    Raises
    ------
    NotAllowedError, NotFoundError, BadInputError, ConflictError
        When the actor may not read scores, a state is unknown or is not what it was, or a measure
        is none.
    """
    actor.require(Permission.READ_SCORES)
    states = (find_state(project, before), find_state(project, after))
    return difference_between(project, *states, measures=measures)


def difference_between(
    project: Project,
    before: State,
    after: State,
    *,
    measures: str | Sequence[str] = COMPARED_MEASURES,
) -> StateDifference:
    """Compare two states that have been found; raises as `compare_states` does."""
    states = (before, after)
    labels = tuple(labels_of(project, state) for state in states)
    scored = tuple(
        evaluate_state(project, state, labelled, measures=measures)
        for state, labelled in zip(states, labels, strict=True)
    )
    return StateDifference(
        Side(states[0], scored[0].stamp),
        Side(states[1], scored[1].stamp),
        changed_pairs(labels[0].frame, labels[1].frame),
        _effects(*scored),
        tuple(sorted({run for one in scored for run in one.replaced_runs})),
        tuple(dict.fromkeys(one.name for one in states if are_pair_texts_changed(project, one))),
    )


def changed_pairs(before: pd.DataFrame, after: pd.DataFrame) -> pd.DataFrame:
    """Return the pairs whose labels differ; see `StateDifference.pairs`.

    Parameters
    ----------
    before, after : DataFrame
        ``query_id, doc_id, grade``, one row per pair.
    """
    both = before.merge(after, on=_KEYS, how="outer", suffixes=("_before", "_after"))
    grades = both[["grade_before", "grade_after"]].astype("Int64")
    both["before"], both["after"] = grades["grade_before"], grades["grade_after"]
    both["change"] = "changed"
    both.loc[both["before"].isna(), "change"] = "added"
    both.loc[both["after"].isna(), "change"] = "removed"
    same = (both["before"] == both["after"]).fillna(value=False).astype(bool)
    differing = both.loc[~same, ["change", *_KEYS, "before", "after"]]
    return differing.sort_values(_KEYS, ignore_index=True)


def _effects(before: ProjectEvaluation, after: ProjectEvaluation) -> tuple[MeasureEffect, ...]:
    """Put the summaries of two evaluations of the same runs by the same measures side by side."""
    firsts, seconds = _by_measure(before), _by_measure(after)
    return tuple(
        _effect(*names, firsts[names[0]], seconds[names[1]])
        for names in zip(firsts, seconds, strict=True)
    )


def _by_measure(scored: ProjectEvaluation) -> dict[str, dict[str, Summary]]:
    found: dict[str, dict[str, Summary]] = {}
    for (run, measure), summary in scored.evaluation.summaries.items():
        found.setdefault(measure, {})[run] = summary
    return found


def _effect(
    before: str, after: str, firsts: dict[str, Summary], seconds: dict[str, Summary]
) -> MeasureEffect:
    ranks, later_ranks = _ranks(firsts), _ranks(seconds)
    runs = [
        RunEffect(run, firsts[run], seconds[run], ranks.get(run), later_ranks.get(run))
        for run in firsts
    ]
    means = [(firsts[run].mean, seconds[run].mean) for run in firsts]
    earlier = [first for first, second in means if first is not None and second is not None]
    later = [second for first, second in means if first is not None and second is not None]
    return MeasureEffect(
        before,
        after,
        tuple(sorted(runs, key=_by_later_rank)),
        kendall_tau(earlier, later),
        tau_ap(earlier, later),
    )


def _ranks(summaries: dict[str, Summary]) -> dict[str, int]:
    means = {run: one.mean for run, one in summaries.items() if one.mean is not None}
    return {run: 1 + sum(other > mean for other in means.values()) for run, mean in means.items()}


def _by_later_rank(effect: RunEffect) -> tuple[bool, int, str]:
    rank = effect.rank_after
    return rank is None, rank or 0, effect.run
