"""How a person's grades lie beside those of others on the same pairs, or on the same queries."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from metrics import Agreement, cohen_kappa

FAR = 2
"""Two grades are far apart from this difference on."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A person's share of every grade beside that of others; lowest grade first.

    ``n`` pairs of the person's are behind it; both are empty where there are none.
    """

    n: int
    own: tuple[float, ...]
    others: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class GradeHabits:
    """A person beside the others.

    Attributes
    ----------
    counts : tuple of int
        The person's current grades, lowest grade first.
    on_pairs : Beside
        On the pairs that somebody else has graded too; where several have, each counts for its
        part of the pair.
    on_queries : Beside
        On the queries that somebody else has graded too, other pairs of them included. Each query
        weighs as much as the person has graded of it.
    chance : tuple of float
        For each grade the p-value of the difference on the same pairs: how likely one at least as
        large would be if it made no difference who is who on a pair. The test flips signs, in its
        normal approximation, z = Σ d / √Σ d². Empty without such pairs.
    mean_difference : float or None
        Mean of the person's grade less the mean of the others' on the same pairs.
    kappa : Agreement
        Cohen's κ with quadratic weights against everybody else, all comparisons taken together;
        ``n_pairs`` counts comparisons.
    n_far : int
        Comparisons that lie at least `FAR` grades apart.
    """

    counts: tuple[int, ...]
    on_pairs: Beside
    on_queries: Beside
    chance: tuple[float, ...]
    mean_difference: float | None
    kappa: Agreement
    n_far: int


def grade_habits(opinions: pd.DataFrame, max_grade: int) -> dict[str, GradeHabits]:
    """Return everybody beside everybody else, by name.

    Parameters
    ----------
    opinions : DataFrame
        ``query_id, doc_id, annotator, grade``, one row per person and pair.
    max_grade : int
        Top of the scale.
    """
    pair = _whole(opinions.groupby(["query_id", "doc_id"], sort=False).ngroup())
    query = _whole(opinions.groupby("query_id", sort=False).ngroup())
    grade = _whole(opinions["grade"])
    by_pair = _counted(pair, grade, max_grade)
    by_query = _counted(query, grade, max_grade)
    habits = {}
    for name, rows in opinions.groupby("annotator").indices.items():
        own = np.eye(max_grade + 1)[grade[rows]]
        beside_pairs = by_pair[pair[rows]] - own
        theirs = _counted(query[rows], grade[rows], max_grade, len(by_query))
        beside_queries = (by_query - theirs)[query[rows]]
        habits[str(name)] = _habits(own, beside_pairs, beside_queries)
    return habits


def _habits(
    own: NDArray[np.float64],
    beside_pairs: NDArray[np.float64],
    beside_queries: NDArray[np.float64],
) -> GradeHabits:
    n_others = beside_pairs.sum(axis=1)
    shared = n_others > 0
    shares = beside_pairs[shared] / n_others[shared, None]
    differences = own[shared] - shares
    grades = np.arange(own.shape[1])
    confusion = (own.T @ beside_pairs).round().astype(np.int64)
    apart = np.abs(grades[:, None] - grades)
    return GradeHabits(
        counts=tuple(own.sum(axis=0).astype(int).tolist()),
        on_pairs=_beside(own, beside_pairs),
        on_queries=_beside(own, beside_queries),
        chance=tuple(map(_by_chance, differences.T)) if shared.any() else (),
        mean_difference=float((differences @ grades).mean()) if shared.any() else None,
        kappa=cohen_kappa(confusion),
        n_far=int(confusion[apart >= FAR].sum()),
    )


def _beside(own: NDArray[np.float64], others: NDArray[np.float64]) -> Beside:
    n_others = others.sum(axis=1)
    shared = n_others > 0
    if not shared.any():
        return Beside(0, (), ())
    shares = others[shared] / n_others[shared, None]
    return Beside(
        int(shared.sum()),
        tuple(own[shared].mean(axis=0).tolist()),
        tuple(shares.mean(axis=0).tolist()),
    )


def _by_chance(differences: NDArray[np.float64]) -> float:
    size = math.sqrt(float((differences**2).sum()))
    return math.erfc(abs(float(differences.sum())) / size / math.sqrt(2)) if size else 1.0


def _whole(column: pd.Series[int]) -> NDArray[np.int64]:
    return np.asarray(column, dtype=np.int64)


def _counted(
    group: NDArray[np.int64], grade: NDArray[np.int64], max_grade: int, n_groups: int | None = None
) -> NDArray[np.float64]:
    """Count grades by group: ``float64[groups, labels]``."""
    n_labels = max_grade + 1
    if n_groups is None:
        n_groups = int(group.max()) + 1 if len(group) else 0
    cells = np.bincount(group * n_labels + grade, minlength=n_groups * n_labels)
    return cells.reshape(n_groups, n_labels).astype(np.float64)
