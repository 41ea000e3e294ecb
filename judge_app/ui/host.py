"""What the screens need from the process that serves them.

Streamlit runs the screens as scripts, which nothing can be passed to; the server leaves the
project here before it starts, once, and the screens read it.
"""

from __future__ import annotations

from dataclasses import dataclass

from judge_app.domain.errors import JudgepoolError
from judge_app.services.project import Project
from judge_app.services.tokens import Tokens
from judge_app.services.upload_shelf import UploadShelf


@dataclass(frozen=True, slots=True)
class ScreenHost:
    """The project behind the screens, and who may speak to it.

    Attributes
    ----------
    project : Project
        The open project.
    tokens : Tokens
        Issues and reads proof of who somebody is.
    cookie : str
        Name of the cookie that holds a browser's session.
    api : str
        Path below which the API is found.
    uploads : UploadShelf
        The files that browsers have sent to the API.
    """

    project: Project
    tokens: Tokens
    cookie: str
    api: str
    uploads: UploadShelf


_installed: list[ScreenHost] = []


def install(host: ScreenHost) -> None:
    """Leave the project for the screens of this process."""
    _installed[:] = [host]


def current() -> ScreenHost:
    """Return the project of this process.

    Raises
    ------
    JudgepoolError
        When the screens run outside of a Judgepool server.
    """
    if not _installed:
        raise JudgepoolError(
            "the screens need a project", "Start them with: judgepool serve PROJECT"
        )
    return _installed[0]
