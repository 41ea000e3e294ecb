"""Every assignment of grades to unjudged documents, tried one by one."""

import itertools
import math

import numpy as np

from metrics import ABSENT, UNJUDGED, UNPOOLED, GradeMatrix


def ndcg(ranked, judged, k, gains):
    """NDCG@k of grades by rank with the ideal of the judged grades; None for 0/0."""
    discount = [1 / math.log2(rank + 1) for rank in range(1, k + 1)]
    best = sorted((gains[grade] for grade in judged), reverse=True)
    ideal = sum(d * gain for d, gain in zip(discount, best, strict=False))
    value = sum(d * gains[grade] for d, grade in zip(discount, ranked, strict=False))
    return value / ideal if ideal > 0 else None


def assignments(n_shown, n_outside, max_grade):
    """Grades of the shown unjudged documents, and of those outside in any order."""
    shown = itertools.product(range(max_grade + 1), repeat=n_shown)
    outside = itertools.combinations_with_replacement(range(max_grade + 1), n_outside)
    return itertools.product(shown, list(outside))


def extremes(values, empty):
    """Smallest and largest value; None counts as `empty`, or not at all where that is None."""
    counted = [empty if value is None else value for value in values]
    counted = [value for value in counted if value is not None]
    return (min(counted), max(counted)) if counted else (math.nan, math.nan)


def filled(codes, grades):
    """The ranking with grades in place of its unjudged documents."""
    waiting = iter(grades)
    return [next(waiting) if code in {UNJUDGED, UNPOOLED} else max(code, 0) for code in codes]


def bounds(codes, judged, n_outside, max_grade, measure, empty):
    """Smallest and largest `measure(ranked, all judged)` over all assignments."""
    n_shown = sum(code in {UNJUDGED, UNPOOLED} for code in codes)
    return extremes(
        (
            measure(filled(codes, shown), [*judged, *shown, *outside])
            for shown, outside in assignments(n_shown, n_outside, max_grade)
        ),
        empty,
    )


def one_row(codes, judged, n_outside, max_grade):
    """The same case as a grade matrix."""
    codes = np.array([codes], dtype=np.int16)
    return GradeMatrix(
        grades=codes,
        judged_counts=np.array([[judged.count(grade) for grade in range(max_grade + 1)]]),
        retrieved=np.array([(codes != ABSENT).sum()]),
        pool_unjudged=np.array([n_outside + (codes == UNJUDGED).sum()]),
    )


def random_case(rng, max_grade, depth=4, outside=3):
    """Codes of a ranking, grades of all judged documents, number of documents outside."""
    codes = rng.choice([UNJUDGED, UNPOOLED, *range(max_grade + 1)], size=rng.integers(1, depth + 1))
    codes = [int(code) for code in codes]
    others = rng.integers(0, max_grade + 1, size=rng.integers(0, 4)).tolist()
    if rng.random() < 0.2:  # nothing relevant so far
        codes = [min(code, 0) for code in codes]
        others = [0 for _ in others]
    judged = [code for code in codes if code >= 0] + others
    padding = [ABSENT] * int(rng.integers(0, 3))
    return codes + padding, judged, int(rng.integers(0, outside + 1))
