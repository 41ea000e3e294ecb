"""Which documents of the runs are put before annotators, and in which order.

A strategy gives every pair a priority. One module holds one strategy; each is a pure function of a
`QueryView`: where the runs show the documents of a query, and what is known of their labels.
"""

from judge_app.domain.pooling.catalog import (
    DEFAULT_ORDER,
    STRATEGIES,
    Strategy,
    find_strategy,
    require_strategy,
)
from judge_app.domain.pooling.depth import DEFAULT_DEPTH, GREATEST_DEPTH, depth_pool, require_depth
from judge_app.domain.pooling.order import judging_order
from judge_app.domain.pooling.selection import Selection, select_pairs
from judge_app.domain.pooling.settle import can_matter
from judge_app.domain.pooling.view import CUTOFF, NO_LABEL, QueryView, query_views, stack
from judge_app.domain.pooling.weight import weight_bands

__all__ = [
    "CUTOFF",
    "DEFAULT_DEPTH",
    "DEFAULT_ORDER",
    "GREATEST_DEPTH",
    "NO_LABEL",
    "STRATEGIES",
    "QueryView",
    "Selection",
    "Strategy",
    "can_matter",
    "depth_pool",
    "find_strategy",
    "judging_order",
    "query_views",
    "require_depth",
    "require_strategy",
    "select_pairs",
    "stack",
    "weight_bands",
]
