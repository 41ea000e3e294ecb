"""Queries that are given to fewer people than judgments are wanted of their pairs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from judge_app.domain.people import Actor, Permission
from judge_app.services.assignment import assignments, groups
from judge_app.services.project import Project


@dataclass(frozen=True, slots=True)
class ShortHanded:
    """Some queries whose people are too few.

    Attributes
    ----------
    wanted : int
        Judgments, by different people, of a pair of theirs.
    n_people : int
        Persons that each of these queries is given to, by name or in a group.
    n_queries : int
        How many queries these are.
    """

    wanted: int
    n_people: int
    n_queries: int


def short_handed(project: Project, actor: Actor) -> tuple[ShortHanded, ...]:
    """Return where judgments are wanted that nobody will be asked for, fewest people first.

    Only pairs count that still want a judgment and can be shown.

    Raises
    ------
    NotAllowedError
        When the actor may not manage the team.
    """
    actor.require(Permission.MANAGE_TEAM)
    given = assignments(project)
    if not given:
        return ()
    queries = project.store.team_log.by_query(project.settings.wanted_judgments)
    wanted = dict(zip(queries["query_id"], queries["most_wanted"].tolist(), strict=True))
    members = {group.name: group.persons for group in groups(project)}
    short: Counter[tuple[int, int]] = Counter()
    for one in given:
        people = {*one.persons, *(name for group in one.groups for name in members[group])}
        most = wanted.get(one.query_id, 0)
        if most > len(people):
            short[len(people), most] += 1
    return tuple(
        ShortHanded(most, n_people, n_queries)
        for (n_people, most), n_queries in sorted(short.items())
    )
