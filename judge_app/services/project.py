"""An open project, as every service takes it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from judge_app.domain.labels import DEFAULT_RULE
from judge_app.domain.people import Actor, Person, Role
from judge_app.domain.scale import parse_scale
from judge_app.services.conventions import parse_gain
from judge_app.services.live import LiveBoard
from judge_app.services.order_cache import OrderCache
from judge_app.store import Settings, Store, create_store, open_store

_PSEUDONYMS = "pseudonyms"

Clock = Callable[[], datetime]


def wall_clock() -> datetime:
    """Return the moment by the machine's clock, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Project:
    """A store, the board that follows its log, and the clock.

    Attributes
    ----------
    store : Store
        The project's file.
    board : LiveBoard
        Scores that follow the log.
    clock : callable
        Returns the moment in UTC; tests pass their own.
    orders : OrderCache
        What was worked out of the order of the queue.
    """

    store: Store
    board: LiveBoard
    clock: Clock
    orders: OrderCache = field(default_factory=OrderCache, compare=False)

    @property
    def settings(self) -> Settings:
        """What was decided for the project, as it stands now."""
        return self.store.project()

    def close(self) -> None:
        """Let go of the file."""
        self.store.close()


def open_project(path: Path, clock: Clock = wall_clock) -> Project:
    """Open a project file.

    Raises
    ------
    NotFoundError, StoreError
        As `open_store` does.
    """
    store = open_store(path)
    # Made early, so that copies of the file have the same.
    pseudonym_key(store)
    return Project(store, LiveBoard(store), clock)


def create_project(
    path: Path,
    *,
    grades: str = "0-3",
    gain: str = "exponential",
    title: str = "",
    clock: Clock = wall_clock,
) -> Project:
    """Make a new project file and open it.

    Parameters
    ----------
    path : Path
        Must not exist.
    grades : str
        Scale as a range from 0, for instance ``0-3``.
    gain : str
        ``exponential`` or ``linear``.
    title : str
        Shown on every screen; the file's name when empty.
    clock : callable
        Returns the moment in UTC.

    Raises
    ------
    BadInputError, ConflictError, StoreError
        When a value cannot be used, the file exists, or it cannot be written.
    """
    return create_with(first_settings(title or path.stem, grades, gain), path, clock)


def first_settings(title: str, grades: str, gain: str) -> Settings:
    """Return the settings of a new project; the values are those of `create_project`."""
    return Settings(
        project_id=secrets.token_hex(8),
        title=title,
        scale=parse_scale(grades),
        gain=parse_gain(gain).value,
        label_rule=DEFAULT_RULE,
    )


def create_with(settings: Settings, path: Path, clock: Clock = wall_clock) -> Project:
    """Make a new project file with these settings and open it.

    Raises
    ------
    ConflictError, StoreError
        When the file exists, or it cannot be written.
    """
    store = create_store(path, settings)
    return Project(store, LiveBoard(store), clock)


def pseudonym_key(store: Store) -> bytes:
    """Return the secret that a project's pseudonyms are made with; it never leaves the file."""
    return bytes.fromhex(store.releases.secret(_PSEUDONYMS, secrets.token_hex(32)))


def command_line_actor() -> Actor:
    """Return who acts when somebody uses the file directly: whoever can open it is its lead."""
    return Actor(Person(-1, "command line"), frozenset({Role.LEAD}))
