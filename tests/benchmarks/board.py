"""How long the leaderboard takes to follow one judgment, beside computing it anew.

Run with: python -m tests.benchmarks.board [--queries 7000] [--runs 10] [--depth 100]
"""

import argparse
import statistics
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from judge_app.services.grading import submit
from judge_app.services.leaderboard import read_leaderboard
from judge_app.services.live import LiveBoard
from judge_app.services.live.readings import neighbours, standings
from judge_app.services.project import Project, command_line_actor, create_project
from judge_app.store import NewBatch, NewRun
from tests.support.projects import judgment, person

POOL_DEPTH = 10


def build(path: Path, n_queries: int, n_runs: int, depth: int, n_judgments: int) -> Project:
    """Make a project of random rankings over 300 documents per query."""
    drawn = np.random.default_rng(7)
    project = create_project(path)
    queries = np.array([f"query {n:05d}" for n in range(n_queries)])
    project.store.collection.add_queries(
        pd.DataFrame({"query_id": queries, "text": queries, "narrative": ""})
    )
    for number in range(n_runs):
        documents = drawn.permuted(np.tile(np.arange(300), (n_queries, 1)), axis=1)[:, :depth]
        ids = (np.arange(n_queries)[:, None] * 300 + documents).ravel()
        rows = pd.DataFrame(
            {
                "query_id": np.repeat(queries, depth),
                "doc_id": pd.Series(ids).astype(str),
                "score": np.tile(np.arange(depth, 0, -1.0), n_queries),
            }
        )
        run = NewRun(f"run {number}", "made", str(number), project.clock(), "benchmark")
        project.store.runs.add(run, rows)
    top = project.store.runs.top(POOL_DEPTH)[["query_id", "doc_id"]].drop_duplicates()
    batch = NewBatch("depth", POOL_DEPTH, (), project.clock(), "benchmark")
    project.store.pool.add(batch, top)
    judged = top.sample(min(n_judgments, len(top)), random_state=7).reset_index(drop=True)
    grader = person(project, "imported")
    project.store.judgments.append_imported(
        judged.assign(
            client_key="imported " + judged.index.astype(str),
            person_id=grader.person.person_id,
            verdict="graded",
            grade=drawn.choice(4, len(judged), p=[0.6, 0.2, 0.12, 0.08]),
            note="",
        ),
        project.clock(),
    )
    return project


def measure(project: Project, rounds: int) -> dict[str, list[float]]:
    """Time single judgments and full recomputations in turn."""
    grader, lead = person(project, "grader"), command_line_actor()
    pairs = project.store.pool.pairs().sample(rounds, random_state=11)
    read_leaderboard(project, lead)
    times: dict[str, list[float]] = {"store": [], "follow": [], "recompute": [], "reload": []}
    for query_id, doc_id in pairs[["query_id", "doc_id"]].itertuples(index=False):
        start = time.perf_counter()
        submit(project, grader, [judgment(query_id, doc_id, 2)])
        stored = time.perf_counter()
        read_leaderboard(project, lead)
        times["store"].append(stored - start)
        times["follow"].append(time.perf_counter() - stored)
        with project.board.held() as state:
            start = time.perf_counter()
            state.scores.recompute_all()
            state.changed_at[:] = state.position + 1
            standings(state)
            neighbours(state, project.board.standings())
            state.label_set()
            times["recompute"].append(time.perf_counter() - start)
            state.changed_at[:] = state.position
    for _ in range(3):
        start = time.perf_counter()
        read_leaderboard(replace(project, board=LiveBoard(project.store)), lead)
        times["reload"].append(time.perf_counter() - start)
    return times


def report(times: dict[str, list[float]]) -> None:
    """Print medians, and their ratios to a full recomputation."""
    middle = {name: statistics.median(values) for name, values in times.items()}
    both = statistics.median(map(sum, zip(times["store"], times["follow"], strict=True)))
    rows = [
        ("judgment stored, its query's scores renewed", middle["store"]),
        ("all figures of the leaderboard read after it", middle["follow"]),
        ("both", both),
        ("all figures recomputed from arrays in memory", middle["recompute"]),
        ("all figures recomputed from the file", middle["reload"]),
    ]
    for what, seconds in rows:
        print(f"  {what:48}{seconds * 1e3:10.1f} ms   {seconds / both:7.1f} x both")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, default=7_000)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--depth", type=int, default=100)
    parser.add_argument("--judgments", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=15)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.duckdb"
        project = build(path, asked.queries, asked.runs, asked.depth, asked.judgments)
        print(
            f"{asked.queries:,} queries x {asked.runs} runs x depth {asked.depth}, "
            f"{asked.judgments:,} judgments; medians of {asked.rounds}"
        )
        report(measure(project, asked.rounds))
        project.close()


if __name__ == "__main__":
    main()
