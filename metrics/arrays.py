"""Names for the array types that the measures pass around."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.signedinteger[Any]]
BoolArray: TypeAlias = NDArray[np.bool_]


def count_in_rows(mask: BoolArray) -> IntArray:
    """Return how many entries of each row are true."""
    counts: IntArray = np.count_nonzero(mask, axis=1)
    return counts


def sum_of_rows(values: FloatArray) -> FloatArray:
    """Return the sum of each row; 0 for a row without entries."""
    sums: FloatArray = np.add.reduce(values, axis=1)
    return sums
