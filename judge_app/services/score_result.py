"""What scoring run files brings, and how JSON has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from judge_app.services.score_pool import FilePool
from judge_app.services.summary_answers import evaluated_json
from metrics.topics import Topics

if TYPE_CHECKING:
    from datetime import datetime

    from judge_app.services.score_comparison import FileComparisons
    from judge_app.services.score_labels import FileLabels
    from metrics import Evaluation, Gain


@dataclass(frozen=True, slots=True, eq=False)
class FileScores:
    """Scores of run files, and what has to be known beside them.

    Attributes
    ----------
    labels : FileLabels
        The labels.
    gain : Gain
        Variant that a bare ``nDCG@k`` stood for.
    topics : Topics
        Topics in the means.
    evaluations : dict of str to Evaluation
        One per run, by its name, in the order of the files.
    notices : tuple of str
        What the means do not show: ties across a cut-off, queries that a run lacks or that
        have no label, unjudged documents, topics with nothing relevant.
    created_at : datetime
        UTC.
    pool : FilePool or None
        What the bounds of the scores leave open; None where there are none, since a file of
        labels does not say what else was pooled.
    float32 : bool
        Whether scores were compared as 32-bit numbers.
    comparisons : FileComparisons or None
        Every run beside the first, where that was asked for.
    """

    labels: FileLabels
    gain: Gain
    topics: Topics
    evaluations: dict[str, Evaluation]
    notices: tuple[str, ...]
    created_at: datetime
    pool: FilePool | None = None
    float32: bool = False
    comparisons: FileComparisons | None = None

    def answer(self, *, per_query: bool = False, stamped: bool = True) -> dict[str, Any]:
        """Return the scores as JSON has them, in the form of the command line's contract.

        Parameters
        ----------
        per_query : bool
            Whether the values of every query are wanted too.
        stamped : bool
            Whether the stamp is wanted, which takes time where labels are many.

        Returns
        -------
        dict
            ``runs``, ``unscored_queries`` and, when asked for, ``stamp``, ``per_query`` and
            ``comparisons`` (lists of rows); None where a value is undefined.
        """
        evaluations = self.evaluations.values()
        answer: dict[str, Any] = {
            "runs": [_run_json(run, one) for run, one in self.evaluations.items()],
            "unscored_queries": sorted({q for one in evaluations for q in one.unscored_queries}),
        }
        if stamped:
            answer = {"stamp": self.stamp(), **answer}
        if per_query:
            rows = pd.concat([one.per_query for one in evaluations]).astype(object)
            answer["per_query"] = rows.where(rows.notna(), None).to_dict(orient="records")
        if self.comparisons is not None:
            answer["comparisons"] = self.comparisons.as_json()
        return answer

    def stamp(self) -> dict[str, Any]:
        """Return what the figures were computed from.

        The keys are those of a project's stamp. A file of labels knows of no pool, unless it is
        said to be ``closed``. What was asked for beside the usual (all topics, 32-bit scores, what
        bounds leave open, how chance was drawn) comes on top.
        """
        n_labels = len(self.labels.frame)
        closed = self.pool is FilePool.CLOSED
        stamp = {
            "gain": str(self.gain),
            "labels": self.labels.source,
            "scale": f"0-{self.labels.max_grade}",
            "n_judgments": n_labels,
            "n_labels": n_labels,
            "label_set": self.labels.sha256(),
            "pool_pairs": n_labels + len(self.labels.not_judged) if closed else None,
            "created_at": self.created_at.isoformat(timespec="seconds"),
        }
        if self.topics is Topics.ALL:
            stamp["topics"] = str(self.topics)
        if self.float32:
            stamp["score_bits"] = 32
        if self.pool is not None:
            stamp["pool"] = str(self.pool)
        return stamp if self.comparisons is None else stamp | self.comparisons.stamp()


def _run_json(run: str, evaluation: Evaluation) -> dict[str, Any]:
    return {
        "run": run,
        "measures": {
            name: evaluated_json(evaluation, run, name) for _, name in evaluation.summaries
        },
    }
