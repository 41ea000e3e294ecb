"""The coverage of runs, stored or in files, and a place in the queue for what is new in them."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from judge_app.domain.coverage import PairState, Thresholds
from judge_app.domain.people import Actor, Permission
from judge_app.domain.pooling import DEFAULT_DEPTH, require_depth
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.imports import (
    CheckedFile,
    Progress,
    check_files,
    refuse_faulty,
    store_files,
)
from judge_app.services.pooling import QUEUED_STRATEGY, choose_runs
from judge_app.services.project import Project
from judge_app.services.run_coverage import RunCoverage, cover_runs
from judge_app.store import NewBatch
from metrics import add_ranks


def stored_coverage(
    project: Project,
    actor: Actor,
    *,
    depth: int = DEFAULT_DEPTH,
    runs: Sequence[str] | None = None,
    thresholds: Thresholds | None = None,
) -> tuple[RunCoverage, ...]:
    """Return the coverage of runs that the project holds, by default of all.

    Raises
    ------
    NotAllowedError, NotFoundError, BadInputError
        When the actor may not read coverage, a run is unknown, or the depth is below 1.
    """
    actor.require(Permission.READ_SCORES)
    require_depth(depth)
    chosen = choose_runs(project, runs)
    rankings = project.store.runs.top(depth, tuple(run.run_id for run in chosen))
    named = {run.name: rankings[rankings["run"] == run.name] for run in chosen}
    return cover_runs(project, named, depth, thresholds or Thresholds())


def file_coverage(
    project: Project,
    actor: Actor,
    uploads: Sequence[Upload],
    options: ImportOptions,
    *,
    depth: int = DEFAULT_DEPTH,
    thresholds: Thresholds | None = None,
    progress: Progress | None = None,
) -> tuple[tuple[CheckedFile, ...], tuple[RunCoverage, ...]]:
    """Return the coverage of run files without storing anything.

    Returns
    -------
    tuple of CheckedFile, tuple of RunCoverage
        One of each per file. A file that the project holds as a run bears that run's name.

    Raises
    ------
    NotAllowedError
        When the actor may not read coverage.
    BadInputError
        When a file is no run or has errors, or the depth is below 1.
    """
    actor.require(Permission.READ_SCORES)
    require_depth(depth)
    files = check_files(project, actor, uploads, options, progress, keep_rows=True)
    # A name that is taken keeps a run from being stored, not from being looked at.
    refuse_faulty([file for file in files if not file.parsed.ok])
    stored = {run.sha256: run.name for run in project.store.runs.all()}
    named: dict[str, pd.DataFrame] = {}
    for file in files:
        name = stored.get(file.parsed.sha256) or file.run_name or file.parsed.source
        ranked = add_ranks(file.parsed.frame)
        named[name if name not in named else file.parsed.source] = ranked[ranked["rank"] <= depth]
    return files, cover_runs(project, named, depth, thresholds or Thresholds())


def queue_new_pairs(
    project: Project,
    actor: Actor,
    files: Sequence[CheckedFile],
    coverages: Sequence[RunCoverage],
    options: ImportOptions,
) -> int:
    """Store new runs as not contributing and pool the pairs that only they have.

    Parameters
    ----------
    project, actor
        Where, and who.
    files : sequence of CheckedFile
        Run files to store first, unless the project holds them already.
    coverages : sequence of RunCoverage
        Their coverage.
    options : ImportOptions
        What was said about the files.

    Returns
    -------
    int
        Pairs that were added to the pool.

    Raises
    ------
    NotAllowedError
        When the actor may not queue pairs.
    BadInputError
        When a file has errors.
    """
    actor.require(Permission.QUEUE_PAIRS)
    stored = {run.sha256 for run in project.store.runs.all()}
    new = [file for file in files if file.parsed.sha256 not in stored]
    added = 0
    with project.board.renewal(others_wait=True), project.store.database.transaction():
        if new:
            store_files(project, actor, new, options)
        for coverage in coverages:
            run_ids = tuple(run.run_id for run in choose_runs(project, [coverage.run]))
            batch = NewBatch(
                QUEUED_STRATEGY, coverage.facts.depth, run_ids, project.clock(), actor.person.name
            )
            added += project.store.pool.add(batch, coverage.of_state(PairState.NEW))
    return added
