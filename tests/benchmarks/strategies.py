"""How many judgments each strategy of the pool needs, with real runs and real labels.

Every strategy judges the whole pool pair by pair; the official labels answer, and a pooled document
without one counts as grade 0. Counted are the judgments

- after which τ_AP between the order of the systems so far and that with all judgments (by mean
  nDCG@10) first reaches .9, and after which it stays there: two systems that are nearly equal can
  change places to the very end,
- with which 80 % of the relevant documents of the pool are found,
- after which the exact interval of the mean difference of two systems excludes 0, over all queries,
- after which the exact intervals of all systems are half as wide as before the first judgment.

The two systems follow each other in the final order; of all such pairs it is the one whose gap is
the median. Where chance plays a part, the median over the seeds stands. Beside each number is its
ratio to that of depth.

Run with: python -m tests.benchmarks.strategies [--realdata FOLDER] [--depth 10] [--seeds 5]
"""

import argparse
import gzip
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from judge_app.domain.pooling import CUTOFF, STRATEGIES, QueryView, judging_order, query_views
from metrics import Gain, Topics, add_ranks, ndcg, ndcg_bounds, ndcg_difference_rows, tau_ap
from tests.conftest import SHARED

ENOUGH_TAU, ENOUGH_FOUND, ENOUGH_WIDTH = 0.9, 0.8, 0.5
# Takes turns only where a batch is chosen before any of its labels is known.
NARROW = "narrow"
RANDOM, MIXED, MIXED_SHARE = "random", "dcg + 20 % random", 0.2
GOALS = ("first τ_AP ≥ .9", "lasting τ_AP ≥ .9", "80 % of relevant", "A or B", "half as wide")


@dataclass(frozen=True)
class Collection:
    """Runs and labels; ``truth`` has the grade of every document of each query's view."""

    name: str
    runs: list[str]
    rankings: pd.DataFrame
    views: dict[str, QueryView]
    truth: dict[str, np.ndarray]
    scores: np.ndarray
    pair: tuple[int, int]

    @property
    def n_pairs(self):
        return sum(len(view.doc_ids) for view in self.views.values())


class Pace:
    """Follows the systems while labels arrive, one query at a time."""

    def __init__(self, collection: Collection):
        self.collection = collection
        self.views = dict(collection.views)
        self.place = {query_id: n for n, query_id in enumerate(self.views)}
        n_queries, n_runs = len(self.views), len(collection.runs)
        self.values = np.zeros((n_queries, n_runs))
        self.low, self.high, self.width = (np.zeros(n_queries) for _ in range(3))
        self.final = collection.scores.mean(axis=0)
        self.wanted = sum((grades > 0).sum() for grades in collection.truth.values())
        self.found = self.n = 0
        self.reached = dict.fromkeys(GOALS)
        for query_id in self.views:
            self._renew(query_id)
        self.first_width = self.width.mean()

    def label(self, query_id, place, grade):
        self.views[query_id] = self.views[query_id].with_label(place, grade)
        self._renew(query_id)
        self.n += 1
        self.found += int(grade > 0)
        correlation = tau_ap(self.final, self.values.mean(axis=0).round(12))
        keeps = correlation is not None and correlation >= ENOUGH_TAU
        # Only a stretch that lasts to the end counts.
        self._note(GOALS[0], keeps=keeps)
        self._note(GOALS[1], keeps=keeps, lasts=False)
        self._note(GOALS[2], keeps=self.found >= ENOUGH_FOUND * self.wanted)
        self._note(GOALS[3], keeps=bool(self.low.mean() > 1e-12 or self.high.mean() < -1e-12))
        self._note(GOALS[4], keeps=self.width.mean() <= ENOUGH_WIDTH * self.first_width)

    def _note(self, goal, *, keeps, lasts=True):
        if keeps and self.reached[goal] is None:
            self.reached[goal] = self.n
        if not keeps and not lasts:
            self.reached[goal] = None

    def _renew(self, query_id):
        view, row = self.views[query_id], self.place[query_id]
        matrix = view.grade_matrix(CUTOFF)
        self.values[row] = ndcg(matrix, CUTOFF, view.gain, Topics.ALL)
        a, b = (matrix.select(np.array([run])) for run in self.collection.pair)
        rows = ndcg_difference_rows(a, b, CUTOFF, view.gain, Topics.ALL)
        self.low[row], self.high[row] = rows.low[0], rows.high[0]
        bounds = ndcg_bounds(matrix, CUTOFF, view.gain, Topics.ALL)
        self.width[row] = (bounds.high - bounds.low).mean()


def load(realdata: Path, name: str, depth: int) -> Collection:
    folder = realdata / name
    qrels_name = "qrels.nist.txt" if name == "dl19_text" else "robust03_qrels.txt"
    qrels = pd.read_csv(
        folder / qrels_name, sep=r"\s+", header=None, names=["query_id", "_", "doc_id", "grade"],
        dtype={"query_id": str, "doc_id": str},
    )  # fmt: skip
    queries = set(qrels["query_id"])
    rankings = pd.concat([_run(path) for path in sorted((folder / "runs").iterdir())])
    rankings = rankings[rankings["query_id"].isin(queries) & (rankings["rank"] <= depth)]
    runs = sorted(rankings["run"].unique())
    max_grade = int(qrels["grade"].max())
    views = query_views(rankings, runs, max_grade=max_grade, gain=Gain.EXPONENTIAL)
    grades = {(q, d): g for q, _, d, g in qrels.itertuples(index=False)}
    truth = {
        query_id: np.array([grades.get((query_id, doc_id), 0) for doc_id in view.doc_ids])
        for query_id, view in views.items()
    }
    values = np.array([_final_values(view, truth[query_id]) for query_id, view in views.items()])
    return Collection(name, runs, rankings, views, truth, values, _median_pair(values.mean(axis=0)))


