"""What was worked out of the queue's order, kept while it holds."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

_Made = TypeVar("_Made")


class OrderCache:
    """Keeps what was made for a query until the board is made anew, or its key changes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner: object = None
        self._kept: dict[Hashable, tuple[Hashable, Any]] = {}

    def get(self, owner: object, name: Hashable, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """Return what was made under a name with the same key, or make it.

        Parameters
        ----------
        owner : object
            The state of the board; with another one all is forgotten.
        name, key : hashable
            What it is, and what it depends on.
        make : callable
            Makes it. Two threads may make the same thing at once.
        """
        with self._lock:
            if owner is not self._owner:
                self._owner, self._kept = owner, {}
            known_key, known = self._kept.get(name, (None, None))
            if known_key == key:
                made: _Made = known
                return made
        fresh = make()
        with self._lock:
            if owner is self._owner:
                self._kept[name] = (key, fresh)
        return fresh
