"""Everybody's current grade on every judged pair, and the label it makes."""

from __future__ import annotations

from typing import TypeAlias

from judge_app.domain.labels import LabelRule
from judge_app.domain.model import KINDS_OF_CHECKS, Judgment, JudgmentKind, PairKey, Verdict
from judge_app.domain.people import Person
from judge_app.services.live.loaded import LoadedVotes, no_votes

Voter: TypeAlias = tuple[int, bool]


class Votes:
    """The grades that make labels, kept up to date one judgment at a time.

    Parameters
    ----------
    rule : LabelRule
        How the grades of a pair become its label.
    """

    def __init__(self, rule: LabelRule) -> None:
        self._rule = rule
        self._loaded = no_votes()
        # Of the pairs that were judged since, also those left without a vote:
        # voter -> (position in the log, grade), where a voter is a person's number and whether
        # this is an adjudication, which stands beside the same person's ordinary grade
        self._grades: dict[PairKey, dict[Voter, tuple[int, int]]] = {}
        self._n_grades = 0

    def load(self, loaded: LoadedVotes) -> None:
        """Take over all current grades of a log, those of people who count."""
        self._loaded = loaded
        self._grades = {}
        self._n_grades = len(loaded.grades)

    def apply(self, judgment: Judgment, person: Person) -> None:
        """Take in one judgment of the log, in log order."""
        is_adjudication = judgment.kind is JudgmentKind.ADJUDICATION
        if judgment.is_late or judgment.verdict is Verdict.SKIPPED:
            return
        if judgment.kind in KINDS_OF_CHECKS:
            return
        if not (is_adjudication or self._rule.counts(person.name, person.kind)):
            return
        pair, voter = (judgment.query_id, judgment.doc_id), (person.person_id, is_adjudication)
        votes = self._grades[pair] = self._votes_on(pair)
        if votes.pop(voter, None) is not None:
            self._n_grades -= 1
        if judgment.verdict is Verdict.GRADED and judgment.grade is not None:
            votes[voter] = (judgment.judgment_id, judgment.grade)
            self._n_grades += 1

    def label(self, query_id: str, doc_id: str) -> int | None:
        """Return the label of a pair; None when nobody whose judgments count has graded it."""
        votes = self._votes_on((query_id, doc_id))
        if not votes:
            return None
        decided = [cast for (_, is_adjudication), cast in votes.items() if is_adjudication]
        if decided:
            return max(decided)[1]
        return self._rule.reduce([grade for _, grade in sorted(votes.values())])

    def n_judgments(self) -> int:
        """Return how many current grades the labels are made of."""
        return self._n_grades

    def _votes_on(self, pair: PairKey) -> dict[Voter, tuple[int, int]]:
        known = self._grades.get(pair)
        if known is not None:
            return known
        loaded = self._loaded
        return {
            (int(loaded.persons[vote]), bool(loaded.adjudications[vote])): (
                int(loaded.positions[vote]),
                int(loaded.grades[vote]),
            )
            for vote in loaded.on(*pair)
        }
