"""The strategies by name, each with the sentence that explains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from judge_app.domain.errors import BadInputError
from judge_app.domain.pooling.bandit import by_max_mean
from judge_app.domain.pooling.depth import by_depth
from judge_app.domain.pooling.fusion import by_reciprocal_rank
from judge_app.domain.pooling.move_to_front import by_move_to_front
from judge_app.domain.pooling.narrow import by_narrowing
from judge_app.domain.pooling.settle import by_difference
from judge_app.domain.pooling.view import QueryView
from judge_app.domain.pooling.weight import by_dcg_weight
from metrics.arrays import FloatArray

DEFAULT_ORDER = "dcg"
"""Strategy by which a depth pool is ordered when nobody says."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to say what to judge next.

    Attributes
    ----------
    name : str
        Word of the command line, stored with every batch.
    title, sentence : str
        As screens show it, and what it does.
    priorities : callable
        Takes a `QueryView` and returns ``float64[documents]``, greater first; those of documents
        that are not open mean nothing.
    is_adaptive : bool
        Whether labels change the priorities.
    takes_turns : bool
        How queries share a budget. Either each gives its best pair, then each its second best, and
        so on; or, where the greatest priorities of all queries together are the best batch, those.
    for_two_runs : bool
        Whether it is about two runs, A and B.
    judged_by_weight : bool
        Whether its pairs, once they are pooled, are judged by bands of DCG weight and not by its
        priority; see `judge_app.domain.pooling.weight.weight_bands`.
    """

    name: str
    title: str
    sentence: str
    priorities: Callable[[QueryView], FloatArray]
    is_adaptive: bool = False
    takes_turns: bool = False
    for_two_runs: bool = False
    judged_by_weight: bool = False


STRATEGIES: Mapping[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Strategy(
            "depth",
            "Depth",
            "Every run gives its first documents, first ranks before second ranks. They are judged "
            "by DCG weight, documents of about the same weight in random order.",
            by_depth,
            judged_by_weight=True,
        ),
        Strategy(
            "rrf",
            "Reciprocal rank fusion",
            "Documents that many runs show early come first, and deep ranks count nearly as much "
            "as early ones.",
            by_reciprocal_rank,
        ),
        Strategy(
            "dcg",
            "DCG weight",
            "Documents on which the most discounted gain of all runs hangs come first.",
            by_dcg_weight,
        ),
        Strategy(
            "move-to-front",
            "Move to front",
            "A run goes on giving documents while they turn out relevant, and steps back for each "
            "that does not.",
            by_move_to_front,
            is_adaptive=True,
            takes_turns=True,
        ),
        Strategy(
            "maxmean",
            "MaxMean bandit",
            "The run with the greatest share of relevant documents so far gives the next one.",
            by_max_mean,
            is_adaptive=True,
            takes_turns=True,
        ),
        Strategy(
            "narrow",
            "Narrow the intervals",
            "The document whose grade is expected to shrink the intervals of nDCG@10 of all runs "
            "most comes first.",
            by_narrowing,
            is_adaptive=True,
            takes_turns=True,
        ),
        Strategy(
            "settle",
            "Settle A against B",
            "The documents that can move the difference of two runs furthest come first, and once "
            "one of them is ahead whatever is judged it stops.",
            by_difference,
            is_adaptive=True,
            for_two_runs=True,
        ),
    )
}


def find_strategy(name: str) -> Strategy:
    """Return the strategy of a name.

    Raises
    ------
    BadInputError
        When there is none of that name.
    """
    strategy = STRATEGIES.get(name)
    if strategy is None:
        raise BadInputError(
            f"there is no pool strategy {name!r}", f"Known strategies: {', '.join(STRATEGIES)}."
        )
    return strategy


def require_strategy(name: str) -> str:
    """Return the name of a known strategy.

    Raises
    ------
    BadInputError
        When there is none of that name.
    """
    return find_strategy(name).name
