"""Which screens there are, and which of them each role is shown."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from judge_app.domain.people import Actor, Permission, Role

_FOLDER = Path(__file__).parent / "screens"


@dataclass(frozen=True, slots=True)
class Screen:
    """One page.

    Attributes
    ----------
    file : str
        In the folder of screens; its stem is the page's address.
    title, section : str
        In the navigation.
    permission : Permission
        Without it the page is not in the navigation; the services refuse what it would show.
    """

    file: str
    title: str
    section: str
    permission: Permission

    @property
    def path(self) -> Path:
        """Where the page's script lies."""
        return _FOLDER / self.file


GRADE = Screen("grade.py", "Grade", "Annotate", Permission.GRADE)
MY_WORK = Screen("my_work.py", "My work", "Annotate", Permission.GRADE)
PROJECT = Screen("project.py", "Project", "Prepare", Permission.IMPORT_COLLECTION)
POOL = Screen("pool.py", "Pool", "Prepare", Permission.BUILD_POOL)
TEAM = Screen("team.py", "Team", "Team", Permission.MANAGE_TEAM)
AGREEMENT = Screen("agreement.py", "Agreement", "Team", Permission.READ_AGREEMENT)
DISAGREEMENTS = Screen("disagreements.py", "Disagreements", "Team", Permission.ADJUDICATE)
LEADERBOARD = Screen("leaderboard.py", "Leaderboard", "Evaluate", Permission.READ_SCORES)
NEW_RUN = Screen("new_run.py", "New run", "Evaluate", Permission.IMPORT_RUNS)
EXPORT = Screen("export.py", "Export", "Evaluate", Permission.EXPORT)

SCREENS = (
    GRADE,
    MY_WORK,
    PROJECT,
    POOL,
    TEAM,
    AGREEMENT,
    DISAGREEMENTS,
    LEADERBOARD,
    NEW_RUN,
    EXPORT,
)

_FIRST = {Role.ANNOTATOR: GRADE, Role.LEAD: PROJECT, Role.EVALUATOR: LEADERBOARD}


def first_screen(role: Role) -> Screen:
    """Return the screen that somebody in a role sees first."""
    return _FIRST[role]


def navigation(actor: Actor | None) -> st.Page:
    """Offer the screens of somebody's roles and return the one asked for.

    Every address exists for everybody, so that a link or a reload leads to the same page; who
    may not use it reads why. Nobody signed in is offered nothing.
    """
    home = st.Page(_FOLDER / "home.py", title="Judgepool", default=True, visibility="hidden")
    sections: dict[str, list[st.Page]] = {"": [home]}
    for screen in SCREENS:
        is_open = actor is not None and actor.may(screen.permission)
        page = st.Page(
            screen.path, title=screen.title, visibility="visible" if is_open else "hidden"
        )
        sections.setdefault(screen.section, []).append(page)
    return st.navigation(sections, position="hidden" if actor is None else "sidebar", expanded=True)
