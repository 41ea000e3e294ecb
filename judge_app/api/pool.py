"""The routes that choose what is judged, and in which order."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from judge_app.api.http import Host, answering, in_thread, json_body
from judge_app.api.values import names_in, number, whole_number
from judge_app.domain.pooling import DEFAULT_DEPTH
from judge_app.services import answers, order_answers


def pool_routes(host: Host) -> list[Route]:
    """Return the routes of the pool."""
    project = host.project

    async def pool(request: Request) -> Response:
        actor = host.actor(request)
        body = await json_body(request)
        answer = await in_thread(
            answers.pool_answer,
            project,
            actor,
            depth=whole_number(body, "depth", DEFAULT_DEPTH),
            strategy=str(body.get("strategy") or "depth"),
            runs=names_in(body, "runs"),
            budget=whole_number(body, "budget", None),
            random_share=number(body, "random_share"),
            seed=whole_number(body, "seed", 0),
            overlap=whole_number(body, "overlap", None),
            share=None if body.get("share") is None else number(body, "share"),
            dry_run=bool(body.get("dry_run")),
        )
        return JSONResponse(answer)

    async def order(request: Request) -> Response:
        actor = host.actor(request)
        return JSONResponse(await in_thread(order_answers.order_answer, project, actor))

    async def set_order(request: Request) -> Response:
        actor = host.actor(request)
        body = await json_body(request)
        answer = await in_thread(
            order_answers.set_order_answer,
            project,
            actor,
            order=str(body.get("order") or ""),
            runs=names_in(body, "runs"),
        )
        return JSONResponse(answer)

    return [
        Route("/pool", answering(pool), methods=["POST"]),
        Route("/pool/order", answering(order), methods=["GET"]),
        Route("/pool/order", answering(set_order), methods=["POST"]),
    ]
