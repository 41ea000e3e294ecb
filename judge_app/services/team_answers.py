"""What is said about the team and its disagreements, as plain data; see `services.answers`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from judge_app.domain.people import Actor
from judge_app.services.adjudication import Adjudicated, adjudicate, withdraw_decision
from judge_app.services.disagreements import DisputeWish, disagreements
from judge_app.services.labelling import board_stamp
from judge_app.services.project import Project
from judge_app.services.team_person import PersonReport
from judge_app.services.team_report import read_team

Answer = dict[str, Any]


def team_answer(project: Project, actor: Actor, *, east_minutes: int = 0) -> Answer:
    """Say how the team stands; raises as `read_team` does.

    Returns
    -------
    dict
        ``at, position, given, wanted, minutes_left, people, models`` (one object each: pace, days,
        grades beside others', checks), ``hints`` (``person, said, rule``) and ``queries``.
    """
    report = read_team(project, actor, east_minutes=east_minutes)
    return {
        "at": report.at.isoformat(timespec="seconds"),
        "position": report.position,
        "given": report.given,
        "wanted": report.wanted,
        "minutes_left": report.minutes_left,
        "people": [_person(person) for person in report.people],
        "models": [_person(person) for person in report.models],
        "hints": [asdict(hint) for hint in report.hints],
        "queries": report.queries.to_dict(orient="records"),
    }


def disagreements_answer(project: Project, actor: Actor, wish: DisputeWish) -> Answer:
    """List disagreements; raises as `disagreements` does.

    Returns
    -------
    dict
        ``stamp`` and ``pairs``, lowest agreement first, each with the columns of `disagreements`.
    """
    stamp = board_stamp(project).as_json()
    return {"stamp": stamp, "pairs": disagreements(project, actor, wish).to_dict(orient="records")}


def adjudication_answer(
    project: Project,
    actor: Actor,
    client_key: str,
    query_id: str,
    doc_id: str,
    *,
    grade: int | None,
    note: str = "",
    withdraw: bool = False,
    seen: int | None = None,
) -> Answer:
    """Decide a pair, or take the own decision back; raises as `adjudicate` does.

    Returns
    -------
    dict
        ``judgment_id``, ``status`` (saved or duplicate) and ``label``, the pair's now.
    """
    done: Adjudicated
    if withdraw:
        done = withdraw_decision(project, actor, client_key, query_id, doc_id, seen=seen)
    else:
        grade = project.settings.scale.require(grade)
        done = adjudicate(project, actor, client_key, query_id, doc_id, grade, note, seen=seen)
    return {
        "judgment_id": done.judgment_id,
        "status": "saved" if done.is_new else "duplicate",
        "label": done.label,
    }


def _person(person: PersonReport) -> Answer:
    told = asdict(person)
    told["by_day"] = {day.isoformat(): n for day, n in person.by_day.items()}
    return told
