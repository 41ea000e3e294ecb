"""Agreement against published examples, the krippendorff package and reference figures."""

import csv
import json

import krippendorff
import numpy as np
import pandas as pd
import pytest

from metrics import (
    NOT_JUDGED,
    JudgmentSheet,
    judgment_sheet,
    krippendorff_alpha,
    pairwise_agreement,
)
from metrics.alpha import alphas_of_resamples, bootstrap_alphas
from tests.support import brute_alpha
from tests.support.trec_tables import read_qrels

pytestmark = pytest.mark.filterwarnings("error")

# Krippendorff, Computing Krippendorff's alpha-reliability (2011), section C: four observers,
# twelve units, values 1 to 5; . where an observer is silent.
PUBLISHED = """
1 2 3 3 2 1 4 1 2 . . .
1 2 3 3 2 2 4 1 2 5 . 3
. 3 3 3 2 3 4 2 2 5 1 .
1 2 3 3 2 4 4 1 2 5 1 .
"""
OBSERVERS = [
    [NOT_JUDGED if cell == "." else int(cell) for cell in line.split()]
    for line in PUBLISHED.split("\n")
    if line
]
VALUES = {"nominal": 0.743, "ordinal": 0.815, "interval": 0.849}


def test_alpha_of_the_published_example():
    sheet = JudgmentSheet(tuple("ABCD"), np.array(OBSERVERS), 5)
    ours = krippendorff_alpha(sheet, seed=1)
    assert ours.value == pytest.approx(VALUES["ordinal"], abs=5e-4)
    assert ours.n_pairs == 11
    assert ours.low < ours.value < ours.high


@pytest.mark.parametrize("level", VALUES)
def test_the_brute_force_alpha_gives_every_published_value(level):
    units = [[value for value in unit if value > 0] for unit in zip(*OBSERVERS, strict=True)]
    assert brute_alpha.alpha(units, level) == pytest.approx(VALUES[level], abs=5e-4)


def random_grades(seed, n_annotators=3, n_pairs=60, top=3):
    """Rows are raters; a third of the cells is empty, opinions differ by one grade at times."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, top + 1, n_pairs)
    grades = np.clip(truth + rng.integers(-1, 2, (n_annotators, n_pairs)), 0, top)
    return np.where(rng.random(grades.shape) < 0.33, NOT_JUDGED, grades)


def from_package(grades, top=3):
    return krippendorff.alpha(
        reliability_data=np.where(grades >= 0, grades, np.nan),
        value_domain=np.arange(top + 1),
        level_of_measurement="ordinal",
    )


@pytest.mark.parametrize("seed", range(5))
def test_alpha_equals_the_package_on_rows_of_raters(seed):
    grades = random_grades(seed)
    ours = krippendorff_alpha(JudgmentSheet(tuple("abc"), grades, 3), seed=1)
    assert ours.value == pytest.approx(from_package(grades), abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_alpha_of_a_resample_equals_the_package_on_the_resampled_pairs(seed):
    grades = random_grades(seed, n_pairs=25)
    grades = grades[:, (grades >= 0).sum(axis=0) > 1]
    n_pairs = grades.shape[1]
    kinds = JudgmentSheet(tuple("abc"), grades, 3).label_counts()
    draws = np.random.default_rng(seed).integers(0, n_pairs, (20, n_pairs))
    repeats = np.stack([np.bincount(draw, minlength=n_pairs) for draw in draws])
    expected = [from_package(grades[:, draw]) for draw in draws]
    np.testing.assert_allclose(alphas_of_resamples(kinds, repeats), expected, atol=1e-12)


def test_the_bootstrap_spreads_as_resampling_pair_by_pair_does():
    grades = random_grades(9)
    grades = grades[:, (grades >= 0).sum(axis=0) > 1]
    n_pairs = grades.shape[1]
    counts = JudgmentSheet(tuple("abc"), grades, 3).label_counts()
    ours = bootstrap_alphas(counts, seed=5, n_samples=4000)
    draws = np.random.default_rng(6).integers(0, n_pairs, (1500, n_pairs))
    theirs = [from_package(grades[:, draw]) for draw in draws]
    tails = [0.025, 0.5, 0.975]
    # Two independent samples of this size differ by less than a tenth of the width.
    width = np.ptp(np.quantile(theirs, tails))
    np.testing.assert_allclose(
        np.quantile(ours, tails), np.quantile(theirs, tails), atol=width / 10
    )


FIGURES = {
    "agreement": "raw",
    "kappa": "kappa",
    "kappa_linear": "kappa_linear",
    "kappa_quadratic": "kappa_quadratic",
    "binary_agreement_ge1": "raw_binary",
    "binary_kappa_ge1": "kappa_binary",
}


def assert_reference(judgments, reference, max_grade):
    pairs = pairwise_agreement(judgment_sheet(judgments, max_grade))
    ours = {f"{pair.first}|{pair.second}": pair for pair in pairs}
    assert set(ours) == set(reference)
    for names, expected in reference.items():
        assert ours[names].n_pairs == expected["n"]
        for theirs, name in FIGURES.items():
            figure = getattr(ours[names], name)
            wanted = expected[theirs]
            assert bool(figure.why_undefined) == (wanted is None), (names, theirs)
            wanted = None if wanted is None else pytest.approx(wanted, abs=6e-7)
            assert figure.value == wanted, (names, theirs)


def read_judgments(path):
    """Rows of a table whose third and fourth columns are the annotator and the grade."""
    with path.open(newline="", encoding="utf-8") as lines:
        rows = [row[:4] for row in csv.reader(lines, delimiter="\t")][1:]
    frame = pd.DataFrame(rows, columns=["query_id", "doc_id", "annotator", "grade"])
    return frame[frame["grade"] != ""].astype({"grade": float})


@pytest.mark.realdata
def test_every_two_assessors_of_dl19_and_nist_agree_as_the_reference_says(realdata):
    folder = realdata / "dl19_text"
    by_assessor = read_judgments(folder / "judgments_by_assessor.tsv")
    nist = read_qrels(folder / "qrels.nist.txt").assign(annotator="nist")
    reference = json.loads((folder / "agreement_reference.json").read_text(encoding="utf-8"))
    assert_reference(pd.concat([by_assessor, nist]), reference, max_grade=3)


@pytest.mark.realdata
def test_the_copied_second_judgments_of_quepid_agree_as_the_reference_says(realdata):
    folder = realdata / "quepid_haystack"
    judgments = read_judgments(folder / "judgments_by_judge.tsv")
    reference = json.loads((folder / "agreement_reference.json").read_text(encoding="utf-8"))
    assert_reference(judgments, reference, max_grade=3)


@pytest.mark.realdata
def test_alpha_of_the_dl19_assessors_equals_the_package(realdata):
    by_assessor = read_judgments(realdata / "dl19_text" / "judgments_by_assessor.tsv")
    ours = krippendorff_alpha(judgment_sheet(by_assessor, 3), seed=1)
    wide = by_assessor.pivot_table(
        index="annotator", columns=["query_id", "doc_id"], values="grade"
    )
    expected = krippendorff.alpha(
        wide.to_numpy(), value_domain=[0, 1, 2, 3], level_of_measurement="ordinal"
    )
    assert ours.value == pytest.approx(expected, abs=1e-12)
    assert ours.n_pairs == 4493
    assert ours.low < ours.value < ours.high
