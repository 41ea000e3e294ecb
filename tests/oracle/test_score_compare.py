"""``score --compare`` on real runs against values of pytrec_eval and tests of scipy."""

import numpy as np
import pytest
import pytrec_eval
from scipy import stats

from tests.support.command_line import answered

pytestmark = pytest.mark.realdata

RUNS = ["bm25base_p", "UNH_bm25", "ICT-CKNRM_B50", "test1", "idst_bert_p1"]
NAMES = {"ndcg_cut_10": "nDCG(dcg='log2')@10", "map": "AP", "recip_rank": "RR"}


@pytest.fixture(scope="module")
def values(realdata):
    """{measure of pytrec_eval: one row of values per run} on the judged topics."""
    folder = realdata / "dl19_text"
    with (folder / "qrels.nist.txt").open() as file:
        qrels = pytrec_eval.parse_qrel(file)
    rows = []
    for name in RUNS:
        with (folder / "runs" / f"{name}.run").open() as file:
            run = pytrec_eval.parse_run(file)
        rows.append(pytrec_eval.RelevanceEvaluator(qrels, set(NAMES)).evaluate(run))
    return {
        name: np.array([[row.get(q, {}).get(name, 0.0) for q in qrels] for row in rows])
        for name in NAMES
    }


@pytest.fixture(scope="module")
def comparisons(realdata):
    folder = realdata / "dl19_text"
    runs = [folder / "runs" / f"{name}.run" for name in RUNS]
    words = ["--measures", ",".join(NAMES.values()), "--trec-eval", "--float32", "--compare"]
    rows = answered("score", folder / "qrels.nist.txt", *runs, *words)["comparisons"]
    return {(row["measure"], row["run"]): row for row in rows}


@pytest.mark.parametrize("name", NAMES)
def test_differences_counts_p_and_intervals_are_those_of_other_tools(values, comparisons, name):
    baseline, *others = values[name]
    for run, row in zip(RUNS[1:], others, strict=True):
        ours = comparisons[NAMES[name], run]
        differences = row - baseline
        assert ours["difference"] == pytest.approx(differences.mean(), abs=1e-9)
        assert ours["wins"] == (differences > 1e-9).sum()
        assert ours["losses"] == (differences < -1e-9).sum()
        assert ours["n_queries"] == len(differences) == 43
        theirs = stats.permutation_test(
            (row, baseline),
            lambda x, y, axis: np.mean(x - y, axis=axis),
            permutation_type="samples",
            vectorized=True,
            n_resamples=40_000,
            rng=np.random.default_rng(1),
        ).pvalue
        assert ours["p_value"] == pytest.approx(theirs, abs=0.02)
        ends = stats.bootstrap(
            (differences,), np.mean, method="percentile", rng=np.random.default_rng(1)
        ).confidence_interval
        found = (ours["interval_low"], ours["interval_high"])
        assert found == pytest.approx((ends.low, ends.high), abs=0.006)


@pytest.mark.parametrize("share", [0.3, 0.7, 0.9])
def test_with_some_of_the_labels_the_bounds_hold_what_all_of_them_show(realdata, tmp_path, share):
    folder = realdata / "dl19_text"
    runs = [folder / "runs" / f"{name}.run" for name in ("test1", *RUNS[:3], "splade")]
    words = ["--measures", "nDCG@10", "--topics", "all", "--compare"]
    lines = (folder / "qrels.nist.txt").read_text().splitlines(keepends=True)
    kept = np.random.default_rng(1).random(len(lines)) < share
    partial = tmp_path / "partial"
    partial.write_text("".join(line for line, keep in zip(lines, kept, strict=True) if keep))

    final = answered("score", folder / "qrels.nist.txt", *runs, *words)["comparisons"]
    early = answered("score", partial, *runs, *words)["comparisons"]
    assert {line.split()[0] for line in lines} == {
        line.split()[0] for line in partial.read_text().splitlines()
    }
    for then, now in zip(early, final, strict=True):
        assert then["low"] < now["difference"] < then["high"]
        assert then["high"] - then["low"] > now["high"] - now["low"]
        assert then["state"] == "open" or np.sign(then["low"]) == np.sign(now["low"])


def test_two_near_runs_are_open_although_nearly_all_they_show_is_judged(realdata):
    folder = realdata / "dl19_text"
    runs = [folder / "runs" / f"{name}.run" for name in ("tirex_monoelectra-large", "splade")]
    words = ["--measures", "nDCG@10", "--compare"]
    (row,) = answered("score", folder / "qrels.nist.txt", *runs, *words)["comparisons"]
    assert row["state"] == "open"
    assert row["low"] < 0 < row["high"]
