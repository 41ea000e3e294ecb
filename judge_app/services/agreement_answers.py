"""What is said about agreement, as plain data; see `judge_app.services.answers`."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

import pandas as pd

from judge_app.domain.people import Actor
from judge_app.services.agreement import (
    CONFIDENCE,
    RESAMPLES,
    SEED,
    AgreementReport,
    read_agreement,
)
from judge_app.services.model_agreement import ModelAgreement
from judge_app.services.opinions import HUMANS_LABEL
from judge_app.services.project import Project
from metrics import PairAgreement

Answer = dict[str, Any]

FIGURES = {
    "agreement": "raw",
    "kappa": "kappa",
    "kappa_linear": "kappa_linear",
    "kappa_quadratic": "kappa_quadratic",
    "binary_agreement": "raw_binary",
    "binary_kappa": "kappa_binary",
}
"""The figures of two annotators: how they are called outside, and in `PairAgreement`."""

MOST_PAIRS = 1_000


def agreement_answer(project: Project, actor: Actor) -> Answer:
    """Say how far people agree; raises as `read_agreement` does.

    Returns
    -------
    dict
        ``stamp``; ``people`` (name and number of judgments); ``alpha`` with its interval, how that
        was drawn, and why either is undefined; ``annotators`` (one row for every two humans who
        share a pair, with the counts of their grades: the first one's pick the row, and ``why``
        by figure where one is undefined); ``queries`` and the first ``pairs``, most disputed
        first; ``n_disputed``, the pairs on which not all agree; ``models``.
    """
    return agreement_json(read_agreement(project, actor))


def agreement_json(report: AgreementReport) -> Answer:
    """Return the report as JSON has it; undefined figures are null."""
    return {
        "stamp": report.stamp.as_json(),
        "position": report.position,
        "people": [{"person": name, "n_judgments": n} for name, n in report.people.items()],
        "alpha": {
            "level": "ordinal",
            **asdict(report.alpha),
            "confidence": CONFIDENCE,
            "resamples": RESAMPLES,
            "seed": SEED,
        },
        "annotators": [pair_json(pair) for pair in report.annotators],
        "queries": _rows(report.queries),
        "n_disputed": int((report.pairs["mean_distance"] > 0).sum()),
        "pairs": _rows(report.pairs.head(MOST_PAIRS)),
        "models": [_model(model) for model in report.models],
    }


def pair_json(pair: PairAgreement) -> Answer:
    """Return the figures of two annotators; ``second`` is null for the humans' label."""
    figures = {name: getattr(pair, own) for name, own in FIGURES.items()}
    return {
        "first": pair.first,
        "second": None if pair.second == HUMANS_LABEL else pair.second,
        "n_pairs": pair.n_pairs,
        **{name: figure.value for name, figure in figures.items()},
        "lowest_relevant": pair.rel,
        "why": {name: one.why_undefined for name, one in figures.items() if one.why_undefined},
        "confusion": pair.confusion.tolist(),
    }


def _model(model: ModelAgreement) -> Answer:
    return {
        "model": model.model,
        "n_judgments": model.n_judgments,
        "label": None if model.label is None else pair_json(model.label),
        "humans": [pair_json(pair) for pair in model.humans],
        "models": [pair_json(pair) for pair in model.models],
        "queries": _rows(model.queries),
    }


def _rows(frame: pd.DataFrame) -> list[Answer]:
    return [
        {
            str(name): None if isinstance(value, float) and math.isnan(value) else value
            for name, value in row.items()
        }
        for row in frame.to_dict(orient="records")
    ]
