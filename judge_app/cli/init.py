"""``judgepool init``: a new project."""

from __future__ import annotations

from typing import Annotated

import typer

from judge_app.cli.faults import explained
from judge_app.cli.opening import project_path
from judge_app.cli.output import say, tell


@explained
def init(
    project: Annotated[
        str, typer.Argument(metavar="PROJECT", help="The .duckdb file to make.", show_default=False)
    ],
    grades: Annotated[str, typer.Option(metavar="RANGE", help="Scale of grades.")] = "0-3",
    gain: Annotated[
        str, typer.Option(help="How a grade counts: exponential (2^grade - 1) or linear.")
    ] = "exponential",
    title: Annotated[
        str, typer.Option(help="Shown on every screen. [default: the file's name]")
    ] = "",
) -> None:
    """Make a new project."""
    from judge_app.services.project import create_project  # noqa: PLC0415 - slow to import

    path = project_path(project)
    made = create_project(path, grades=grades, gain=gain, title=title)
    settings = made.settings
    made.close()
    say(f"{path}: {settings.title}, grades {settings.scale}, {settings.gain} gain.")
    tell(f"Next: judgepool import {path} FILE...   (topics, documents, runs)")
