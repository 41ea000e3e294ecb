"""Time and memory of ``judgepool score``, beside pytrec_eval, as whole processes.

Run with: python -m tests.benchmarks.score [--lines 6980000] [--rounds 5] [--scattered]

The run has 1,000 lines per query, in rank order, and 60 judged documents per query. Both tools
start anew for every figure and take turns, so that a busy machine slows both down.
"""

import argparse
import csv
import io
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import numpy as np

DEPTH = 1000
JUDGED = 60
SEED = 11
COLLECTION = 8_841_823

OURS = "from judge_app.cli import app; app()"
PEER = """
import json, sys, pytrec_eval
with open(sys.argv[1]) as file:
    qrels = pytrec_eval.parse_qrel(file)
with open(sys.argv[2]) as file:
    run = pytrec_eval.parse_run(file)
values = pytrec_eval.RelevanceEvaluator(qrels, set(sys.argv[3:])).evaluate(run)
names = next(iter(values.values()))
print(json.dumps({name: sum(v[name] for v in values.values()) / len(values) for name in names}))
"""

# Our name of each measure, and the nearest that pytrec_eval has.
TASKS = {
    "cut-offs": {
        "nDCG@3": "ndcg_cut_3",
        "nDCG@10": "ndcg_cut_10",
        "P@10": "P_10",
        "R@100": "recall_100",
        "RR@10": "recip_rank",
        "Judged@10": None,
    },
    "full depth": {"AP": "map", "R@1000": "recall_1000"},
}


class Cost(NamedTuple):
    """What one process took: seconds on the clock, seconds of processor, peak MB."""

    wall: float
    processor: float
    memory: float


def write_input(folder: Path, n_queries: int, *, scattered: bool) -> tuple[Path, Path]:
    """Make qrels and a run that looks like one of a real search engine."""
    drawn = np.random.default_rng(SEED)
    qrels, run = folder / "qrels.txt", folder / "run.txt"
    with qrels.open("w") as qrels_file, run.open("w") as run_file:
        for query in np.sort(drawn.choice(1_200_000, n_queries, replace=False)).tolist():
            documents = drawn.choice(COLLECTION, DEPTH + JUDGED, replace=False)
            scores = np.sort(drawn.gamma(3, 5, DEPTH))[::-1]
            found = np.unique((DEPTH * drawn.random(JUDGED // 2) ** 3).astype(int))
            judged = [*documents[found], *documents[DEPTH : DEPTH + JUDGED - len(found)]]
            grades = drawn.choice(4, JUDGED, p=[0.5, 0.2, 0.15, 0.15])
            for document, grade in zip(judged, grades, strict=True):
                qrels_file.write(f"{query} 0 {document} {grade}\n")
            pairs = zip(documents[:DEPTH].tolist(), scores.tolist(), strict=True)
            for rank, (document, score) in enumerate(pairs, start=1):
                run_file.write(f"{query} Q0 {document} {rank} {score:.6f} bm25\n")
    if scattered:
        lines = run.read_bytes().splitlines(keepends=True)
        drawn.shuffle(lines)
        run.write_bytes(b"".join(lines))
    return qrels, run


def cost_of(command: list[str]) -> tuple[Cost, str]:
    """Run a command to its end; return what it took and what it wrote."""
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command[:3])
        output.seek(0)
        text = output.read().decode()
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024), text


def commands(qrels: Path, run: Path, names: dict[str, str | None]) -> tuple[list[str], list[str]]:
    """Return our command and the peer's for the same measures."""
    ours = [sys.executable, "-c", OURS, "score", str(qrels), str(run), "--trec-eval", "--float32"]
    ours += ["--measures", ",".join(names), "--format", "csv"]
    peers = [name for name in names.values() if name is not None]
    return ours, [sys.executable, "-c", PEER, str(qrels), str(run), *peers]


def largest_difference(ours: str, peer: str, names: dict[str, str | None]) -> float:
    """Compare the means that both tools printed, but RR@10, which the peer does not have."""
    rows = csv.DictReader(io.StringIO(ours))
    theirs = json.loads(peer)
    return max(
        abs(float(row["mean"]) - theirs[their_name])
        for row, (name, their_name) in zip(rows, names.items(), strict=True)
        if their_name is not None and name != "RR@10"
    )


def median(costs: list[Cost]) -> Cost:
    """Return the median of each figure."""
    return Cost(*(statistics.median(figures) for figures in zip(*costs, strict=True)))


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=6_980_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scattered", action="store_true", help="shuffle the lines of the run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        n_queries = max(1, options.lines // DEPTH)
        qrels, run = write_input(Path(folder), n_queries, scattered=options.scattered)
        size = run.stat().st_size / 1e6
        print(
            f"{n_queries * DEPTH:,} lines, {size:.0f} MB; median of {options.rounds}; "
            f"{os.cpu_count()} processors; Python {platform.python_version()}, "
            f"pytrec_eval-terrier {version('pytrec-eval-terrier')}, numpy {version('numpy')}, "
            f"pyarrow {version('pyarrow')}, pandas {version('pandas')}"
        )
        print(f"{'task':12}{'tool':14}{'wall s':>8}{'cpu s':>8}{'peak MB':>9}")
        for task, names in TASKS.items():
            costs: tuple[list[Cost], list[Cost]] = ([], [])
            for _ in range(options.rounds):
                outputs = []
                for kept, command in zip(costs, commands(qrels, run, names), strict=True):
                    cost, output = cost_of(command)
                    kept.append(cost)
                    outputs.append(output)
            ours, peer = map(median, costs)
            for tool, cost in (("judgepool", ours), ("pytrec_eval", peer)):
                print(f"{task:12}{tool:14}{cost.wall:8.2f}{cost.processor:8.2f}{cost.memory:9.0f}")
            ratios = [one / other for one, other in zip(ours, peer, strict=True)]
            print(f"{task:12}{'ratio':14}{ratios[0]:8.3f}{ratios[1]:8.3f}{ratios[2]:9.3f}")
            print(
                f"{task:12}largest difference of a mean: {largest_difference(*outputs, names):.1e}"
            )


if __name__ == "__main__":
    main()
