"""How much two rankings of the same systems agree."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from metrics.arrays import BoolArray, FloatArray
from metrics.errors import MetricsError


def kendall_tau(scores: ArrayLike, other_scores: ArrayLike) -> float | None:
    """Return Kendall's τ_b between two rankings of systems.

    (concordant − discordant pairs) / √((pairs − ties in one) · (pairs − ties in the other)).
    Without ties this is plain τ.

    Parameters
    ----------
    scores, other_scores : array_like
        ``float[systems]``: scores of the same systems in the same order, the greater the better.
        Only their order counts; equal scores are a tie.

    Returns
    -------
    float or None
        From −1 (reversed) to 1 (the same order, the same ties); None with fewer than two
        systems, or where all systems of a ranking are tied.

    Raises
    ------
    MetricsError
        If the rankings differ in length or hold an undefined score.

    References
    ----------
    Kendall, The treatment of ties in ranking problems, Biometrika 1945.
    """
    ours, theirs = _orders(scores, other_scores)
    informative = np.count_nonzero(ours) * np.count_nonzero(theirs)
    return float((ours * theirs).sum() / np.sqrt(informative)) if informative else None


def tau_ap(reference: ArrayLike, estimate: ArrayLike) -> float | None:
    """Return τ_AP, in which differences near the top of the estimated ranking weigh more.

    2 / (n − 1) · Σ_{i = 2 … n} C(i) / (i − 1) − 1, with C(i) the number of systems above rank i
    of the estimate that are rightly above the one at rank i. It is not symmetric.

    Ties carry no order, so the value is the mean over all ways to order tied systems, in
    either ranking: a pair that is tied in the reference counts as half right. Where only the
    estimate has ties this is τ_AP,a of Urbano and Marrero. A ranking with ties therefore does
    not reach 1, not even against itself.

    Parameters
    ----------
    reference, estimate : array_like
        ``float[systems]``: scores of the same systems in the same order, the greater the better.

    Returns
    -------
    float or None
        From −1 to 1; None with fewer than two systems, or where all systems of a ranking are
        tied.

    Raises
    ------
    MetricsError
        If the rankings differ in length or hold an undefined score.

    References
    ----------
    Yilmaz, Aslam and Robertson, A new rank correlation coefficient for information retrieval,
    SIGIR 2008; Urbano and Marrero, The treatment of ties in AP correlation, ICTIR 2017.
    """
    truth, guess = _orders(reference, estimate)
    if not (truth.any() and guess.any()):
        return None
    # rightly[i, j]: chance that system j is truly above system i.
    rightly = (1.0 - truth) / 2
    above, tied = guess < 0, guess == 0
    np.fill_diagonal(tied, val=False)
    expected = sum(
        _expected_share(rightly[system], above[system], tied[system])
        for system in range(len(truth))
    )
    return float(2 * expected / (len(truth) - 1) - 1)


def _expected_share(rightly: FloatArray, above: BoolArray, tied: BoolArray) -> float:
    """Return the mean of C(i) / (i − 1) of one system over the orders of those tied with it.

    Each number of tied systems above it, from none to all, is equally likely, and each of them
    is equally likely to be among those.
    """
    n_above, n_tied = np.count_nonzero(above), np.count_nonzero(tied)
    n_tied_above = np.arange(n_tied + 1)
    right = rightly[above].sum() + n_tied_above * (rightly[tied].sum() / max(n_tied, 1))
    # At the very top there is nothing above that could be right or wrong: no term.
    shares = right / np.maximum(n_above + n_tied_above, 1)
    return float(shares.mean())


def _orders(scores: ArrayLike, other_scores: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Check two rankings and return which system is above which in either."""
    ours, theirs = (np.asarray(side, dtype=np.float64) for side in (scores, other_scores))
    if ours.shape != theirs.shape or ours.ndim != 1:
        raise MetricsError("Two rankings are compared over the same systems, one score for each.")
    if np.isnan(ours).any() or np.isnan(theirs).any():
        raise MetricsError(
            "A system has no score (NaN).", "Compare rankings of the systems that both know."
        )
    return _order(ours), _order(theirs)


def _order(scores: FloatArray) -> FloatArray:
    """Return which system is above which: 1 where the row's is, −1 where the column's, 0 tied."""
    above = (scores[:, None] > scores).astype(np.float64)
    return above - above.T
