"""Agreement of annotators by hand arithmetic, and what is said where there is none."""

import numpy as np
import pandas as pd
import pytest

from metrics import (
    NOT_JUDGED,
    Disagreement,
    JudgmentSheet,
    MetricsError,
    annotator_agreement,
    binary_confusion,
    cohen_kappa,
    confusion_counts,
    judgment_sheet,
    krippendorff_alpha,
    pairwise_agreement,
    raw_agreement,
)

pytestmark = pytest.mark.filterwarnings("error")
NONE = NOT_JUDGED
TEN = np.array([[2, 1, 0], [0, 2, 1], [1, 0, 3]])


def sheet(*rows, max_grade=3):
    names = tuple("abcdefgh"[: len(rows)])
    grades = np.array(rows, dtype=np.int16) if rows else np.empty((0, 0), dtype=np.int16)
    return JudgmentSheet(names, grades, max_grade)


def frame(*rows):
    return pd.DataFrame(rows, columns=["query_id", "doc_id", "annotator", "grade"])


def alpha(of, **options):
    return krippendorff_alpha(of, **({"seed": 1} | options))


@pytest.mark.parametrize(
    ("disagreement", "by_hand"),
    [
        # Observed costs 3, 4, 6; expected by chance 66/10, 90/10, 138/10.
        (Disagreement.UNWEIGHTED, 1 - 3 / 6.6),
        (Disagreement.LINEAR, 1 - 4 / 9),
        (Disagreement.QUADRATIC, 1 - 6 / 13.8),
    ],
)
def test_kappa_by_hand(disagreement, by_hand):
    kappa = cohen_kappa(TEN, disagreement)
    assert kappa.value == pytest.approx(by_hand)
    assert (kappa.n_pairs, kappa.why_undefined) == (10, "")


def test_kappa_of_the_textbook_two_by_two():
    # Cohen's κ as every textbook does it: (0.7 − 0.5) / (1 − 0.5).
    assert cohen_kappa(np.array([[20, 5], [10, 15]])).value == pytest.approx(0.4)


def test_quadratic_weights_are_the_default():
    assert cohen_kappa(TEN) == cohen_kappa(TEN, Disagreement.QUADRATIC)


def test_systematic_disagreement_is_below_chance():
    assert cohen_kappa(np.array([[0, 5], [5, 0]])).value == pytest.approx(-1)


def test_two_people_who_always_differ_the_same_way_are_at_chance():
    assert cohen_kappa(np.array([[0, 0, 0], [0, 0, 7], [0, 0, 0]])).value == 0


def test_raw_agreement_is_the_share_of_equal_grades():
    assert raw_agreement(TEN).value == pytest.approx(0.7)


def test_binary_figures_tell_relevant_from_irrelevant_only():
    np.testing.assert_array_equal(binary_confusion(TEN, 1), [[2, 1], [1, 6]])
    np.testing.assert_array_equal(binary_confusion(TEN, 2), [[5, 1], [1, 3]])
    for rel in (0, 3):
        with pytest.raises(MetricsError, match="lowest relevant"):
            binary_confusion(TEN, rel)


def test_confusion_counts_have_the_first_annotator_in_the_rows():
    judged = sheet([0, 2, 2, 3, NONE], [1, 2, 3, NONE, 0])
    expected = np.zeros((4, 4), dtype=int)
    expected[[0, 2, 2], [1, 2, 3]] = 1
    np.testing.assert_array_equal(confusion_counts(judged, "a", "b"), expected)
    np.testing.assert_array_equal(confusion_counts(judged, "b", "a"), expected.T)


def test_every_two_annotators_with_something_in_common_are_compared():
    judged = sheet([0, 1, NONE], [0, 2, NONE], [NONE, NONE, 3], [NONE, 2, 3])
    pairs = pairwise_agreement(judged, rel=2)
    assert [(p.first, p.second, p.n_pairs) for p in pairs] == [
        ("a", "b", 2),
        ("a", "d", 1),
        ("b", "d", 1),
        ("c", "d", 1),
    ]
    assert pairs[0].raw.value == 0.5
    assert pairs[0].raw_binary.value == 0.5
    assert pairs[0].rel == 2


def test_alpha_is_1_when_all_agree_and_its_interval_too():
    agreed = alpha(sheet([0, 1, 2, 3, 3] * 4, [0, 1, 2, 3, 3] * 4))
    assert (agreed.value, agreed.low, agreed.high) == (1, 1, 1)
    assert (agreed.n_pairs, agreed.why_undefined, agreed.why_no_interval) == (20, "", "")


def test_alpha_rests_on_doubly_judged_pairs_only():
    judged = sheet([0, 2, 3, 1, NONE], [1, 2, 3, NONE, NONE], [NONE, NONE, 3, NONE, 0])
    assert alpha(judged).n_pairs == 3
    assert alpha(judged) == alpha(sheet([0, 2, 3], [1, 2, 3], [NONE, NONE, 3]))


@pytest.mark.parametrize(
    ("judged", "said"),
    [
        (sheet(), "Nobody has judged"),
        (sheet([NONE, NONE], [NONE, NONE]), "Nobody has judged"),
        (sheet([0, 1, 2]), "Only one person"),
        (sheet([0, 1, 2], [NONE, NONE, NONE]), "Only one person"),
        (sheet([0, 1, NONE], [NONE, NONE, 2]), "No document was judged by two"),
        (sheet([2, 2, 0], [2, 2, NONE]), "the same grade"),
    ],
)
def test_where_alpha_is_undefined_a_sentence_says_why(judged, said):
    undefined = alpha(judged)
    assert said in undefined.why_undefined
    assert (undefined.value, undefined.low, undefined.high) == (None, None, None)


