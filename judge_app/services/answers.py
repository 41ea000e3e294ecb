"""What a command says, as plain data: the command line and the REST API give the same answers.

Every function takes the words of a command line or a request and returns what JSON can hold, so
that a command works alike on a file and through a server.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from judge_app.domain.coverage import PairState
from judge_app.domain.errors import BadInputError
from judge_app.domain.people import Actor
from judge_app.domain.pooling import DEFAULT_DEPTH, Selection
from judge_app.services.conventions import DEFAULT_MEASURES
from judge_app.services.coverage import file_coverage, queue_new_pairs, stored_coverage
from judge_app.services.evaluation import ProjectEvaluation, evaluate_project
from judge_app.services.import_answers import SHOWN_PROBLEMS, problem_json
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.imports import CheckedFile
from judge_app.services.overlap import require_overlap, set_overlap
from judge_app.services.pooling import build_pool, plan_pool
from judge_app.services.project import Project
from judge_app.services.run_coverage import RunCoverage
from judge_app.services.status import read_status
from judge_app.services.summary_answers import evaluated_json

Answer = dict[str, Any]


def status_answer(project: Project) -> Answer:
    """Say how a project stands; see `read_status`.

    Returns
    -------
    dict
        As `Status` has it, and ``missing_documents``: ids of all documents that runs name at their
        first ranks, or that are pooled or judged, and that the project does not hold.
    """
    missing = project.store.collection.missing(DEFAULT_DEPTH)
    return {
        **read_status(project).as_json(),
        "missing_documents": list(missing),
        "missing_depth": DEFAULT_DEPTH,
    }


def pool_answer(
    project: Project,
    actor: Actor,
    *,
    depth: int = DEFAULT_DEPTH,
    strategy: str = "depth",
    runs: Sequence[str] | None = None,
    budget: int | None = None,
    random_share: float = 0.0,
    seed: int = 0,
    overlap: int | None = None,
    share: float | None = None,
    dry_run: bool = False,
) -> Answer:
    """Build the pool, or say what it would hold.

    ``overlap`` judgments are wanted of a random ``share`` of the new batch's pairs, all by default.

    Returns
    -------
    dict
        ``strategy, depth, runs, budget, random_share, seed, candidates, pairs, drawn,
        probability`` (of each pair that was drawn at random; null without any), ``new,
        without_text, smallest, median, largest, skipped_queries, settled, built, overlap,
        overlapping`` (pairs of the batch that want so many; null where nothing was asked).

    Raises
    ------
    JudgepoolError
        As `plan_pool` and `build_pool` do.
    """
    _require_overlap(overlap, share)
    selection = Selection(budget, random_share, seed)
    plan = plan_pool(project, actor, depth=depth, strategy=strategy, runs=runs, selection=selection)
    smallest, median, largest = plan.per_query
    is_built = not dry_run and plan.settled is None
    if is_built:
        build_pool(project, actor, plan)
    n_overlapping = None
    if is_built and overlap is not None:
        batch = project.store.exports.last_batch()
        change = set_overlap(project, actor, overlap, _all_if_unsaid(share), seed, batch=batch)
        n_overlapping = change.n_with_more
    return {
        "strategy": plan.strategy,
        "depth": plan.depth,
        "runs": list(plan.runs),
        **asdict(selection),
        "candidates": plan.n_candidates,
        "pairs": len(plan.pairs),
        "drawn": plan.n_drawn,
        "probability": plan.drawn_probability,
        "new": plan.n_new,
        "without_text": plan.n_without_text,
        "smallest": smallest,
        "median": median,
        "largest": largest,
        "skipped_queries": list(plan.skipped_queries),
        "settled": plan.settled,
        "built": is_built,
        "overlap": overlap,
        "overlapping": n_overlapping,
    }


def _require_overlap(overlap: int | None, share: float | None) -> None:
    if overlap is not None:
        require_overlap(overlap, _all_if_unsaid(share))
    elif share is not None:
        raise BadInputError(
            "a share is said, but not of what", "Add how many judgments: --overlap 2."
        )


def _all_if_unsaid(share: float | None) -> float:
    return 1.0 if share is None else share


def evaluation_answer(
    project: Project,
    actor: Actor,
    *,
    measures: str | Sequence[str] = DEFAULT_MEASURES,
    runs: Sequence[str] | None = None,
    labels: str | None = None,
    topics: str = "relevant",
    release: str | None = None,
    per_query: bool = False,
) -> Answer:
    """Score runs; see `evaluate_project`.

    Returns
    -------
    dict
        ``stamp`` and ``runs`` as the command line's contract has them; ``unscored_queries``;
        ``per_query`` (a list of rows) when asked for; of a release also ``release`` (its name and
        position) and ``replaced_runs``.
    """
    scored = evaluate_project(
        project,
        actor,
        measures=measures,
        runs=runs,
        labels=labels,
        topics=topics,
        release=release,
    )
    answer = evaluation_json(scored)
    if scored.state.release is not None:
        answer["release"] = {"name": scored.state.name, "position": scored.state.position}
        answer["replaced_runs"] = list(scored.replaced_runs)
    if per_query:
        rows = scored.evaluation.per_query.to_dict(orient="records")
        answer["per_query"] = [_without_nan(row) for row in rows]
    return answer


def evaluation_json(scored: ProjectEvaluation) -> Answer:
    """Return stamp and summaries in the form of the command line's contract."""
    runs: dict[str, dict[str, Answer]] = {}
    for run, measure in scored.evaluation.summaries:
        runs.setdefault(run, {})[measure] = evaluated_json(scored.evaluation, run, measure)
    return {
        "stamp": scored.stamp.as_json(),
        "runs": [{"run": run, "measures": measures} for run, measures in runs.items()],
        "unscored_queries": list(scored.evaluation.unscored_queries),
    }


def coverage_answer(
    project: Project,
    actor: Actor,
    uploads: Sequence[Upload],
    options: ImportOptions,
    *,
    depth: int = DEFAULT_DEPTH,
    runs: Sequence[str] | None = None,
    queue: bool = False,
) -> Answer:
    """Say what of some runs is judged, and queue what nobody has pooled when asked.

    Parameters
    ----------
    uploads : sequence of Upload
        New run files; without any the project's own runs are looked at.
    queue : bool
        Store the files as runs that do not contribute, and pool the new pairs.

    Returns
    -------
    dict
        ``runs`` (each as `RunCoverage.as_json`), ``added``: pairs that went into the pool, and
        the first ``warnings`` about the files.
    """
    files: Sequence[CheckedFile] = ()
    coverages: Sequence[RunCoverage]
    if uploads:
        files, coverages = file_coverage(project, actor, uploads, options, depth=depth)
    else:
        coverages = stored_coverage(project, actor, depth=depth, runs=runs)
    added = 0
    if queue and (files or any(len(c.of_state(PairState.NEW)) for c in coverages)):
        added = queue_new_pairs(project, actor, files, coverages, options)
    warnings = [warning for file in files for warning in file.warnings]
    return {
        "runs": [coverage.as_json() for coverage in coverages],
        "added": added,
        "warnings": [problem_json(warning) for warning in warnings[:SHOWN_PROBLEMS]],
    }


def _without_nan(row: Mapping[Any, Any]) -> Answer:
    return {
        str(key): None if isinstance(value, float) and math.isnan(value) else value
        for key, value in row.items()
    }
