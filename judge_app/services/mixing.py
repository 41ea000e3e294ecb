"""Lay pairs before people to learn about them: practice, known grades, own pairs once more.

Practice is open and comes first. The other two are mixed in so that nobody can tell them: they
look like every other pair and stand among those of their own query where that is in sight, else
where one query ends and the next begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge_app.domain.checks import drawn, n_due
from judge_app.domain.model import KINDS_OF_CHECKS, JudgmentKind, PairKey
from judge_app.domain.people import Actor
from judge_app.services.project import Project
from judge_app.store import HandedCheck

HIDDEN = KINDS_OF_CHECKS - {JudgmentKind.TRAINING}


@dataclass(frozen=True, slots=True)
class DueChecks:
    """The checks that are due among a person's next pairs.

    Attributes
    ----------
    due : mapping of JudgmentKind to int
        How many of each kind; never more than there are candidates.
    candidates : mapping of JudgmentKind to sequence of (query_id, doc_id)
        The pairs to choose from, best first.
    waiting : frozenset of (query_id, doc_id)
        Pairs that were handed out before and not answered.
    """

    due: dict[JudgmentKind, int]
    candidates: dict[JudgmentKind, list[PairKey]]
    waiting: frozenset[PairKey]

    @property
    def n_due(self) -> int:
        """How many of the next pairs are checks."""
        return sum(self.due.values())

    def choose(self, queries: frozenset[str]) -> dict[PairKey, JudgmentKind]:
        """Return the checks: first what waits for an answer, then those of some queries."""

        def place(pair: PairKey) -> tuple[bool, bool]:
            return pair not in self.waiting, pair[0] not in queries

        chosen: dict[PairKey, JudgmentKind] = {}
        for kind, number in self.due.items():
            fitting = sorted(self.candidates[kind], key=place)
            chosen |= dict.fromkeys(fitting[:number], kind)
        return chosen


def practice(project: Project, actor: Actor, handed: Sequence[HandedCheck]) -> list[PairKey]:
    """Return the warm-up pairs that a person has still to judge, in an order of their own.

    Parameters
    ----------
    project, actor
        Where, and who.
    handed : sequence of HandedCheck
        What was handed to the person before.
    """
    if not project.settings.warm_up:
        return []
    done = {_key(check) for check in handed if check.is_answered}
    pairs = [pair for pair in _known(project, actor, is_warm_up=True) if pair not in done]
    return sorted(pairs, key=lambda pair: _drawn(project, actor, *pair))


def due_checks(
    project: Project,
    actor: Actor,
    handed: Sequence[HandedCheck],
    holding: Sequence[PairKey],
    places: range,
) -> DueChecks:
    """Decide how many of a person's next pairs are checks, and find some.

    Where one is due is drawn for the places in a person's queue, so that leaving and coming back
    changes nothing. A check that was handed out and not answered comes before new ones.

    Parameters
    ----------
    project, actor
        Where, and who.
    handed : sequence of HandedCheck
        What was handed to the person before.
    holding : sequence of (query_id, doc_id)
        What lies on the person's desk.
    places : range
        Places of the next pairs, counted from the person's first judgment.
    """
    settings = project.settings
    rates = {JudgmentKind.GOLD: settings.gold_rate, JudgmentKind.REPEAT: settings.repeat_rate}
    owner = settings.project_id, actor.person.person_id
    due = {
        kind: sum(n_due(place, rate, *owner, kind) for place in places)
        for kind, rate in rates.items()
    }
    find = {JudgmentKind.GOLD: _gold, JudgmentKind.REPEAT: _repeats}
    candidates = {
        kind: _in_order(project, actor, kind, handed, find[kind](project, actor), holding)
        if number
        else []
        for kind, number in due.items()
    }
    return DueChecks(
        {kind: min(number, len(candidates[kind])) for kind, number in due.items()},
        candidates,
        frozenset(_key(check) for check in handed if not check.is_answered),
    )


def mixed(
    pairs: Sequence[PairKey], checks: Sequence[PairKey], lots: Sequence[float]
) -> list[PairKey]:
    """Return pairs with checks among them, each beside others of its query if there are any.

    Parameters
    ----------
    pairs : sequence of (query_id, doc_id)
        Those of a query stand together.
    checks : sequence of (query_id, doc_id)
        What is mixed in.
    lots : sequence of float
        For each check a number from 0 to below 1, which tells its place among the possible ones.
    """
    mixture = list(pairs)
    for check, lot in zip(checks, lots, strict=True):
        own = [n for n, pair in enumerate(mixture) if pair[0] == check[0]]
        breaks = [n for n in range(1, len(mixture)) if mixture[n - 1][0] != mixture[n][0]]
        places = [*own, own[-1] + 1] if own else [*breaks, len(mixture)]
        mixture.insert(places[int(lot * len(places))], check)
    return mixture


def lots_of(project: Project, actor: Actor, pairs: Sequence[PairKey]) -> list[float]:
    """Return a number from 0 to below 1 for each pair, always the same for the same person."""
    return [_drawn(project, actor, "place", *pair) for pair in pairs]


def _in_order(
    project: Project,
    actor: Actor,
    kind: JudgmentKind,
    handed: Sequence[HandedCheck],
    new: Sequence[PairKey],
    holding: Sequence[PairKey],
) -> list[PairKey]:
    """Return what can be handed out now: what waits for an answer, then what is new."""
    met = {_key(check) for check in handed}
    waiting = [_key(check) for check in handed if check.purpose is kind and not check.is_answered]
    known = set(new) | met if kind is JudgmentKind.REPEAT else set(new)
    fresh = sorted(
        (pair for pair in new if pair not in met), key=lambda pair: _drawn(project, actor, *pair)
    )
    held = set(holding)
    return [pair for pair in (*waiting, *fresh) if pair in known and pair not in held]


def _gold(project: Project, actor: Actor) -> list[PairKey]:
    return _known(project, actor, is_warm_up=False)


def _repeats(project: Project, actor: Actor) -> list[PairKey]:
    return project.store.checks.repeatable(actor.person.person_id, project.clock())


def _known(project: Project, actor: Actor, *, is_warm_up: bool) -> list[PairKey]:
    """Return pairs with a known grade that a person neither fixed nor graded for a label."""
    pairs = [
        (gold.query_id, gold.doc_id)
        for gold in project.store.checks.gold()
        if gold.is_warm_up is is_warm_up and gold.set_by != actor.person.name
    ]
    said = project.store.judgments.latest_of_pairs(actor.person.person_id, pairs) if pairs else {}
    return [pair for pair in pairs if pair not in said or said[pair].kind in KINDS_OF_CHECKS]


def _key(check: HandedCheck) -> PairKey:
    return check.query_id, check.doc_id


def _drawn(project: Project, actor: Actor, *parts: object) -> float:
    return drawn(project.settings.project_id, actor.person.person_id, *parts)
