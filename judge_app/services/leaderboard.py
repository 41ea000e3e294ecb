"""Every system beside every other, with what is still open about them."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from judge_app.domain.errors import NotFoundError
from judge_app.domain.people import Actor, Permission
from judge_app.services.labelling import Stamp, board_stamp
from judge_app.services.live import Neighbours, QueryScore
from judge_app.services.project import Project
from metrics import Measure, Summary


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One system.

    Attributes
    ----------
    run : str
        Its name.
    is_pooled : bool
        Whether the pool took documents from it by strategy.
    top, main, judged : Summary
        The board's three measures: nDCG at the small and at the main cut-off, and Judged at the
        main one.
    n_weak : int
        Queries whose main measure is below `judge_app.services.live.WEAK`.
    n_ties : int
        Queries in which equal scores stand on both sides of the main cut-off.
    """

    run: str
    is_pooled: bool
    top: Summary
    main: Summary
    judged: Summary
    n_weak: int
    n_ties: int

    @property
    def label(self) -> str:
        """Name as screens show it; says when the pool was not made from the run.

        Such a run shows more documents that nobody judged, so its place is less certain.
        """
        return self.run if self.is_pooled else f"{self.run} (not pooled)"

    @property
    def gap(self) -> float | None:
        """Mean at the small cut-off less the mean at the main one; None where undefined."""
        if self.top.mean is None or self.main.mean is None:
            return None
        return self.top.mean - self.main.mean


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Every system after a number of judgments.

    Attributes
    ----------
    stamp : Stamp
        What the figures were computed from.
    top, main, judged : Measure
        The board's measures.
    rows : tuple of LeaderboardRow
        Best first by the main measure.
    neighbours : tuple of Neighbours
        Each system with the next, and by how much it leads.
    undefined : tuple of str
        Labelled queries with nothing relevant, which no mean of nDCG counts.
    n_queries, n_labelled : int
        Queries of the project, and those with a label.
    pool_judged, pool_total : int
        Pooled pairs with a label, and all of them.
    """

    stamp: Stamp
    top: Measure
    main: Measure
    judged: Measure
    rows: tuple[LeaderboardRow, ...]
    neighbours: tuple[Neighbours, ...]
    undefined: tuple[str, ...]
    n_queries: int
    n_labelled: int
    pool_judged: int
    pool_total: int

    @property
    def state(self) -> tuple[str | int, ...]:
        """What changes whenever a figure may have changed."""
        stamp = self.stamp
        runs = (row.run for row in self.rows)
        return (stamp.label_set, stamp.n_judgments, stamp.pool_pairs, self.n_queries, *runs)

    def table(self) -> pd.DataFrame:
        """Return every figure at full precision, one row per system, under full names."""
        return pd.DataFrame([self._flat(row) for row in self.rows])

    def _flat(self, row: LeaderboardRow) -> dict[str, str | float | int | bool | None]:
        top, main = str(self.top), str(self.main)
        return {
            "run": row.run,
            "pooled": row.is_pooled,
            top: row.top.mean,
            f"{top} low": row.top.low,
            f"{top} high": row.top.high,
            main: row.main.mean,
            f"{main} low": row.main.low,
            f"{main} high": row.main.high,
            "gap": row.gap,
            str(self.judged): row.judged.mean,
            f"{main} p10": row.main.p10,
            f"{main} median": row.main.median,
            f"{main} p90": row.main.p90,
            "queries below .2": row.n_weak,
            "queries in the mean": row.main.n_queries,
            "queries undefined": row.main.n_undefined,
            "queries missing": row.main.n_missing,
            f"ties across rank {self.main.cutoff}": row.n_ties,
            "labels": self.stamp.labels,
            "label set": self.stamp.label_set,
        }


def read_leaderboard(project: Project, actor: Actor) -> Leaderboard:
    """Return the leaderboard at the end of the log.

    Raises
    ------
    NotAllowedError
        When the actor may not read scores.
    """
    actor.require(Permission.READ_SCORES)
    with project.board.held() as state:
        standings = project.board.standings()
        top, main, judged = state.measures
        pooled = {run.name: run.contributes_to_pool for run in state.runs}
        rows = tuple(
            LeaderboardRow(
                run,
                pooled[run],
                standings.by_run[run][top],
                standings.by_run[run][main],
                standings.by_run[run][judged],
                standings.weak[run],
                state.ties.get(run, 0),
            )
            for run in standings.order
        )
        return Leaderboard(
            board_stamp(project),
            top,
            main,
            judged,
            rows,
            project.board.neighbours(),
            standings.undefined,
            standings.n_queries,
            standings.n_labelled,
            standings.pool_judged,
            standings.pool_total,
        )


def read_tail(project: Project, actor: Actor, run: str, n: int = 20) -> tuple[QueryScore, ...]:
    """Return the ``n`` queries on which a run does worst in the main measure, worst first.

    Raises
    ------
    NotAllowedError
        When the actor may not read scores.
    NotFoundError
        When there is no such run.
    """
    actor.require(Permission.READ_SCORES)
    with project.board.held() as state:
        if run not in state.layout.runs:
            raise NotFoundError(f"there is no run {run!r}", "Reload the page.")
        return project.board.worst_queries(run, n)
