"""Score run files against a qrels file, without a project."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from typing import TYPE_CHECKING

import pandas as pd

from judge_app.domain.errors import BadInputError
from judge_app.domain.run_names import default_run_name
from judge_app.importing.run_scan import scan_run
from judge_app.services.conventions import DEFAULT_MEASURES, parse_gain, parse_topics
from judge_app.services.score_comparison import Comparer
from judge_app.services.score_labels import read_labels
from judge_app.services.score_notices import label_notices, run_notices
from judge_app.services.score_pool import FilePool, parse_file_pool
from judge_app.services.score_result import FileScores
from metrics import Evaluation, Gain, Measure, MetricsError, Topics, measure_rows, parse_measures

if TYPE_CHECKING:
    from collections.abc import Container, Sequence
    from datetime import datetime

    from judge_app.importing.run_scan import RunScan
    from judge_app.services.import_options import Upload
    from judge_app.services.imports import Progress
    from judge_app.services.score_labels import FileLabels


def score_files(
    qrels: Upload,
    runs: Sequence[Upload],
    *,
    measures: str | Sequence[str] = DEFAULT_MEASURES,
    gain: str | None = None,
    topics: str | None = None,
    trec_eval: bool = False,
    float32: bool = False,
    encoding: str | None = None,
    pool: str | None = None,
    compare: bool = False,
    seed: int = 0,
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
    encoding : str, optional
        How all the files are written; detected if not given.
    pool : {'open', 'closed'}, optional
        Give bounds, and say what they leave open; see `FilePool`. Bounds of differences are open
        if not given.
    compare : bool
        Compare every run with the first.
    seed : int
        Start of the random draws of the comparisons.
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
        If a file cannot be used, a measure, gain, choice of topics or pool is unknown, `gain`
        or `topics` contradict `trec_eval`, or there is nothing to compare with.
    """
    chosen_gain, chosen_topics = _conventions(gain, topics, trec_eval=trec_eval)
    chosen_pool = None if pool is None else parse_file_pool(pool)
    _refuse_runs(runs, compare=compare)
    evaluations: dict[str, Evaluation] = {}
    try:
        parsed = parse_measures(measures, chosen_gain)
        labels = read_labels(qrels, trec_eval=trec_eval, encoding=encoding)
        notices = label_notices(labels, parsed, chosen_topics)
        task = _Task(labels, parsed, chosen_topics, chosen_pool, float32=float32, encoding=encoding)
        comparer = Comparer(labels, parsed, chosen_topics, chosen_pool) if compare else None
        for run in runs:
            scan = task.scan(run, progress, shown=0 if comparer is None else comparer.depth)
            name = _free_name(scan, run, evaluations)
            evaluations[name] = task.evaluate(name, scan)
            notices += run_notices(name, scan, labels, evaluations[name], parsed)
            if comparer is not None:
                comparer.add(name, scan)
        comparisons = None if comparer is None else comparer.comparisons(evaluations, seed)
    except MetricsError as error:
        raise BadInputError(error.message, error.hint) from error
    return FileScores(
        labels=labels,
        gain=chosen_gain,
        topics=chosen_topics,
        evaluations=evaluations,
        notices=tuple(notices),
        created_at=created_at,
        pool=chosen_pool,
        float32=float32,
        comparisons=comparisons,
    )


def _refuse_runs(runs: Sequence[Upload], *, compare: bool) -> None:
    """Refuse a choice of files that cannot be scored, before any of them is read."""
    if len({run.path.resolve() for run in runs}) < len(runs):
        raise BadInputError("a run file is named twice", "Name each file once.")
    if compare and len(runs) < 2:  # noqa: PLR2004 - a comparison is between two
        raise BadInputError(
            "there is no second run to compare with the first", "Name two run files or more."
        )


def _conventions(gain: str | None, topics: str | None, *, trec_eval: bool) -> tuple[Gain, Topics]:
    """Return the gain that a bare name means, and the topics in the means."""
    if trec_eval and (gain not in (None, Gain.LINEAR) or topics not in (None, Topics.ALL)):
        raise BadInputError(
            "--trec-eval means linear gain over all topics, and something else is asked for too",
            "Leave out --trec-eval, or --gain and --topics.",
        )
    chosen = parse_gain(gain or (Gain.LINEAR if trec_eval else Gain.EXPONENTIAL))
    return chosen, parse_topics(topics or (Topics.ALL if trec_eval else Topics.RELEVANT))


def _free_name(scan: RunScan, run: Upload, taken: Container[str]) -> str:
    """Return the run's name by the rule for all runs, or its path, numbered if need be."""
    names = (default_run_name(scan.tags, run.name, taken), run.name)
    numbered = (f"{run.name} ({number})" for number in count(2))
    return next(name for name in chain(names, numbered) if name not in taken)


@dataclass(frozen=True, slots=True)
class _Task:
    """How each run is scored, by itself, so that memory does not grow with their number."""

    labels: FileLabels
    measures: Sequence[Measure]
    topics: Topics
    pool: FilePool | None
    float32: bool
    encoding: str | None

    def scan(self, run: Upload, progress: Progress | None, shown: int) -> RunScan:
        """Read a run; keep the documents of so many ranks beside those with a label."""
        return scan_run(
            run.path,
            self.labels.looked_up(self.pool),
            name=run.name,
            cutoffs=sorted({m.cutoff for m in self.measures if m.cutoff is not None}),
            shown=shown,
            float32=self.float32,
            encoding=self.encoding,
            progress=None if progress is None else partial(progress, run.name),
        )

    def evaluate(self, run: str, scan: RunScan) -> Evaluation:
        """Compute the measures of a run."""
        matrix = self.labels.matrix(scan, self.measures, self.pool)
        measured = {str(m): measure_rows(m, matrix, self.topics) for m in self.measures}
        frames = [
            pd.DataFrame(
                {
                    "run": run,
                    "query_id": self.labels.queries,
                    "measure": name,
                    "value": rows.value,
                    "low": float("nan") if rows.bounds is None else rows.bounds.low,
                    "high": float("nan") if rows.bounds is None else rows.bounds.high,
                    "judged": rows.judged,
                }
            )
            for name, rows in measured.items()
        ]
        return Evaluation(
            per_query=pd.concat(frames, ignore_index=True),
            summaries={
                (run, name): rows.summarise(slice(None), self.topics)
                for name, rows in measured.items()
            },
            unscored_queries=tuple(sorted(set(scan.retrieved.index) - set(self.labels.queries))),
        )
