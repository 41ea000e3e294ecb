"""The people and models whose judgments the project holds."""

from __future__ import annotations

from judge_app.domain.people import Person, PersonKind, Role
from judge_app.store.database import Database, first_number, first_row


class PersonTable:
    """Reads and writes persons."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[Person, ...]:
        """Return everybody, oldest first."""
        rows = self._database.cursor().execute(
            "SELECT person_id, name, kind, roles FROM person ORDER BY person_id"
        )
        return tuple(_person(*row) for row in rows.fetchall())

    def named(self, name: str) -> Person | None:
        """Return the person of that name."""
        row = first_row(
            self._database.cursor().execute(
                "SELECT person_id, name, kind, roles FROM person WHERE name = ?", [name]
            )
        )
        return None if row is None else _person(*row)

    def numbered(self, person_id: int) -> Person | None:
        """Return the person of that number."""
        row = first_row(
            self._database.cursor().execute(
                "SELECT person_id, name, kind, roles FROM person WHERE person_id = ?", [person_id]
            )
        )
        return None if row is None else _person(*row)

    def ensure(self, name: str, kind: PersonKind, role: Role | None) -> Person:
        """Return the person of that name, made when new, with the role added when missing."""
        with self._database.transaction() as cursor:
            known = self.named(name)
            if known is None:
                roles = frozenset({role} if role else ())
                added = cursor.execute(
                    "INSERT INTO person SELECT coalesce(max(person_id), -1) + 1, ?, ?, ? "
                    "FROM person RETURNING person_id",
                    [name, kind, _roles_text(roles)],
                )
                return Person(first_number(added), name, kind, roles)
            if role is None or role in known.roles:
                return known
            roles = known.roles | {role}
            cursor.execute(
                "UPDATE person SET roles = ? WHERE person_id = ?",
                [_roles_text(roles), known.person_id],
            )
            return Person(known.person_id, known.name, known.kind, roles)


def _person(person_id: int, name: str, kind: str, roles: str) -> Person:
    return Person(
        person_id, name, PersonKind(kind), frozenset(Role(role) for role in roles.split())
    )


def _roles_text(roles: frozenset[Role]) -> str:
    return " ".join(sorted(roles))
