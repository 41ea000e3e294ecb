"""Every measure that can be made prints a name that reads back, here and in ir_measures."""

import ir_measures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics import Gain, Measure, UnknownMeasureError, parse_measure, parse_measures
from metrics.families import FAMILIES

GENERATED = settings(deadline=None, max_examples=300)
CUTOFFS = st.integers(1, 100_000)


@st.composite
def measures(draw, names=tuple(FAMILIES)):
    """Any measure of the families."""
    name = draw(st.sampled_from(names))
    family, taken = FAMILIES[name], FAMILIES[name].parameters
    cutoffs = {"required": CUTOFFS, "optional": st.none() | CUTOFFS, "none": st.none()}
    return Measure(
        name,
        draw(cutoffs[family.cutoff]),
        gain=draw(st.sampled_from(Gain)) if "dcg" in taken else None,
        rel=draw(st.integers(1, 9)) if "rel" in taken else 1,
        judged_only=draw(st.booleans()) if "judged_only" in taken else False,
        p=draw(st.floats(0, 1, exclude_min=True, exclude_max=True)) if "p" in taken else None,
    )


@GENERATED
@given(measures(), st.sampled_from(Gain))
def test_reading_undoes_printing_whatever_a_bare_name_would_mean(measure, default_gain):
    assert parse_measure(str(measure), default_gain) == measure


@GENERATED
@given(st.lists(measures(), min_size=1, max_size=5, unique=True), st.sampled_from([",", " ", ", "]))
def test_a_printed_list_reads_back(listed, separator):
    assert parse_measures(separator.join(map(str, listed))) == tuple(listed)


@GENERATED
@given(measures(names=tuple(name for name in FAMILIES if name != "DCG")))
def test_ir_measures_means_the_same_by_every_name_that_it_has(measure):
    theirs = ir_measures.parse_measure(str(measure))
    theirs.validate_params()
    assert measure.name == theirs.NAME
    given_there = {str(key): value for key, value in theirs.params.items()}
    assert given_there.get("cutoff") == measure.cutoff
    assert given_there.get("rel", 1) == measure.rel
    assert given_there.get("judged_only", False) == measure.judged_only
    assert given_there.get("p") == measure.p
    dcg_name = None if measure.gain is None else measure.gain.dcg_name
    assert given_there.get("dcg") == dcg_name


@pytest.mark.parametrize("canonical", [name for name in FAMILIES if len(name) > 2])
def test_a_slip_of_one_letter_is_answered_with_the_name_meant(canonical):
    with pytest.raises(UnknownMeasureError) as caught:
        parse_measure(canonical[:-1] + "x")
    assert canonical in caught.value.near
    assert "Did you mean" in caught.value.hint
