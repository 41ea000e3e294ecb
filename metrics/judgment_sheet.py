"""Who judged what: the grades of several annotators, side by side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from metrics.arrays import BoolArray, IntArray, count_in_rows
from metrics.errors import MetricsError
from metrics.tables import check_table

NOT_JUDGED = -1
"""Code of a pair that an annotator has not graded."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgmentSheet:
    """The current grades of several annotators; what is compared is query-document pairs.

    Attributes
    ----------
    annotators : tuple of str
        Names of the annotators (raters), one per row.
    grades : numpy.ndarray
        ``int16[annotators, pairs]``: grades, `NOT_JUDGED` where an annotator gave none.
    max_grade : int
        Top of the scale. The labels compared are 0 … max_grade whether all of them were
        used or not.
    """

    annotators: tuple[str, ...]
    grades: IntArray
    max_grade: int

    def __post_init__(self) -> None:
        """Refuse a table of another shape, and grades off the scale."""
        if self.max_grade < 1:
            raise MetricsError(f"A scale cannot end at grade {self.max_grade}.")
        if self.grades.ndim != 2 or len(self.grades) != len(self.annotators):  # noqa: PLR2004
            raise MetricsError("A judgment sheet needs one row of grades per annotator.")
        grades = self.grades
        if ((grades < NOT_JUDGED) | (grades > self.max_grade)).any():
            raise MetricsError(
                f"A judgment sheet holds a grade off the scale, 0 to {self.max_grade}."
            )

    @property
    def n_labels(self) -> int:
        """Number of labels on the scale."""
        return self.max_grade + 1

    def label_counts(self) -> IntArray:
        """Return how often each label was given to each pair judged by at least two people.

        Returns
        -------
        numpy.ndarray
            ``int64[doubly judged pairs, labels]``.
        """
        counts = np.stack(
            [count_in_rows((self.grades == label).T) for label in range(self.n_labels)], axis=1
        )
        doubly: BoolArray = counts.sum(axis=1) > 1
        return counts[doubly]

    def row_of(self, annotator: str) -> IntArray:
        """Return the grades of one annotator.

        Raises
        ------
        MetricsError
            If there is no such annotator.
        """
        if annotator not in self.annotators:
            raise MetricsError(
                f"There is no judgment by {annotator!r}.",
                f"Annotators are {', '.join(self.annotators) or 'none'}.",
            )
        row: IntArray = self.grades[self.annotators.index(annotator)]
        return row


def judgment_sheet(judgments: pd.DataFrame, max_grade: int) -> JudgmentSheet:
    """Lay current judgments out as one row per annotator.

    Parameters
    ----------
    judgments : pandas.DataFrame
        ``query_id, doc_id, annotator, grade``: the current judgment of each annotator on each
        pair, in any order. "Cannot judge" is no grade and must not be among them. A set of
        labels, official ones for instance, can take part as one more annotator.
    max_grade : int
        Top of the scale.

    Returns
    -------
    JudgmentSheet
        Annotators in alphabetical order.

    Raises
    ------
    MetricsError
        If an annotator has two judgments of a pair, an id is missing or no text, or a grade is
        no whole number on the scale.

    Examples
    --------
    >>> rows = [("q1", "d1", "ann", 2), ("q1", "d1", "bob", 1), ("q1", "d2", "bob", 0)]
    >>> frame = pd.DataFrame(rows, columns=["query_id", "doc_id", "annotator", "grade"])
    >>> judgment_sheet(frame, max_grade=3).grades.tolist()
    [[2, -1], [1, 0]]
    """
    grade = check_judgments(judgments, max_grade)
    query, _ = pd.factorize(judgments["query_id"], sort=True)
    document, documents = pd.factorize(judgments["doc_id"], sort=True)
    person, names = pd.factorize(judgments["annotator"], sort=True)
    keys, pair = np.unique(query * max(len(documents), 1) + document, return_inverse=True)
    grades = np.full((len(names), len(keys)), NOT_JUDGED, dtype=np.int16)
    grades[person, pair] = grade
    return JudgmentSheet(tuple(map(str, names)), grades, max_grade)


def check_judgments(judgments: pd.DataFrame, max_grade: int) -> IntArray:
    """Check current judgments and return their grades.

    Parameters
    ----------
    judgments, max_grade
        As in `judgment_sheet`.

    Returns
    -------
    numpy.ndarray
        ``int64[judgments]``, in the order of the table.

    Raises
    ------
    MetricsError
        As `judgment_sheet`.
    """
    check_table(judgments, "judgments", ("query_id", "doc_id", "annotator", "grade"))
    grade = judgments["grade"].to_numpy(dtype=np.float64, na_value=np.nan)
    _refuse(judgments, ~np.isfinite(grade), "has no grade")
    _refuse(judgments, grade % 1 != 0, "has a grade that is no whole number")
    _refuse(judgments, (grade < 0) | (grade > max_grade), f"has a grade off 0 to {max_grade}")
    repeated = judgments.duplicated(["query_id", "doc_id", "annotator"]).to_numpy()
    _refuse(judgments, repeated, "stands twice; only the current one counts")
    return grade.astype(np.int64)


def _refuse(judgments: pd.DataFrame, faulty: BoolArray, fault: str) -> None:
    """Raise an error about the first faulty judgment, if there is one."""
    if not faulty.any():
        return
    line = judgments.iloc[int(faulty.argmax())]
    others = int(np.count_nonzero(faulty)) - 1
    more = f" (and {others} more)" if others else ""
    raise MetricsError(
        f"The judgment of document {line['doc_id']!r} for query {line['query_id']!r} by "
        f"{line['annotator']!r} {fault}{more}."
    )
