"""``judgepool init``: a new project."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from judge_app.cli.faults import explained
from judge_app.cli.opening import project_path
from judge_app.cli.output import say, tell
from judge_app.domain.errors import BadInputError

if TYPE_CHECKING:
    from judge_app.services.project import Project


@explained
def init(
    project: Annotated[
        str, typer.Argument(metavar="PROJECT", help="The .duckdb file to make.", show_default=False)
    ],
    grades: Annotated[
        str | None, typer.Option(metavar="RANGE", help="Scale of grades. [default: 0-3]")
    ] = None,
    gain: Annotated[
        str | None,
        typer.Option(
            metavar="exponential|linear",
            help="How a grade counts: exponential (2^grade - 1) or linear. [default: exponential]",
        ),
    ] = None,
    title: Annotated[
        str, typer.Option(help="Shown on every screen. [default: the file's name]")
    ] = "",
    like: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.meta.json",
            help="Take scale, gain, title, guidelines and label rule from the facts beside an "
            "export of another project.",
        ),
    ] = None,
) -> None:
    """Make a new project."""
    path = project_path(project)
    made = (
        _made(path, grades, gain, title)
        if like is None
        else _alike(path, like, grades, gain, title)
    )
    settings = made.settings
    made.close()
    say(f"{path}: {settings.title}, grades {settings.scale}, {settings.gain} gain.")
    tell(f"Next: judgepool import {path} FILE...   (topics, documents, runs)")


def _made(path: Path, grades: str | None, gain: str | None, title: str) -> Project:
    from judge_app.services.project import create_project  # noqa: PLC0415 - slow to import

    said = {"grades": grades, "gain": gain}
    words: dict[str, Any] = {name: word for name, word in said.items() if word is not None}
    return create_project(path, title=title, **words)


def _alike(path: Path, like: Path, grades: str | None, gain: str | None, title: str) -> Project:
    from judge_app.services.alike import create_project_like  # noqa: PLC0415 - slow to import

    if grades is not None or gain is not None:
        raise BadInputError(
            "--like brings grades and gain, and others are named beside it",
            "Leave --grades and --gain away, or --like.",
        )
    return create_project_like(path, like, title=title)
