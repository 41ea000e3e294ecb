"""Who is looking at the screens."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from judge_app.domain.errors import NotSignedInError
from judge_app.domain.people import Actor, Permission, Role
from judge_app.services.project import Project
from judge_app.services.tokens import Purpose
from judge_app.ui.host import ScreenHost, current


@dataclass(frozen=True, slots=True)
class Session:
    """A person in front of a screen: who, in which role, of which project."""

    host: ScreenHost
    actor: Actor

    @property
    def project(self) -> Project:
        """The project on screen."""
        return self.host.project

    @property
    def role(self) -> Role:
        """The one role that the person signed in with."""
        (role,) = self.actor.roles
        return role

    def api_token(self) -> str:
        """Return a token with which the browser may speak to the API for this person."""
        return self.host.tokens.issue(Purpose.API, self.actor.person.person_id, self.role)


def find_session() -> Session | None:
    """Return who signed in with this browser; None when nobody has."""
    try:
        return require_session()
    except NotSignedInError:
        return None


def require_session(permission: Permission | None = None) -> Session:
    """Return who signed in with this browser.

    Parameters
    ----------
    permission : Permission, optional
        What the screen is for. The services check again; this keeps half a screen from showing.

    Raises
    ------
    NotSignedInError
        When nobody has signed in, or the sign-in is no longer valid.
    NotAllowedError
        When the person's role does not grant the permission.
    """
    host = current()
    token = st.context.cookies.get(host.cookie)
    if not token:
        raise NotSignedInError("you are not signed in", "Reload the page and sign in.")
    actor = host.tokens.actor(host.project, Purpose.SESSION, token)
    if permission is not None:
        actor.require(permission)
    return Session(host, actor)
