"""MaxMean: go on with the run that has done best so far."""

from __future__ import annotations

import numpy as np

from judge_app.domain.pooling.move_to_front import LOWEST_RELEVANT
from judge_app.domain.pooling.view import NO_LABEL, QueryView
from metrics.arrays import FloatArray


def by_max_mean(view: QueryView) -> FloatArray:
    """Return the greatest expected share of relevant documents of the runs that show a document.

    Every run is an arm of a bandit with a Beta(1, 1) prior; its mean after some labels is
    (1 + relevant)/(2 + labelled), over all labelled documents that it shows, whichever run was
    asked for them, with nothing forgotten (the stationary form). The run of greatest mean gives
    its next document. For a document further down, those above it count as irrelevant until they
    are judged. Grades from 1 are relevant.

    References
    ----------
    Losada, Parapar and Barreiro, Feeling lucky? Multi-armed bandits for ordering judgements in
    pooling-based evaluation, SAC 2016; the same, Information Processing & Management 2017.
    """
    is_shown = view.ranks > 0
    is_labelled = (view.labels != NO_LABEL)[:, None] & is_shown
    is_relevant = (view.labels >= LOWEST_RELEVANT)[:, None] & is_shown
    expected = (1.0 + is_relevant.sum(axis=0)) / (
        2.0 + is_labelled.sum(axis=0) + view.above(view.is_open)
    )
    best: FloatArray = np.where(is_shown, expected, 0.0).max(axis=1, initial=0.0)
    return best
