"""The grading card's routes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from judge_app.api.http import Body, Host, answering, in_thread, json_body, number_of, text_of
from judge_app.domain.errors import BadInputError
from judge_app.domain.model import Judgment, NewJudgment, Verdict
from judge_app.domain.queue import BATCH
from judge_app.services import grading
from judge_app.services.cards import Card, open_card
from judge_app.services.effect import Effect, FinishedQuery
from judge_app.services.progress import Progress

MOST_LISTED = 500


def grading_routes(host: Host) -> list[Route]:
    """Return the routes of the grading loop."""
    project = host.project

    async def take_next(request: Request) -> Response:
        actor = host.actor(request)
        body = await json_body(request)
        count = number_of(body, "count")
        cards, progress = await in_thread(
            grading.next_cards,
            project,
            actor,
            _pairs(body, "holding"),
            BATCH if count is None else count,
            text_of(body, "query_id") or None,
        )
        return JSONResponse(
            {"pairs": [_card(card) for card in cards], "progress": _progress(progress)}
        )

    async def submit(request: Request) -> Response:
        actor = host.actor(request)
        body = await json_body(request)
        judgments = [_new_judgment(item) for item in _items(body, "items")]
        submission = await in_thread(grading.submit, project, actor, judgments)
        last = judgments[-1].query_id if judgments else None
        progress = await in_thread(grading.progress, project, actor, last)
        return JSONResponse(
            {
                "results": [_outcome(outcome) for outcome in submission.outcomes],
                "progress": _progress(progress),
                "effect": _effect(submission.effect),
                "finished_query": _finished(submission.finished),
            }
        )

    async def mine(request: Request) -> Response:
        actor = host.actor(request)
        limit = min(_query_number(request, "limit") or MOST_LISTED, MOST_LISTED)
        judgments = await in_thread(
            grading.my_judgments, project, actor, _query_number(request, "before"), limit
        )
        titles = await in_thread(
            project.store.collection.titles, [judgment.doc_id for judgment in judgments]
        )
        queries = {query.query_id: query.text for query in project.store.collection.queries()}
        return JSONResponse(
            {
                "judgments": [
                    {
                        **_mine(judgment),
                        "query_id": judgment.query_id,
                        "doc_id": judgment.doc_id,
                        "query": queries.get(judgment.query_id, judgment.query_id),
                        "title": titles.get(judgment.doc_id, judgment.doc_id),
                        "judged_at": judgment.received_at.isoformat(),
                    }
                    for judgment in judgments
                ]
            }
        )

    async def pair(request: Request) -> Response:
        actor = host.actor(request)
        body = await json_body(request)
        query_id, doc_id = text_of(body, "query_id"), text_of(body, "doc_id")
        card = await in_thread(open_card, project, actor, query_id, doc_id)
        return JSONResponse(_card(card))

    async def give_back(request: Request) -> Response:
        actor = host.actor(request)
        body = await json_body(request)
        released = await in_thread(grading.release, project, actor, _pairs(body, "pairs"))
        return JSONResponse({"released": released})

    return [
        Route("/grading/next", answering(take_next), methods=["POST"]),
        Route("/grading/judgments", answering(submit), methods=["POST"]),
        Route("/grading/mine", answering(mine), methods=["GET"]),
        Route("/grading/pair", answering(pair), methods=["POST"]),
        Route("/grading/release", answering(give_back), methods=["POST"]),
    ]


def _card(card: Card) -> Body:
    told = {name: getattr(card, name) for name in Card.__dataclass_fields__}
    told["mine"] = None if card.mine is None else _mine(card.mine)
    return told


def _mine(judgment: Judgment) -> Body:
    return {
        "judgment_id": judgment.judgment_id,
        "client_key": judgment.client_key,
        "verdict": judgment.verdict.value,
        "grade": judgment.grade,
        "note": judgment.note,
    }


def _outcome(outcome: grading.Outcome) -> Body:
    told: Body = {
        "client_key": outcome.client_key,
        "status": outcome.status,
        "judgment_id": outcome.judgment_id,
        "message": outcome.message,
    }
    if outcome.feedback is not None:
        told["feedback"] = asdict(outcome.feedback)
    return told


def _progress(progress: Progress) -> Body:
    return {
        "query": {
            "query_id": progress.query_id,
            "number": progress.query_number,
            "of": progress.n_queries,
            "judged": progress.query_judged,
            "judged_high": progress.query_judged_high,
            "total": progress.query_total,
        },
        "project": {
            "judged": progress.judged,
            "judged_high": progress.judged_high,
            "total": progress.total,
        },
        "mine": progress.mine,
        "remaining": progress.remaining,
        "held_by_others": progress.held_by_others,
        "is_settled": progress.is_settled,
    }


def _effect(effect: Effect | None) -> Body | None:
    if effect is None:
        return None
    return {
        "query_id": effect.query_id,
        "measure": effect.measure,
        "coverage_before": effect.before.judged,
        "coverage_after": effect.after.judged,
        "low_before": effect.before.low,
        "high_before": effect.before.high,
        "value_before": effect.before.value,
        "low": effect.after.low,
        "high": effect.after.high,
        "value": effect.after.value,
    }


def _finished(finished: FinishedQuery | None) -> Body | None:
    if finished is None:
        return None
    systems = [asdict(system) for system in finished.systems]
    for system in systems:
        system["name"] = system.pop("letter")
    return {
        "query_id": finished.query_id,
        "query": finished.query,
        "measure": finished.measure,
        "coverage": finished.coverage,
        "systems": systems,
    }


def _new_judgment(item: Mapping[str, Any]) -> NewJudgment:
    try:
        verdict = Verdict(text_of(item, "verdict"))
    except ValueError:
        known = ", ".join(Verdict)
        raise BadInputError("a judgment has no known verdict", f"Use one of: {known}.") from None
    client_key = text_of(item, "client_key", most=100)
    if not client_key:
        raise BadInputError("a judgment has no client_key", "Make one per judgment, e.g. a UUID.")
    return NewJudgment(
        client_key=client_key,
        query_id=text_of(item, "query_id"),
        doc_id=text_of(item, "doc_id"),
        person_id=-1,
        verdict=verdict,
        grade=number_of(item, "grade"),
        note=text_of(item, "note", most=10_000),
        seen=text_of(item, "seen", most=100) or None,
        shown_at=_moment(item, "shown_at"),
        judged_at=_moment(item, "judged_at"),
        fingerprint=text_of(item, "fingerprint", most=100),
    )


def _moment(item: Mapping[str, Any], name: str) -> datetime | None:
    text = text_of(item, name, most=40)
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
        moment = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise BadInputError(f"{name!r} is no moment", "Write it as 2026-01-31T12:00:00Z.") from None
    return moment


def _items(body: Body, name: str) -> list[Mapping[str, Any]]:
    items = body.get(name)
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise BadInputError(f"{name!r} must be a list of objects")
    return items


def _pairs(body: Body, name: str) -> list[tuple[str, str]]:
    pairs = body.get(name, [])
    well_formed = isinstance(pairs, list) and all(
        isinstance(pair, list) and [type(part) for part in pair] == [str, str] for pair in pairs
    )
    if not well_formed:
        raise BadInputError(f"{name!r} must be a list of [query_id, doc_id]")
    return [(query_id, doc_id) for query_id, doc_id in pairs]


def _query_number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.isdecimal():
        raise BadInputError(f"{name!r} must be a whole number")
    return int(text)
