"""The routes of releases and of what changed between them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from judge_app.api.http import Host, answering, in_thread, json_body, text_of
from judge_app.domain.release import LONGEST_NOTE, NOW
from judge_app.services import release_answers
from judge_app.services.state_difference import COMPARED_MEASURES


def release_routes(host: Host) -> list[Route]:
    """Return the routes that make, list and compare releases."""
    project = host.project

    async def listing(request: Request) -> Response:
        actor = host.actor(request)
        return JSONResponse(await in_thread(release_answers.releases_answer, project, actor))

    async def make(request: Request) -> Response:
        actor = host.actor(request)
        body = await json_body(request)
        answer = await in_thread(
            release_answers.make_release_answer,
            project,
            actor,
            text_of(body, "name"),
            labels=text_of(body, "labels") or None,
            note=text_of(body, "note", most=2 * LONGEST_NOTE),
        )
        return JSONResponse(answer)

    async def difference(request: Request) -> Response:
        actor = host.actor(request)
        words = request.query_params
        answer = await in_thread(
            release_answers.difference_answer,
            project,
            actor,
            words.get("before", ""),
            words.get("after", NOW),
            measures=words.getlist("measures") or COMPARED_MEASURES,
        )
        return JSONResponse(answer)

    return [
        Route("/releases", answering(listing), methods=["GET"]),
        Route("/releases", answering(make), methods=["POST"]),
        Route("/difference", answering(difference), methods=["GET"]),
    ]
