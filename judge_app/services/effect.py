"""What a grade did to the scores, told without telling which system found the document."""

from __future__ import annotations

import random
from dataclasses import dataclass
from string import ascii_uppercase

from judge_app.services.live import AllSystems
from judge_app.services.project import Project


@dataclass(frozen=True, slots=True)
class Effect:
    """The mean over all systems on one query, before and after; None where undefined."""

    query_id: str
    measure: str
    before: AllSystems
    after: AllSystems


@dataclass(frozen=True, slots=True)
class UnnamedSystem:
    """One system on one query, under a letter; None where undefined."""

    letter: str
    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class FinishedQuery:
    """All systems on a query whose pool is judged, unnamed and shuffled.

    ``coverage`` is the judged share of the documents that the measure looks at.
    """

    query_id: str
    query: str
    measure: str
    coverage: float | None
    systems: tuple[UnnamedSystem, ...]


def effect_between(
    project: Project, query_id: str, before: AllSystems, after: AllSystems
) -> Effect:
    """Return what happened to the mean over all systems on a query."""
    return Effect(query_id, str(project.board.effect_measure), before, after)


def finished_query(project: Project, query_id: str, person_id: int) -> FinishedQuery:
    """Return the systems one by one, in an order of this person and query alone.

    The same person sees the same order again; no two queries share one, so that letters cannot
    be followed from query to query.
    """
    scores = list(project.board.systems_on(query_id, project.board.effect_measure))
    seed = f"{project.settings.project_id}:{person_id}:{query_id}"
    random.Random(seed).shuffle(scores)  # noqa: S311 - an order, not a secret
    query = project.store.collection.query(query_id)
    return FinishedQuery(
        query_id,
        query.text if query else query_id,
        str(project.board.effect_measure),
        project.board.all_systems(query_id).judged,
        tuple(
            UnnamedSystem(letter(number), s.value, s.low, s.high) for number, s in enumerate(scores)
        ),
    )


def letter(number: int) -> str:
    """Return the letter that stands for the system or person of a number, counted from 0."""
    around, place = divmod(number, len(ascii_uppercase))
    return ascii_uppercase[place] + (str(around + 1) if around else "")
