"""What the docstrings of the measures say is true, and says enough to learn them from."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import metrics

MODULES = [
    "metrics",
    *(f"metrics.{module.name}" for module in pkgutil.iter_modules(metrics.__path__)),
]
MEASURES = [
    metrics.ndcg,
    metrics.dcg,
    metrics.precision,
    metrics.recall,
    metrics.success,
    metrics.reciprocal_rank,
    metrics.average_precision,
    metrics.bpref,
    metrics.rbp,
    metrics.rbp_residual,
    metrics.err,
    metrics.condense,
    metrics.cohen_kappa,
    metrics.krippendorff_alpha,
]
PUBLIC = [getattr(metrics, name) for name in metrics.__all__]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_give_what_they_say(name):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.FAIL_FAST)
    assert failed == 0


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.__name__)
def test_a_measure_is_taught_with_range_source_and_example(measure):
    text = inspect.getdoc(measure)
    assert {"Returns", "References", "Examples"} <= set(text.splitlines())
    assert ">>>" in text


@pytest.mark.parametrize(
    "thing", [thing for thing in PUBLIC if callable(thing)], ids=lambda thing: thing.__name__
)
def test_everything_public_is_explained(thing):
    assert thing.__doc__
    assert not thing.__doc__.startswith(f"{thing.__name__}(")  # what dataclasses make themselves
