"""Bring a project file to today's tables, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources

from judge_app.domain.errors import StoreError
from judge_app.store.database import Database, first_number


@dataclass(frozen=True, slots=True)
class Step:
    """One numbered migration."""

    number: int
    sql: str


def steps() -> tuple[Step, ...]:
    """Return all migrations, oldest first."""
    folder = resources.files("judge_app.store.migrations")
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda f: f.name
    )
    return tuple(
        Step(int(file.name.split("_")[0]), file.read_text(encoding="utf-8")) for file in files
    )


def is_empty(database: Database) -> bool:
    """Tell whether the file holds no table at all."""
    return first_number(database.cursor().execute("SELECT count(*) FROM duckdb_tables()")) == 0


def migrate(database: Database) -> None:
    """Apply every step that the file has not seen.

    Raises
    ------
    StoreError
        When the file holds other tables, or was written by a newer program.
    """
    version = _version(database)
    known = steps()
    if version > known[-1].number:
        raise StoreError(
            f"{database.path} was written by a newer Judgepool (tables {version}, this program "
            f"knows {known[-1].number})",
            "Install the newer version to open it.",
        )
    for step in known:
        if step.number > version:
            _apply(database, step)


def _version(database: Database) -> int:
    if is_empty(database):
        return 0
    cursor = database.cursor()
    tables = cursor.execute("SELECT count(*) FROM duckdb_tables() WHERE table_name = 'schema_step'")
    if first_number(tables) == 0:
        raise StoreError(
            f"{database.path} is a DuckDB file but not a Judgepool project",
            "Choose another file name for the project.",
        )
    return first_number(cursor.execute("SELECT max(number) FROM schema_step"))


def _apply(database: Database, step: Step) -> None:
    with database.transaction() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS schema_step (number INTEGER PRIMARY KEY)")
        cursor.execute(step.sql)
        cursor.execute("INSERT INTO schema_step VALUES (?)", [step.number])
