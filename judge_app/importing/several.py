"""Work on the pieces of a file, several at once, in bounded memory."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

# Two share the work even where one processor is busy; more than four would wait for the reader.
_WORKERS = min(max(os.cpu_count() or 1, 2), 4)

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def in_order(pieces: Iterable[Piece], work: Callable[[Piece], Result]) -> Iterator[Result]:
    """Do some work on each of many pieces.

    Parameters
    ----------
    pieces : iterable
        Drawn in the calling thread, a few ahead of the results.
    work : callable
        Called with one piece at a time, on several processors at once.

    Yields
    ------
    object
        What `work` returns, in the order of the pieces. What it raises is raised here.
    """
    coming: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(_WORKERS) as workers:
        for piece in pieces:
            coming.append(workers.submit(work, piece))
            if len(coming) > _WORKERS:
                yield coming.popleft().result()
        while coming:
            yield coming.popleft().result()
