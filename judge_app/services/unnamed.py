"""Letters in the place of names, so that a lead can look at work without knowing whose it is."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

from judge_app.services.effect import letter
from judge_app.services.project import Project, pseudonym_key


def letters(project: Project, names: Iterable[str], *about: str) -> dict[str, str]:
    """Return a letter for every name, shuffled.

    Parameters
    ----------
    project : Project
        Whose secret shuffles; without its file nobody can undo it.
    names : iterable of str
        Names of people.
    about : str
        What the names stand beside, for instance a query and a document. The same names and things
        always have the same letters; about another thing the order is another one, so that a
        letter here tells nothing there.
    """
    key = pseudonym_key(project.store)

    def place(name: str) -> bytes:
        return hmac.new(key, "\x1f".join((*about, name)).encode(), hashlib.sha256).digest()

    return {name: letter(number) for number, name in enumerate(sorted(set(names), key=place))}
