"""The one order of pairs of equal priority."""

from __future__ import annotations

import numpy as np

from judge_app.domain.pooling.view import QueryView
from judge_app.domain.pooling.weight import by_dcg_weight
from metrics.arrays import FloatArray, IntArray


def judging_order(view: QueryView, priorities: FloatArray) -> IntArray:
    """Return the open documents of a query in the order in which to judge them.

    Greater priority first; equal ones by DCG weight, greater first; then by document id falling by
    bytes, as rankings have it.

    Returns
    -------
    numpy.ndarray
        ``int64[open]``: places in ``view.doc_ids``.
    """
    places = np.flatnonzero(view.is_open)
    weights = by_dcg_weight(view)
    # The ids of a view ascend, so that a greater place is a greater id.
    order = np.lexsort((-places, -weights[places], -priorities[places]))
    return places[order]
