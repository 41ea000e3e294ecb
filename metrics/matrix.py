"""The grades of many rankings, side by side."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from metrics.arrays import BoolArray, FloatArray, IntArray
from metrics.discount import check_cutoff
from metrics.errors import MetricsError
from metrics.gain import Gain, gain_table

UNJUDGED = -1
"""Code of a pooled document without a label."""

ABSENT = -2
"""Code of a rank that holds no document."""

UNPOOLED = -3
"""Code of a document that has no label and is not in the pool."""

NUMBER_OF_CODES = 3


@dataclass(frozen=True, slots=True, eq=False)
class GradeMatrix:
    """What stands at each rank of many rankings, and what was judged for their queries.

    A row is one ranking: one query as one run answers it. Rows of different runs and queries
    may stand in any order; every measure treats them one by one.

    Attributes
    ----------
    grades : numpy.ndarray
        ``int[rows, depth]``: the grade of the document at each rank, or `UNJUDGED`,
        `UNPOOLED`, `ABSENT`. A label below 0 (spam, for instance) stands here as 0: it is
        judged, brings no gain and is no part of the ideal.
    judged_counts : numpy.ndarray
        ``int[rows, max_grade + 1]``: judged documents of the query by grade, retrieved or
        not. Its width says where the scale ends.
    retrieved : numpy.ndarray
        ``int[rows]``: length of the whole ranking, which may go beyond `depth`; 0 where the
        run has nothing for the query.
    pool_unjudged : numpy.ndarray or None
        ``int[rows]``: pooled documents of the query that have no label, retrieved or not.
        None where no pool is known; bounds are undefined then.
    documents : numpy.ndarray or None
        ``int[rows, depth]``: a number for the document at each rank, the same number for the
        same document of a query in every row. Only differences between runs need it.
    """

    grades: IntArray
    judged_counts: IntArray
    retrieved: IntArray
    pool_unjudged: IntArray | None = None
    documents: IntArray | None = None

    def __post_init__(self) -> None:
        """Refuse arrays that do not describe the same rows, and grades off the scale."""
        rows = len(self.grades)
        by_row = (self.judged_counts, self.retrieved, self.pool_unjudged)
        if any(array is not None and len(array) != rows for array in by_row):
            raise MetricsError("The arrays of a grade matrix must have one entry per ranking.")
        if self.documents is not None and self.documents.shape != self.grades.shape:
            raise MetricsError("A grade matrix needs one document number for each of its ranks.")
        if self.grades.size and self.grades.max() > self.max_grade:
            raise MetricsError(
                f"Grade {self.grades.max()} lies above the scale, which ends at {self.max_grade}."
            )

    @property
    def max_grade(self) -> int:
        """Top grade of the scale."""
        return int(self.judged_counts.shape[1]) - 1

    @property
    def depth(self) -> int:
        """Number of ranks that the matrix holds."""
        return int(self.grades.shape[1])

    def top(self, k: int | None) -> IntArray:
        """Return the codes of the first `k` ranks, or of whole rankings for None.

        The result has fewer than `k` columns where no ranking reaches rank `k`.

        Raises
        ------
        MetricsError
            If the matrix was cut above rank `k` of some ranking.
        """
        if k is not None:
            check_cutoff(k)
        if (k is None or k > self.depth) and (self.retrieved > self.depth).any():
            wanted = "whole rankings" if k is None else f"the first {k} ranks"
            raise MetricsError(
                f"The measure needs {wanted}; only the first {self.depth} ranks are here.",
                "Build the matrix with a greater depth.",
            )
        return self.grades[:, :k]

    def select(self, rows: slice | IntArray) -> GradeMatrix:
        """Return a matrix of some of the rows, in the order asked for."""
        return GradeMatrix(
            grades=self.grades[rows],
            judged_counts=self.judged_counts[rows],
            retrieved=self.retrieved[rows],
            pool_unjudged=None if self.pool_unjudged is None else self.pool_unjudged[rows],
            documents=None if self.documents is None else self.documents[rows],
        )


def gains_of(codes: IntArray, gain: Gain, max_grade: int) -> FloatArray:
    """Return the gain of every code; documents without a label and empty ranks bring 0.

    Parameters
    ----------
    codes : numpy.ndarray
        Grades and codes of a `GradeMatrix`.
    gain : Gain
        Gain variant.
    max_grade : int
        Top of the scale.

    Returns
    -------
    numpy.ndarray
        ``float64`` of the shape of `codes`.
    """
    # The codes are negative, so they index the zeros appended at the end of the table.
    table = np.concatenate([gain_table(gain, max_grade), np.zeros(NUMBER_OF_CODES)])
    return table[codes]


def without_label(codes: IntArray) -> BoolArray:
    """Tell for each rank whether a document stands there that has no label."""
    unknown: BoolArray = (codes == UNJUDGED) | (codes == UNPOOLED)
    return unknown


def with_top_grade(matrix: GradeMatrix) -> GradeMatrix:
    """Give every document without a label the top grade; counts of judged ones stay."""
    best = np.where(without_label(matrix.grades), matrix.max_grade, matrix.grades)
    return replace(matrix, grades=best)


def condense(matrix: GradeMatrix) -> GradeMatrix:
    """Drop every document without a label and close the gaps: condensed lists.

    The name of a measure on the result has ``judged_only=True``. It asks how well a run orders
    what was judged, and so overrates systems that return unjudged documents.

    Parameters
    ----------
    matrix : GradeMatrix
        Whole rankings.

    Returns
    -------
    GradeMatrix
        Judged documents only, in their old order; without pool and document numbers.

    Raises
    ------
    MetricsError
        If the matrix does not hold whole rankings: documents from below may move up.

    References
    ----------
    Sakai, Alternatives to bpref, SIGIR 2007.

    Examples
    --------
    >>> row = GradeMatrix(
    ...     np.array([[0, UNJUDGED, 3, UNPOOLED, 1]]),
    ...     judged_counts=np.array([[1, 1, 0, 1]]),
    ...     retrieved=np.array([5]),
    ... )
    >>> condense(row).grades.tolist()
    [[0, 3, 1]]
    """
    codes = matrix.top(None)
    judged = codes >= 0
    kept = judged.sum(axis=1)
    width = int(kept.max(initial=0))
    condensed = np.full((len(codes), width), ABSENT, dtype=codes.dtype)
    condensed[np.arange(width) < kept[:, None]] = codes[judged]
    return GradeMatrix(condensed, matrix.judged_counts, kept)
