"""What must not change a value, on generated collections."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics import Topics, add_ranks, evaluate, parse_measures, rank_order

MEASURES = parse_measures(
    "nDCG(dcg='exp-log2')@3 nDCG(dcg='log2')@10 nDCG(dcg='log2',judged_only=True)@3 P@3 R@3 "
    "Success@1 RR@10 AP Bpref RBP(p=0.8) ERR@10 Judged@3 DCG@3"
)
GENERATED = settings(deadline=None, max_examples=30)
QUERIES = ["1", "2", "3"]
DOCUMENTS = [f"d{number}" for number in range(8)]


@st.composite
def collections(draw, *, ties=True):
    """Rankings of one run, labels and pool over a few queries."""
    score = st.integers(0, 3) if ties else st.floats(-100, 100).map(lambda x: round(x, 3))
    rankings, labels, pool = [], [], []
    for query in QUERIES:
        shown = draw(st.lists(st.sampled_from(DOCUMENTS), unique=True, max_size=8))
        scores = draw(st.lists(score, min_size=len(shown), max_size=len(shown), unique=not ties))
        rankings += [("r", query, d, float(s)) for d, s in zip(shown, scores, strict=True)]
        judged = draw(st.lists(st.sampled_from(DOCUMENTS), unique=True, max_size=8))
        labels += [(query, d, draw(st.integers(0, 3))) for d in judged]
        pool += [(query, d) for d in draw(st.sets(st.sampled_from(DOCUMENTS)))]
    return (
        pd.DataFrame(rankings, columns=["run", "query_id", "doc_id", "score"]),
        pd.DataFrame(labels, columns=["query_id", "doc_id", "grade"]).astype({"grade": int}),
        pd.DataFrame(pool, columns=["query_id", "doc_id"]),
    )


def values(rankings, labels, pool, measures=MEASURES, **options):
    """Value, bounds and coverage of every query and measure, in a fixed order."""
    options = {"max_grade": 3, "runs": ["r"]} | options
    frame = evaluate(rankings, labels, pool=pool, measures=measures, **options).per_query
    return frame.sort_values(["query_id", "measure"], ignore_index=True)


def assert_same(one, other):
    pd.testing.assert_frame_equal(one, other, rtol=1e-12, atol=1e-12)


@GENERATED
@given(collections(), st.randoms(use_true_random=False))
def test_the_order_of_input_rows_does_not_matter(collection, random):
    shuffled = [frame.sample(frac=1, random_state=random.randrange(2**32)) for frame in collection]
    assert_same(values(*collection), values(*shuffled))


@GENERATED
@given(collections(ties=False), st.permutations(DOCUMENTS))
def test_renaming_documents_does_not_matter_without_ties(collection, names):
    renaming = dict(zip(DOCUMENTS, names, strict=True))
    renamed = [frame.assign(doc_id=frame["doc_id"].map(renaming)) for frame in collection]
    assert_same(values(*collection), values(*renamed))


@GENERATED
@given(collections())
def test_a_monotone_change_of_scores_does_not_matter(collection):
    rankings, labels, pool = collection
    changed = rankings.assign(score=np.exp(rankings["score"]) - 7)
    assert_same(values(rankings, labels, pool), values(changed, labels, pool))


@GENERATED
@given(collections())
def test_a_query_is_scored_the_same_alone_and_among_others(collection):
    rankings, labels, pool = collection
    together = values(rankings, labels, pool)
    for query in labels["query_id"].unique():
        alone = values(*(frame[frame["query_id"] == query] for frame in collection))
        part = together[together["query_id"] == query].reset_index(drop=True)
        pd.testing.assert_frame_equal(alone, part)


@GENERATED
@given(collections(), st.integers(2, 4))
def test_multiplying_linear_gains_does_not_matter(collection, factor):
    rankings, labels, pool = collection
    linear = parse_measures("nDCG(dcg='log2')@3 nDCG(dcg='log2')@10")
    scaled = labels.assign(grade=labels["grade"] * factor)
    one, other = (
        values(rankings, part, pool, linear, max_grade=12)["value"] for part in (labels, scaled)
    )
    np.testing.assert_allclose(one, other, atol=1e-12)


@GENERATED
@given(collections(), st.integers(8, 40))
def test_a_cutoff_beyond_every_list_and_label_changes_nothing(collection, k):
    at_8, at_k = (
        values(*collection, parse_measures(f"nDCG@{cutoff} R@{cutoff} RR@{cutoff} AP@{cutoff}"))
        for cutoff in (8, k)
    )
    at_k["measure"] = at_8["measure"]
    assert_same(at_8, at_k)


@GENERATED
@given(collections())
def test_documents_below_the_cutoff_do_not_matter_to_precision_like_measures(collection):
    rankings, labels, pool = collection
    measures = parse_measures("nDCG@3 P@3 R@3 Success@3 RR@3 Judged@3 ERR@3 DCG@3")
    ranked = add_ranks(rankings)
    assert_same(
        values(ranked, labels, pool, measures),
        values(ranked[ranked["rank"] <= 3], labels, pool, measures),
    )


@pytest.mark.parametrize("topics", Topics)
@GENERATED
@given(collection=collections())
def test_no_value_leaves_its_interval_or_0_to_1_and_undefined_is_the_only_nan(collection, topics):
    rankings, labels, pool = collection
    frame = values(rankings, labels, pool, topics=topics)
    relevant = labels[labels["grade"] > 0]["query_id"].unique()
    needs_relevant = frame["measure"].str.match(r"nDCG|R@|RR|AP|Bpref")
    undefined = needs_relevant & ~frame["query_id"].isin(relevant)
    expected_nan = undefined if topics is Topics.RELEVANT else undefined & False
    assert (frame["value"].isna() == expected_nan).all()
    defined = frame[~expected_nan]
    assert (defined["value"] >= 0).all()
    normalised = ~defined["measure"].str.startswith("DCG")
    assert (defined.loc[normalised, ["value", "judged"]] <= 1).all().all()
    bounded = defined[defined["low"].notna()]
    assert (bounded["low"] <= bounded["value"]).all()
    assert (bounded["value"] <= bounded["high"]).all()
    assert (frame["low"].isna() == frame["high"].isna()).all()


@GENERATED
@given(
    st.lists(
        st.tuples(st.floats(allow_nan=False), st.text(st.characters(codec="utf-8"))),
        unique_by=lambda pair: pair[1],
    )
)
def test_the_order_is_that_of_python_on_scores_and_utf8_bytes(pairs):
    scores, ids = [score for score, _ in pairs], [text for _, text in pairs]
    expected = sorted(
        range(len(pairs)), key=lambda place: (scores[place], ids[place].encode()), reverse=True
    )
    ours = rank_order(scores, np.array(ids, dtype=object))
    assert [(scores[p], ids[p]) for p in ours] == [(scores[p], ids[p]) for p in expected]
