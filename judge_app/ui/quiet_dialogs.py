"""Keep Streamlit from covering the page when the server is away.

Streamlit opens a dialog over everything a few seconds after it loses the server. The grading card
goes on without one: grades wait in the browser. Streamlit lets the page that embeds it switch the
dialogs off, through the settings that the browser asks for at the start.
"""

from __future__ import annotations

import json

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_PATH = "/_stcore/host-config"


class QuietDialogs:
    """Middleware that says in Streamlit's own settings that no dialog is wanted.

    Parameters
    ----------
    app : ASGI application
        Streamlit's.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on, and add the one setting where the settings are asked for."""
        # Below a page of its own the browser asks at an address that does not exist first.
        if scope["type"] != "http" or scope["path"] != _PATH:
            await self._app(scope, receive, send)
            return
        start: list[Message] = []
        body = bytearray()

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.append(message)
                return
            body.extend(message.get("body", b""))
            if not message.get("more_body"):
                told = json.dumps({**json.loads(body), "blockErrorDialogs": True}).encode()
                MutableHeaders(scope=start[0])["content-length"] = str(len(told))
                await send(start[0])
                await send({"type": "http.response.body", "body": told})

        await self._app(scope, receive, collect)
