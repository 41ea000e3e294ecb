"""The routes of the team's work and of what its lead decides."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from judge_app.api.http import Host, answering, in_thread, json_body, number_of, text_of
from judge_app.domain.errors import BadInputError
from judge_app.services import team_answers
from judge_app.services.adjudication import LONGEST_NOTE
from judge_app.services.disagreements import DisputeWish

_STATES = {"open": False, "decided": True, "all": None}


def team_routes(host: Host) -> list[Route]:
    """Return the routes that tell of people's work and settle disagreements."""
    project = host.project

    async def team(request: Request) -> Response:
        actor = host.actor(request)
        return JSONResponse(await in_thread(team_answers.team_answer, project, actor))

    async def disagreements(request: Request) -> Response:
        actor = host.actor(request)
        answer = await in_thread(team_answers.disagreements_answer, project, actor, _wish(request))
        return JSONResponse(answer)

    async def adjudicate(request: Request) -> Response:
        actor = host.actor(request)
        body = await json_body(request)
        client_key = text_of(body, "client_key", most=100)
        if not client_key:
            raise BadInputError("a decision has no client_key", "Make one per decision.")
        answer = await in_thread(
            team_answers.adjudication_answer,
            project,
            actor,
            client_key,
            text_of(body, "query_id"),
            text_of(body, "doc_id"),
            grade=number_of(body, "grade"),
            note=text_of(body, "note", most=LONGEST_NOTE),
            withdraw=body.get("withdraw") is True,
            seen=number_of(body, "seen"),
        )
        return JSONResponse(answer)

    return [
        Route("/team", answering(team), methods=["GET"]),
        Route("/disagreements", answering(disagreements), methods=["GET"]),
        Route("/adjudications", answering(adjudicate), methods=["POST"]),
    ]


def _wish(request: Request) -> DisputeWish:
    words = request.query_params
    state, spread = words.get("state", "open"), words.get("spread", "1")
    if state not in _STATES:
        raise BadInputError(f"there is no state {state!r}", f"Use one of: {', '.join(_STATES)}.")
    if not spread.isdecimal():
        raise BadInputError("'spread' must be a whole number")
    return DisputeWish(
        query_id=words.get("query_id"),
        person=words.get("person"),
        least_spread=int(spread),
        with_models=words.get("with_models", "").lower() in {"1", "true", "yes"},
        decided=_STATES[state],
    )
