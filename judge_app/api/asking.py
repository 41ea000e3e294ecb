"""Whether whoever sent a request still waits for the answer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from starlette.requests import Request

from judge_app.domain.errors import JudgepoolError


class NobodyWaitsError(JudgepoolError):
    """Whoever sent the request has gone, so its work was given up."""

    http_status = 499  # as web servers log it; nobody reads the answer


@asynccontextmanager
async def asking(request: Request) -> AsyncIterator[Callable[[], None]]:
    """Watch a request whose body has been read, while the block lasts.

    Yields
    ------
    callable
        To be called from any thread at moments at which the work can be given up.

    Raises
    ------
        NobodyWaitsError
            When the sender has closed the connection.
    """
    gone = threading.Event()

    def still_there() -> None:
        if gone.is_set():
            raise NobodyWaitsError("nobody waits for the answer; nothing was stored")

    watching = asyncio.create_task(_watch(request, gone))
    try:
        yield still_there
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


async def _watch(request: Request, gone: threading.Event) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
    gone.set()
