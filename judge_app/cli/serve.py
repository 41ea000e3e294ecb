"""``judgepool serve``: the screens and the API of a project."""

from __future__ import annotations

from typing import Annotated

import typer

from judge_app.cli.faults import explained
from judge_app.cli.opening import project_path
from judge_app.cli.serving import LOOPBACK, serve_project
from judge_app.cli.words import ProjectWord

PortWord = Annotated[
    int | None,
    typer.Option(
        "--port",
        metavar="N",
        min=0,
        max=65535,
        help="Port; 0 takes a free one. [default: 8501, or a free one when that is taken]",
        show_default=False,
    ),
]
NoBrowserWord = Annotated[
    bool, typer.Option("--no-browser", help="Do not open the browser; its address is printed.")
]


@explained
def serve(
    project: ProjectWord,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = LOOPBACK,
    port: PortWord = None,
    *,
    no_browser: NoBrowserWord = False,
) -> None:
    """Serve a project in the browser until Ctrl-C."""
    serve_project(project_path(project), host=host, port=port, browser=not no_browser)
