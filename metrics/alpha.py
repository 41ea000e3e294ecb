"""Krippendorff's α: the agreement of any number of annotators on an ordered scale."""

from __future__ import annotations

import krippendorff
import numpy as np

from metrics.agreement import Agreement
from metrics.arrays import FloatArray, IntArray
from metrics.errors import MetricsError
from metrics.judgment_sheet import JudgmentSheet

CELLS_AT_ONCE = 1 << 21
"""Size of the largest array of the bootstrap."""


def krippendorff_alpha(
    sheet: JudgmentSheet, *, seed: int, n_samples: int = 1000, confidence: float = 0.95
) -> Agreement:
    """Return Krippendorff's α (ordinal) of all annotators, with a bootstrap interval.

    α = 1 − observed disagreement / disagreement expected by chance. It takes any number of
    annotators, who need not all judge everything; pairs judged by one annotator only play no
    part. To differ by two grades costs the more, the more judgments lie between the two:
    δ(c, k) = Σ_{g = c..k} n_g − (n_c + n_k)/2, squared, with n_g the number of judgments of
    grade g. So only the order of the grades counts, not the size of their steps.

    The interval comes from resampling the doubly judged query-document pairs with
    replacement; it speaks about other documents judged by the same people. Resamples whose
    judgments all have one grade have no α and are left out, unless more of them do than the
    interval leaves outside: then there is none.

    Parameters
    ----------
    sheet : JudgmentSheet
        Current judgments.
    seed : int
        Seed of the resampling; the same seed gives the same interval, whatever the order of
        judgments and annotators.
    n_samples : int
        Number of resamples.
    confidence : float
        Share of the resamples between `low` and `high`, between 0 and 1.

    Returns
    -------
    Agreement
        1 for perfect agreement, 0 for what chance brings, below 0 for systematic
        disagreement. Krippendorff asks for 0.8, and calls 0.667 the least for tentative
        conclusions; relevance judgments often stay below. Undefined with fewer than two
        annotators, without a doubly judged pair, or where all those judgments are equal.

    Raises
    ------
    MetricsError
        If `n_samples` is below 1 or `confidence` is no share.

    References
    ----------
    Krippendorff, Computing Krippendorff's alpha-reliability, University of Pennsylvania 2011.

    Examples
    --------
    >>> sheet = JudgmentSheet(("ann", "bob"), np.array([[0, 1, 2, 3, 3], [0, 1, 3, 3, -1]]), 3)
    >>> alpha = krippendorff_alpha(sheet, seed=1)
    >>> round(alpha.value, 3), alpha.n_pairs
    (0.91, 4)
    """
    if n_samples < 1 or not 0 < confidence < 1:
        raise MetricsError(
            f"No interval comes from {n_samples} resamples at confidence {confidence}.",
            "Ask for at least 1 resample and a confidence between 0 and 1.",
        )
    counts = sheet.label_counts()
    why = _why_undefined(sheet, counts)
    if why:
        return Agreement(None, len(counts), why)
    value = krippendorff.alpha(
        value_counts=counts,
        value_domain=np.arange(sheet.n_labels),
        level_of_measurement="ordinal",
    )
    if len(counts) == 1:
        why = "One doubly judged document says nothing about others."
        return Agreement(float(value), 1, why_no_interval=why)
    alphas = bootstrap_alphas(counts, seed=seed, n_samples=n_samples)
    return _with_interval(float(value), len(counts), alphas, confidence)


def _why_undefined(sheet: JudgmentSheet, counts: IntArray) -> str:
    """Say why there is no α; nothing where there is one."""
    judging = int(np.count_nonzero((sheet.grades >= 0).any(axis=1)))
    if judging == 0:
        return "Nobody has judged anything."
    if judging == 1:
        return "Only one person has judged."
    if not len(counts):
        return "No document was judged by two people."
    if np.count_nonzero(counts.any(axis=0)) == 1:
        return (
            "Every doubly judged document has the same grade, "
            "so agreement cannot be told from chance."
        )
    return ""


def bootstrap_alphas(counts: IntArray, *, seed: int, n_samples: int) -> FloatArray:
    """Return α of resamples of the doubly judged pairs.

    Pairs with equal label counts add the same to α, so a resample is drawn as a multinomial
    number of pairs of each kind; there are few kinds however many pairs there are.

    Parameters
    ----------
    counts : numpy.ndarray
        ``int[pairs, labels]``, each row with at least two judgments.
    seed : int
        Seed of the resampling.
    n_samples : int
        Number of resamples.

    Returns
    -------
    numpy.ndarray
        ``float64[n_samples]``; NaN for a resample whose judgments all have one grade.
    """
    kinds, numbers = np.unique(counts, axis=0, return_counts=True)
    shares = numbers / numbers.sum()
    generator = np.random.default_rng(seed)
    at_once = max(1, CELLS_AT_ONCE // max(len(kinds), kinds.shape[1] ** 2))
    parts = [
        alphas_of_resamples(
            kinds,
            generator.multinomial(len(counts), shares, size=min(at_once, n_samples - start)),
        )
        for start in range(0, n_samples, at_once)
    ]
    return np.concatenate(parts)


def alphas_of_resamples(kinds: IntArray, repeats: IntArray) -> FloatArray:
    """Return ordinal α where each kind of pair is repeated a given number of times.

    Parameters
    ----------
    kinds : numpy.ndarray
        ``int[kinds, labels]``: label counts, each row with at least two judgments.
    repeats : numpy.ndarray
        ``int[samples, kinds]``.

    Returns
    -------
    numpy.ndarray
        ``float64[samples]``; NaN where all judgments of a sample have one grade.
    """
    n_labels = kinds.shape[1]
    alike = kinds[:, :, None] * np.eye(n_labels, dtype=np.int64)
    combined = kinds[:, :, None] * kinds[:, None, :] - alike
    coincidences = combined / (kinds.sum(axis=1) - 1)[:, None, None]
    observed = repeats.astype(np.float64) @ coincidences.reshape(len(kinds), -1)
    observed = observed.reshape(-1, n_labels, n_labels)

    by_label = observed.sum(axis=2)
    # δ(c, k) is the distance between the middles of c and k among all judgments in order.
    middles = by_label.cumsum(axis=1) - by_label / 2
    distances = (middles[:, :, None] - middles[:, None, :]) ** 2
    expected = by_label[:, :, None] * by_label[:, None, :]
    disagreement = (observed * distances).sum(axis=(1, 2))
    by_chance = (expected * distances).sum(axis=(1, 2)) / (by_label.sum(axis=1) - 1)
    lost = np.full(len(repeats), np.nan)
    np.divide(disagreement, by_chance, out=lost, where=by_chance > 0)
    return 1 - lost


def _with_interval(value: float, n_pairs: int, alphas: FloatArray, confidence: float) -> Agreement:
    """Add the percentile interval, or say why there is none."""
    defined = alphas[~np.isnan(alphas)]
    n_undefined = len(alphas) - len(defined)
    if n_undefined > (1 - confidence) * len(alphas):
        why = (
            f"{n_undefined:,} of {len(alphas):,} resamples hold one grade only and have no α; "
            "more doubly judged documents are needed."
        )
        return Agreement(value, n_pairs, why_no_interval=why)
    tail = (1 - confidence) / 2
    low, high = np.quantile(defined, [tail, 1 - tail]).tolist()
    return Agreement(value, n_pairs, low=low, high=high)
