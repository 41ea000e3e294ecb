"""A mean as JSON has it: never without the topics that it hides."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from metrics import Evaluation

WORST = 20


def evaluated_json(evaluation: Evaluation, run: str, measure: str) -> dict[str, Any]:
    """Return the summary of a run by a measure, and its worst topics, the lowest first.

    Undefined figures are None; topics for which the measure is undefined are not listed.
    """
    worst = evaluation.worst(run, measure, WORST)
    return {
        **asdict(evaluation.summaries[run, measure]),
        "worst": [{"query_id": query_id, "value": value} for query_id, value in worst],
    }
