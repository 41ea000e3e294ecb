"""DCG weight: documents on which the most discounted gain hangs."""

from __future__ import annotations

import numpy as np

from judge_app.domain.pooling.fusion import sum_in_order
from judge_app.domain.pooling.view import QueryView
from metrics.arrays import FloatArray


def by_dcg_weight(view: QueryView) -> FloatArray:
    """Return Σ 1/log2(rank + 1) over the runs that show a document; 0 where none does.

    It is what one unit of gain adds to the DCG of all runs together, so that the documents that
    move the scores most come first. All ranks of the view count, without a cut-off.

    References
    ----------
    Järvelin and Kekäläinen, TOIS 2002, for the discount; Carterette, Allan and Sitaraman, Minimal
    test collections for retrieval evaluation, SIGIR 2006, for weighing documents by their effect.
    """
    return sum_in_order(view.discounts())


def weight_bands(weights: FloatArray) -> FloatArray:
    """Return each DCG weight rounded down to a power of two, 0 for none.

    By these a depth pool is judged: what weighs more comes first, but documents within a factor of
    two are shuffled for each person, so that the place in the queue does not tell the rank. An
    annotator who knows the rank grades by it.
    """
    bands = np.zeros_like(weights)
    heavy = weights > 0
    bands[heavy] = np.exp2(np.floor(np.log2(weights[heavy])))
    return bands
