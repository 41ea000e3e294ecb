"""From several judgments of a pair to its label, by a named rule (SCORING §7)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from judge_app.domain.errors import BadInputError
from judge_app.domain.people import PersonKind


def _lower_median(grades: Sequence[int]) -> int:
    return sorted(grades)[(len(grades) - 1) // 2]


def _latest(grades: Sequence[int]) -> int:
    return grades[-1]


def _majority(grades: Sequence[int]) -> int:
    counts = Counter(grades)
    most = max(counts.values())
    return min(grade for grade, count in counts.items() if count == most)


def _mean_rounded(grades: Sequence[int]) -> int:
    return math.ceil(sum(grades) / len(grades) - 0.5)


@dataclass(frozen=True, slots=True)
class RuleChange:
    """That a project took another label rule: which, when (UTC), and by whose hand."""

    rule: str
    changed_at: datetime
    changed_by: str


REDUCERS: Mapping[str, Callable[[Sequence[int]], int]] = {
    "lower-median": _lower_median,
    "latest": _latest,
    "majority": _majority,
    "max": max,
    "min": min,
    "mean-rounded": _mean_rounded,
}
DEFAULT_RULE = "lower-median"


@dataclass(frozen=True, slots=True)
class LabelRule:
    """How the judgments of a pair become one label, and whose judgments count.

    Attributes
    ----------
    name : str
        One of ``REDUCERS``.
    with_models : bool
        Whether judgments by models count beside human ones.
    persons : frozenset of str
        When not empty, only judgments by these people or models count.
    """

    name: str = DEFAULT_RULE
    with_models: bool = False
    persons: frozenset[str] = frozenset()

    def __str__(self) -> str:
        """Return the rule as the command line writes it."""
        parts = [self.name]
        if self.with_models:
            parts.append("with-models")
        if self.persons:
            parts.append("person=" + ",".join(sorted(self.persons)))
        return ":".join(parts)

    def counts(self, name: str, kind: PersonKind) -> bool:
        """Tell whether a person's judgments enter the label."""
        if self.persons:
            return name in self.persons
        return self.with_models or kind is PersonKind.HUMAN

    def reduce(self, grades: Sequence[int]) -> int:
        """Return the label of one pair.

        Parameters
        ----------
        grades : sequence of int, not empty
            One current grade per person, in log order.
        """
        return REDUCERS[self.name](grades)

    def reduce_rows(self, grades: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the labels of many pairs that have equally many grades.

        Parameters
        ----------
        grades : int64[pairs, grades of a pair]
            Each row as `reduce` takes it.
        """
        # Few combinations of grades occur, however many pairs there are.
        patterns, pattern_of = np.unique(grades, axis=0, return_inverse=True)
        labels = np.array([self.reduce(row) for row in patterns.tolist()], dtype=np.int64)
        return labels[pattern_of.reshape(-1)]

    def reduce_groups(
        self, grades: NDArray[np.int64], starts: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the labels of many pairs that have any number of grades.

        Parameters
        ----------
        grades : int64[grades]
            Pair after pair, each as `reduce` takes it.
        starts : int64[pairs]
            Where each pair begins; none is empty.
        """
        sizes = np.diff(starts, append=len(grades))
        labels = grades[starts]
        for size in np.unique(sizes[sizes > 1]).tolist():
            pairs = np.flatnonzero(sizes == size)
            labels[pairs] = self.reduce_rows(grades[starts[pairs][:, None] + np.arange(size)])
        return labels


def parse_label_rule(text: str) -> LabelRule:
    """Read ``RULE``, ``RULE:with-models`` or ``RULE:person=NAME,NAME``.

    Raises
    ------
    BadInputError
        When the rule or its addition is unknown.
    """
    name, *additions = (part.strip() for part in text.split(":"))
    if name not in REDUCERS:
        near = get_close_matches(name, REDUCERS, n=1)
        hint = f"Did you mean {near[0]}? " if near else ""
        raise BadInputError(
            f"there is no label rule {name!r}", f"{hint}Known rules: {', '.join(REDUCERS)}."
        )
    with_models, persons = False, frozenset[str]()
    for addition in additions:
        if addition == "with-models":
            with_models = True
        elif addition.startswith("person="):
            names = addition.removeprefix("person=").split(",")
            persons = frozenset(stripped for n in names if (stripped := n.strip()))
            if not persons:
                raise BadInputError(
                    f"{addition!r} names nobody", "Write RULE:person=NAME,NAME, or leave it away."
                )
        else:
            raise BadInputError(
                f"{addition!r} says nothing about whose judgments count",
                "Write RULE, RULE:with-models or RULE:person=NAME,NAME.",
            )
    return LabelRule(name, with_models, persons)


def label_frame(judgments: pd.DataFrame, rule: LabelRule) -> pd.DataFrame:
    """Return one label per pair.

    Parameters
    ----------
    judgments : DataFrame
        ``query_id, doc_id, grade, person, person_kind, is_adjudication``, the current graded
        judgments in log order, one row per person and pair.
    rule : LabelRule
        How to join them; an adjudication, where there is one, is the label under every rule.

    Returns
    -------
    DataFrame
        ``query_id, doc_id, grade, n_judgments`` in the byte order of the ids; adjudications are
        judgments too.
    """
    keys = ["query_id", "doc_id"]
    counted = judgments[_counted(judgments, rule)]
    pair = counted.groupby(keys, sort=False).ngroup().to_numpy()
    in_pairs = np.argsort(pair, kind="stable")
    starts = np.flatnonzero(np.diff(pair[in_pairs], prepend=-1))
    labels = counted.iloc[in_pairs[starts]][keys].reset_index(drop=True)
    grades = counted["grade"].to_numpy(dtype=np.int64)[in_pairs]
    labels["grade"] = rule.reduce_groups(grades, starts)
    labels["n_judgments"] = np.diff(starts, append=len(grades))
    labels = _override(labels, judgments[judgments["is_adjudication"]])
    return labels.sort_values(keys, ignore_index=True).astype({"grade": "int64"})


def _counted(judgments: pd.DataFrame, rule: LabelRule) -> pd.Series[bool]:
    ordinary = ~judgments["is_adjudication"]
    if rule.persons:
        return ordinary & judgments["person"].isin(rule.persons)
    if rule.with_models:
        return ordinary
    return ordinary & (judgments["person_kind"] == PersonKind.HUMAN.value)


def _override(labels: pd.DataFrame, adjudications: pd.DataFrame) -> pd.DataFrame:
    if adjudications.empty:
        return labels
    keys = ["query_id", "doc_id"]
    decided = adjudications.groupby(keys, sort=False, as_index=False).agg(
        decision=("grade", "last"), n_decisions=("grade", "size")
    )
    joined = labels.merge(decided, on=keys, how="outer")
    joined["grade"] = joined["decision"].fillna(joined["grade"])
    counts = joined["n_judgments"].fillna(0) + joined["n_decisions"].fillna(0)
    joined["n_judgments"] = counts.astype("int64")
    return joined[[*keys, "grade", "n_judgments"]]
