"""The routes of agreement between people, and of the rule that makes their grades labels."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from judge_app.api.http import Host, answering, in_thread, json_body, text_of
from judge_app.services import agreement_answers, rule_answers


def agreement_routes(host: Host) -> list[Route]:
    """Return the routes that tell how far people agree and what a label rule does."""
    project = host.project

    async def agreement(request: Request) -> Response:
        actor = host.actor(request)
        return JSONResponse(await in_thread(agreement_answers.agreement_answer, project, actor))

    async def effect(request: Request) -> Response:
        actor = host.actor(request)
        rule = request.query_params.get("labels", "")
        return JSONResponse(await in_thread(rule_answers.effect_answer, project, actor, rule))

    async def change(request: Request) -> Response:
        actor = host.actor(request)
        rule = text_of(await json_body(request), "labels")
        return JSONResponse(await in_thread(rule_answers.change_answer, project, actor, rule))

    return [
        Route("/agreement", answering(agreement), methods=["GET"]),
        Route("/label-rule", answering(effect), methods=["GET"]),
        Route("/label-rule", answering(change), methods=["POST"]),
    ]
