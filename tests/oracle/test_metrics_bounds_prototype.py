"""The exact intervals against the worked prototype, on rankings too long to try every way."""

import importlib.util
import math

import numpy as np
import pandas as pd
import pytest

from metrics import (
    UNJUDGED,
    Gain,
    GradeMatrix,
    Topics,
    build_matrix,
    certain_sign,
    gain_table,
    ndcg_bounds,
    ndcg_difference_bounds,
)

CONVENTIONS = [(Topics.ALL, "zero"), (Topics.RELEVANT, "exclude")]
SCALES = [(gain, top) for gain in Gain for top in (1, 3, 5)]


@pytest.fixture(scope="module")
def prototype(reference):
    spec = importlib.util.spec_from_file_location("prototype", reference / "ndcg_bounds.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("topics", "empty"), CONVENTIONS)
@pytest.mark.parametrize(("gain", "top"), SCALES)
def test_intervals_of_one_run_equal_the_prototype(prototype, gain, top, topics, empty):
    rng = np.random.default_rng(top)
    gains = gain_table(gain, top).tolist()
    for _ in range(150):
        depth, outside, k = rng.integers(1, 25), int(rng.integers(0, 30)), int(rng.integers(1, 21))
        shares = [0.5, 0.3, *[0.2 / top] * top]
        codes = rng.choice(np.arange(UNJUDGED, top + 1), size=depth, p=shares)
        others = rng.integers(0, top + 1, size=rng.integers(0, 6))
        judged = [*codes[codes >= 0].tolist(), *others.tolist()]
        below = int((codes[k:] == UNJUDGED).sum())
        run = [None if code == UNJUDGED else int(code) for code in codes]
        theirs = prototype.ndcg_bounds(run, judged, k, gains, outside + below, empty)
        matrix = GradeMatrix(
            grades=codes[None],
            judged_counts=np.array([[judged.count(grade) for grade in range(top + 1)]]),
            retrieved=np.array([depth]),
            pool_unjudged=np.array([outside + (codes == UNJUDGED).sum()]),
        )
        low, high = ndcg_bounds(matrix, k, gain, topics)
        assert (low[0], high[0]) == pytest.approx((theirs.lo, theirs.hi), abs=1e-12, nan_ok=True)


def two_matrices(run_a, run_b, labels, pool, top):
    rankings = pd.concat(
        pd.DataFrame({"run": name, "query_id": "q", "doc_id": run, "rank": range(1, len(run) + 1)})
        for name, run in (("a", run_a), ("b", run_b))
    )
    graded = {"query_id": "q", "doc_id": list(labels), "grade": list(labels.values())}
    matrix = build_matrix(
        rankings,
        pd.DataFrame(graded),
        pool=pd.DataFrame({"query_id": "q", "doc_id": pool}),
        queries=["q"],
        runs=["a", "b"],
        depth=max(len(run_a), len(run_b)),
        max_grade=top,
    )
    return matrix.select(slice(0, 1)), matrix.select(slice(1, 2))


@pytest.mark.parametrize(("topics", "empty"), CONVENTIONS)
@pytest.mark.parametrize(("gain", "top"), SCALES)
def test_intervals_of_a_difference_equal_the_prototype(prototype, gain, top, topics, empty):
    rng = np.random.default_rng(top)
    gains = gain_table(gain, top).tolist()
    documents = [f"d{number}" for number in range(40)]
    for _ in range(60):
        k = int(rng.integers(1, 16))
        run_a, run_b = (rng.permutation(documents)[:20].tolist() for _ in "ab")
        labels = {d: int(rng.integers(0, top + 1)) for d in documents if rng.random() < 0.4}
        labels = labels or {"d0": 0}
        shown = {*run_a[:k], *run_b[:k]}
        outside = len(set(documents) - shown - set(labels))
        low, _, high = prototype.ndcg_diff_bounds(run_a, run_b, labels, k, gains, outside, empty)
        a, b = two_matrices(run_a, run_b, labels, documents, top)
        ours = ndcg_difference_bounds(a, b, k, gain, topics)
        assert (ours.low[0], ours.high[0]) == pytest.approx((low, high), abs=1e-12, nan_ok=True)
        sign = prototype.certain_sign(run_a, run_b, labels, k, gains)
        assert certain_sign(a, b, k, gain)[0] == sign


def test_a_lead_that_shrinks_but_never_turns():
    # A = [b, x], B = [a, x]; a has grade 1, b and x 0, and two further documents are unknown.
    labels = {"a": 1, "b": 0, "x": 0}
    a, b = two_matrices(["b", "x"], ["a", "x"], labels, ["a", "b", "x", "u", "v"], 3)
    low, high = ndcg_difference_bounds(a, b, 2, Gain.EXPONENTIAL)
    # At most the two others take both places of the ideal: −1 / (7 + 7/log2(3)).
    assert high[0] == pytest.approx(-1 / (7 + 7 / math.log2(3)))
    assert high[0] == pytest.approx(-0.088, abs=5e-4)
    assert low[0] == pytest.approx(-1)
    assert certain_sign(a, b, 2, Gain.EXPONENTIAL)[0] == -1
