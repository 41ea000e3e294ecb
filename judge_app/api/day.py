"""What the grading card asks about a person's own day, queries and pairs."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from judge_app.api.http import Body, Host, answering, in_thread
from judge_app.domain.errors import BadInputError
from judge_app.services.day import Day, read_day
from judge_app.services.own_query import OwnQuery, read_history, read_own_query


def day_routes(host: Host) -> list[Route]:
    """Return the routes that tell somebody about their own work."""
    project = host.project

    async def day(request: Request) -> Response:
        told = await in_thread(
            read_day,
            project,
            host.actor(request),
            east_minutes=_number(request, "offset"),
            remaining=_number(request, "remaining"),
        )
        return JSONResponse(_day(told))

    async def query(request: Request) -> Response:
        query_id = request.query_params.get("query_id", "")
        told = await in_thread(read_own_query, project, host.actor(request), query_id)
        return JSONResponse(_query(told))

    async def history(request: Request) -> Response:
        names = [request.query_params.get(name, "") for name in ("query_id", "doc_id")]
        words = await in_thread(read_history, project, host.actor(request), *names)
        return JSONResponse(
            {
                "history": [
                    {
                        "verdict": word.verdict.value,
                        "grade": word.grade,
                        "note": word.note,
                        "said_at": word.said_at.isoformat(),
                    }
                    for word in words
                ]
            }
        )

    return [
        Route("/grading/day", answering(day), methods=["GET"]),
        Route("/grading/query", answering(query), methods=["GET"]),
        Route("/grading/history", answering(history), methods=["GET"]),
    ]


def _day(day: Day) -> Body:
    return {
        "graded": day.graded,
        "remaining": day.remaining,
        "low_minutes": day.low_minutes,
        "high_minutes": day.high_minutes,
        "seconds": day.pace.seconds,
        "n_timed": day.pace.n_timed,
        "is_measured": day.pace.is_measured,
        "explanation": day.pace.explain(),
    }


def _query(query: OwnQuery) -> Body:
    return {
        "query_id": query.query_id,
        "query": query.query,
        "grades": list(query.grades),
        "cannot_judge": query.cannot_judge,
        "seconds": query.seconds,
        "judged": query.judged,
        "total": query.total,
    }


def _number(request: Request, name: str) -> int:
    text = request.query_params.get(name, "0")
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise BadInputError(f"{name!r} must be a whole number")
    return int(text)
