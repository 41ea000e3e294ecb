"""A clock that only moves when a test moves it."""

from datetime import UTC, datetime, timedelta


class HandClock:
    def __init__(self, year: int = 2026) -> None:
        self.now = datetime(year, 3, 1, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **duration: float) -> None:
        self.now += timedelta(**duration)
