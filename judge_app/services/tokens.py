"""Signed proof of who somebody is, for browsers and for the command line."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from itsdangerous import BadSignature, URLSafeTimedSerializer

from judge_app.domain.errors import NotSignedInError
from judge_app.domain.people import Actor, Role
from judge_app.services.project import Project, command_line_actor
from judge_app.services.sign_in import actor_of


class Purpose(StrEnum):
    """What a token opens; one made for a purpose is worthless for another."""

    SESSION = "session"
    API = "api"
    COMMAND_LINE = "command line"


_HOURS = 3600
_MOST_SECONDS = {
    Purpose.SESSION: 30 * 24 * _HOURS,
    Purpose.API: 7 * 24 * _HOURS,
    Purpose.COMMAND_LINE: 365 * 24 * _HOURS,
}


@dataclass(frozen=True, slots=True)
class Tokens:
    """Issues and reads tokens.

    Parameters
    ----------
    secret : str
        Known to this project's servers only. It outlives them, so that a browser that held
        grades while the server was away can still hand them in.
    """

    secret: str

    def issue(self, purpose: Purpose, person_id: int, role: Role) -> str:
        """Return a token for one person in one role."""
        return self._serializer(purpose).dumps([person_id, role.value])

    def actor(self, project: Project, purpose: Purpose, token: str) -> Actor:
        """Return who a token speaks for.

        Raises
        ------
        NotSignedInError
            When it is forged, expired, made for another purpose, or its person is gone.
        """
        try:
            person_id, role = self._serializer(purpose).loads(token, max_age=_MOST_SECONDS[purpose])
        except BadSignature:
            raise NotSignedInError("you are not signed in", "Sign in and try again.") from None
        if purpose is Purpose.COMMAND_LINE:
            return command_line_actor()
        return actor_of(project, person_id, Role(role))

    def _serializer(self, purpose: Purpose) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.secret, salt=f"judgepool {purpose}")


def load_tokens(database: Path) -> Tokens:
    """Return the tokens of a project, with its secret kept in a file only its owner can read.

    Parameters
    ----------
    database : Path
        The project's file; the secret lies beside it.
    """
    path = database.with_name(database.name + ".secret")
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return Tokens(path.read_text(encoding="ascii"))
    secret = secrets.token_hex(32)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secret)
    return Tokens(secret)
