"""Who has which pair on the desk, so that no more people are given it than are wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import duckdb
import pandas as pd

from judge_app.domain.model import PairKey
from judge_app.store.database import Database, first_number
from judge_app.store.times import to_stored


@dataclass(frozen=True, slots=True)
class Desk:
    """Whose desk is filled, and when.

    Attributes
    ----------
    person_id : int
        Who asks.
    now, expires_at : datetime
        UTC; claims made now hold until then.
    """

    person_id: int
    now: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Offer:
    """A pair that a person could be given.

    Attributes
    ----------
    pair : (query_id, doc_id)
        The pair.
    room : int
        Judgments that it still wants, from different people.
    """

    pair: PairKey
    room: int


class ClaimTable:
    """Hands out pairs and takes them back."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def fill(
        self,
        desk: Desk,
        holding: Sequence[Offer],
        offers: Sequence[Offer],
        count: int,
        position: int,
    ) -> list[PairKey]:
        """Renew what a person holds and claim up to ``count`` further pairs, in one transaction.

        A person's other claims end: what is not held is given back. What the person holds without
        a claim, because it ran out, is claimed again if nobody else has it.

        Parameters
        ----------
        desk : Desk
            Who asks.
        holding : sequence of Offer
            What the person's card still holds and still wants judgments.
        offers : sequence of Offer
            What may be claimed, best first.
        count : int
            How many more are wanted.
        position : int
            Place in the log up to which the offers know it. Pairs that somebody judged since are
            not claimed.

        Returns
        -------
        list of (query_id, doc_id)
            The further pairs, in the order of the offers.
        """
        with self._database.transaction() as cursor:
            live = _live(cursor, desk.now)
            mine = {pair for pair, person_id in live if person_id == desk.person_id}
            others = Counter(pair for pair, person_id in live if person_id != desk.person_id)
            judged = set(
                cursor.execute(
                    "SELECT query_id, doc_id FROM judgment WHERE judgment_id > ?", [position]
                ).fetchall()
            )

            def has_room(offer: Offer) -> bool:
                return others[offer.pair] < offer.room

            kept = [
                offer.pair
                for offer in holding
                if has_room(offer) and (offer.pair in mine or offer.pair not in judged)
            ]
            taken: list[PairKey] = []
            for offer in offers:
                if len(taken) == count:
                    break
                if has_room(offer) and offer.pair not in judged:
                    taken.append(offer.pair)
            cursor.execute(
                "DELETE FROM claim WHERE person_id = ? OR expires_at <= ?",
                [desk.person_id, to_stored(desk.now)],
            )
            _claim(cursor, [*kept, *taken], desk)
        return taken

    def release(self, person_id: int, pairs: Sequence[PairKey]) -> int:
        """Give claims back; return how many there were."""
        with self._database.transaction() as cursor:
            return first_number(
                cursor.execute(
                    "DELETE FROM claim WHERE person_id = ? AND EXISTS (SELECT 1 FROM "
                    "(SELECT unnest(?::VARCHAR[]) AS query_id, unnest(?::VARCHAR[]) AS doc_id) "
                    "AS leaving WHERE leaving.query_id = claim.query_id "
                    "AND leaving.doc_id = claim.doc_id)",
                    [person_id, *_columns(pairs)],
                )
            )

    def of_others(self, person_id: int, now: datetime) -> Counter[PairKey]:
        """Return how many other people hold each pair now."""
        live = _live(self._database.cursor(), now)
        return Counter(pair for pair, holder in live if holder != person_id)

    def live(self, now: datetime) -> pd.DataFrame:
        """Return ``query_id, doc_id, person_id`` of the claims that hold now."""
        rows = sorted((*pair, holder) for pair, holder in _live(self._database.cursor(), now))
        return pd.DataFrame(rows, columns=["query_id", "doc_id", "person_id"])


def _live(cursor: duckdb.DuckDBPyConnection, now: datetime) -> list[tuple[PairKey, int]]:
    """Return which pairs are held now, and by whom."""
    rows = cursor.execute(
        "SELECT query_id, doc_id, person_id FROM claim WHERE expires_at > ?", [to_stored(now)]
    )
    return [((query_id, doc_id), person_id) for query_id, doc_id, person_id in rows.fetchall()]


def _claim(cursor: duckdb.DuckDBPyConnection, pairs: Sequence[PairKey], desk: Desk) -> None:
    if pairs:
        cursor.execute(
            "INSERT INTO claim SELECT unnest(?::VARCHAR[]), unnest(?::VARCHAR[]), ?, ?",
            [*_columns(pairs), desk.person_id, to_stored(desk.expires_at)],
        )


def _columns(pairs: Sequence[PairKey]) -> tuple[list[str], list[str]]:
    return [query_id for query_id, _ in pairs], [doc_id for _, doc_id in pairs]
