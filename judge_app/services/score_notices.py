"""What has to be said beside the scores of run files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from metrics import Topics

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from judge_app.importing.run_scan import RunScan
    from judge_app.services.score_labels import FileLabels
    from metrics import Evaluation, Measure

_LISTED = 5


def label_notices(labels: FileLabels, measures: Sequence[Measure], topics: Topics) -> list[str]:
    """Say how many topics have nothing relevant, where that leaves a measure undefined."""
    concerned = [str(measure) for measure in measures if measure.needs_relevant]
    n_empty = int((labels.judged_counts[:, 1:].sum(axis=1) == 0).sum())
    if not n_empty or not concerned:
        return []
    fate = "count 0" if topics is Topics.ALL else "are left out of their means"
    undefined = f"undefined for {', '.join(concerned)}, and {fate}"
    return [f"{_topics(n_empty)} of {len(labels.queries):,} with nothing relevant: {undefined}"]


def run_notices(
    run: str, scan: RunScan, labels: FileLabels, evaluation: Evaluation, measures: Sequence[Measure]
) -> list[str]:
    """Say what a run lacks, what in it has no label, and where document ids decide."""
    missing = labels.queries.difference(scan.retrieved.index, sort=False)
    notices = []
    if len(missing):
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
    shares = {m.cutoff: evaluation.summaries[run, str(m)].judged for m in measures}
    unjudged = [
        f"{1 - share:.1%} of {f'the top {cutoff}' if cutoff else 'all ranks'}"
        for cutoff, share in sorted(shares.items(), key=lambda item: item[0] or sys.maxsize)
        if share is not None and share < 1
    ]
    if unjudged:
        notices.append(f"without a label, so taken as not relevant: {', '.join(unjudged)}")
    return [f"{run}: {notice}" for notice in notices]


def _topics(count: int) -> str:
    return "1 topic" if count == 1 else f"{count:,} topics"


def _some(query_ids: Iterable[str]) -> str:
    """List the first few ids."""
    ids = list(query_ids)
    rest = ", …" if len(ids) > _LISTED else ""
    return ", ".join(ids[:_LISTED]) + rest
