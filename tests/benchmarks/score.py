"""Time and memory of ``judgepool score``, beside the tools that people use, as whole processes.

Run with: python -m tests.benchmarks.score [--lines 6980000] [--rounds 5] [--growth] …

Every tool starts anew for every figure and takes turns with the others, so that a busy machine
slows all of them down. ``--growth`` asks instead what ten such runs cost, and one run of
ten times the length.
"""

import argparse
import os
import platform
import statistics
import subprocess
import tempfile
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.score_input import DEPTH, write_input
from tests.benchmarks.score_tools import (
    IR_MEASURES,
    MEASURES,
    OURS,
    PYTREC_EVAL,
    RANX,
    Tool,
    means_by_our_names,
    our_command,
)

PEERS = (PYTREC_EVAL, IR_MEASURES, RANX)


class Cost(NamedTuple):
    """What one process took: seconds on the clock, seconds of processor, peak MB."""

    wall: float
    processor: float
    memory: float


def cost_of(command: list[str]) -> tuple[Cost, str]:
    """Run a command to its end; return what it took and what it wrote."""
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdout=output, stderr=subprocess.DEVNULL, env=_environment()
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command[:3])
        output.seek(0)
        text = output.read().decode()
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024), text


def _environment() -> dict[str, str]:
    """Let modules be compiled once, as they are wherever a package is installed."""
    kept = dict(os.environ)
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    return kept


def median(costs: list[Cost]) -> Cost:
    """Return the median of each figure."""
    return Cost(*(statistics.median(figures) for figures in zip(*costs, strict=True)))


def is_installed(package: str) -> bool:
    """Tell whether a package can be measured here."""
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True


def print_task(
    task: str, names: list[str], qrels: Path, run: Path, tools: list[Tool], rounds: int
) -> None:
    """Measure some tools, ours first, at one task and print a line for each."""
    costs: dict[str, list[Cost]] = {tool.name: [] for tool in tools}
    outputs: dict[str, str] = {}
    for _ in range(rounds):
        for tool in tools:
            cost, outputs[tool.name] = cost_of(_command(tool, names, qrels, run))
            costs[tool.name].append(cost)
    ours = median(costs[OURS.name])
    our_means = means_by_our_names(OURS, outputs[OURS.name])
    for tool in tools:
        cost = median(costs[tool.name])
        means = means_by_our_names(tool, outputs[tool.name])
        difference = max(abs(our_means[name] - mean) for name, mean in means.items())
        ratios = [mine / theirs for mine, theirs in zip(ours, cost, strict=True)]
        print(
            f"{task:12}{tool.name:13}{cost.wall:9.2f}{cost.processor:9.2f}{cost.memory:9.0f}"
            f"{ratios[0]:9.3f}{ratios[1]:9.3f}{ratios[2]:9.3f}{difference:11.1e}",
            flush=True,
        )


def _command(tool: Tool, names: list[str], qrels: Path, run: Path) -> list[str]:
    theirs = [tool.names[name] for name in names if name in tool.names]
    return tool.command(qrels, run, theirs)


def print_growth(folder: Path, n_queries: int, rounds: int) -> None:
    """Measure one run, ten of them, and one of ten times the length."""
    qrels, runs = write_input(folder / "ten", n_queries, n_runs=10)
    tasks = {"one run": (qrels, runs[:1]), "ten runs": (qrels, runs)}
    tasks["ten times"] = write_input(folder / "long", 10 * n_queries)
    costs: dict[str, list[Cost]] = {task: [] for task in tasks}
    for _ in range(rounds):
        for task, (labels, files) in tasks.items():
            costs[task].append(cost_of(our_command(labels, files, MEASURES["cut-offs"]))[0])
    one = median(costs["one run"])
    for task in tasks:
        cost = median(costs[task])
        print(
            f"{task:12}{OURS.name:13}{cost.wall:9.2f}{cost.processor:9.2f}{cost.memory:9.0f}"
            f"{cost.wall / one.wall:9.2f}{cost.processor / one.processor:9.2f}"
            f"{cost.memory / one.memory:9.2f}",
            flush=True,
        )


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=6_980_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peers", nargs="*", default=[peer.name for peer in PEERS])
    parser.add_argument("--scattered", action="store_true", help="shuffle the lines of the run")
    parser.add_argument("--growth", action="store_true", help="more and longer runs, no peers")
    options = parser.parse_args()
    peers = [peer for peer in PEERS if peer.name in options.peers and is_installed(peer.package)]
    n_queries = max(1, options.lines // DEPTH)
    tools = ("pytrec-eval-terrier", "ir-measures", "ranx", "numpy", "pyarrow", "pandas")
    versions = ", ".join(f"{tool} {version(tool)}" for tool in tools if is_installed(tool))
    print(
        f"{n_queries * DEPTH:,} lines a run; median of {options.rounds}; {os.cpu_count()} "
        f"processors; Python {platform.python_version()}, {versions}"
    )
    heads = f"{'task':12}{'tool':13}{'wall s':>9}{'cpu s':>9}{'peak MB':>9}"
    with tempfile.TemporaryDirectory() as folder:
        if options.growth:
            print(f"{heads}{'x wall':>9}{'x cpu':>9}{'x MB':>9}  (times one run)")
            print_growth(Path(folder), n_queries, options.rounds)
            return
        print(f"{heads}{'wall':>9}{'cpu':>9}{'memory':>9}{'differs':>11}  (ours over theirs)")
        qrels, (run,) = write_input(Path(folder), n_queries, scattered=options.scattered)
        for task, names in MEASURES.items():
            print_task(task, names, qrels, run, [OURS, *peers], options.rounds)


if __name__ == "__main__":
    main()
