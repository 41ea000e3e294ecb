"""What has to be said beside the scores of run files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from judge_app.domain.grade_map import POOLED_NOT_JUDGED
from metrics import Topics

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from judge_app.importing.run_scan import RunScan
    from judge_app.services.score_labels import FileLabels
    from metrics import Evaluation, Measure

_LISTED = 5
_LEAST_SHOWN = 0.001


def label_notices(labels: FileLabels, measures: Sequence[Measure], topics: Topics) -> list[str]:
    """Say what was noticed in the file, which measures are undefined, and what grades count."""
    notices = [f"{labels.source}: {warning.message}" for warning in labels.warnings[:_LISTED]]
    below = int((labels.frame["grade"] < POOLED_NOT_JUDGED).sum())
    if below:
        plural = "1 label" if below == 1 else f"{below:,} labels"
        notices.append(
            f"{plural} below -1: judged, without gain and in no ideal "
            "(--trec-eval takes them for not judged)"
        )
    for rel in sorted({measure.rel for measure in measures if measure.needs_relevant}):
        n_empty = int((labels.judged_counts[:, rel:].sum(axis=1) == 0).sum())
        if n_empty:
            concerned = [str(m) for m in measures if m.needs_relevant and m.rel == rel]
            notices.append(_undefined(n_empty, len(labels.queries), rel, concerned, topics))
    return notices


def run_notices(
    run: str, scan: RunScan, labels: FileLabels, evaluation: Evaluation, measures: Sequence[Measure]
) -> list[str]:
    """Say what a run lacks, what in it has no label, and where document ids decide."""
    missing = labels.queries.difference(scan.retrieved.index, sort=False)
    notices = [warning.message for warning in scan.warnings[:_LISTED]]
    if len(missing) == len(labels.queries):
        notices.append("no topic of the qrels is in this run; are both of the same collection?")
    elif len(missing):
        notices.append(
            f"nothing for {_topics(len(missing))} of {len(labels.queries):,}, "
            f"which score 0: {_some(missing)}"
        )
    if evaluation.unscored_queries:
        unscored = evaluation.unscored_queries
        notices.append(f"{_topics(len(unscored))} without labels, not scored: {_some(unscored)}")
    ties = [f"{count:,} at rank {cutoff}" for cutoff, count in scan.ties.items() if count]
    if ties:
        notices.append(
            f"topics with equal scores on both sides of a cut-off: {', '.join(ties)}; "
            "document ids decide there which documents count"
        )
    unjudged = _unjudged_shares(evaluation, set(missing), measures)
    if unjudged:
        notices.append(f"without a label, so taken as not relevant: {', '.join(unjudged)}")
    return [f"{run}: {notice}" for notice in notices]


def _unjudged_shares(
    evaluation: Evaluation, missing: set[str], measures: Sequence[Measure]
) -> list[str]:
    """Return how much of each cut-off has no label, over the topics that the run answers."""
    rows = evaluation.per_query[~evaluation.per_query["query_id"].isin(missing)]
    judged = rows.groupby("measure")["judged"].mean()
    shares = {m.cutoff: 1 - judged[str(m)] for m in measures if str(m) in judged.index}
    return [
        f"{_percent(share)} of {f'the top {cutoff}' if cutoff else 'all ranks'}"
        for cutoff, share in sorted(shares.items(), key=lambda item: item[0] or sys.maxsize)
        if share > 0
    ]


def _undefined(
    n_empty: int, n_queries: int, rel: int, measures: Sequence[str], topics: Topics
) -> str:
    level = "" if rel == 1 else f" at grade {rel} or more"
    fate = "counts 0" if topics is Topics.ALL else "left out of the mean"
    return (
        f"{_topics(n_empty)} of {n_queries:,} with nothing relevant{level}: undefined for "
        f"{', '.join(measures)} and {fate}"
    )


def _percent(share: float) -> str:
    return f"{share:.1%}" if share >= _LEAST_SHOWN else f"less than {_LEAST_SHOWN:.1%}"


def _topics(count: int) -> str:
    return "1 topic" if count == 1 else f"{count:,} topics"


def _some(query_ids: Iterable[str]) -> str:
    """List the first few ids."""
    ids = list(query_ids)
    rest = ", …" if len(ids) > _LISTED else ""
    return ", ".join(ids[:_LISTED]) + rest
