"""Who is given which queries, and the groups that people are in."""

from __future__ import annotations

from collections.abc import Sequence

from judge_app.store.database import Database


class TeamTables:
    """Reads and writes groups and assignments."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def set_group(self, name: str, person_ids: Sequence[int]) -> None:
        """Make, change, or with nobody in it end a group."""
        with self._database.transaction() as cursor:
            cursor.execute("DELETE FROM person_group WHERE name = ?", [name])
            cursor.execute(
                "INSERT INTO person_group SELECT ?, unnest(?::INTEGER[])", [name, list(person_ids)]
            )
            if not person_ids:
                cursor.execute("DELETE FROM assignment WHERE group_name = ?", [name])

    def groups(self) -> list[tuple[str, str]]:
        """Return every group with each of its members, by name."""
        rows = self._database.cursor().execute(
            "SELECT person_group.name, person.name FROM person_group JOIN person USING (person_id) "
            "ORDER BY person_group.name, person.name"
        )
        return rows.fetchall()

    def assign(
        self, query_ids: Sequence[str], person_ids: Sequence[int], groups: Sequence[str]
    ) -> None:
        """Say who alone is given some queries; nobody means everybody."""
        queries = list(query_ids)
        with self._database.transaction() as cursor:
            cursor.execute(
                "DELETE FROM assignment WHERE query_id IN (SELECT unnest(?::VARCHAR[]))", [queries]
            )
            for person_id in person_ids:
                cursor.execute(
                    "INSERT INTO assignment SELECT unnest(?::VARCHAR[]), ?, NULL",
                    [queries, person_id],
                )
            for group in groups:
                cursor.execute(
                    "INSERT INTO assignment SELECT unnest(?::VARCHAR[]), NULL, ?", [queries, group]
                )

    def assignments(self) -> list[tuple[str, str | None, str | None]]:
        """Return ``query_id, person, group``, one of the latter, by query."""
        rows = self._database.cursor().execute(
            "SELECT assignment.query_id, person.name, assignment.group_name "
            "FROM assignment LEFT JOIN person USING (person_id) "
            "JOIN query USING (query_id) ORDER BY query.position, person.name, group_name"
        )
        return rows.fetchall()

    def kept_from(self, person_id: int) -> frozenset[str]:
        """Return the queries that are assigned, but not to this person."""
        rows = self._database.cursor().execute(
            """
            SELECT DISTINCT query_id FROM assignment
            WHERE query_id NOT IN (
                SELECT query_id FROM assignment
                WHERE person_id = $person OR group_name IN (
                    SELECT name FROM person_group WHERE person_id = $person
                )
            )
            """,
            {"person": person_id},
        )
        return frozenset(query_id for (query_id,) in rows.fetchall())