def test_one_doubly_judged_pair_has_an_alpha_but_no_interval():
    one = alpha(sheet([0, 1], [2, NONE]))
    assert one.value == 0
    assert (one.low, one.high) == (None, None)
    assert "One doubly judged document" in one.why_no_interval


def test_an_interval_that_rests_on_one_rare_grade_is_refused_in_words():
    # A third of the resamples miss the only document that is not graded 0 twice.
    rare = alpha(sheet([0] * 20, [1] + [0] * 19))
    assert rare.value is not None
    assert (rare.low, rare.high) == (None, None)
    assert "of 1,000 resamples hold one grade only" in rare.why_no_interval


def test_the_interval_is_repeatable_and_grows_with_the_confidence():
    rng = np.random.default_rng(4)
    first = rng.integers(0, 4, 80)
    judged = sheet(first, np.clip(first + rng.integers(-1, 2, 80), 0, 3))
    narrow, wide = (alpha(judged, confidence=share) for share in (0.5, 0.99))
    assert wide == alpha(judged, confidence=0.99)
    assert wide != alpha(judged, confidence=0.99, seed=2)
    assert wide.low < narrow.low < narrow.value < narrow.high < wide.high


@pytest.mark.parametrize("options", [{"n_samples": 0}, {"confidence": 1.0}, {"confidence": 0.0}])
def test_an_interval_that_cannot_be_is_refused(options):
    with pytest.raises(MetricsError, match="No interval comes from"):
        alpha(sheet([0, 1], [0, 1]), **options)


@pytest.mark.parametrize(
    ("judged", "said"),
    [
        (sheet([0, NONE], [NONE, 2]), "no document in common"),
        (sheet([1, 1, 0], [1, 1, NONE]), "same grade"),
    ],
)
def test_where_kappa_is_undefined_a_sentence_says_why(judged, said):
    pair = annotator_agreement(judged, "a", "b")
    kappas = (pair.kappa, pair.kappa_linear, pair.kappa_quadratic, pair.kappa_binary)
    for kappa in kappas:
        assert kappa.value is None
        assert said in kappa.why_undefined


def test_raw_agreement_without_a_common_pair_says_so_and_else_always_exists():
    apart = annotator_agreement(sheet([0, NONE], [NONE, 2]), "a", "b")
    for raw in (apart.raw, apart.raw_binary):
        assert raw.value is None
        assert "no document in common" in raw.why_undefined
    assert annotator_agreement(sheet([1, 1], [1, 1]), "a", "b").raw.value == 1


def test_an_annotator_nobody_knows_is_refused():
    with pytest.raises(MetricsError, match="no judgment by 'z'") as caught:
        annotator_agreement(sheet([0], [1]), "a", "z")
    assert "a, b" in caught.value.hint


def test_judgments_become_one_row_per_annotator_whatever_their_order():
    rows = [("q2", "d", "bob", 0), ("q1", "d", "ann", 3), ("q1", "d", "bob", 2)]
    for order in (rows, rows[::-1]):
        judged = judgment_sheet(frame(*order), max_grade=3)
        assert judged.annotators == ("ann", "bob")
        np.testing.assert_array_equal(judged.grades, [[3, NONE], [2, 0]])


def test_no_judgments_make_an_empty_sheet():
    empty = judgment_sheet(frame(), max_grade=3)
    assert empty.annotators == ()
    assert "Nobody" in alpha(empty).why_undefined
    assert pairwise_agreement(empty) == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ([("q", "d", "ann", 1), ("q", "d", "ann", 2)], "'d' for query 'q' by 'ann' stands twice"),
        ([("q", "d", "ann", 4), ("q", "e", "ann", 9)], r"off 0 to 3 \(and 1 more\)"),
        ([("q", "d", "ann", -1)], "off 0 to 3"),
        ([("q", "d", "ann", 1.5)], "no whole number"),
        (
            [("q", "d", "ann", 1), ("q", "e", "ann", None)],
            "'e' for query 'q' by 'ann' has no grade",
        ),
        ([("q", "d", "ann", "cannot judge")], "column grade of the judgments holds no numbers"),
        ([("q", "d", "ann", np.inf)], "has no grade"),
        ([("q", "d", None, 1)], "annotator of the judgments holds ids that are not text"),
        ([("q", "d", "ann", 1), (None, "d", "ann", 1)], "query_id .* not text"),
        ([("q", 7, "ann", 1)], "doc_id .* not text"),
    ],
)
def test_judgments_that_cannot_be_compared_are_refused_with_their_place(wrong, said):
    with pytest.raises(MetricsError, match=said):
        judgment_sheet(frame(*wrong), max_grade=3)


@pytest.mark.parametrize(
    "parts",
    [
        (("a", "b"), np.zeros((1, 3), dtype=int), 3),
        (("a",), np.array([[4]]), 3),
        (("a",), np.array([[-2]]), 3),
        (("a",), np.array([[0]]), 0),
    ],
)
def test_arrays_that_make_no_sheet_are_refused(parts):
    with pytest.raises(MetricsError):
        JudgmentSheet(*parts)
