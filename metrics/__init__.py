"""Measures of ranked retrieval, with what unjudged documents leave open.

Tables in, numbers out: `evaluate` takes rankings, labels and a pool as data frames. Below it,
every measure is a function of a `GradeMatrix`, and `dcg_at_k` and `ndcg_at_k` are the
textbook forms for a single ranking. Names of measures follow ir_measures.
"""

from metrics.agreement import (
    Agreement,
    Disagreement,
    binary_confusion,
    cohen_kappa,
    raw_agreement,
)
from metrics.alpha import krippendorff_alpha
from metrics.binary import average_precision, bpref, precision, recall, reciprocal_rank, success
from metrics.binary_bounds import (
    precision_bounds,
    recall_bounds,
    reciprocal_rank_bounds,
    success_bounds,
)
from metrics.bounds import Bounds, WidthParts, dcg_bounds, ndcg_bounds, ndcg_width_parts
from metrics.build import build_matrix
from metrics.compare import compare_pairs, compare_runs
from metrics.comparison import Comparison, has_difference_bounds, measure_difference
from metrics.compute import is_defined, measure_bounds, measure_values
from metrics.coverage import judged_at
from metrics.difference import (
    DifferenceRows,
    certain_sign,
    ndcg_difference_bounds,
    ndcg_difference_rows,
)
from metrics.disputes import mean_distances, pair_disputes, query_disputes
from metrics.errors import MetricsError, UnknownMeasureError
from metrics.evaluate import Evaluation, evaluate
from metrics.gain import Gain, gain_table
from metrics.judgment_sheet import NOT_JUDGED, JudgmentSheet, judgment_sheet
from metrics.lead import MeanDifference, mean_difference, ndcg_difference
from metrics.matrix import ABSENT, UNJUDGED, UNPOOLED, GradeMatrix, condense
from metrics.measured import MeasuredRows, measure_rows
from metrics.names import Measure, parse_measure, parse_measures
from metrics.ndcg import dcg, dcg_at_k, ndcg, ndcg_at_k
from metrics.order import add_ranks, rank_order, straddling_ties
from metrics.pair_agreement import (
    PairAgreement,
    annotator_agreement,
    confusion_counts,
    pairwise_agreement,
)
from metrics.rank_correlation import kendall_tau, tau_ap
from metrics.significance import (
    EXACT_UP_TO,
    LEVEL,
    RESAMPLES,
    bootstrap_intervals,
    holm,
    sign_flip_p_values,
)
from metrics.summary import Summary, summarise, summarise_runs, worst
from metrics.topics import Topics
from metrics.user_models import err, err_bounds, rbp, rbp_bounds, rbp_residual

__all__ = [
    "ABSENT",
    "EXACT_UP_TO",
    "LEVEL",
    "NOT_JUDGED",
    "RESAMPLES",
    "UNJUDGED",
    "UNPOOLED",
    "Agreement",
    "Bounds",
    "Comparison",
    "DifferenceRows",
    "Disagreement",
    "Evaluation",
    "Gain",
    "GradeMatrix",
    "JudgmentSheet",
    "MeanDifference",
    "Measure",
    "MeasuredRows",
    "MetricsError",
    "PairAgreement",
    "Summary",
    "Topics",
    "UnknownMeasureError",
    "WidthParts",
    "add_ranks",
    "annotator_agreement",
    "average_precision",
    "binary_confusion",
    "bootstrap_intervals",
    "bpref",
    "build_matrix",
    "certain_sign",
    "cohen_kappa",
    "compare_pairs",
    "compare_runs",
    "condense",
    "confusion_counts",
    "dcg",
    "dcg_at_k",
    "dcg_bounds",
    "err",
    "err_bounds",
    "evaluate",
    "gain_table",
    "has_difference_bounds",
    "holm",
    "is_defined",
    "judged_at",
    "judgment_sheet",
    "kendall_tau",
    "krippendorff_alpha",
    "mean_difference",
    "mean_distances",
    "measure_bounds",
    "measure_difference",
    "measure_rows",
    "measure_values",
    "ndcg",
    "ndcg_at_k",
    "ndcg_bounds",
    "ndcg_difference",
    "ndcg_difference_bounds",
    "ndcg_difference_rows",
    "ndcg_width_parts",
    "pair_disputes",
    "pairwise_agreement",
    "parse_measure",
    "parse_measures",
    "precision",
    "precision_bounds",
    "query_disputes",
    "rank_order",
    "raw_agreement",
    "rbp",
    "rbp_bounds",
    "rbp_residual",
    "recall",
    "recall_bounds",
    "reciprocal_rank",
    "reciprocal_rank_bounds",
    "sign_flip_p_values",
    "straddling_ties",
    "success",
    "success_bounds",
    "summarise",
    "summarise_runs",
    "tau_ap",
    "worst",
]
