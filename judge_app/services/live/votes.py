"""Everybody's current grade on every judged pair, and the label it makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import pandas as pd

from judge_app.domain.labels import LabelRule
from judge_app.domain.model import Judgment, JudgmentKind, Verdict
from judge_app.domain.people import Person

Pair: TypeAlias = tuple[str, str]
Voter: TypeAlias = tuple[str, bool]


class Votes:
    """The grades that make labels, kept up to date one judgment at a time.

    Parameters
    ----------
    rule : LabelRule
        How the grades of a pair become its label.
    """

    def __init__(self, rule: LabelRule) -> None:
        self._rule = rule
        # voter -> (position in the log, grade), where a voter is a name and whether this is an
        # adjudication, which stands beside the same person's ordinary grade
        self._grades: dict[Pair, dict[Voter, tuple[int, int]]] = {}
        self._n_grades = 0

    def load(self, current: pd.DataFrame, people: Mapping[str, Person]) -> None:
        """Take over all current grades of a log.

        Parameters
        ----------
        current : DataFrame
            As `JudgmentLog.current_grades` returns it.
        people : mapping
            Persons by name.
        """
        columns = ("judgment_id", "query_id", "doc_id", "grade", "person", "is_adjudication")
        for position, query_id, doc_id, grade, name, is_adjudication in zip(
            *(current[column].tolist() for column in columns), strict=True
        ):
            if is_adjudication or self._counts(people[name]):
                votes = self._grades.setdefault((query_id, doc_id), {})
                votes[name, is_adjudication] = (position, grade)
                self._n_grades += 1

    def apply(self, judgment: Judgment, person: Person) -> None:
        """Take in one judgment of the log, in log order."""
        is_adjudication = judgment.kind is JudgmentKind.ADJUDICATION
        if judgment.is_late or judgment.verdict is Verdict.SKIPPED:
            return
        if not (is_adjudication or self._counts(person)):
            return
        pair, voter = (judgment.query_id, judgment.doc_id), (person.name, is_adjudication)
        votes = self._grades.setdefault(pair, {})
        if votes.pop(voter, None) is not None:
            self._n_grades -= 1
        if judgment.verdict is Verdict.GRADED and judgment.grade is not None:
            votes[voter] = (judgment.judgment_id, judgment.grade)
            self._n_grades += 1
        if not votes:
            del self._grades[pair]

    def label(self, query_id: str, doc_id: str) -> int | None:
        """Return the label of a pair; None when nobody whose judgments count has graded it."""
        votes = self._grades.get((query_id, doc_id))
        if votes is None:
            return None
        decided = [cast for (_, is_adjudication), cast in votes.items() if is_adjudication]
        if decided:
            return max(decided)[1]
        return self._rule.reduce([grade for _, grade in sorted(votes.values())])

    def labels(self) -> dict[Pair, int]:
        """Return the label of every labelled pair."""
        found = {pair: self.label(*pair) for pair in self._grades}
        return {pair: label for pair, label in found.items() if label is not None}

    def n_judgments(self) -> int:
        """Return how many current grades the labels are made of."""
        return self._n_grades

    def _counts(self, person: Person) -> bool:
        return self._rule.counts(person.name, person.kind)
