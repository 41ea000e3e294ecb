"""Move-to-front: stay with a run as long as it brings relevant documents."""

from __future__ import annotations

import numpy as np

from judge_app.domain.pooling.view import NO_LABEL, QueryView
from metrics.arrays import FloatArray

LOWEST_RELEVANT = 1


def by_move_to_front(view: QueryView) -> FloatArray:
    """Return minus the fewest failures that a run has above each document.

    In move-to-front a run keeps its place while its next document is relevant and loses one for
    each that is not. Told from the labels alone, without a memory of who was asked in which order,
    the place of a run is minus the number of irrelevant documents down to its next unjudged one. A
    document further down would be reached at once only if those above it turned out relevant; until
    that is known they count as failures. Grades from 1 are relevant.

    Without labels this is the order of `by_depth`.

    References
    ----------
    Cormack, Palmer and Clarke, Efficient construction of large test collections, SIGIR 1998.
    """
    is_failure = view.is_open | ((view.labels != NO_LABEL) & (view.labels < LOWEST_RELEVANT))
    # A document that no run shows comes after all others.
    most = len(view.doc_ids)
    failures = np.where(view.ranks > 0, view.above(is_failure), most)
    fewest: FloatArray = failures.min(axis=1, initial=most).astype(np.float64)
    return -fewest
