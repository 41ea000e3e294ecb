"""Names of measures."""

import ir_measures
import pytest

from metrics import Gain, Measure, MetricsError, UnknownMeasureError, parse_measure, parse_measures

PRINTED = [
    "nDCG(dcg='exp-log2')@10",
    "nDCG(dcg='log2')@3",
    "nDCG(dcg='log2')",
    "nDCG(dcg='exp-log2',judged_only=True)@10",
    "P@5",
    "P(rel=2)@5",
    "P(rel=2,judged_only=True)@5",
    "R@100",
    "R(rel=3)@100",
    "Success@1",
    "RR",
    "RR(rel=2)@10",
    "AP",
    "AP(rel=2)@100",
    "Bpref",
    "Bpref(rel=2)",
    "RBP(p=0.8)",
    "RBP(p=0.95,rel=2)@20",
    "ERR@20",
    "Judged@10",
    "Judged",
]


@pytest.mark.parametrize("name", [*PRINTED, "DCG(dcg='exp-log2')@10"])
def test_a_printed_name_reads_back_and_prints_the_same(name):
    measure = parse_measure(name)
    assert str(measure) == name
    assert parse_measure(str(measure)) == measure


@pytest.mark.parametrize("name", PRINTED)
def test_ir_measures_reads_what_is_printed(name):
    theirs = ir_measures.parse_measure(name)
    theirs.validate_params()
    assert parse_measure(name).name == theirs.NAME


@pytest.mark.parametrize("gain", Gain)
def test_a_bare_ndcg_means_the_given_variant_and_never_prints_bare(gain):
    assert parse_measure("nDCG@10", gain) == Measure("nDCG", 10, gain)
    assert str(parse_measure("nDCG@10", gain)) == f"nDCG(dcg='{gain.dcg_name}')@10"


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("MAP", "AP"),
        ("MRR@10", "RR@10"),
        ("NDCG@5", "nDCG(dcg='exp-log2')@5"),
        ("Precision@5", "P@5"),
        ("Recall@5", "R@5"),
        ("BPref", "Bpref"),
        ("RBP", "RBP(p=0.8)"),
        ("P(rel=1)@5", "P@5"),
        ("P(cutoff=5)", "P@5"),
        ('nDCG( dcg = "log2" ) @ 3', "nDCG(dcg='log2')@3"),
        ("nDCG(dcg=log2)@3", "nDCG(dcg='log2')@3"),
    ],
)
def test_other_spellings_print_as_the_usual_one(written, printed):
    assert str(parse_measure(written)) == printed


def test_lists_are_separated_by_commas_or_blanks_outside_parentheses():
    names = "nDCG@3, P(rel=2, judged_only=True)@5 AP,AP"
    printed = ["nDCG(dcg='exp-log2')@3", "P(rel=2,judged_only=True)@5", "AP"]
    assert [str(measure) for measure in parse_measures(names)] == printed
    assert parse_measures(["nDCG@3", "P@5 AP"]) == parse_measures("nDCG@3 P@5 AP")


@pytest.mark.parametrize(
    ("name", "near"),
    [("ndgc@10", "nDCG"), ("ndcg_cut_10", "nDCG"), ("map_cut_5", "AP"), ("recal@5", "R")],
)
def test_an_unknown_name_is_answered_with_names_like_it(name, near):
    with pytest.raises(UnknownMeasureError, match="There is no measure") as caught:
        parse_measure(name)
    assert near in caught.value.near
    assert near in caught.value.hint


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("P", "needs a cut-off"),
        ("Bpref@10", "takes no cut-off"),
        ("P@0", "at least 1"),
        ("P(rel=0)@5", "lowest relevant grade is 1"),
        ("P(rel=1.5)@5", "must be a whole number"),
        ("RBP(p=1.0)", "between 0 and 1"),
        ("ERR(rel=2)@5", "does not take 'rel=2'"),
        ("nDCG(dcg='ln')@5", "names no gain"),
        ("P(rel=1,rel=2)@5", "does not take 'rel=2'"),
        ("P@", "not the name of a measure"),
        ("", "not the name of a measure"),
    ],
)
def test_what_cannot_be_measured_is_refused_with_the_reason(name, said):
    with pytest.raises(MetricsError, match=said):
        parse_measure(name)


def test_an_empty_list_is_refused():
    with pytest.raises(MetricsError, match="No measure is named"):
        parse_measures(" , ")


@pytest.mark.parametrize(
    "parts",
    [
        {"name": "nDCG", "cutoff": 10},
        {"name": "P", "cutoff": 10, "gain": Gain.LINEAR},
        {"name": "ERR", "rel": 2},
        {"name": "Judged", "judged_only": True},
        {"name": "MAP"},
    ],
)
def test_parts_that_make_no_measure_are_refused(parts):
    with pytest.raises(MetricsError):
        Measure(**parts)


@pytest.mark.parametrize("name", ["P(cutoff=5)@6", "P@٥"])
def test_names_that_mean_two_things_or_use_foreign_digits_are_refused(name):
    with pytest.raises(MetricsError):
        parse_measure(name)


def test_the_hit_rate_is_found_under_its_other_name():
    assert str(parse_measure("HitRate@3")) == "Success@3"
    with pytest.raises(UnknownMeasureError, match="Success"):
        parse_measure("hits@3")
