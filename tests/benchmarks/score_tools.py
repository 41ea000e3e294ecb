"""The tools that the benchmark of ``judgepool score`` sets side by side."""

import csv
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

_OURS = "from judge_app.cli import app; app()"
_PYTREC_EVAL = """
import json, sys, pytrec_eval
with open(sys.argv[1]) as file:
    qrels = pytrec_eval.parse_qrel(file)
with open(sys.argv[2]) as file:
    run = pytrec_eval.parse_run(file)
values = pytrec_eval.RelevanceEvaluator(qrels, set(sys.argv[3:])).evaluate(run)
names = next(iter(values.values()))
print(json.dumps({name: sum(v[name] for v in values.values()) / len(values) for name in names}))
"""
_RANX = """
import json, sys
from ranx import Qrels, Run, evaluate
qrels = Qrels.from_file(sys.argv[1], kind="trec")
run = Run.from_file(sys.argv[2], kind="trec")
values = evaluate(qrels, run, sys.argv[3:])
print(json.dumps({name: float(value) for name, value in values.items()}))
"""


class Tool(NamedTuple):
    """A program that scores a run.

    Attributes
    ----------
    name, package : str
        As people call it, and on PyPI; our own has no package.
    command : callable
        Returns the command line for qrels, a run and names of measures.
    names : dict of str to str
        Our name of each measure, and the tool's own; what it cannot compute is not there. The
        nearest that it has stands for the others.
    read : callable
        Returns the means by our names from what the tool prints.
    """

    name: str
    package: str
    command: Callable[[Path, Path, list[str]], list[str]]
    names: dict[str, str]
    read: Callable[[str], dict[str, float]]


def _python(program: str, qrels: Path, run: Path, names: list[str]) -> list[str]:
    return [sys.executable, "-c", program, str(qrels), str(run), *names]


def our_command(qrels: Path, runs: list[Path], names: list[str]) -> list[str]:
    """Return our command line for any number of runs."""
    options = ["--trec-eval", "--float32", "--measures", ",".join(names), "--format", "csv"]
    return [sys.executable, "-c", _OURS, "score", str(qrels), *map(str, runs), *options]


def _our_means(output: str) -> dict[str, float]:
    rows = csv.DictReader(io.StringIO(output))
    return {row["measure"].replace("(dcg='log2')", ""): float(row["mean"]) for row in rows}


def _ir_measures_means(output: str) -> dict[str, float]:
    return {name: float(mean) for name, mean in (line.split() for line in output.splitlines())}


MEASURES = {
    "cut-offs": ["nDCG@3", "nDCG@10", "P@10", "R@100", "RR@10", "Judged@10"],
    "full depth": ["AP", "R@1000"],
}
OURS = Tool(
    "judgepool",
    "",
    lambda qrels, run, names: our_command(qrels, [run], names),
    {name: name for names in MEASURES.values() for name in names},
    _our_means,
)
PYTREC_EVAL = Tool(
    "pytrec_eval",
    "pytrec-eval-terrier",
    lambda qrels, run, names: _python(_PYTREC_EVAL, qrels, run, names),
    {
        "nDCG@3": "ndcg_cut_3",
        "nDCG@10": "ndcg_cut_10",
        "P@10": "P_10",
        "R@100": "recall_100",
        "RR@10": "recip_rank",
        "AP": "map",
        "R@1000": "recall_1000",
    },
    json.loads,
)
IR_MEASURES = Tool(
    "ir_measures",
    "ir-measures",
    lambda qrels, run, names: [
        *(sys.executable, "-m", "ir_measures", "--places", "17"),
        *(str(qrels), str(run), *names),
    ],
    OURS.names,
    _ir_measures_means,
)
RANX = Tool(
    "ranx",
    "ranx",
    lambda qrels, run, names: _python(_RANX, qrels, run, names),
    {
        "nDCG@3": "ndcg@3",
        "nDCG@10": "ndcg@10",
        "P@10": "precision@10",
        "R@100": "recall@100",
        "RR@10": "mrr@10",
        "AP": "map",
        "R@1000": "recall@1000",
    },
    json.loads,
)


def means_by_our_names(tool: Tool, output: str) -> dict[str, float]:
    """Return what the tool printed; RR@10 only where it has the cut-off."""
    means = tool.read(output)
    return {
        ours: means[theirs]
        for ours, theirs in tool.names.items()
        if theirs in means and (ours, theirs) != ("RR@10", "recip_rank")
    }
