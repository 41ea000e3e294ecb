"""Who is working: people sign in by name and act in one role at a time."""

from __future__ import annotations

from judge_app.domain.errors import ConflictError, NotSignedInError
from judge_app.domain.people import Actor, PersonKind, Role, clean_name, parse_role
from judge_app.services.project import Project


def sign_in(project: Project, name: str, role: str) -> Actor:
    """Return the person of that name in that role, made known when new.

    Names are chosen freely: whoever reaches a server on the loopback address has the machine.

    Raises
    ------
    BadInputError
        When the name or the role cannot be used.
    ConflictError
        When the name belongs to a model.
    """
    chosen = parse_role(role)
    person = project.store.people.ensure(clean_name(name), PersonKind.HUMAN, chosen)
    if person.kind is PersonKind.MODEL:
        raise ConflictError(f"{person.name} is the name of a model", "Choose another name.")
    return Actor(person, frozenset({chosen}))


def actor_of(project: Project, person_id: int, role: Role) -> Actor:
    """Return who a signed token speaks for.

    Raises
    ------
    NotSignedInError
        When the person is gone or no longer holds the role.
    """
    person = project.store.people.numbered(person_id)
    if person is None or role not in person.roles:
        raise NotSignedInError("this sign-in is no longer valid", "Sign in again.")
    return Actor(person, frozenset({role}))
