"""A run at the gate: what it answers, what is known of it, and whether it may be compared."""

from __future__ import annotations

from dataclasses import dataclass

from judge_app.domain.coverage import PairState
from judge_app.domain.people import Actor
from judge_app.domain.pooling import DEFAULT_DEPTH
from judge_app.services.coverage import file_coverage, stored_coverage
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.imports import CheckedFile, Progress
from judge_app.services.project import Project
from judge_app.services.run_coverage import RunCoverage
from metrics import add_ranks, straddling_ties


@dataclass(frozen=True, slots=True)
class Intake:
    """One run, looked at before its score is believed.

    Attributes
    ----------
    coverage : RunCoverage
        What of it is judged, and the verdict.
    n_lines, n_queries, depth : int
        Rows of the run, queries it answers, and length of its longest ranking.
    n_ties : int
        Queries in which equal scores stand on both sides of the depth looked at.
    n_unreadable : int
        New pairs that could be queued and not be shown, since the project has no text for them.
    files : tuple of CheckedFile
        The file, when it is not stored yet; empty for a run of the project.
    is_pooled : bool
        Whether the pool took documents from it by strategy.
    """

    coverage: RunCoverage
    n_lines: int
    n_queries: int
    depth: int
    n_ties: int
    n_unreadable: int
    files: tuple[CheckedFile, ...]
    is_pooled: bool

    @property
    def is_stored(self) -> bool:
        """Whether the project holds the run."""
        return not self.files

    @property
    def n_matched(self) -> int:
        """Queries that both the run and the project have."""
        return self.n_queries - len(self.coverage.extra_queries)


def look_at_file(
    project: Project,
    actor: Actor,
    upload: Upload,
    options: ImportOptions,
    *,
    depth: int = DEFAULT_DEPTH,
    progress: Progress | None = None,
) -> Intake:
    """Look at a run file without storing anything of it.

    Parameters
    ----------
    project, actor
        Where, and who.
    upload : Upload
        The file.
    options : ImportOptions
        What was said about it.
    depth : int
        Ranks that are looked at.
    progress : callable, optional
        As `check_files` takes it.

    Raises
    ------
    NotAllowedError, BadInputError
        As `file_coverage` does.
    """
    files, (coverage,) = file_coverage(
        project, actor, [upload], options, depth=depth, progress=progress
    )
    frame = files[0].parsed.frame
    lengths = frame.groupby("query_id").size()
    return Intake(
        coverage,
        n_lines=len(frame),
        n_queries=len(lengths),
        depth=int(lengths.max()),
        n_ties=straddling_ties(add_ranks(frame), depth),
        n_unreadable=_unreadable(project, coverage),
        files=files,
        is_pooled=False,
    )


def look_at_stored(
    project: Project, actor: Actor, name: str, *, depth: int = DEFAULT_DEPTH
) -> Intake:
    """Look at a run that the project holds.

    Raises
    ------
    NotAllowedError, NotFoundError, BadInputError
        As `stored_coverage` does.
    """
    (coverage,) = stored_coverage(project, actor, depth=depth, runs=[name])
    run = next(run for run in project.store.runs.all() if run.name == name)
    return Intake(
        coverage,
        n_lines=run.n_lines,
        n_queries=run.n_queries,
        depth=run.depth,
        n_ties=project.store.runs.straddling_ties(depth).get(name, 0),
        n_unreadable=_unreadable(project, coverage),
        files=(),
        is_pooled=run.contributes_to_pool,
    )


def _unreadable(project: Project, coverage: RunCoverage) -> int:
    return len(project.store.collection.unreadable(coverage.of_state(PairState.NEW)))
