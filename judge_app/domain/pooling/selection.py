"""Which pairs a budget buys."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from judge_app.domain.errors import BadInputError

_PAIR = ["query_id", "doc_id"]


@dataclass(frozen=True, slots=True)
class Selection:
    """How many pairs are taken, and how.

    Attributes
    ----------
    budget : int or None
        Most pairs; None takes all.
    random_share : float
        Share of the budget that is drawn at random, from 0 to 1.
    seed : int
        Seed of the draw.
    """

    budget: int | None = None
    random_share: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be selected."""
        if self.budget is not None and self.budget < 1:
            raise BadInputError(f"a budget of {self.budget} pairs buys nothing", "Use at least 1.")
        if not 0 <= self.random_share <= 1:
            raise BadInputError(
                f"{self.random_share} is no share", "Use a random share from 0 to 1, such as 0.2."
            )
        if self.random_share and self.budget is None:
            raise BadInputError(
                "a random share needs a budget: without one all pairs are taken",
                "Say how many pairs to take: --budget N.",
            )
        if self.seed < 0:
            raise BadInputError(f"{self.seed} cannot be a seed", "Use a whole number from 0.")

    @property
    def n_random(self) -> int:
        """Pairs of the budget that are drawn at random, to the nearest whole number."""
        return round((self.budget or 0) * self.random_share)


def select_pairs(pairs: pd.DataFrame, selection: Selection, *, takes_turns: bool) -> pd.DataFrame:
    """Return the pairs that a budget buys, with the probability with which each got in.

    The strategy takes the first pairs and leaves no choice: probability 1. Of all others the
    random share is drawn without replacement, each with the same probability n/N, which is
    recorded. So every pair of the frame that is *not* among the strategy's first had a known
    chance, and Σ 1/probability of the drawn ones that have some property estimates without bias how
    many such pairs there are beyond the strategy's reach (Horvitz and Thompson, JASA 1952). The
    probability is that of this batch alone: the pairs are those that were in no pool before it.

    Parameters
    ----------
    pairs : DataFrame
        ``query_id, doc_id, priority, weight``, in any order.
    selection : Selection
        How many.
    takes_turns : bool
        See `judge_app.domain.pooling.catalog.Strategy`.

    Returns
    -------
    DataFrame
        ``query_id, doc_id, priority, weight, inclusion_probability``, ids ascending.
    """
    if selection.budget is None or selection.budget >= len(pairs):
        return _taken(pairs, 1.0).sort_values(_PAIR, ignore_index=True)
    ordered = _in_order(pairs, takes_turns=takes_turns)
    n_random = selection.n_random
    first, rest = np.split(np.arange(len(ordered)), [selection.budget - n_random])
    # By id, so that the draw depends on nothing but the seed and what there is.
    rest_rows = ordered.iloc[rest].sort_values(_PAIR)
    drawn = np.random.default_rng(selection.seed).choice(len(rest), n_random, replace=False)
    parts = [
        _taken(ordered.iloc[first], 1.0),
        _taken(rest_rows.iloc[drawn], n_random / len(rest)),
    ]
    return pd.concat(parts).sort_values(_PAIR, ignore_index=True)


def _in_order(pairs: pd.DataFrame, *, takes_turns: bool) -> pd.DataFrame:
    """Sort by priority, DCG weight and document id, all falling, then by query."""
    documents, _ = pd.factorize(pairs["doc_id"], sort=True)
    queries, _ = pd.factorize(pairs["query_id"], sort=True)
    falling = [-pairs[name].to_numpy() for name in ("weight", "priority")]
    ordered = pairs.iloc[np.lexsort((queries, -documents, *falling))]
    if not takes_turns:
        return ordered
    turn = ordered.groupby("query_id").cumcount()
    return ordered.iloc[np.argsort(turn.to_numpy(), kind="stable")]


def _taken(pairs: pd.DataFrame, probability: float) -> pd.DataFrame:
    return pairs[[*_PAIR, "priority", "weight"]].assign(inclusion_probability=probability)
