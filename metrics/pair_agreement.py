"""Annotators compared in pairs, on the query-document pairs that both judged."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from metrics.agreement import (
    Agreement,
    Disagreement,
    binary_confusion,
    cohen_kappa,
    raw_agreement,
)
from metrics.arrays import IntArray
from metrics.judgment_sheet import JudgmentSheet


@dataclass(frozen=True, slots=True, eq=False)
class PairAgreement:
    """Everything about the agreement of two annotators.

    Attributes
    ----------
    first, second : str
        The annotators.
    confusion : numpy.ndarray
        ``int64[labels, labels]``: pairs by the grade of the first and of the second.
    raw : Agreement
        Share of pairs with the same grade.
    kappa, kappa_linear, kappa_quadratic : Agreement
        Cohen's κ, unweighted and weighted.
    raw_binary, kappa_binary : Agreement
        The same where only grades of at least `rel` and others are told apart.
    rel : int
        Lowest relevant grade of the binary figures.
    """

    first: str
    second: str
    confusion: IntArray
    raw: Agreement
    kappa: Agreement
    kappa_linear: Agreement
    kappa_quadratic: Agreement
    raw_binary: Agreement
    kappa_binary: Agreement
    rel: int

    @property
    def n_pairs(self) -> int:
        """Number of query-document pairs that both judged."""
        return int(self.confusion.sum())


def confusion_counts(sheet: JudgmentSheet, first: str, second: str) -> IntArray:
    """Count the pairs that both annotators judged by the grades they gave.

    Returns
    -------
    numpy.ndarray
        ``int64[labels, labels]``; the first annotator's grade picks the row.

    Raises
    ------
    MetricsError
        If one of them judged nothing.
    """
    return _confusion(sheet.row_of(first), sheet.row_of(second), sheet.n_labels)


def annotator_agreement(
    sheet: JudgmentSheet, first: str, second: str, rel: int = 1
) -> PairAgreement:
    """Compare two annotators on the pairs that both judged.

    Parameters
    ----------
    sheet : JudgmentSheet
        Current judgments.
    first, second : str
        Annotators.
    rel : int
        Lowest relevant grade of the binary figures.

    Returns
    -------
    PairAgreement
        Where they share no pair every figure says so.

    Raises
    ------
    MetricsError
        If one of them judged nothing, or `rel` is not a grade above 0.
    """
    return _compared(first, second, confusion_counts(sheet, first, second), rel)


def pairwise_agreement(sheet: JudgmentSheet, rel: int = 1) -> list[PairAgreement]:
    """Compare every two annotators who share at least one pair.

    Returns
    -------
    list of PairAgreement
        In alphabetical order of the annotators; empty where nobody shares anything.

    Raises
    ------
    MetricsError
        If `rel` is not a grade above 0.
    """
    names, confusions = sheet.annotators, _all_confusions(sheet)
    return [
        _compared(names[a], names[b], confusions[a, b], rel)
        for a, b in combinations(range(len(names)), 2)
        if confusions[a, b].any()
    ]


def _confusion(first: IntArray, second: IntArray, n_labels: int) -> IntArray:
    """Count the pairs that both judged by the two grades."""
    both = (first >= 0) & (second >= 0)
    cells = first[both].astype(np.int64) * n_labels + second[both]
    return np.bincount(cells, minlength=n_labels**2).reshape(n_labels, n_labels)


def _all_confusions(sheet: JudgmentSheet) -> IntArray:
    """Return ``int64[annotators, annotators, labels, labels]``.

    A product of matrices for every two labels takes all annotators at once, where a pass over
    the pairs for every two annotators would take seconds with fifty of them.
    """
    n_annotators, n_labels = len(sheet.annotators), sheet.n_labels
    # Single precision counts exactly up to 16 million.
    gave = [(sheet.grades == label).astype(np.float32) for label in range(n_labels)]
    counts = np.zeros((n_annotators, n_annotators, n_labels, n_labels), dtype=np.int64)
    for row in range(n_labels):
        for column in range(n_labels):
            counts[:, :, row, column] = np.rint(gave[row] @ gave[column].T)
    return counts


def _compared(first: str, second: str, confusion: IntArray, rel: int) -> PairAgreement:
    """Compute every figure of a pair of annotators."""
    binary = binary_confusion(confusion, rel)
    return PairAgreement(
        first=first,
        second=second,
        confusion=confusion,
        raw=raw_agreement(confusion),
        kappa=cohen_kappa(confusion, Disagreement.UNWEIGHTED),
        kappa_linear=cohen_kappa(confusion, Disagreement.LINEAR),
        kappa_quadratic=cohen_kappa(confusion, Disagreement.QUADRATIC),
        raw_binary=raw_agreement(binary),
        kappa_binary=cohen_kappa(binary, Disagreement.UNWEIGHTED),
        rel=rel,
    )
