"""REST routes over the services, for the grading card, the command line and pipelines."""

from __future__ import annotations

from starlette.routing import Mount

from judge_app.api.agreement import agreement_routes
from judge_app.api.day import day_routes
from judge_app.api.grading import grading_routes
from judge_app.api.http import Host
from judge_app.api.images import image_routes
from judge_app.api.pool import pool_routes
from judge_app.api.project import project_routes
from judge_app.api.releases import release_routes
from judge_app.api.session import COOKIE, session_routes
from judge_app.api.team import team_routes
from judge_app.api.uploads import upload_routes

PREFIX = "/api/v1"

__all__ = ["COOKIE", "PREFIX", "Host", "api_routes"]


def api_routes(host: Host) -> list[Mount]:
    """Return every route of the API, below its prefix."""
    groups = (
        session_routes,
        grading_routes,
        day_routes,
        image_routes,
        upload_routes,
        project_routes,
        pool_routes,
        release_routes,
        agreement_routes,
        team_routes,
    )
    return [Mount(PREFIX, routes=[route for group in groups for route in group(host)])]
