"""The rule that orders a ranking."""

import numpy as np
import pandas as pd
import pytest

from metrics import MetricsError, add_ranks, rank_order, straddling_ties


def ordered(scores, ids, **options):
    return [ids[position] for position in rank_order(scores, ids, **options)]


def test_higher_scores_come_first():
    assert ordered([1.0, 3.0, 2.0], ["a", "b", "c"]) == ["b", "c", "a"]


def test_ties_are_broken_by_id_falling_as_bytes_not_as_numbers():
    assert ordered([1.0] * 3, ["d10", "d9", "d2"]) == ["d9", "d2", "d10"]


def test_ties_of_accented_and_capital_ids_follow_their_utf8_bytes():
    ids = ["Zebra", "apple", "éclair", "ﬀ", "😀", "Ω"]
    expected = sorted(ids, key=lambda text: text.encode(), reverse=True)
    assert ordered([0.0] * len(ids), ids) == expected


def test_infinite_scores_sort_at_the_ends():
    assert ordered([-np.inf, 2.0, np.inf], ["a", "b", "c"]) == ["c", "b", "a"]


def test_negative_zero_ties_with_zero():
    assert ordered([0.0, -0.0], ["a", "b"]) == ["b", "a"]


def test_a_score_that_is_no_number_is_refused_with_its_position():
    with pytest.raises(MetricsError, match="position 1"):
        rank_order([1.0, np.nan], ["a", "b"])


def test_scores_that_differ_beyond_32_bits_tie_only_when_asked():
    scores, ids = [16777217.0, 16777216.0], ["a", "b"]
    assert ordered(scores, ids) == ["a", "b"]
    assert ordered(scores, ids, float32=True) == ["b", "a"]


@pytest.fixture
def frame():
    return pd.DataFrame(
        [
            ("r", "2", "x", 1.0),
            ("r", "1", "a", 5.0),
            ("s", "1", "a", 1.0),
            ("r", "2", "y", 1.0),
            ("r", "1", "b", 7.0),
            ("s", "1", "b", 1.0),
            ("s", "1", "c", 0.5),
        ],
        columns=["run", "query_id", "doc_id", "score"],
    )


def test_ranks_count_from_1_within_each_run_and_query(frame):
    ranked = add_ranks(frame)
    rows = ranked[["run", "query_id", "doc_id", "rank"]].itertuples(index=False, name=None)
    assert list(rows) == [
        ("r", "2", "y", 1),
        ("r", "2", "x", 2),
        ("r", "1", "b", 1),
        ("r", "1", "a", 2),
        ("s", "1", "b", 1),
        ("s", "1", "a", 2),
        ("s", "1", "c", 3),
    ]


def test_a_rank_column_in_the_input_is_ignored(frame):
    misleading = frame.assign(rank=range(len(frame), 0, -1))
    pd.testing.assert_frame_equal(
        add_ranks(misleading), add_ranks(frame)[misleading.columns], check_like=True
    )


def test_an_empty_run_has_no_ranks(frame):
    assert add_ranks(frame.iloc[:0])["rank"].tolist() == []


def test_ties_across_a_cutoff_are_counted_per_ranking(frame):
    ranked = add_ranks(frame)
    assert straddling_ties(ranked, 1) == 2
    assert straddling_ties(ranked, 2) == 0
    assert straddling_ties(ranked.drop(columns="run").iloc[:4], 1) == 1


def test_ties_of_32_bit_scores_are_counted_when_asked():
    frame = pd.DataFrame({"query_id": "1", "doc_id": ["a", "b"], "score": [1.00000002, 1.00000001]})
    assert straddling_ties(add_ranks(frame), 1) == 0
    assert straddling_ties(add_ranks(frame, float32=True), 1, float32=True) == 1
