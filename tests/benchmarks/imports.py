"""Time and memory of reading and importing files, beside what pytrec_eval takes to parse them.

Run with: python -m tests.benchmarks.imports [--lines 1000000] [--rounds 5] [--run-bytes N]
[--passages N]

Every figure is of a process of its own, in turns, so that a busy machine slows all of them down.
``parse`` is the call alone, without starting Python and loading modules; of ``check and store`` it
is the import into an open project, end of the transaction included. ``--run-bytes
2000000000`` imports a run of that size instead, ``--passages 8841823`` a collection of about 3 GB
in JSON lines and in TSV, of which only what a run retrieved is kept.
"""

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tests.benchmarks.score import Cost, cost_of, is_installed, median
from tests.benchmarks.score_input import COLLECTION, DEPTH, SEED, write_input

_TIMED = """
import sys, time
from pathlib import Path
{prepare}
start = time.perf_counter()
{work}
print(time.perf_counter() - start)
"""
_OURS = ("from judge_app.importing import read_file", "read_file(Path(sys.argv[1])).or_refuse()")
_THEIRS = (
    "import pytrec_eval",
    "with open(sys.argv[1]) as file:\n    pytrec_eval.{parse}(file)",
)
_STORED = (
    """
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.imports import import_files
from judge_app.services.project import command_line_actor, open_project
project = open_project(Path(sys.argv[2]))
uploads = [Upload(Path(sys.argv[1]), Path(sys.argv[1]).name)]
""",
    "import_files(project, command_line_actor(), uploads, ImportOptions())",
)
_JUDGEPOOL = [sys.executable, "-c", "from judge_app.cli import app; app()"]
_BYTES_PER_LINE = 36


class Tool(NamedTuple):
    """Something to be measured: a name, and the command line for a file, made anew each time."""

    name: str
    command: Callable[[Path, Path], list[str]]
    tells_time: bool = True


def _timed(prepare: str, work: str) -> Callable[[Path, Path], list[str]]:
    program = _TIMED.format(prepare=prepare, work=work)
    return lambda file, _folder: [sys.executable, "-c", program, str(file)]


def new_project(folder: Path) -> Path:
    """Make an empty project in the place of the last one."""
    project = folder / "benchmark.duckdb"
    project.unlink(missing_ok=True)
    cost_of([*_JUDGEPOOL, "init", str(project)])
    return project


def _import(file: Path, folder: Path) -> list[str]:
    return [*_JUDGEPOOL, "import", str(new_project(folder)), str(file)]


def _check_and_store(file: Path, folder: Path) -> list[str]:
    return [*_timed(*_STORED)(file, folder), str(new_project(folder))]


