"""Queries and documents."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pandas as pd
import pyarrow as pa

from judge_app.domain.model import SHOWN_IDS, Document, Query, SomeIds
from judge_app.store.database import Database, first_number, first_row
from judge_app.store.document_rows import put_documents
from judge_app.store.overwrites import merged

_WANTED = """
    SELECT doc_id FROM ranking WHERE $depth IS NULL OR rank <= $depth
    UNION SELECT doc_id FROM pool_pair
    UNION SELECT doc_id FROM judgment
"""


class CollectionTables:
    """Reads and writes queries and documents.

    Attributes
    ----------
    n_changes : int
        How often this process has stored some: another number means that texts may be others.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.n_changes = 0

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
            n_new = first_number(cursor.execute("SELECT count(*) FROM query")) - before
        self.note_change()
        return n_new

    def add_documents(self, frame: pd.DataFrame) -> int:
        """Store documents; one that is known gets the new text and a new fingerprint.

        What is empty replaces nothing.

        Parameters
        ----------
        frame : DataFrame
            ``doc_id, title, text, url, kind, extra``, ids unique; where some are pictures also
            ``media_type, width, height, content``, which others have empty.

        Returns
        -------
        int
            Documents that were new.
        """
        with self._database.transaction() as cursor:
            before = first_number(cursor.execute("SELECT count(*) FROM document"))
            cursor.register("incoming", frame)
            put_documents(cursor, "incoming", has_pictures="content" in frame)
            cursor.unregister("incoming")
            n_new = first_number(cursor.execute("SELECT count(*) FROM document")) - before
        self.note_change()
        return n_new

    def note_change(self) -> None:
        """Count that texts were stored; to be called again once they are there for everybody."""
        self.n_changes += 1

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
        """Return a title, or the beginning of the text, or the id, for each known id."""
        rows = self._database.cursor().execute(
            """
            SELECT doc_id, coalesce(nullif(title, ''), nullif(left(text, 80), ''), doc_id)
            FROM document WHERE doc_id IN (SELECT unnest(?::VARCHAR[]))
            """,
            [doc_ids],
        )
        return dict(rows.fetchall())

    def n_documents(self) -> int:
        """Return how many documents the project holds."""
        return first_number(self._database.cursor().execute("SELECT count(*) FROM document"))

    def count_documents(
        self, rows: pa.Table, arriving: Iterable[str] = (), *, shown: int = SHOWN_IDS
    ) -> tuple[int, SomeIds]:
        """Count different documents, and those of them that the project does not hold.

        Parameters
        ----------
        rows : pyarrow.Table
            With ``doc_id``, in any order, each as often as it likes.
        arriving : iterable of str
            Ids that count as known.
        shown : int
            How many of the unknown ones are named; all are counted.
        """
        return self._count(rows.select(["doc_id"]), "document", arriving, shown)

    def count_queries(
        self, rows: pa.Table, arriving: Iterable[str] = (), *, shown: int = SHOWN_IDS
    ) -> tuple[int, SomeIds]:
        """Count different queries (``query_id``), and the unknown ones; see `count_documents`."""
        return self._count(rows.select(["query_id"]), "query", arriving, shown)

    def unknown_in(self, rows: pa.Table) -> pa.ChunkedArray:
        """Return those of the documents (column ``doc_id``) that the project does not hold.

        Each comes once, in no set order.
        """
        cursor = self._database.cursor()
        cursor.register("incoming", rows.select(["doc_id"]))
        found: pa.Table = cursor.sql(
            "SELECT DISTINCT doc_id FROM incoming ANTI JOIN document USING (doc_id)"
        ).to_arrow_table()
        return found["doc_id"]

    def unknown_queries(
        self, query_ids: pd.DataFrame, arriving: Iterable[str] = (), *, shown: int = SHOWN_IDS
    ) -> SomeIds:
        """Return those of the ids (column ``query_id``) that the project has no query for.

        The values are those of `count_documents`.
        """
        return self._count(query_ids[["query_id"]], "query", arriving, shown)[1]

    def unreadable(self, pairs: pd.DataFrame) -> pd.DataFrame:
        """Return those of the pairs (``query_id, doc_id``) with nothing to show."""
        cursor = self._database.cursor()
        cursor.register("incoming", pairs[["query_id", "doc_id"]])
        return cursor.execute(
            "SELECT query_id, doc_id FROM incoming ANTI JOIN readable_document USING (doc_id) "
            "ORDER BY ALL"
        ).df()

    def _count(
        self, ids: pd.DataFrame | pa.Table, table: str, arriving: Iterable[str], shown: int
    ) -> tuple[int, SomeIds]:
        """Count different ids, and those that are neither in a table nor arriving."""
        (column,) = ids.columns if isinstance(ids, pd.DataFrame) else ids.column_names
        cursor = self._database.cursor()
        cursor.register("incoming", ids)
        cursor.register("arriving", pa.table({column: pa.array(list(arriving), pa.string())}))
        row = first_row(
            cursor.execute(
                f"""
                WITH listed AS MATERIALIZED (SELECT DISTINCT {column} FROM incoming),
                unknown AS MATERIALIZED (
                    FROM listed
                    ANTI JOIN {table} USING ({column}) ANTI JOIN arriving USING ({column})
                )
                SELECT (SELECT count(*) FROM listed),
                       (SELECT count(*) FROM unknown),
                       (SELECT list({column} ORDER BY {column})
                        FROM (FROM unknown ORDER BY {column} LIMIT ?))
                """,  # noqa: S608 - names from this module
                [shown],
            )
        )
        n, n_unknown, first = row or (0, 0, None)
        return n, SomeIds(n_unknown, tuple(first or ()))