def _run(path: Path) -> pd.DataFrame:
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
    rows = [line.split() for line in text.splitlines()]
    frame = pd.DataFrame(
        {
            "query_id": [row[0] for row in rows],
            "doc_id": [row[2] for row in rows],
            "score": [float(row[4]) for row in rows],
        }
    ).drop_duplicates(["query_id", "doc_id"])
    name = path.name.removeprefix("input.").removesuffix(".gz").removesuffix(".run")
    return add_ranks(frame).assign(run=name)


def _final_values(view, grades):
    for place, grade in enumerate(grades):
        view = view.with_label(place, int(grade))
    return ndcg(view.grade_matrix(CUTOFF), CUTOFF, view.gain, Topics.ALL)


def _median_pair(means):
    order = np.argsort(-means)
    gaps = -np.diff(means[order])
    place = np.argsort(gaps)[len(gaps) // 2]
    return int(order[place]), int(order[place + 1])


def picks(collection: Collection, name: str, pace: Pace, seed: int) -> Iterator[tuple[str, int]]:
    """Yield query and place of what a strategy has judged next; labels arrive in between."""
    if name == RANDOM:
        pairs = [(q, place) for q, view in pace.views.items() for place in range(len(view.doc_ids))]
        yield from (pairs[n] for n in np.random.default_rng(seed).permutation(len(pairs)))
        return
    chosen = STRATEGIES["dcg" if name == MIXED else name]
    drawn = np.random.default_rng(seed)
    seen = _asked_views(collection, pace, chosen)
    first = {query_id: _first(chosen, view) for query_id, view in seen.items()}
    turns = iter(())
    while first:
        if name == MIXED and drawn.random() < MIXED_SHARE:
            query_id, place = _any_open(pace, drawn)
        elif chosen.takes_turns and name != NARROW:
            query_id = next((q for q in turns if q in first), None)
            if query_id is None:
                turns = iter(list(first))
                continue
            place = first[query_id][1]
        else:
            query_id = max(first, key=lambda q: (first[q][0], q))
            place = first[query_id][1]
        yield query_id, place
        seen[query_id] = seen[query_id].with_label(place, pace.views[query_id].labels[place])
        following = _first(chosen, seen[query_id])
        if following is None:
            del first[query_id]
        else:
            first[query_id] = following


def _asked_views(collection, pace, chosen):
    """Return the views as the strategy has them; of two runs A and B only, where it is for two."""
    if not chosen.for_two_runs:
        return dict(pace.views)
    return query_views(
        collection.rankings,
        [collection.runs[run] for run in collection.pair],
        max_grade=next(iter(pace.views.values())).max_grade,
        gain=Gain.EXPONENTIAL,
        candidates=collection.rankings,
    )


def _first(chosen, view):
    """Return key (greatest first) and place of the next pair of a query; None at the end."""
    priorities = chosen.priorities(view)
    order = judging_order(view, priorities)
    if not len(order):
        return None
    place = int(order[0])
    weight = STRATEGIES["dcg"].priorities(view)[place]
    return (round(float(priorities[place]), 12), weight), place


def _any_open(pace, drawn):
    left = [(q, place) for q, view in pace.views.items() for place in np.flatnonzero(view.is_open)]
    query_id, place = left[drawn.integers(len(left))]
    return query_id, int(place)


def needed(collection: Collection, name: str, seed: int) -> dict[str, int | None]:
    """Run one strategy to the end of the pool; return the judgments that each goal took."""
    pace = Pace(collection)
    for query_id, place in picks(collection, name, pace, seed):
        pace.label(query_id, place, int(collection.truth[query_id][place]))
    if pace.n != collection.n_pairs:
        raise RuntimeError(f"{name} judged {pace.n} of {collection.n_pairs} pairs")
    return pace.reached


def report(collection: Collection, depth: int, seeds: int) -> None:
    a, b = (collection.runs[run] for run in collection.pair)
    means = collection.scores.mean(axis=0)
    print(f"\n## {collection.name}")
    print(
        f"{len(collection.views)} queries, {len(collection.runs)} runs, {collection.n_pairs:,} "
        f"pairs at depth {depth}; A = {a} ({means[collection.pair[0]]:.4f}), "
        f"B = {b} ({means[collection.pair[1]]:.4f})\n"
    )
    print(f"| strategy | {' | '.join(GOALS)} | seconds |\n|---{'|---:' * 6}|")
    base = None
    for name in [*STRATEGIES, RANDOM, MIXED]:
        start = time.perf_counter()
        runs = [needed(collection, name, s) for s in range(seeds if name in {RANDOM, MIXED} else 1)]
        found = {goal: statistics.median(run[goal] for run in runs) for goal in GOALS}
        base = base or found
        cells = [f"{found[goal]:,.0f} ({found[goal] / base[goal]:.2f})" for goal in GOALS]
        print(f"| {name} | {' | '.join(cells)} | {time.perf_counter() - start:.0f} |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--realdata", type=Path, default=SHARED / "realdata")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--depth", type=int, default=10)
    options = parser.parse_args()
    for collection_name in ("dl19_text", "robust03"):
        loaded = load(options.realdata, collection_name, options.depth)
        report(loaded, options.depth, options.seeds)
