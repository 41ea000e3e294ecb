"""Agreement in words: what the figures are called, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from judge_app.services.opinions import HUMANS_LABEL
from metrics import Agreement, PairAgreement

LABEL_NAME = "humans’ label"

STATISTICS = {
    "Quadratic κ": "kappa_quadratic",
    "Linear κ": "kappa_linear",
    "Unweighted κ": "kappa",
    "Same grade": "raw",
    "Binary κ": "kappa_binary",
    "Same side of relevant": "raw_binary",
}
"""The statistics of two annotators, as `PairAgreement` has them."""

EXPLAINED = {
    "Quadratic κ": "Cohen’s κ; to differ by three grades is nine times as bad as by one.",
    "Linear κ": "Cohen’s κ; to differ by three grades is three times as bad as by one.",
    "Unweighted κ": "Cohen’s κ; every difference is equally bad.",
    "Same grade": "Share of the pairs that got the same grade from both; chance is not taken off.",
    "Binary κ": "Cohen’s κ where only relevant (grade 1 and above) or not counts.",
    "Same side of relevant": "Share of the pairs that both called relevant (grade 1 and above), "
    "or both did not; chance is not taken off.",
}


def name_of(annotator: str) -> str:
    """Return how screens call an annotator, or the label that stands for all humans."""
    return LABEL_NAME if annotator == HUMANS_LABEL else annotator


def figure_of(pair: PairAgreement, statistic: str) -> Agreement:
    """Return one statistic of two annotators by its name on screen."""
    figure: Agreement = getattr(pair, STATISTICS[statistic])
    return figure


def meaning(alpha: Agreement) -> str:
    """Say in one sentence what a value of α means here."""
    if alpha.value is None:
        return alpha.why_undefined
    if alpha.value < 0:
        return (
            "People differ **more** than they would by chance: somebody may read the scale the "
            "other way round."
        )
    return (
        f"People differ **{1 - alpha.value:.0%}** as much as they would if the same grades were "
        "dealt out by chance (1 means that all agree, 0 that chance would do as well)."
    )


def pairs_frame(pairs: Sequence[PairAgreement]) -> pd.DataFrame:
    """Return every statistic of every two annotators at full precision."""
    return pd.DataFrame(
        {
            "first": [name_of(pair.first) for pair in pairs],
            "second": [name_of(pair.second) for pair in pairs],
            "pairs": [pair.n_pairs for pair in pairs],
            **{
                name: pd.Series([figure_of(pair, name).value for pair in pairs], dtype="float64")
                for name in STATISTICS
            },
        }
    )
