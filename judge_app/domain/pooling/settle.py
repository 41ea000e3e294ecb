"""Settle A against B: the documents on which the difference of two systems hangs."""

from __future__ import annotations

import numpy as np

from judge_app.domain.pooling.view import CUTOFF, QueryView
from metrics.arrays import FloatArray
from metrics.gain import gain_table
from metrics.ideal import counts_at_least, ideal_dcg


def by_difference(view: QueryView) -> FloatArray:
    """Return |d^A − d^B|·G / ideal: how far a label can move nDCG@10(A) − nDCG@10(B).

    A and B are the view's two runs, d their discounts for the document, G the top gain. The ideal
    is that of the labelled documents with this one at the top grade, so that it is never 0.
    Documents of weight 0 move the difference by the ideal alone and come last.
    """
    weights = _weights(view)
    counts = view.judged_counts()[None, :].copy()
    counts[0, -1] += 1
    ideal = ideal_dcg(counts_at_least(counts), CUTOFF, view.gain)[0]
    top_gain = gain_table(view.gain, view.max_grade)[-1]
    priorities: FloatArray = np.abs(weights) * top_gain / ideal
    return priorities


def can_matter(view: QueryView) -> bool:
    """Tell whether any label of this query can move the difference of its two runs.

    Where both show the same documents at the same ranks it is 0 whatever is judged.
    """
    return bool(np.any(_weights(view)))


def _weights(view: QueryView) -> FloatArray:
    shown = view.discounts(CUTOFF)
    weights: FloatArray = shown[:, 0] - shown[:, 1]
    return weights
