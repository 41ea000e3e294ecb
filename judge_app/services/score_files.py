"""Score run files against a qrels file, without a project."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd

from judge_app.domain.errors import BadInputError
from judge_app.domain.run_names import default_run_name
from judge_app.importing.run_scan import scan_run
from judge_app.services.evaluation import DEFAULT_MEASURES, parse_topics
from judge_app.services.project import parse_gain
from judge_app.services.score_labels import read_labels
from judge_app.services.score_notices import label_notices, run_notices
from metrics import Evaluation, Gain, Measure, MetricsError, Topics, measure_rows, parse_measures

if TYPE_CHECKING:
    from collections.abc import Container, Sequence
    from datetime import datetime

    from judge_app.importing.run_scan import RunScan
    from judge_app.services.import_options import Upload
    from judge_app.services.imports import Progress
    from judge_app.services.score_labels import FileLabels


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
        One per run, by its name, in the order of the files. There are no bounds: files of
        labels do not say what else was pooled.
    notices : tuple of str
        What the means do not show: ties across a cut-off, queries that a run lacks or that
        have no label, unjudged documents, topics with nothing relevant.
    created_at : datetime
        UTC.
    """

    labels: FileLabels
    gain: Gain
    topics: Topics
    evaluations: dict[str, Evaluation]
    notices: tuple[str, ...]
    created_at: datetime

    def answer(self, *, per_query: bool = False) -> dict[str, Any]:
        """Return the scores as JSON has them, in the form of the command line's contract.

        Returns
        -------
        dict
            ``stamp``, ``runs``, ``unscored_queries`` and, when asked for, ``per_query``, a list
            of rows; None where a value is undefined.
        """
        evaluations = self.evaluations.values()
        answer: dict[str, Any] = {
            "stamp": self.stamp(),
            "runs": [_run_json(run, one) for run, one in self.evaluations.items()],
            "unscored_queries": sorted({q for one in evaluations for q in one.unscored_queries}),
        }
        if per_query:
            rows = pd.concat([one.per_query for one in evaluations]).astype(object)
            answer["per_query"] = rows.where(rows.notna(), None).to_dict(orient="records")
        return answer

    def stamp(self) -> dict[str, Any]:
        """Return what the figures were computed from.

        The keys are those of a project's stamp; a file of labels knows of no pool.
        """
        n_labels = len(self.labels.frame)
        return {
            "gain": str(self.gain),
            "labels": self.labels.source,
            "scale": f"0-{self.labels.max_grade}",
            "n_judgments": n_labels,
            "n_labels": n_labels,
            "label_set": self.labels.sha256(),
            "pool_pairs": None,
            "created_at": self.created_at.isoformat(timespec="seconds"),
        }


def score_files(
    qrels: Upload,
    runs: Sequence[Upload],
    *,
    measures: str | Sequence[str] = DEFAULT_MEASURES,
    gain: str | None = None,
    topics: str | None = None,
    trec_eval: bool = False,
    float32: bool = False,
    created_at: datetime,
    progress: Progress | None = None,
) -> FileScores:
    """Score run files against a qrels file.

    Parameters
    ----------
    qrels : Upload
        Labels in any format that `judge_app.importing.read_file` knows.
    runs : sequence of Upload
        Runs of any length: only the ranks of labelled documents are kept.
    measures : str or sequence of str
        Names in ir_measures' grammar.
    gain : {'exponential', 'linear'}, optional
        What a bare ``nDCG@10`` means; exponential if not given.
    topics : {'relevant', 'all'}, optional
        Topics in the means: those with something relevant (if not given), or every labelled
        one, undefined values counting 0.
    trec_eval : bool
        Give the numbers of ``trec_eval -c``: linear gain and all topics, missing ones with 0.
    float32 : bool
        Compare scores as 32-bit numbers, as trec_eval did before 2023 and pytrec_eval does.
    created_at : datetime
        Now, in UTC; part of the stamp.
    progress : callable, optional
        Called with the name of a run and the share of it that has been read, from 0 to 1.

    Returns
    -------
    FileScores

    Raises
    ------
    BadInputError
        If a file cannot be used, a measure, gain or choice of topics is unknown, or `gain` or
        `topics` contradict `trec_eval`.
    """
    chosen_gain, chosen_topics = _conventions(gain, topics, trec_eval=trec_eval)
    if len({run.name for run in runs}) < len(runs):
        raise BadInputError("a run file is named twice", "Name each file once.")
    evaluations: dict[str, Evaluation] = {}
    try:
        parsed = parse_measures(measures, chosen_gain)
        labels = read_labels(qrels)
        notices = label_notices(labels, parsed, chosen_topics)
        for run in runs:
            scan = scan_run(
                run.path,
                labels.frame,
                name=run.name,
                cutoffs=_cutoffs(parsed),
                float32=float32,
                progress=None if progress is None else partial(progress, run.name),
            )
            name = _free_name(scan, run, evaluations)
            evaluations[name] = _evaluate(name, scan, labels, parsed, chosen_topics)
            notices += run_notices(name, scan, labels, evaluations[name], parsed)
    except MetricsError as error:
        raise BadInputError(error.message, error.hint) from error
    return FileScores(labels, chosen_gain, chosen_topics, evaluations, tuple(notices), created_at)


def _run_json(run: str, evaluation: Evaluation) -> dict[str, Any]:
    summaries = evaluation.summaries.items()
    return {"run": run, "measures": {name: asdict(summary) for (_, name), summary in summaries}}


def _conventions(gain: str | None, topics: str | None, *, trec_eval: bool) -> tuple[Gain, Topics]:
    """Return the gain that a bare name means, and the topics in the means."""
    if trec_eval and (gain not in (None, Gain.LINEAR) or topics not in (None, Topics.ALL)):
        raise BadInputError(
            "--trec-eval means linear gain over all topics, and something else is asked for too",
            "Leave out --trec-eval, or --gain and --topics.",
        )
    chosen = parse_gain(gain or (Gain.LINEAR if trec_eval else Gain.EXPONENTIAL))
    return chosen, parse_topics(topics or (Topics.ALL if trec_eval else Topics.RELEVANT))


def _cutoffs(measures: Sequence[Measure]) -> list[int]:
    return sorted({measure.cutoff for measure in measures if measure.cutoff is not None})


def _free_name(scan: RunScan, run: Upload, taken: Container[str]) -> str:
    """Return the run's name by the rule for all runs, or its path where that name is taken."""
    name = default_run_name(scan.tags, run.name, taken)
    return run.name if name in taken else name


def _evaluate(
    run: str, scan: RunScan, labels: FileLabels, measures: Sequence[Measure], topics: Topics
) -> Evaluation:
    """Evaluate one run by itself, so that memory does not grow with the number of runs."""
    matrix = labels.matrix(scan, measures)
    measured = {str(measure): measure_rows(measure, matrix, topics) for measure in measures}
    frames = [
        pd.DataFrame(
            {
                "run": run,
                "query_id": labels.queries,
                "measure": name,
                "value": rows.value,
                "low": float("nan"),
                "high": float("nan"),
                "judged": rows.judged,
            }
        )
        for name, rows in measured.items()
    ]
    return Evaluation(
        per_query=pd.concat(frames, ignore_index=True),
        summaries={
            (run, name): rows.summarise(slice(None), topics) for name, rows in measured.items()
        },
        unscored_queries=tuple(sorted(set(scan.retrieved.index) - set(labels.queries))),
    )
