"""Give queries to certain people only; all others are everybody's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge_app.domain.errors import NotFoundError
from judge_app.domain.people import Actor, Permission, clean_name
from judge_app.services.project import Project


@dataclass(frozen=True, slots=True)
class Group:
    """Some people under one name."""

    name: str
    persons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Assignment:
    """A query and the persons and groups that alone are given it, by name."""

    query_id: str
    persons: tuple[str, ...]
    groups: tuple[str, ...]


def set_group(project: Project, actor: Actor, name: str, person_names: Sequence[str]) -> None:
    """Make or change a group; without anybody in it, it ends, and so do its assignments.

    Raises
    ------
    NotAllowedError, BadInputError, NotFoundError
        When the actor is no lead, this is no name, or nobody is called so.
    """
    actor.require(Permission.MANAGE_TEAM)
    project.store.team.set_group(clean_name(name), _person_ids(project, person_names))


def groups(project: Project) -> tuple[Group, ...]:
    """Return the groups, by name."""
    members: dict[str, list[str]] = {}
    for name, person in project.store.team.groups():
        members.setdefault(name, []).append(person)
    return tuple(Group(name, tuple(persons)) for name, persons in members.items())


def assign(
    project: Project,
    actor: Actor,
    query_ids: Sequence[str],
    *,
    persons: Sequence[str] = (),
    groups: Sequence[str] = (),
) -> None:
    """Give queries to these persons and groups alone, whoever had them before.

    Claims that others hold already run out by themselves. Without persons and groups the queries
    are everybody's again.

    Raises
    ------
    NotAllowedError, NotFoundError
        When the actor is no lead, or there is no such query, person or group.
    """
    actor.require(Permission.MANAGE_TEAM)
    for query_id in query_ids:
        if project.store.collection.query(query_id) is None:
            raise NotFoundError(f"there is no query {query_id!r}")
    known = {name for name, _ in project.store.team.groups()}
    for name in groups:
        if name not in known:
            raise NotFoundError(
                f"there is no group {name!r}",
                f"Known groups: {', '.join(sorted(known)) or 'none'}.",
            )
    project.store.team.assign(query_ids, _person_ids(project, persons), groups)


def assignments(project: Project) -> tuple[Assignment, ...]:
    """Return the queries that are assigned, in the project's order."""
    given: dict[str, tuple[list[str], list[str]]] = {}
    for query_id, person, group in project.store.team.assignments():
        persons, named = given.setdefault(query_id, ([], []))
        if person is not None:
            persons.append(person)
        if group is not None:
            named.append(group)
    return tuple(
        Assignment(query_id, tuple(persons), tuple(named))
        for query_id, (persons, named) in given.items()
    )


def _person_ids(project: Project, names: Sequence[str]) -> list[int]:
    numbers = []
    for name in dict.fromkeys(names):
        person = project.store.people.named(name)
        if person is None:
            known = ", ".join(one.name for one in project.store.people.all())
            raise NotFoundError(f"nobody is called {name!r} here", f"Known: {known or 'nobody'}.")
        numbers.append(person.person_id)
    return numbers
