"""A pool that comes back from its own export."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge_app.domain.errors import Problem
from judge_app.domain.people import Actor
from judge_app.domain.pool_log import PoolLog
from judge_app.importing import Parsed
from judge_app.services.import_report import CheckedFile
from judge_app.services.pooling import QUEUED_STRATEGY
from judge_app.services.project import Project
from judge_app.store import Arrival

_SHOWN = 5
_SAY_RUNS = "Import those runs first, or together with the pool, under the names that it gives."


def with_runs_of_pool(project: Project, files: Sequence[CheckedFile]) -> tuple[CheckedFile, ...]:
    """Add a doubt to pools that were drawn from runs which neither project nor import has.

    Parameters
    ----------
    project : Project
        Where they would be stored.
    files : sequence of CheckedFile
        The files of one import.
    """
    known = {run.name for run in project.store.runs.all()}
    known |= {file.run_name for file in files if file.run_name is not None}
    return tuple(_with_missing(file, known) for file in files)


def _with_missing(file: CheckedFile, known: set[str]) -> CheckedFile:
    pool = file.parsed.pool
    if pool is None or file.n_problems:
        return file
    missing = tuple(sorted({name for batch in pool.batches for name in batch.runs} - known))
    if not missing:
        return file
    more = f" and {len(missing) - _SHOWN:,} more" if len(missing) > _SHOWN else ""
    runs = "a run that is" if len(missing) == 1 else f"{len(missing):,} runs that are"
    message = (
        f"the pool was drawn from {runs} not here: {', '.join(missing[:_SHOWN])}{more}; which "
        "pairs they brought would be lost"
    )
    doubt = Problem(file.parsed.source, None, message)
    return replace(
        file,
        doubts=(*file.doubts, doubt),
        remedies=(*file.remedies, _SAY_RUNS),
        missing_runs=missing,
    )


def restore_pool(project: Project, actor: Actor, parsed: Parsed, pool: PoolLog) -> int:
    """Put the batches of a pool into the project as they were; return how many pairs were new."""
    arrival = Arrival(parsed.source, parsed.sha256, project.clock(), actor.person.name)
    return project.store.pool.restore(pool, arrival, measured=QUEUED_STRATEGY)
