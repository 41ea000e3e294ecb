"""Which queries count, and what a ratio is when there is nothing to divide by."""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from metrics.arrays import FloatArray, IntArray
from metrics.errors import MetricsError


class Topics(StrEnum):
    """Which labelled queries enter a mean.

    ``RELEVANT``: those that have something relevant now; measures that compare with what
    could have been found are undefined (NaN) for the others. ``ALL``: every labelled query,
    the undefined ones with value 0, as trec_eval does.
    """

    RELEVANT = "relevant"
    ALL = "all"

    @classmethod
    def _missing_(cls, value: object) -> Topics:
        """Refuse a text that names no choice.

        Raises
        ------
        MetricsError
            Always; it lists the choices.
        """
        raise MetricsError(
            f"There is no choice of topics {value!r}.", f"Choose one of {', '.join(cls)}."
        )

    @property
    def undefined(self) -> float:
        """Value of 0/0: NaN under ``RELEVANT``, 0 under ``ALL``."""
        return 0.0 if self is Topics.ALL else float("nan")


def ratio(
    numerator: FloatArray | IntArray, denominator: FloatArray | IntArray, topics: Topics
) -> FloatArray:
    """Divide elementwise; where the denominator is 0 the result is ``topics.undefined``.

    Parameters
    ----------
    numerator, denominator : numpy.ndarray
        Arrays that broadcast to one shape; no denominator is negative.
    topics : Topics
        What stands for "undefined".

    Returns
    -------
    numpy.ndarray
        ``float64`` of the common shape.
    """
    positive = denominator > 0
    if positive.all():
        return np.true_divide(numerator, denominator, dtype=np.float64)
    shape = np.broadcast_shapes(numerator.shape, denominator.shape)
    result = np.full(shape, topics.undefined)
    np.divide(numerator, denominator, out=result, where=positive)
    return result
