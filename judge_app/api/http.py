"""From HTTP to services and back: bodies in, answers and errors out."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from judge_app.domain.errors import BadInputError, JudgepoolError, NotSignedInError
from judge_app.domain.people import Actor
from judge_app.services.import_answers import problem_json
from judge_app.services.project import Project
from judge_app.services.tokens import Purpose, Tokens
from judge_app.services.upload_shelf import UploadShelf

MOST_BODY_BYTES = 4 * 1024 * 1024

Body = dict[str, Any]
Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Host:
    """What every route needs: the project, who may speak to it, and files sent ahead."""

    project: Project
    tokens: Tokens
    uploads: UploadShelf

    def actor(self, request: Request) -> Actor:
        """Return who sends a request, by its bearer token.

        Raises
        ------
        NotSignedInError
            When it carries none, or one that is not valid.
        """
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            raise NotSignedInError("you are not signed in", "Send a token as bearer.")
        try:
            return self.tokens.actor(self.project, Purpose.API, token)
        except NotSignedInError:
            return self.tokens.actor(self.project, Purpose.COMMAND_LINE, token)


def answering(handler: Handler) -> Handler:
    """Turn the errors that people may read into answers."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except JudgepoolError as error:
            return error_response(error)

    return answer


def error_response(error: JudgepoolError) -> Response:
    """Return an error as the API tells it."""
    told: Body = {"message": error.message, "hint": error.hint}
    if isinstance(error, BadInputError) and error.problems:
        told["problems"] = [problem_json(problem) for problem in error.problems]
        told["n_problems"] = error.n_problems
    return JSONResponse({"error": told}, status_code=error.http_status)


async def json_body(request: Request) -> Body:
    """Return the body as a JSON object.

    Raises
    ------
    BadInputError
        When it is too large, or not an object.
    """
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise BadInputError("the request is not JSON", "Send content-type: application/json.")
    received = bytearray()
    async for part in request.stream():
        received += part
        if len(received) > MOST_BODY_BYTES:
            raise BadInputError("the request is too large", "Send fewer items at a time.")
    try:
        body = json.loads(received)
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"the request is not JSON: {error}") from None
    if not isinstance(body, dict):
        raise BadInputError("the request is not a JSON object")
    return body


async def in_thread(function: Callable[..., Any], *values: Any, **named: Any) -> Any:  # noqa: ANN401
    """Run a service away from the event loop, which must stay free for other people."""
    return await run_in_threadpool(function, *values, **named)


def text_of(body: Mapping[str, Any], name: str, *, most: int = 2_000, default: str = "") -> str:
    """Return a text of the body.

    Raises
    ------
    BadInputError
        When it is of another type or too long.
    """
    value = body.get(name)
    if value is None:
        return default
    if not isinstance(value, str) or len(value) > most:
        raise BadInputError(f"{name!r} must be a text of at most {most:,} characters")
    return value


def number_of(body: Mapping[str, Any], name: str) -> int | None:
    """Return a whole number of the body; None when it is absent.

    Raises
    ------
    BadInputError
        When it is of another type.
    """
    value = body.get(name)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadInputError(f"{name!r} must be a whole number")
    return value
