"""``score`` against pytrec_eval, trec_eval's own outputs, and NIST's official results."""

import csv
import gzip
import io
from pathlib import Path

import numpy as np
import pytest
import pytrec_eval

from tests.support.command_line import judgepool, said

pytestmark = pytest.mark.realdata

PRINTED = 5.1e-5  # four decimals
CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
# trec_eval's names, in the spelling of its outputs, and ours.
FULL_DEPTH = {"map": "AP", "recip_rank": "RR", "bpref": "Bpref", "ndcg": "nDCG(dcg='log2')"}
CUT = {"P": "P", "recall": "R", "ndcg_cut": "nDCG(dcg='log2')", "map_cut": "AP"}
NAMES = FULL_DEPTH | {
    f"{theirs}_{k}": f"{ours}@{k}" for theirs, ours in CUT.items() for k in CUTOFFS
}
NAMES |= {f"success_{k}": f"Success@{k}" for k in (1, 5, 10)}

OFFICIAL_RUNS = ["ICT-CKNRM_B50", "UNH_bm25", "bm25base_p", "test1"]
# The runs here were cut at rank 100, one of them is complete. What lies beyond changes neither
# figures above the cut nor, where something relevant stands above it, the reciprocal rank. The
# figures at rank 100 itself hang on ties that were cut through.
WITHIN_THE_CUT = {
    theirs: ours
    for theirs, ours in NAMES.items()
    if theirs == "recip_rank" or theirs.split("_")[-1] in {"5", "10", "15", "20", "30"}
}
COMPLETE = "ICT-CKNRM_B50"


def scored(qrels, run, names, *options):
    """{(query or 'all', trec_eval's name): value} as the command prints it."""
    words = ["score", qrels, run, "--measures", ",".join(names.values()), "--format", "csv"]
    theirs = {ours: name for name, ours in names.items()}
    rows = _rows(said(judgepool(*words, *options, "--per-query")))
    values = {(row["query_id"], theirs[row["measure"]]): float(row["value"]) for row in rows}
    means = _rows(said(judgepool(*words, *options)))
    return values | {("all", theirs[row["measure"]]): float(row["mean"]) for row in means}


def _rows(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def printed(path, names):
    """The same from an output of trec_eval."""
    rows = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {(query, name): float(value) for name, query, value in rows if name in names}


def from_pytrec_eval(qrels_path, run_path, names):
    """The same from pytrec_eval; a topic that the run lacks counts 0, as with -c."""
    opener = gzip.open if run_path.suffix == ".gz" else Path.open
    with qrels_path.open() as qrels_file, opener(run_path, "rt") as run_file:
        qrels, run = pytrec_eval.parse_qrel(qrels_file), pytrec_eval.parse_run(run_file)
    values = pytrec_eval.RelevanceEvaluator(qrels, set(names)).evaluate(run)
    figures = {
        (query, name): values.get(query, {}).get(name, 0.0) for query in qrels for name in names
    }
    means = {("all", name): np.mean([figures[query, name] for query in qrels]) for name in names}
    return figures | means


@pytest.mark.parametrize("run", OFFICIAL_RUNS)
def test_official_results_of_dl19_are_reproduced_as_far_as_the_runs_go(realdata, run):
    collection, official = realdata / "dl19_text", realdata / "dl19_official_scores"
    names = NAMES if run == COMPLETE else WITHIN_THE_CUT
    expected = printed(official / f"{run}.treceval", names)
    expected |= printed(official / f"{run}.ndcgeval", names)
    run_path = collection / "runs" / f"{run}.run"
    ours = scored(collection / "qrels.nist.txt", run_path, names, "--trec-eval")
    assert len(expected) >= 44 * 11
    assert {key: ours[key] for key in expected} == pytest.approx(expected, abs=PRINTED)


@pytest.mark.parametrize(
    "run", ["NLPR03vb10", "THUIRr0301", "humR03dc", "pircRBa1", "rutcor03100", "uic0301"]
)
def test_robust03_with_its_ties_and_uneven_depths_equals_pytrec_eval(realdata, run):
    qrels = realdata / "robust03" / "robust03_qrels.txt"
    path = realdata / "robust03" / "runs" / f"input.{run}.gz"
    ours = scored(qrels, path, NAMES, "--trec-eval", "--float32")
    assert ours == pytest.approx(from_pytrec_eval(qrels, path, NAMES), abs=1e-9)


def test_trec_evals_own_test_is_reproduced(realdata):
    folder = realdata / "trec_eval_tests" / "test"
    ours = scored(folder / "qrels.test", folder / "results.trunc", NAMES, "--trec-eval")
    expected = printed(folder / "out.test.aqc", NAMES)
    assert len(expected) == 4 * len(NAMES)
    assert ours == pytest.approx(expected, abs=PRINTED)


def test_trec_evals_files_with_minus_one_and_padded_scores_equal_pytrec_eval(realdata):
    folder = realdata / "trec_eval_tests" / "test"
    qrels, run = folder / "qrels.rel_level", folder / "results.test"
    ours = scored(qrels, run, NAMES, "--trec-eval", "--float32")
    assert ours == pytest.approx(from_pytrec_eval(qrels, run, NAMES), abs=1e-9)


def test_a_large_run_with_topics_that_it_lacks_equals_pytrec_eval(realdata, tmp_path):
    run = realdata / "large_run" / "run.msmarco-dev6980.bm25-on-vaswani.top100.txt.gz"
    drawn = np.random.default_rng(3)
    with gzip.open(run, "rt") as file:
        pairs = [line.split()[0:3:2] for line in file]
    chosen = [pairs[place] for place in drawn.choice(len(pairs), 20_000, replace=False)]
    lines = [f"{query} 0 {doc} {drawn.integers(0, 4)}\n" for query, doc in chosen]
    lines += [f"absent{number} 0 d{number} 1\n" for number in range(50)]
    qrels = tmp_path / "qrels.txt"
    qrels.write_text("".join(lines))
    names = {name: NAMES[name] for name in ("ndcg_cut_10", "P_10", "recall_100", "map")}
    ours = scored(qrels, run, names, "--trec-eval", "--float32")
    assert ours == pytest.approx(from_pytrec_eval(qrels, run, names), abs=1e-9)