def print_files(folder: Path, n_lines: int, rounds: int) -> None:
    """Compare the reading of a run and of qrels of so many lines, stored and not."""
    _, (run,) = write_input(folder / "run", n_lines // DEPTH)
    qrels = folder / "qrels.txt"
    with run.open() as lines, qrels.open("w") as labels:
        for number, line in enumerate(lines):
            query, _, document, *_ = line.split()
            labels.write(f"{query} 0 {document} {number % 4}\n")
    heads = f"{'task':8}{'tool':22}{'parse s':>9}{'wall s':>9}{'cpu s':>9}{'peak MB':>9}"
    print(f"{heads}{'parse':>9}{'wall':>9}{'memory':>9}  (over pytrec_eval)")
    for task, file, parse in (("run", run, "parse_run"), ("qrels", qrels, "parse_qrel")):
        tools = [
            Tool(f"pytrec_eval.{parse}", _timed(_THEIRS[0], _THEIRS[1].format(parse=parse))),
            Tool("read_file", _timed(*_OURS)),
            Tool("check and store", _check_and_store),
            Tool("judgepool import", _import, tells_time=False),
        ]
        _print_task(task, file, folder, tools, rounds)


def _print_task(task: str, file: Path, folder: Path, tools: list[Tool], rounds: int) -> None:
    costs: dict[str, list[Cost]] = {tool.name: [] for tool in tools}
    calls: dict[str, list[float]] = {tool.name: [] for tool in tools}
    for _ in range(rounds):
        for tool in tools:
            cost, output = cost_of(tool.command(file, folder))
            costs[tool.name].append(cost)
            calls[tool.name].append(float(output) if tool.tells_time else cost.wall)
    theirs = median(costs[tools[0].name])
    their_call = statistics.median(calls[tools[0].name])
    for tool in tools:
        cost, call = median(costs[tool.name]), statistics.median(calls[tool.name])
        shown = f"{call:9.2f}" if tool.tells_time else f"{'':9}"
        ratio = f"{call / their_call:9.2f}" if tool.tells_time else f"{'':9}"
        print(
            f"{task:8}{tool.name:22}{shown}{cost.wall:9.2f}{cost.processor:9.2f}"
            f"{cost.memory:9.0f}{ratio}{cost.wall / theirs.wall:9.2f}"
            f"{cost.memory / theirs.memory:9.2f}",
            flush=True,
        )


def print_long_run(folder: Path, n_bytes: int) -> None:
    """Import a run of about so many bytes."""
    _, (run,) = write_input(folder / "run", n_bytes // _BYTES_PER_LINE // DEPTH)
    _print_one("run", run, [*_JUDGEPOOL, "import", str(new_project(folder)), str(run)])


def print_corpus(folder: Path, n_passages: int) -> None:
    """Import what one run retrieved of a collection, in JSON lines and in TSV."""
    _, (run,) = write_input(folder / "run", 200)
    for ending in ("jsonl", "tsv"):
        corpus = folder / f"collection.{ending}"
        _write_passages(corpus, n_passages)
        project = new_project(folder)
        cost_of([*_JUDGEPOOL, "import", str(project), str(run)])
        options = ["--as", "documents", "--only-retrieved"]
        _print_one(ending, corpus, [*_JUDGEPOOL, "import", str(project), str(corpus), *options])
        corpus.unlink()


def _print_one(task: str, file: Path, command: list[str]) -> None:
    start = time.perf_counter()
    with file.open("rb") as opened:
        while opened.read(1 << 24):
            pass
    reading = time.perf_counter() - start
    cost, output = cost_of(command)
    print(
        f"{task}: {file.stat().st_size / 1e9:.2f} GB in {cost.wall:.0f} s ({cost.processor:.0f} s "
        f"of processor, {reading:.1f} s just to read the file), peak {cost.memory:,.0f} MB"
    )
    print("  " + output.replace("\n", "\n  ").rstrip(), flush=True)


def _write_passages(path: Path, n_passages: int) -> None:
    """Write passages about as long as those of MS MARCO, with some letters beyond ASCII."""
    drawn = np.random.default_rng(SEED)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    words = ["".join(drawn.choice(letters, size)) for size in drawn.integers(2, 10, 5000)]
    words += ["café", "naïve", "“quoted”", "back\\slash"]
    texts = [" ".join(drawn.choice(words, size)) for size in drawn.integers(40, 62, 20_000)]
    if path.suffix == ".jsonl":
        texts = [
            json.dumps(text, ensure_ascii=number % 2 == 0) for number, text in enumerate(texts)
        ]
    form = '{{"_id": "{}", "title": "", "text": {}}}\n' if path.suffix == ".jsonl" else "{}\t{}\n"
    with path.open("w", encoding="utf-8") as file:
        for first in range(0, n_passages, len(texts)):
            some = texts[: n_passages - first]
            file.writelines(form.format(first + n, text) for n, text in enumerate(some))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--run-bytes", type=int, help="import one run of that size instead")
    parser.add_argument(
        "--passages", type=int, help=f"import part of a collection instead, e.g. {COLLECTION}"
    )
    options = parser.parse_args()
    if not is_installed("pytrec-eval-terrier"):
        parser.error("install the peers first: pip install -e '.[benchmarks]'")
    print(f"{os.cpu_count()} processors; Python {platform.python_version()}")
    with tempfile.TemporaryDirectory() as folder:
        if options.run_bytes:
            print_long_run(Path(folder), options.run_bytes)
        elif options.passages:
            print_corpus(Path(folder), options.passages)
        else:
            print(f"{options.lines:,} lines; median of {options.rounds}")
            print_files(Path(folder), options.lines, options.rounds)


if __name__ == "__main__":
    main()
