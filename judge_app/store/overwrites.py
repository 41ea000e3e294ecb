"""What of a project an import would write over."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from judge_app.store.database import Database, first_row

SHOWN_CONTRADICTIONS = 20

# By table: its key, the columns that an import brings, and those that people read.
_TABLES = {
    "query": ("query_id", ("text", "narrative"), ("text", "narrative")),
    "document": ("doc_id", ("title", "text", "url", "kind", "extra"), ("title", "text")),
}


@dataclass(frozen=True, slots=True)
class Overwrites:
    """How many texts an import would change, and of how many it would keep a part.

    Attributes
    ----------
    n_changed : int
        Queries or documents that would not be what they are now.
    n_kept : int
        Those with an empty title, text or narrative in the file and a filled one in the project:
        that one is kept.
    """

    n_changed: int = 0
    n_kept: int = 0


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A grade of a file, and another one that the same person gave the same pair before."""

    query_id: str
    doc_id: str
    annotator: str
    old: int
    new: int


@dataclass(frozen=True, slots=True)
class Contradictions:
    """How many grades contradict earlier ones, and the first of them by query and document."""

    n: int = 0
    first: tuple[Contradiction, ...] = ()


def merged(table: str, column: str, new: str) -> str:
    """Return, in SQL, what a column becomes: what is empty in an import replaces nothing.

    Parameters
    ----------
    table : str
        ``query`` or ``document``, as it is called in the statement.
    column : str
        The column.
    new : str
        What the incoming rows are called in the statement.
    """
    if column == "kind":
        # It says how the text is written, so it stays with the text; a picture stays one when
        # words about it arrive.
        is_image = f"'image' IN ({new}.kind, {table}.kind)"
        is_kept = f"{new}.text = '' AND {table}.text <> ''"
        other = f"CASE WHEN {is_kept} THEN {table}.kind ELSE {new}.kind END"
        return f"CASE WHEN {is_image} THEN 'image' ELSE {other} END"
    return f"coalesce(nullif({new}.{column}, ''), {table}.{column})"


def picture_fingerprint(content: str) -> str:
    """Return, in SQL, what identifies a picture by its bytes."""
    return f"left(sha256({content}), 16)"


def overwrites(database: Database, table: str, rows: pd.DataFrame) -> Overwrites:
    """Count what would change if rows were stored.

    Parameters
    ----------
    database : Database
        The project.
    table : str
        ``query`` or ``document``.
    rows : DataFrame
        As the import brings them, ids unique.
    """
    key, columns, read = _TABLES[table]
    changed = " OR ".join(f"{merged(table, name, 'new')} <> {table}.{name}" for name in columns)
    kept = " OR ".join(f"(new.{name} = '' AND {table}.{name} <> '')" for name in read)
    brought = [key, *columns]
    if "content" in rows:
        brought.append("content")
        other = f"{picture_fingerprint('new.content')} <> {table}.fingerprint"
        changed += f" OR (new.content IS NOT NULL AND {other})"
    cursor = database.cursor()
    cursor.register("incoming", rows[brought])
    row = first_row(
        cursor.execute(
            f"SELECT count(*) FILTER ({changed}), count(*) FILTER ({kept}) "  # noqa: S608 - names from this module
            f"FROM incoming AS new JOIN {table} USING ({key})"
        )
    )
    cursor.unregister("incoming")
    return Overwrites(*row) if row else Overwrites()


def contradictions(
    database: Database, said: pd.DataFrame, earlier: pd.DataFrame, file_key: str
) -> Contradictions:
    """Find grades that contradict what the same person said of the same pair before.

    Parameters
    ----------
    database : Database
        The project; what counts in it is everybody's current judgment.
    said : DataFrame
        ``query_id, doc_id, annotator, is_adjudication, grade`` of the file.
    earlier : DataFrame
        The same of the files that come before it in the same import.
    file_key : str
        What stands before the first colon of the keys of the file's judgments: those that are
        stored are not stored again.
    """
    cursor = database.cursor()
    cursor.register("incoming", said)
    cursor.register("earlier", earlier)
    speakers = cursor.execute(
        "SELECT person_id FROM person WHERE name IN (SELECT DISTINCT annotator FROM incoming)"
    ).fetchall()
    # Numbers in the text of the statement keep other people out before anything is sorted.
    listed = ", ".join(["-1", *(str(int(number)) for (number,) in speakers)])
    rows = cursor.execute(
        f"""
        WITH known AS (
            SELECT query_id, doc_id, person.name AS annotator,
                   word.kind = 'adjudication' AS is_adjudication, grade
            FROM current_judgment AS word JOIN person USING (person_id)
            WHERE verdict = 'graded' AND word.person_id IN ({listed})
            UNION ALL BY NAME FROM earlier
        ),
        stored AS (
            SELECT query_id, doc_id, person.name AS annotator, grade
            FROM judgment JOIN person USING (person_id)
            WHERE client_key BETWEEN $file_key || ':' AND $file_key || ';'
        ),
        fresh AS (FROM incoming ANTI JOIN stored USING (query_id, doc_id, annotator, grade)),
        found AS (
            SELECT query_id, doc_id, annotator, min(known.grade) AS old, fresh.grade AS new
            FROM fresh JOIN known USING (query_id, doc_id, annotator, is_adjudication)
            WHERE known.grade <> fresh.grade
            GROUP BY ALL
        )
        SELECT query_id, doc_id, annotator, old, new, count(*) OVER ()
        FROM found ORDER BY query_id, doc_id, annotator LIMIT $shown
        """,  # noqa: S608 - whole numbers
        {"file_key": file_key, "shown": SHOWN_CONTRADICTIONS},
    ).fetchall()
    cursor.unregister("incoming")
    cursor.unregister("earlier")
    first = tuple(Contradiction(*row[:5]) for row in rows)
    return Contradictions(int(rows[0][5]) if rows else 0, first)
