"""Signing in and out from the browser."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from judge_app.api.http import Host, answering, in_thread, json_body, text_of
from judge_app.domain.errors import NotAllowedError
from judge_app.domain.people import Actor
from judge_app.services.sign_in import sign_in
from judge_app.services.tokens import Purpose

COOKIE = "judgepool_session"
_SECONDS = 30 * 24 * 3600


def session_routes(host: Host) -> list[Route]:
    """Return the routes that make and end a browser's session."""

    async def begin(request: Request) -> Response:
        _require_same_origin(request)
        body = await json_body(request)
        actor: Actor = await in_thread(
            sign_in, host.project, text_of(body, "name"), text_of(body, "role")
        )
        (role,) = actor.roles
        token = host.tokens.issue(Purpose.SESSION, actor.person.person_id, role)
        answer = JSONResponse({"person": actor.person.name, "role": role.value})
        answer.set_cookie(COOKIE, token, max_age=_SECONDS, httponly=True, samesite="strict")
        return answer

    async def end(request: Request) -> Response:
        _require_same_origin(request)
        answer = JSONResponse({})
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    return [
        Route("/session", answering(begin), methods=["POST"]),
        Route("/session", answering(end), methods=["DELETE"]),
    ]


def _require_same_origin(request: Request) -> None:
    """Refuse a page of another site: names are free here, so only our own page may choose one.

    Raises
    ------
    NotAllowedError
        When the request names another origin.
    """
    origin = request.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != request.headers.get("host"):
        raise NotAllowedError("another site may not sign anybody in here")
