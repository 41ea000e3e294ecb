"""One judgment's way into the log."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

import duckdb

from judge_app.domain.checks import Word, arrives_late, kind_of
from judge_app.domain.model import JudgmentKind, NewJudgment, Verdict
from judge_app.store.times import to_stored


@dataclass(frozen=True, slots=True)
class Appended:
    """What the log did with one judgment.

    ``is_new`` is False when its author sent it before; ``is_late`` and ``kind`` as in
    ``Judgment``.
    """

    judgment_id: int
    is_new: bool
    is_late: bool
    kind: JudgmentKind


def enter(
    cursor: duckdb.DuckDBPyConnection,
    new: NewJudgment,
    position: int,
    received_at: datetime,
) -> Appended:
    """Store a judgment, unless it is stored already, and end its author's claim on the pair.

    Parameters
    ----------
    cursor : DuckDBPyConnection
        Inside a transaction.
    new : NewJudgment
        Already checked against roles and scale.
    position : int
        Place in the log that it gets if it is new.
    received_at : datetime
        UTC.
    """
    words = _words(cursor, new)
    for word in words:
        if word.client_key == new.client_key:
            return Appended(word.judgment_id, is_new=False, is_late=word.is_late, kind=word.kind)
    made = replace(new, kind=kind_of(new, _purpose(cursor, new), words))
    is_late = arrives_late(made, words)
    _insert(cursor, made, position, received_at, is_late=is_late)
    cursor.execute(
        "DELETE FROM claim WHERE person_id = ? AND query_id = ? AND doc_id = ?",
        [new.person_id, new.query_id, new.doc_id],
    )
    return Appended(position, is_new=True, is_late=is_late, kind=made.kind)


def _purpose(cursor: duckdb.DuckDBPyConnection, new: NewJudgment) -> JudgmentKind | None:
    """Return for what a pair was handed out last, if not for a label."""
    rows = cursor.execute(
        "SELECT purpose FROM check_pair WHERE person_id = ? AND query_id = ? AND doc_id = ? "
        "ORDER BY handed_at DESC",
        [new.person_id, new.query_id, new.doc_id],
    ).fetchall()
    return JudgmentKind(rows[0][0]) if rows else None


def _words(cursor: duckdb.DuckDBPyConnection, new: NewJudgment) -> list[Word]:
    """Return what its author said of a judgment's pair before, in log order."""
    # The number and the ids keep the rows of others out before a key is unpacked.
    rows = cursor.execute(
        """
        SELECT judgment_id, client_key, verdict, kind, is_late
        FROM judgment
        WHERE person_id = ? AND query_id = ? AND doc_id = ?
        """,
        [new.person_id, new.query_id, new.doc_id],
    )
    return [
        Word(number, key, Verdict(verdict), JudgmentKind(kind), is_late)
        for number, key, verdict, kind, is_late in sorted(rows.fetchall())
    ]


def _insert(
    cursor: duckdb.DuckDBPyConnection,
    new: NewJudgment,
    position: int,
    received_at: datetime,
    *,
    is_late: bool,
) -> None:
    cursor.execute(
        """
        INSERT INTO judgment VALUES (
            $position, $client_key, $query_id, $doc_id, $person_id, $verdict, $grade, $note,
            $seen, $is_late, $kind, $shown_at, $judged_at, $received_at,
            (SELECT batch_id FROM pool_pair WHERE query_id = $query_id AND doc_id = $doc_id),
            $fingerprint
        )
        """,
        {
            "position": position,
            "client_key": new.client_key,
            "query_id": new.query_id,
            "doc_id": new.doc_id,
            "person_id": new.person_id,
            "verdict": new.verdict,
            "grade": new.grade,
            "note": new.note,
            "seen": new.seen,
            "is_late": is_late,
            "kind": new.kind,
            "shown_at": to_stored(new.shown_at),
            "judged_at": to_stored(new.judged_at),
            "received_at": to_stored(received_at),
            "fingerprint": new.fingerprint,
        },
    )
