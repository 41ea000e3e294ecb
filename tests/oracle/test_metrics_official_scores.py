"""NIST's own per-query results for the official runs of TREC DL 2019."""

import pytest

from metrics import Topics, evaluate, parse_measure
from tests.support.trec_tables import read_qrels, read_run

pytestmark = pytest.mark.realdata

# The runs here end at rank 100 (50 for one). Figures at 100 hang on ties that were cut through.
OFFICIAL = {
    "treceval": {
        "P_5": "P@5",
        "P_10": "P@10",
        "P_20": "P@20",
        "P_30": "P@30",
        "recip_rank": "RR",
    },
    "ndcgeval": {
        "ndcg_cut_5": "nDCG(dcg='log2')@5",
        "ndcg_cut_10": "nDCG(dcg='log2')@10",
        "ndcg_cut_20": "nDCG(dcg='log2')@20",
        "ndcg_cut_30": "nDCG(dcg='log2')@30",
    },
}
PRINTED = 5.1e-5  # four decimals


def official_values(folder, run):
    """{(query, our name): value} of everything that can be compared."""
    values = {}
    for suffix, names in OFFICIAL.items():
        for line in (folder / f"{run}.{suffix}").read_text(encoding="utf-8").splitlines():
            name, query, value = line.split()
            if name in names:
                values[query, names[name]] = float(value)
    return values


@pytest.mark.parametrize("run", ["ICT-CKNRM_B50", "UNH_bm25", "bm25base_p", "test1"])
def test_official_figures_are_reproduced_at_their_precision(realdata, run):
    collection = realdata / "dl19_text"
    official = official_values(realdata / "dl19_official_scores", run)
    names = sorted({name for _, name in official})
    evaluation = evaluate(
        read_run(collection / "runs" / f"{run}.run", run),
        read_qrels(collection / "qrels.nist.txt"),
        measures=[parse_measure(name) for name in names],
        max_grade=3,
        topics=Topics.ALL,
    )
    lines = evaluation.per_query
    keys = zip(lines["query_id"], lines["measure"], strict=True)
    ours = dict(zip(keys, lines["value"], strict=True))
    ours |= {("all", name): evaluation.summaries[run, name].mean for name in names}
    assert ours == pytest.approx(official, abs=PRINTED)
