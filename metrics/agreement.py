"""How well two annotators agree: confusion counts, raw agreement and Cohen's κ.

Everything here is a function of the confusion counts of two annotators: entry (i, j) says how
many query-document pairs the first gave grade i and the second grade j. The labels are those
of the scale, used or not, so that the weights of κ do not depend on who used which grade.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from metrics.arrays import FloatArray, IntArray
from metrics.errors import MetricsError


@dataclass(frozen=True, slots=True)
class Agreement:
    """A measure of agreement, or the reason why there is none.

    Attributes
    ----------
    value : float or None
        None where the measure is undefined.
    n_pairs : int
        Query-document pairs that it rests on: those judged by both annotators, or for
        Krippendorff's α by at least two.
    why_undefined : str
        A sentence; empty where there is a value.
    low, high : float or None
        Interval of the value, where one was asked for and exists.
    why_no_interval : str
        A sentence where an interval was asked for and does not exist; else empty.
    """

    value: float | None
    n_pairs: int
    why_undefined: str = ""
    low: float | None = None
    high: float | None = None
    why_no_interval: str = ""


class Disagreement(StrEnum):
    """What it costs two annotators to differ by d grades: 1, d or d²."""

    UNWEIGHTED = "unweighted"
    LINEAR = "linear"
    QUADRATIC = "quadratic"

    def costs(self, n_labels: int) -> FloatArray:
        """Return the cost of every pair of labels: ``float64[labels, labels]``."""
        labels = np.arange(n_labels, dtype=np.float64)
        apart = np.abs(labels[:, None] - labels)
        if self is Disagreement.UNWEIGHTED:
            return (apart > 0).astype(np.float64)
        return apart if self is Disagreement.LINEAR else apart**2


def raw_agreement(confusion: IntArray) -> Agreement:
    """Return the share of pairs that got the same grade from both, between 0 and 1.

    Two people who guess also agree sometimes, and often where one grade is frequent; κ and α
    take that off.

    Examples
    --------
    >>> raw_agreement(np.array([[20, 5], [10, 15]])).value
    0.7
    """
    n_pairs = int(confusion.sum())
    if not n_pairs:
        return Agreement(None, 0, "The two judged no document in common.")
    return Agreement(float(np.trace(confusion)) / n_pairs, n_pairs)


def cohen_kappa(
    confusion: IntArray, disagreement: Disagreement = Disagreement.QUADRATIC
) -> Agreement:
    """Return Cohen's κ: how far two annotators agree beyond what chance would bring.

    κ = 1 − Σ w_ij o_ij / Σ w_ij e_ij, with o the confusion counts, e the counts expected if
    both kept their shares of each grade but gave grades independently, and w_ij the cost of
    i against j. The quadratic cost (i − j)² is usual for graded relevance: to differ by three
    grades is nine times as bad as to differ by one.

    Parameters
    ----------
    confusion : numpy.ndarray
        ``int[labels, labels]`` from `metrics.pair_agreement.confusion_counts`.
    disagreement : Disagreement
        What a difference costs.

    Returns
    -------
    Agreement
        1 for perfect agreement, 0 for what chance brings, down to −1 for worse; undefined
        without a common pair, or where both gave one and the same grade throughout.

    References
    ----------
    Cohen, A coefficient of agreement for nominal scales, Educational and Psychological
    Measurement 1960; Weighted kappa, Psychological Bulletin 1968.

    Examples
    --------
    Chance alone makes these two agree on half the pairs, so κ = (0.7 − 0.5) / (1 − 0.5):

    >>> round(cohen_kappa(np.array([[20, 5], [10, 15]])).value, 6)
    0.4
    """
    n_pairs = int(confusion.sum())
    if not n_pairs:
        return Agreement(None, 0, "The two judged no document in common.")
    costs = disagreement.costs(len(confusion))
    expected = np.outer(confusion.sum(axis=1), confusion.sum(axis=0)) / n_pairs
    by_chance = float((costs * expected).sum())
    if by_chance == 0:
        return Agreement(
            None,
            n_pairs,
            "Both gave every document the same grade, so agreement cannot be told from chance.",
        )
    return Agreement(1 - float((costs * confusion).sum()) / by_chance, n_pairs)


def binary_confusion(confusion: IntArray, rel: int = 1) -> IntArray:
    """Merge the labels into irrelevant (below `rel`) and relevant.

    Raises
    ------
    MetricsError
        If no label, or every label, would be relevant.

    Examples
    --------
    >>> binary_confusion(np.array([[4, 1, 0], [2, 3, 1], [0, 1, 5]]), rel=1).tolist()
    [[4, 1], [2, 10]]
    """
    if not 1 <= rel < len(confusion):
        raise MetricsError(
            f"Grade {rel} cannot be the lowest relevant one.",
            f"It lies between 1 and {len(confusion) - 1}.",
        )
    starts = [0, rel]
    merged: IntArray = np.add.reduceat(np.add.reduceat(confusion, starts, axis=0), starts, axis=1)
    return merged
