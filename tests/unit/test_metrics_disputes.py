"""Which pairs and queries annotators differ on most, against brute force and the package."""

from itertools import combinations

import krippendorff
import numpy as np
import pandas as pd
import pytest

from metrics import MetricsError, mean_distances, pair_disputes, query_disputes

ROWS = [
    ("q1", "a", "ann", 3),
    ("q1", "a", "bob", 0),
    ("q1", "b", "ann", 2),
    ("q1", "b", "bob", 2),
    ("q1", "b", "cy", 3),
    ("q2", "a", "ann", 1),
    ("q2", "a", "bob", 1),
    ("q2", "c", "ann", 3),
]


def frame(rows):
    return pd.DataFrame(rows, columns=["query_id", "doc_id", "annotator", "grade"])


def random_judgments(seed, n=400):
    rng = np.random.default_rng(seed)
    rows = {
        (f"q{rng.integers(6)}", f"d{rng.integers(12)}", f"p{rng.integers(4)}"): rng.integers(4)
        for _ in range(n)
    }
    return frame([(*key, int(grade)) for key, grade in rows.items()])


def by_pair(judgments):
    grades = {}
    for row in judgments.itertuples():
        grades.setdefault((row.query_id, row.doc_id), []).append(row.grade)
    return {pair: got for pair, got in grades.items() if len(got) > 1}


def distance(grades):
    return np.mean([abs(a - b) for a, b in combinations(grades, 2)])


def test_pairs_come_with_their_ends_and_distance_most_disputed_first():
    pairs = pair_disputes(frame(ROWS), 3)
    assert pairs.to_numpy().tolist() == [
        ["q1", "a", 2, 0, 3, 3.0],
        ["q1", "b", 3, 2, 3, pytest.approx(2 / 3)],
        ["q2", "a", 2, 1, 1, 0.0],
    ]


def test_queries_come_with_agreed_pairs_and_say_where_alpha_is_undefined():
    first, second = query_disputes(frame(ROWS), 3).itertuples(index=False)
    assert (first.query_id, first.n_pairs, first.n_equal) == ("q1", 2, 0)
    assert first.mean_distance == pytest.approx((3 + 2 / 3) / 2)
    assert (second.query_id, second.n_pairs, second.n_equal, second.mean_distance) == (
        "q2", 1, 1, 0.0,
    )  # fmt: skip
    assert np.isnan(second.alpha)


@pytest.mark.parametrize("seed", range(4))
def test_distances_are_those_of_every_two_judgments(seed):
    judgments = random_judgments(seed)
    expected = {pair: distance(grades) for pair, grades in by_pair(judgments).items()}
    pairs = pair_disputes(judgments, 3)
    ours = {(row.query_id, row.doc_id): row.mean_distance for row in pairs.itertuples()}
    assert ours == pytest.approx(expected)
    assert pairs["mean_distance"].is_monotonic_decreasing


@pytest.mark.parametrize("seed", range(4))
def test_alpha_of_a_query_is_the_packages_on_its_judgments(seed):
    judgments = random_judgments(seed)
    for row in query_disputes(judgments, 3).itertuples():
        own = judgments[judgments["query_id"] == row.query_id]
        sheet = own.pivot_table(index="annotator", columns="doc_id", values="grade")
        theirs = krippendorff.alpha(
            sheet.to_numpy(), value_domain=[0, 1, 2, 3], level_of_measurement="ordinal"
        )
        assert row.alpha == pytest.approx(theirs)


def test_the_order_of_the_judgments_plays_no_part():
    judgments = random_judgments(7)
    shuffled = judgments.sample(frac=1, random_state=3)
    for disputes in (pair_disputes, query_disputes):
        pd.testing.assert_frame_equal(disputes(judgments, 3), disputes(shuffled, 3))


def test_nothing_is_disputed_where_nobody_judged_twice():
    for rows in ([], ROWS[:1], [ROWS[0], ROWS[-1]]):
        judgments = frame(rows).astype({"query_id": "str", "doc_id": "str", "annotator": "str"})
        assert pair_disputes(judgments, 3).empty
        assert query_disputes(judgments, 3).empty


def test_two_judgments_of_one_person_are_refused():
    with pytest.raises(MetricsError, match="stands twice"):
        pair_disputes(frame([ROWS[0], ROWS[0]]), 3)


def test_three_grades_are_apart_as_far_as_any_two_are_on_average():
    assert mean_distances(np.array([[1, 0, 1, 1]])).tolist() == [pytest.approx(2.0)]
