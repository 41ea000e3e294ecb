"""Moments as the file keeps them: UTC, without saying so."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import overload


@overload
def to_stored(moment: datetime) -> datetime: ...
@overload
def to_stored(moment: None) -> None: ...
def to_stored(moment: datetime | None) -> datetime | None:
    """Return an aware moment as the file keeps it; None stays None."""
    return None if moment is None else moment.astimezone(UTC).replace(tzinfo=None)


def from_stored(moment: datetime) -> datetime:
    """Return a moment of the file as an aware one."""
    return moment.replace(tzinfo=UTC)
