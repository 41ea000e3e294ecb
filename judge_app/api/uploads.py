"""Send a file ahead of its import: straight to the disk, however long it is.

First the file is announced, so that one that may not come or does not fit is refused before a
byte of it travels; then its bytes are sent as they are. Whoever breaks off, or removes the file
meanwhile, leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from judge_app.api.asking import NobodyWaitsError
from judge_app.api.http import Host, answering, in_thread, json_body, number_of, text_of
from judge_app.domain.errors import BadInputError
from judge_app.domain.people import Actor
from judge_app.services.upload_receiver import Receiver
from judge_app.services.upload_shelf import ShelvedFile

# A switch to a thread for every 64 kB that come from the network would cost more than writing.
_BLOCK = 1 << 20


def upload_routes(host: Host) -> list[Route]:
    """Return the routes that take files in and remove them."""
    shelf = host.uploads

    async def announce(request: Request) -> Response:
        actor = host.actor(request)
        body = await json_body(request)
        size = number_of(body, "size")
        if size is None:
            raise BadInputError("'size' is missing", "Give the number of bytes.")
        file = await in_thread(shelf.announce, actor, text_of(body, "name"), size)
        return JSONResponse(_told(file), status_code=201)

    async def content(request: Request) -> Response:
        async with _receiver(host, host.actor(request), _name(request)) as receiver:
            try:
                async for block in _blocks(request):
                    await in_thread(receiver.write, block)
            except ClientDisconnect as gone:
                raise NobodyWaitsError("the file was not sent to its end") from gone
            await in_thread(receiver.finish)
        return JSONResponse(_told(receiver.file))

    async def remove(request: Request) -> Response:
        await in_thread(shelf.remove, host.actor(request), [_name(request)])
        return JSONResponse({})

    return [
        Route("/uploads", answering(announce), methods=["POST"]),
        Route("/uploads/{upload}", answering(content), methods=["PUT"]),
        Route("/uploads/{upload}", answering(remove), methods=["DELETE"]),
    ]


@asynccontextmanager
async def _receiver(host: Host, actor: Actor, upload_id: str) -> AsyncIterator[Receiver]:
    receiver: Receiver = await in_thread(Receiver, host.uploads, actor, upload_id)
    try:
        yield receiver
    finally:
        await in_thread(receiver.close)


async def _blocks(request: Request) -> AsyncIterator[bytearray]:
    """Yield the body in blocks of about `_BLOCK` bytes."""
    block = bytearray()
    async for part in request.stream():
        block += part
        if len(block) >= _BLOCK:
            yield block
            block = bytearray()
    if block:
        yield block


def _name(request: Request) -> str:
    return str(request.path_params["upload"])


def _told(file: ShelvedFile) -> dict[str, str | int]:
    return {"id": file.upload_id, "name": file.name, "size": file.size}
