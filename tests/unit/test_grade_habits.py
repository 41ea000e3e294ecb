"""A person's grades beside those of others, against hand arithmetic and scipy."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from judge_app.services.grade_habits import grade_habits
from metrics import annotator_agreement, judgment_sheet


def opinions(*rows):
    return pd.DataFrame(rows, columns=["query_id", "doc_id", "annotator", "grade"])


def test_shares_on_the_same_pairs_weigh_every_pair_alike():
    habits = grade_habits(
        opinions(
            ("q1", "d1", "ann", 2),
            ("q1", "d1", "bob", 0),
            ("q1", "d1", "cy", 2),
            ("q1", "d2", "ann", 0),
            ("q1", "d2", "bob", 1),
            ("q1", "d3", "ann", 1),
        ),
        max_grade=2,
    )
    beside = habits["ann"].on_pairs
    assert beside.n == 2
    assert beside.own == (0.5, 0.0, 0.5)
    # d1: half 0, half 2; d2: all 1
    assert beside.others == (0.25, 0.5, 0.25)
    # d1: 2 - 1, d2: 0 - 1
    assert habits["ann"].mean_difference == pytest.approx(0.0)
    assert habits["ann"].counts == (1, 1, 1)


def test_shares_on_the_same_queries_weigh_a_query_by_what_the_person_graded_of_it():
    habits = grade_habits(
        opinions(
            ("q1", "d1", "ann", 1),
            ("q1", "d2", "ann", 1),
            ("q2", "e1", "ann", 0),
            ("q3", "f1", "ann", 0),
            ("q1", "d3", "bob", 0),
            ("q2", "e2", "bob", 1),
            ("q2", "e3", "bob", 0),
        ),
        max_grade=1,
    )
    beside = habits["ann"].on_queries
    assert beside.n == 3
    assert beside.own == pytest.approx((1 / 3, 2 / 3))
    assert beside.others == pytest.approx(((1 + 1 + 0.5) / 3, 0.5 / 3))
    assert habits["ann"].on_pairs.n == 0
    assert habits["ann"].mean_difference is None
    assert habits["ann"].kappa.value is None


def test_against_one_other_the_kappa_is_that_of_the_two():
    generator = np.random.default_rng(5)
    grades = generator.integers(0, 4, size=(60, 2))
    frame = opinions(
        *[
            ("q", f"d{n}", name, int(grade))
            for n, row in enumerate(grades)
            for name, grade in zip(("ann", "bob"), row, strict=True)
        ]
    )
    habits = grade_habits(frame, max_grade=3)["ann"]
    both = annotator_agreement(judgment_sheet(frame, 3), "ann", "bob")
    assert habits.kappa.value == pytest.approx(both.kappa_quadratic.value)
    assert habits.kappa.n_pairs == 60
    assert habits.n_far == int((abs(grades[:, 0] - grades[:, 1]) >= 2).sum())
    assert habits.mean_difference == pytest.approx((grades[:, 0] - grades[:, 1]).mean())


def test_the_chance_of_a_difference_is_mcnemars_without_correction():
    # 40 pairs: ann says 1 and bob 0 on 14, the other way round on 4
    rows = []
    for n, (one, other) in enumerate([(1, 0)] * 14 + [(0, 1)] * 4 + [(0, 0)] * 22):
        rows += [("q", f"d{n}", "ann", one), ("q", f"d{n}", "bob", other)]
    habits = grade_habits(opinions(*rows), max_grade=1)["ann"]
    expected = stats.chi2.sf((14 - 4) ** 2 / (14 + 4), df=1)
    assert habits.chance == pytest.approx((expected, expected))


def test_nobody_graded_anything():
    assert grade_habits(opinions(), max_grade=3) == {}
