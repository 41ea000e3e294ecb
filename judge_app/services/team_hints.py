"""What in a person's work a lead may want to look at: numbers beside a rule, never a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from judge_app.domain.scale import Scale
from judge_app.services.grade_habits import FAR, Beside, GradeHabits
from judge_app.services.team_person import Checked, PersonReport
from judge_app.services.work_pace import FAST_SECONDS
from metrics import holm

FAST_AT_LEAST, FAST_SHARE = 20, 0.1
HABIT_PAIRS, HABIT_DIFFERENCE, HABIT_LEVEL = 30, 0.1, 0.01
FAR_COMPARISONS, FAR_SHARE = 30, 0.2
CHECKS_AT_LEAST, CHECK_EXACT = 10, 0.5
CANNOT_AT_LEAST, CANNOT_SHARE = 30, 0.2
SAME_AT_LEAST, SAME_SHARE, SAME_OTHERS = 50, 0.95, 0.8


@dataclass(frozen=True, slots=True)
class Hint:
    """Something that a lead may want to look at.

    Attributes
    ----------
    person : str
        Whose work.
    said : str
        What was counted, with its numbers, as the end of a sentence that begins with the name.
    rule : str
        From which threshold on it is said.
    """

    person: str
    said: str
    rule: str


def team_hints(people: Iterable[PersonReport], scale: Scale) -> tuple[Hint, ...]:
    """Return everything that passes a threshold, person by person.

    Differences from others that chance may have made are not said: the p-values of all people and
    grades are corrected together (Holm).
    """
    people = tuple(people)
    keys = [(person.name, grade) for person in people for grade in _tested(person.habits)]
    by_key = {person.name: person.habits for person in people}
    corrected = holm([by_key[name].chance[grade] for name, grade in keys])
    chance = {key: p for key, p in zip(keys, corrected, strict=True) if p is not None}
    hints: list[Hint] = []
    for person in people:
        rules = (
            _fast(person),
            *_habit(person, scale, chance),
            _far(person),
            _same(person, scale),
            _checked(person.gold, "pairs whose grade is known", "grades the lead has fixed"),
            _checked(person.repeats, "own pairs shown again", "own earlier grades"),
            _cannot(person),
        )
        hints += [Hint(person.name, *said) for said in rules if said is not None]
    return tuple(hints)


def _tested(habits: GradeHabits) -> range:
    return range(len(habits.chance) if habits.on_pairs.n >= HABIT_PAIRS else 0)


def _fast(person: PersonReport) -> tuple[str, str] | None:
    pace = person.pace
    if pace.n_fast < FAST_AT_LEAST or pace.n_fast < FAST_SHARE * pace.n_timed:
        return None
    return (
        (
            f"judged {pace.n_fast:,} of {pace.n_timed:,} timed pairs in under {FAST_SECONDS:g} s; "
            f"the median of these is {pace.fast_median:.1f} s"
        ),
        f"said from {FAST_AT_LEAST} such pairs and {FAST_SHARE:.0%} of the timed ones on",
    )


def _habit(
    person: PersonReport, scale: Scale, chance: Mapping[tuple[str, int], float]
) -> Iterator[tuple[str, str]]:
    beside = person.habits.on_pairs
    for grade in _tested(person.habits):
        own, others, p = beside.own[grade], beside.others[grade], chance[person.name, grade]
        if abs(own - others) >= HABIT_DIFFERENCE and p < HABIT_LEVEL:
            yield (
                (
                    f"gives {_named(grade, scale)} to {own:.0%} of the pairs, others to "
                    f"{others:.0%} of the same ones, n = {beside.n:,}, p = {p:.2g}"
                ),
                (
                    f"said from {HABIT_PAIRS} shared pairs and {HABIT_DIFFERENCE * 100:.0f} points "
                    f"on, if p < {HABIT_LEVEL:g} after correction for all people and grades (Holm)"
                ),
            )


def _far(person: PersonReport) -> tuple[str, str] | None:
    n, n_far = person.habits.kappa.n_pairs, person.habits.n_far
    if n < FAR_COMPARISONS or n_far < FAR_SHARE * n:
        return None
    return (
        (
            f"is {FAR} grades or more away from others in {n_far:,} of {n:,} comparisons "
            f"({n_far / n:.0%})"
        ),
        f"said from {FAR_COMPARISONS} comparisons and {FAR_SHARE:.0%} on",
    )


def _same(person: PersonReport, scale: Scale) -> tuple[str, str] | None:
    beside: Beside = person.habits.on_queries
    if beside.n < SAME_AT_LEAST:
        return None
    grade = max(range(len(beside.own)), key=beside.own.__getitem__)
    own, others = beside.own[grade], beside.others[grade]
    if own < SAME_SHARE or others > SAME_OTHERS:
        return None
    return (
        (
            f"gives {_named(grade, scale)} to {own:.0%} of {beside.n:,} pairs; on the same queries "
            f"others give it to {others:.0%}, of other pairs too"
        ),
        (
            f"said from {SAME_AT_LEAST} pairs and {SAME_SHARE:.0%} on, if others stay at or below "
            f"{SAME_OTHERS:.0%}"
        ),
    )


def _checked(checked: Checked | None, what: str, against: str) -> tuple[str, str] | None:
    if checked is None or checked.n < CHECKS_AT_LEAST or checked.n_exact >= CHECK_EXACT * checked.n:
        return None
    return (
        (
            f"agrees on {checked.n_exact:,} of {checked.n:,} {what} exactly; "
            f"{checked.n_far:,} are {FAR} grades or more away, against {against}"
        ),
        f"said from {CHECKS_AT_LEAST} such pairs on, if less than {CHECK_EXACT:.0%} are exact",
    )


def _cannot(person: PersonReport) -> tuple[str, str] | None:
    n, n_cannot = person.n_judged, person.n_cannot_judge
    if n < CANNOT_AT_LEAST or n_cannot < CANNOT_SHARE * n:
        return None
    return (
        f"could not judge {n_cannot:,} of {n:,} pairs ({n_cannot / n:.0%})",
        f"said from {CANNOT_AT_LEAST} pairs and {CANNOT_SHARE:.0%} on",
    )


def _named(grade: int, scale: Scale) -> str:
    return f"{grade} ({scale.meanings[grade].label})"
