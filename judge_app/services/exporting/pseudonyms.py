"""Names that stand for people without telling who they are."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

import pandas as pd

from judge_app.domain.labels import LabelRule, parse_label_rule
from judge_app.domain.people import PersonKind
from judge_app.services.project import Project, pseudonym_key

_DIGITS = 12


class Pseudonyms:
    """Gives every person of a project a name that is the same in all its exports.

    It is made with a secret of the project's file, so that it does not lead back to the person
    without that file. Models keep their names: they are no persons, and labels that a model made
    have to say so.

    Parameters
    ----------
    project : Project
        Whose persons.
    """

    def __init__(self, project: Project) -> None:
        self._key = pseudonym_key(project.store)
        self._models = {
            person.name for person in project.store.people.all() if person.kind is PersonKind.MODEL
        }

    def of(self, name: str) -> str:
        """Return the name under which somebody leaves the project."""
        if name in self._models:
            return name
        digest = hmac.new(self._key, name.encode(), hashlib.sha256).hexdigest()
        return f"person-{digest[:_DIGITS]}"

    def in_column(self, names: pd.Series[str]) -> pd.Series[str]:
        """Return a column of names, replaced."""
        known = {name: self.of(name) for name in names.unique()}
        return names.map(known)

    def in_rule(self, rule: str) -> str:
        """Return a label rule with the names in it replaced."""
        parsed: LabelRule = parse_label_rule(rule)
        return str(replace(parsed, persons=frozenset(map(self.of, parsed.persons))))
