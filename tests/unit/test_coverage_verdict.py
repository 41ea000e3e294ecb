"""What is said of a run before its score is believed."""

import pytest

from judge_app.domain.coverage import CoverageFacts, Thresholds, Trust, judge_coverage


def facts(judged=0, queued=0, new=0, missing=0):
    return CoverageFacts(
        depth=10,
        n_judged=judged,
        n_queued=queued,
        n_new=new,
        n_queries=10,
        n_queries_with_holes_in_three=0,
        n_missing_queries=missing,
        contributors=(0.96, 1.0),
        measure="nDCG(dcg='exp-log2')@10",
        mean=0.6,
        low=0.5,
        high=0.7,
    )


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"judged": 100}, Trust.TRUST),
        ({"judged": 95, "new": 5}, Trust.TRUST),
        ({"judged": 94, "queued": 6}, Trust.CAUTION),
        ({"judged": 70, "new": 30}, Trust.CAUTION),
        ({"judged": 69, "new": 31}, Trust.DO_NOT_COMPARE),
        ({"judged": 0, "new": 100}, Trust.NOTHING_JUDGED),
        ({}, Trust.NOTHING_JUDGED),
        ({"judged": 100, "missing": 1}, Trust.CAUTION),
    ],
)
def test_the_verdict_follows_coverage_and_unanswered_queries(counts, expected):
    assert judge_coverage(facts(**counts), Thresholds()).trust is expected


def test_thresholds_can_be_moved():
    strict = Thresholds(trust_from=1.0, compare_from=0.99)
    assert judge_coverage(facts(judged=98, new=2), strict).trust is Trust.DO_NOT_COMPARE


def test_the_reasons_say_what_is_missing_and_what_it_leaves_open():
    reasons = judge_coverage(facts(judged=77, queued=3, new=20, missing=2), Thresholds()).reasons
    assert reasons == (
        "77 % of its top 10 is judged; the pooled systems stand at 96 % to 100 %.",
        "2 queries are not answered at all and count 0 in its means.",
        "20 documents are in nobody's pool: no grade will come for them unless they are queued.",
        "3 documents wait in the queue for a grade.",
        (
            "nDCG(dcg='exp-log2')@10 can still be anything from 0.500 to 0.700; counting unjudged "
            "documents as irrelevant would print 0.600."
        ),
    )


def test_one_hundred_per_cent_is_only_said_of_everything():
    reasons = judge_coverage(facts(judged=9_999, new=1), Thresholds()).reasons
    assert reasons[0].startswith("99 % of its top 10")
