"""A pool with everything that is known of how it came about, as it leaves and enters projects."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

_MOMENT = "%Y-%m-%dT%H:%M:%S.%fZ"


@dataclass(frozen=True, slots=True)
class PoolBatch:
    """A batch of pairs that came into the pool together.

    Attributes
    ----------
    number : int
        Place among the batches, from 0.
    strategy : str
        How its pairs were chosen.
    depth : int or None
        Last rank that was taken; None when pairs were not taken by rank.
    added_at : datetime
        UTC.
    added_by : str
        Name of the person.
    runs : tuple of str
        Names of the runs that it drew from, ascending.
    budget : int or None
        Most pairs that it could bring; None where all were taken.
    random_share : float or None
        Share of the budget that was drawn at random.
    seed : int or None
        Seed of the draw.
    """

    number: int
    strategy: str
    depth: int | None
    added_at: datetime
    added_by: str
    runs: tuple[str, ...] = ()
    budget: int | None = None
    random_share: float | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PoolLog:
    """All batches of a pool, and what they brought.

    Attributes
    ----------
    batches : tuple of PoolBatch
        By number.
    pairs : DataFrame
        ``query_id, doc_id, batch, priority, inclusion_probability``, every pair once, with the
        number of the batch that was the first to bring it.
    ranks : DataFrame
        ``query_id, doc_id, run, rank``: which runs brought the pairs, and where.
    """

    batches: tuple[PoolBatch, ...]
    pairs: pd.DataFrame
    ranks: pd.DataFrame


def moment_text(moment: datetime) -> str:
    """Return a moment as exports write it, in UTC."""
    return moment.astimezone(UTC).strftime(_MOMENT)


def moment_of(text: str) -> datetime | None:
    """Return the moment that a text writes in ISO 8601, UTC unless it says another zone."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def runs_cell(runs: Sequence[str]) -> str:
    """Return the names of a batch's runs as the one cell that tables have for them: a JSON list."""
    return json.dumps(list(runs), ensure_ascii=False)


def runs_in_cell(text: str) -> tuple[str, ...] | None:
    """Return the names in a cell that `runs_cell` made; None for any other."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    is_list = isinstance(told, list) and all(isinstance(one, str) for one in told)
    return tuple(told) if is_list else None
