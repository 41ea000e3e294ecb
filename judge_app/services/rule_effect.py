"""What another label rule would do to the labels and to the order of the systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

import pandas as pd

from judge_app.domain.labels import parse_label_rule
from judge_app.domain.people import Actor, Permission
from judge_app.services.labelling import require_known
from judge_app.services.live import BoardState, load_state, standings
from judge_app.services.project import Project
from judge_app.services.state_difference import (
    COMPARED_MEASURES,
    MeasureEffect,
    RunEffect,
    StateDifference,
    difference_between,
)
from judge_app.services.states import find_state
from metrics import MeanDifference


@dataclass(frozen=True, slots=True)
class RankChange:
    """Two systems that change their order.

    Attributes
    ----------
    measure : str
        Full name of the measure by which they are ordered, under the new rule.
    run, other : str
        The one that gains on the other, and the other.
    verb : str
        ``passes``, ``draws level with`` or ``leaves behind`` (they were level).
    """

    measure: str
    run: str
    other: str
    verb: str

    def __str__(self) -> str:
        """Return the change as a sentence without its stop."""
        return f"{self.run} {self.verb} {self.other}"


@dataclass(frozen=True, slots=True)
class OrderChange:
    """Two systems about which something else is certain under either rule.

    Attributes
    ----------
    run, other : str
        Their names.
    before, after : MeanDifference
        Mean of `run` less that of `other` under either rule, with what is still open.
    """

    run: str
    other: str
    before: MeanDifference
    after: MeanDifference

    def __str__(self) -> str:
        """Return the change as a sentence without its stop."""
        return f"{self._said(self.before)} before, {self._said(self.after)} now"

    def _said(self, difference: MeanDifference) -> str:
        match difference.ahead:
            case "a":
                return f"{self.run} certainly ahead of {self.other}"
            case "b":
                return f"{self.other} certainly ahead of {self.run}"
            case _:
                return f"{self.run} against {self.other} open"


@dataclass(frozen=True, slots=True, eq=False)
class RuleEffect:
    """Labels and systems under the project's rule and under another one.

    Attributes
    ----------
    difference : StateDifference
        Both sides with their stamps, the pairs whose labels differ, and every run's figures. They
        are not subtracted (SCORING §2).
    moves : DataFrame
        ``before, after, n_pairs``: how many labels go from which grade to which; missing where
        there is none on that side.
    rank_changes : tuple of RankChange
        Every two systems that change their order, by measure.
    decided_by : str
        Full name of the measure of the order changes.
    order_changes : tuple of OrderChange
        Of systems that follow each other in either order, or change it: those that are decided
        under one rule and open under the other, or decided the other way round.
    """

    difference: StateDifference
    moves: pd.DataFrame
    rank_changes: tuple[RankChange, ...]
    decided_by: str
    order_changes: tuple[OrderChange, ...]


def effect_of_rule(
    project: Project,
    actor: Actor,
    rule: str,
    *,
    measures: str | Sequence[str] = COMPARED_MEASURES,
) -> RuleEffect:
    """Return what another label rule would change; nothing is changed by asking.

    Parameters
    ----------
    project, actor
        Where, and who.
    rule : str
        As `parse_label_rule` reads it.
    measures : str or sequence of str
        Names in ir_measures' grammar.

    Raises
    ------
    NotAllowedError, BadInputError, NotFoundError
        When the actor may not read scores, there is no such rule or measure, or the rule names
        somebody unknown.
    """
    actor.require(Permission.READ_SCORES)
    parsed = parse_label_rule(rule)
    require_known(project, parsed)
    before = find_state(project)
    after = replace(before, label_rule=str(parsed))
    difference = difference_between(project, before, after, measures=measures)
    rank_changes = tuple(
        change for effect in difference.effects for change in _rank_changes(effect)
    )
    boards = [load_state(project.store, one.label_rule) for one in (before, after)]
    return RuleEffect(
        difference,
        _moves(difference.pairs),
        rank_changes,
        str(boards[0].main_measure),
        tuple(_order_changes(boards[0], boards[1], rank_changes)),
    )


def _moves(pairs: pd.DataFrame) -> pd.DataFrame:
    moves = pairs.groupby(["before", "after"], dropna=False).size().reset_index(name="n_pairs")
    return moves.sort_values(
        ["n_pairs", "before", "after"], ascending=[False, True, True], ignore_index=True
    )


def _rank_changes(effect: MeasureEffect) -> Iterator[RankChange]:
    ranked = [one for one in effect.runs if one.rank_before and one.rank_after]
    for one, other in combinations(ranked, 2):
        before, after = _lead(one, other, "rank_before"), _lead(one, other, "rank_after")
        if before == after:
            continue
        gains, loses = (one, other) if after > before else (other, one)
        verb = "passes"
        if after == 0:
            verb = "draws level with"
        elif before == 0:
            verb = "leaves behind"
        yield RankChange(effect.after, gains.run, loses.run, verb)


def _lead(one: RunEffect, other: RunEffect, side: str) -> int:
    """Return 1 where the first is ahead, −1 where the other is, 0 where they are level."""
    ours, theirs = getattr(one, side), getattr(other, side)
    return int(ours < theirs) - int(ours > theirs)


def _order_changes(
    before: BoardState, after: BoardState, rank_changes: Sequence[RankChange]
) -> Iterator[OrderChange]:
    number = {run: place for place, run in enumerate(before.layout.runs)}
    beside = [pair for board in (after, before) for pair in pairwise(standings(board).order)]
    moved = [
        (change.run, change.other)
        for change in rank_changes
        if change.measure == str(after.main_measure)
    ]
    asked = {frozenset(pair): pair for pair in reversed([*beside, *moved])}
    for run, other in reversed(asked.values()):
        a, b = number[run], number[other]
        differences = before.difference(a, b), after.difference(a, b)
        if differences[0].ahead != differences[1].ahead:
            yield OrderChange(run, other, *differences)
