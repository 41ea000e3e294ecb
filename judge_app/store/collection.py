"""Queries and documents."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pandas as pd
import pyarrow as pa

from judge_app.domain.model import SHOWN_IDS, Document, Query, SomeIds
from judge_app.store.database import Database, first_number, first_row
from judge_app.store.overwrites import merged

_TITLE, _TEXT = (merged("document", name, "excluded") for name in ("title", "text"))

_WANTED = """
    SELECT doc_id FROM ranking WHERE $depth IS NULL OR rank <= $depth
    UNION SELECT doc_id FROM pool_pair
    UNION SELECT doc_id FROM judgment
"""


class CollectionTables:
    """Reads and writes queries and documents."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_queries(self, frame: pd.DataFrame) -> int:
        """Store queries; one that is known gets the new text and keeps its place.

        What is empty replaces nothing.

        Parameters
        ----------
        frame : DataFrame
            ``query_id, text, narrative``, ids unique.

        Returns
        -------
        int
            Queries that were new.
        """
        with self._database.transaction() as cursor:
            before = first_number(cursor.execute("SELECT count(*) FROM query"))
            cursor.register("incoming", frame.assign(line=range(len(frame))))
            cursor.execute(
                f"""
                INSERT INTO query
                SELECT query_id, text, narrative,
                       (SELECT coalesce(max(position), -1) + 1 FROM query) + line
                FROM incoming ORDER BY line
                ON CONFLICT (query_id) DO UPDATE
                SET text = {merged("query", "text", "excluded")},
                    narrative = {merged("query", "narrative", "excluded")}
                """  # noqa: S608 - names from this module
            )
            cursor.unregister("incoming")
            return first_number(cursor.execute("SELECT count(*) FROM query")) - before

    def add_documents(self, frame: pd.DataFrame) -> int:
        """Store documents; one that is known gets the new text and a new fingerprint.

        What is empty replaces nothing.

        Parameters
        ----------
        frame : DataFrame
            ``doc_id, title, text, url, kind, extra``, ids unique.

        Returns
        -------
        int
            Documents that were new.
        """
        with self._database.transaction() as cursor:
            before = first_number(cursor.execute("SELECT count(*) FROM document"))
            cursor.register("incoming", frame)
            cursor.execute(
                f"""
                INSERT INTO document
                SELECT doc_id, title, text, url, kind, extra, {_fingerprint("title", "text")},
                       title <> '' OR text <> ''
                FROM incoming
                ON CONFLICT (doc_id) DO UPDATE
                SET title = {_TITLE}, text = {_TEXT},
                    url = {merged("document", "url", "excluded")},
                    kind = {merged("document", "kind", "excluded")},
                    extra = {merged("document", "extra", "excluded")},
                    fingerprint = {_fingerprint(_TITLE, _TEXT)},
                    is_readable = {_TITLE} <> '' OR {_TEXT} <> ''
                """  # noqa: S608 - names from this module
            )
            cursor.unregister("incoming")
            return first_number(cursor.execute("SELECT count(*) FROM document")) - before

    def queries(self) -> tuple[Query, ...]:
        """Return all queries in their order."""
        rows = self._database.cursor().execute(
            "SELECT query_id, text, narrative FROM query ORDER BY position"
        )
        return tuple(Query(*row) for row in rows.fetchall())

    def query(self, query_id: str) -> Query | None:
        """Return one query; None when it is not in the project."""
        row = first_row(
            self._database.cursor().execute(
                "SELECT query_id, text, narrative FROM query WHERE query_id = ?", [query_id]
            )
        )
        return None if row is None else Query(*row)

    def documents(self, doc_ids: Collection[str]) -> dict[str, Document]:
        """Return the documents of those ids that the project holds."""
        rows = self._database.cursor().execute(
            "SELECT doc_id, title, text, url, kind, fingerprint FROM document "
            "WHERE doc_id IN (SELECT unnest(?::VARCHAR[]))",
            [list(doc_ids)],
        )
        return {row[0]: Document(*row) for row in rows.fetchall()}

    def wanted(self, depth: int | None) -> frozenset[str]:
        """Return the documents that somebody may have to see or that count in a score.

        Those that a run retrieved, down to a depth or all of them, and those that are pooled or
        judged.
        """
        rows = self._database.cursor().execute(_WANTED, {"depth": depth}).fetchall()
        return frozenset(row[0] for row in rows)

    def missing(self, depth: int | None) -> tuple[str, ...]:
        """Return those of the wanted documents that the project does not hold, ids ascending."""
        rows = self._database.cursor().execute(
            f"SELECT doc_id FROM ({_WANTED}) ANTI JOIN document USING (doc_id) ORDER BY doc_id",  # noqa: S608 - a constant of this module
            {"depth": depth},
        )
        return tuple(row[0] for row in rows.fetchall())

    def titles(self, doc_ids: list[str]) -> dict[str, str]:
        """Return a title, or the beginning of the text, for each known id."""
        rows = self._database.cursor().execute(
            """
            SELECT doc_id, CASE WHEN title = '' THEN left(text, 80) ELSE title END
            FROM document WHERE doc_id IN (SELECT unnest(?::VARCHAR[]))
            """,
            [doc_ids],
        )
        return dict(rows.fetchall())

    def n_documents(self) -> int:
        """Return how many documents the project holds."""
        return first_number(self._database.cursor().execute("SELECT count(*) FROM document"))

    def unknown_documents(
        self, doc_ids: pd.DataFrame, arriving: Iterable[str] = (), *, shown: int = SHOWN_IDS
    ) -> SomeIds:
        """Return those of the ids (column ``doc_id``) that the project has no document for.

        Parameters
        ----------
        doc_ids : DataFrame
            In any order, each as often as it likes.
        arriving : iterable of str
            Ids that count as known.
        shown : int
            How many are named; all are counted.
        """
        return self._unknown(doc_ids, "document", "doc_id", arriving, shown)

    def unknown_in(self, rows: pa.Table) -> set[str]:
        """Return those of the documents (column ``doc_id``) that the project does not hold."""
        cursor = self._database.cursor()
        cursor.register("incoming", rows.select(["doc_id"]))
        found = cursor.execute(
            "SELECT DISTINCT doc_id FROM incoming ANTI JOIN document USING (doc_id)"
        ).fetchall()
        return {row[0] for row in found}

    def unknown_queries(
        self, query_ids: pd.DataFrame, arriving: Iterable[str] = (), *, shown: int = SHOWN_IDS
    ) -> SomeIds:
        """Return those of the ids (column ``query_id``) that the project has no query for.

        The values are those of `unknown_documents`.
        """
        return self._unknown(query_ids, "query", "query_id", arriving, shown)

    def unreadable(self, pairs: pd.DataFrame) -> pd.DataFrame:
        """Return those of the pairs (``query_id, doc_id``) with nothing to show."""
        cursor = self._database.cursor()
        cursor.register("incoming", pairs[["query_id", "doc_id"]])
        return cursor.execute(
            "SELECT query_id, doc_id FROM incoming ANTI JOIN readable_document USING (doc_id) "
            "ORDER BY ALL"
        ).df()

    def _unknown(
        self, ids: pd.DataFrame, table: str, column: str, arriving: Iterable[str], shown: int
    ) -> SomeIds:
        cursor = self._database.cursor()
        cursor.register("incoming", ids[[column]])
        cursor.register("arriving", pa.table({column: pa.array(list(arriving), pa.string())}))
        row = first_row(
            cursor.execute(
                f"""
                WITH unknown AS MATERIALIZED (
                    SELECT DISTINCT {column} FROM incoming
                    ANTI JOIN {table} USING ({column}) ANTI JOIN arriving USING ({column})
                )
                SELECT (SELECT count(*) FROM unknown),
                       (SELECT list({column} ORDER BY {column})
                        FROM (FROM unknown ORDER BY {column} LIMIT ?))
                """,  # noqa: S608 - names from this module
                [shown],
            )
        )
        n, first = row or (0, None)
        return SomeIds(n, tuple(first or ()))


def _fingerprint(title: str, text: str) -> str:
    return f"left(sha256(concat_ws(chr(31), {title}, {text})), 16)"
