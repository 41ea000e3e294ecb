"""What a grade is worth: the one gain table."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

import numpy as np

from metrics.arrays import FloatArray
from metrics.errors import MetricsError

LARGEST_GRADE = 1000


class Gain(StrEnum):
    """How a grade becomes a gain.

    ``EXPONENTIAL`` is 2^grade − 1 (Burges et al. 2005), ``LINEAR`` the grade itself
    (Järvelin and Kekäläinen 2002). Values of the two are never comparable, which is why
    the name of every measure that uses a gain spells the variant out.
    """

    EXPONENTIAL = "exponential"
    LINEAR = "linear"

    @property
    def dcg_name(self) -> str:
        """Value of the ``dcg=`` parameter in the grammar of ir_measures."""
        return "exp-log2" if self is Gain.EXPONENTIAL else "log2"

    @classmethod
    def of(cls, gain: Gain | str) -> Gain:
        """Return the variant that a value of this enumeration or its text names.

        Raises
        ------
        MetricsError
            If there is no such variant: a slip must not silently mean another measure.
        """
        try:
            return cls(gain)
        except ValueError:
            raise MetricsError(
                f"There is no gain {gain!r}.", f"Choose one of {', '.join(cls)}."
            ) from None

    @classmethod
    def from_dcg_name(cls, dcg_name: str) -> Gain:
        """Return the variant that a ``dcg=`` parameter names.

        Raises
        ------
        MetricsError
            If the name is neither ``exp-log2`` nor ``log2``.
        """
        for gain in cls:
            if gain.dcg_name == dcg_name:
                return gain
        raise MetricsError(
            f"dcg={dcg_name!r} names no gain.",
            "Write dcg='exp-log2' for 2^grade − 1 or dcg='log2' for the grade itself.",
        )


def check_max_grade(max_grade: int) -> None:
    """Refuse a top of a scale that is none.

    Raises
    ------
    MetricsError
        If it is no whole number from 1 to `LARGEST_GRADE`.
    """
    if not isinstance(max_grade, int | np.integer) or not 1 <= max_grade <= LARGEST_GRADE:
        raise MetricsError(
            f"A scale cannot end at grade {max_grade!r}.",
            f"The top grade is a whole number between 1 and {LARGEST_GRADE}.",
        )


def gain_table(gain: Gain | str, max_grade: int) -> FloatArray:
    """Return the gain of every grade of a scale.

    Parameters
    ----------
    gain : Gain
        The variant.
    max_grade : int
        Top of the scale, from 1 to 1000.

    Returns
    -------
    numpy.ndarray
        Read-only ``float64[max_grade + 1]``; entry g is the gain of grade g, entry 0 is 0.

    Raises
    ------
    MetricsError
        If there is no such variant, or the scale has no grade above 0, or more than gains can
        be computed for.

    Examples
    --------
    >>> gain_table(Gain.EXPONENTIAL, 3).tolist(), gain_table(Gain.LINEAR, 3).tolist()
    ([0.0, 1.0, 3.0, 7.0], [0.0, 1.0, 2.0, 3.0])
    """
    # Text equals the enumeration's member, so both would share an entry of the cache below.
    return _gain_table(Gain.of(gain), max_grade)


@lru_cache(maxsize=64)
def _gain_table(gain: Gain, max_grade: int) -> FloatArray:
    check_max_grade(max_grade)
    grades = np.arange(max_grade + 1, dtype=np.float64)
    table = np.exp2(grades) - 1 if gain is Gain.EXPONENTIAL else grades
    table.setflags(write=False)
    return table


def gain_steps(gain: Gain | str, max_grade: int) -> FloatArray:
    """Return what each grade adds to the one below: D_t = g(t) − g(t − 1), t = 1 … max_grade.

    Sums over documents become sums over these steps, with the number of documents of at
    least grade t in place of the single grades; the ideal and the bounds both use this.
    """
    return _gain_steps(Gain.of(gain), max_grade)


@lru_cache(maxsize=64)
def _gain_steps(gain: Gain, max_grade: int) -> FloatArray:
    steps = np.diff(_gain_table(gain, max_grade))
    steps.setflags(write=False)
    return steps
