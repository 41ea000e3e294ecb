"""``judgepool demo``: the bundled sample, in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from judge_app.cli.faults import explained
from judge_app.cli.opening import running_server
from judge_app.cli.output import say, tell
from judge_app.cli.serve import NoBrowserWord, PortWord
from judge_app.cli.serving import LOOPBACK, serve_project, show_browser


@explained
def demo(
    port: PortWord = None,
    directory: Annotated[
        Path, typer.Option("--dir", metavar="DIR", help="Folder for the project; reused.")
    ] = Path("judgepool-demo"),
    *,
    no_browser: NoBrowserWord = False,
) -> None:
    """Open a sample project in the browser: four systems, some judgments, and a new run."""
    from judge_app.services.sample import make_sample  # noqa: PLC0415 - slow to import

    sample = make_sample(directory)
    say(f"Project: {sample.project}")
    say(f"A fifth run that nobody pooled: {sample.new_run}")
    tell("Sign in as evaluator and drop it on the New run screen to see what it is worth.")
    held = running_server(sample.project)
    if held is None:
        serve_project(sample.project, host=LOOPBACK, port=port, browser=not no_browser)
        return
    tell(f"A server holds the sample already, at {held.address}.")
    if not no_browser:
        show_browser(held.address)
