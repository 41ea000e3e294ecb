"""How a project stands, in one look."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from judge_app.domain.model import ReplacedRun
from judge_app.services.labelling import Stamp, board_stamp
from judge_app.services.project import Project


@dataclass(frozen=True, slots=True)
class RunStatus:
    """One run: its name, size, and whether the pool was made from it."""

    name: str
    n_queries: int
    depth: int
    contributes_to_pool: bool


@dataclass(frozen=True, slots=True)
class Status:
    """How a project stands.

    Attributes
    ----------
    title, stamp
        Which project, in which state.
    n_queries, n_documents : int
        Imported topics and documents.
    runs : tuple of RunStatus
        Oldest first.
    replaced_runs : tuple of ReplacedRun
        What runs were before other files took their names, oldest first.
    pool_total, pool_judged, pool_without_text : int
        Pooled pairs, those with a label, and those that nobody can be shown.
    judged_by : dict of str to int
        Current grades of each person, most first.
    """

    title: str
    stamp: Stamp
    n_queries: int
    n_documents: int
    runs: tuple[RunStatus, ...]
    replaced_runs: tuple[ReplacedRun, ...]
    pool_total: int
    pool_judged: int
    pool_without_text: int
    judged_by: dict[str, int]

    def as_json(self) -> dict[str, Any]:
        """Return everything as the command line and the API print it."""
        replaced = [_replaced_json(run) for run in self.replaced_runs]
        return {**asdict(self), "replaced_runs": replaced, "stamp": self.stamp.as_json()}


def read_status(project: Project) -> Status:
    """Return how a project stands; nothing in it is secret from anyone signed in."""
    store = project.store
    judged, total = project.board.pool_progress(None)
    return Status(
        title=project.settings.title,
        stamp=board_stamp(project),
        n_queries=len(store.collection.queries()),
        n_documents=store.collection.n_documents(),
        runs=tuple(
            RunStatus(run.name, run.n_queries, run.depth, run.contributes_to_pool)
            for run in store.runs.all()
        ),
        replaced_runs=store.runs.replaced(),
        pool_total=total,
        pool_judged=judged,
        pool_without_text=len(store.pool.without_text()),
        judged_by=store.judgments.counts(),
    )


def _replaced_json(run: ReplacedRun) -> dict[str, Any]:
    return {
        **asdict(run),
        "imported_at": run.imported_at.isoformat(),
        "replaced_at": run.replaced_at.isoformat(),
    }
