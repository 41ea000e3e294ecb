"""From several judgments of a pair to its label, by a named rule (SCORING §7)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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
        ``query_id, doc_id, grade, n_judgments`` in the byte order of the ids.
    """
    keys = ["query_id", "doc_id"]
    counted = judgments[_counted(judgments, rule)]
    groups = counted.groupby(keys, sort=False)["grade"]
    labels = groups.agg(["first", "size"]).reset_index()
    labels.columns = pd.Index([*keys, "grade", "n_judgments"])
    if (labels["n_judgments"] > 1).any():
        several = counted[counted.duplicated(keys, keep=False)]
        reduced = several.groupby(keys, sort=False)["grade"].agg(lambda g: rule.reduce(g.tolist()))
        labels = labels.set_index(keys)
        labels.loc[reduced.index, "grade"] = reduced
        labels = labels.reset_index()
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
    last = adjudications.drop_duplicates(keys, keep="last")[[*keys, "grade"]]
    joined = labels.merge(last, on=keys, how="outer", suffixes=("", "_decided"))
    joined["grade"] = joined["grade_decided"].fillna(joined["grade"])
    joined["n_judgments"] = joined["n_judgments"].fillna(1).astype("int64")
    return joined[[*keys, "grade", "n_judgments"]]
