"""What trec_eval's own test-suite expects, for every measure that is ours too."""

import re
from dataclasses import dataclass

import pytest

from metrics import (
    Topics,
    add_ranks,
    build_matrix,
    evaluate,
    judged_at,
    parse_measure,
    rbp,
    rbp_residual,
)
from tests.support.trec_tables import read_qrels, read_run

pytestmark = pytest.mark.realdata

PRINTED = 5.1e-5  # four decimals
WHOLE = {"map": "AP", "recip_rank": "RR", "bpref": "Bpref"}
CUT = {"P": "P", "recall": "R", "success": "Success", "map_cut": "AP"}


def our_name(theirs, rel):
    """Our name of a measure of trec_eval, None where it is not ours."""
    parameters = "" if rel == 1 else f"(rel={rel})"
    if theirs in WHOLE:
        return WHOLE[theirs] + parameters
    if theirs == "ndcg":
        return "nDCG(dcg='log2')"
    name, _, cutoff = theirs.rpartition("_")
    if name == "ndcg_cut" and cutoff.isdigit():
        return f"nDCG(dcg='log2')@{cutoff}"
    return f"{CUT[name]}{parameters}@{cutoff}" if name in CUT and cutoff.isdigit() else None


@dataclass(frozen=True)
class Output:
    """One expected output: how trec_eval was run, and how many figures of it are ours."""

    file: str
    qrels: str = "qrels.test"
    run: str = "results.test"
    rel: int = 1
    depth: int | None = None
    figures: int = 0


OUTPUTS = [
    Output("out.test", figures=12),
    Output("out.test.a", figures=43),
    Output("out.test.aq", figures=4 * 43),
    Output("out.test.aqc", run="results.trunc", figures=4 * 43),
    Output("out.test.aqcM", run="results.trunc", depth=100, figures=4 * 43),
    Output("out.test.aql", qrels="qrels.rel_level", rel=2, figures=4 * 43),
    Output("out.test.meas_params", figures=4 * 11),
    Output("out.comment.test", "qrels.comment.test", "results.comment.test", figures=12),
]


def figures(path):
    """{(query, trec_eval's name): value} of everything numeric."""
    rows = (re.split(r"\s+", line.strip()) for line in path.read_text().splitlines())
    return {(row[1], row[0]): row[2] for row in rows if row[0] not in {"runid", "relstring"}}


def tables(folder, output):
    """Rankings, as deep as trec_eval looked, and labels without those that say unjudged."""
    labels = read_qrels(folder / output.qrels)
    rankings = add_ranks(read_run(folder / output.run, "r"))
    if output.depth is not None:
        rankings = rankings[rankings["rank"] <= output.depth]
    return rankings, labels[labels["grade"] != -1]


@pytest.mark.parametrize("output", OUTPUTS, ids=lambda output: output.file)
def test_every_figure_of_a_measure_that_is_ours_is_the_same(realdata, output):
    folder = realdata / "trec_eval_tests" / "test"
    wanted = {
        (query, our_name(name, output.rel)): float(value)
        for (query, name), value in figures(folder / output.file).items()
        if our_name(name, output.rel)
    }
    assert len(wanted) == output.figures
    rankings, labels = tables(folder, output)
    evaluation = evaluate(
        rankings,
        labels,
        measures=[parse_measure(name) for name in sorted({name for _, name in wanted})],
        max_grade=int(labels["grade"].max()),
        topics=Topics.ALL,
    )
    lines = evaluation.per_query
    keys = zip(lines["query_id"], lines["measure"], strict=True)
    ours = dict(zip(keys, lines["value"], strict=True))
    ours |= {("all", name): summary.mean for (_, name), summary in evaluation.summaries.items()}
    assert {key: ours[key] for key in wanted} == pytest.approx(wanted, abs=PRINTED)


WITH_COVERAGE = [output for output in OUTPUTS if output.file.startswith("out.test.aq")]
TREC_EVAL_PERSISTENCE = 0.9


@pytest.mark.parametrize("output", WITH_COVERAGE, ids=lambda output: output.file)
def test_rbp_its_residual_and_coverage_are_the_same_for_every_query_of_the_run(realdata, output):
    folder = realdata / "trec_eval_tests" / "test"
    expected = figures(folder / output.file)
    rankings, labels = tables(folder, output)
    queries = sorted(rankings["query_id"].unique())
    matrix = build_matrix(
        rankings,
        labels,
        pool=None,
        queries=queries,
        runs=["r"],
        depth=int(rankings["rank"].max()),
        max_grade=int(labels["grade"].max()),
    )
    ours = {
        "rbp_resid": rbp_residual(matrix, None, TREC_EVAL_PERSISTENCE),
        # Every list here is longer than 20, so both ways to divide are the same.
        **{f"unj_{k}": 1 - judged_at(matrix, k) for k in (5, 10, 20)},
    }
    assert matrix.retrieved.min() > 20
    # trec_eval's gain is grade/top, ours 0 or 1 as in ir_measures; binary grades make them one.
    if set(labels["grade"]) == {0, 1}:
        ours["rbp"] = rbp(matrix, None, TREC_EVAL_PERSISTENCE)
    for name, values in ours.items():
        wanted = [float(expected[query, name]) for query in queries]
        assert values == pytest.approx(wanted, abs=PRINTED), name
