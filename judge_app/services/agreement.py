"""How far the people of a project agree, and where they do not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd

from judge_app.domain.people import Actor, Permission, PersonKind
from judge_app.services.labelling import Stamp, board_stamp
from judge_app.services.model_agreement import ModelAgreement, models_agreement
from judge_app.services.opinions import of_kind
from judge_app.services.project import Project
from metrics import (
    Agreement,
    PairAgreement,
    judgment_sheet,
    krippendorff_alpha,
    pair_disputes,
    pairwise_agreement,
    query_disputes,
)

SEED, RESAMPLES, CONFIDENCE = 1, 1000, 0.95
"""How the interval of α is drawn; the same judgments always give the same one."""

_KEYS = ["query_id", "doc_id"]


@dataclass(frozen=True, slots=True, eq=False)
class AgreementReport:
    """The agreement of a project's annotators at one position of the log.

    What counts is everybody's current grade on a pair. Adjudications are decisions about others'
    grades; practice, gold pairs and repeats tell about the person. None of them is counted here.

    Attributes
    ----------
    stamp : Stamp
        State of the project.
    position : int
        Last judgment of the log that was looked at.
    people : dict of str to int
        Pairs that each human has graded, by name.
    alpha : Agreement
        Krippendorff's α (ordinal) of all humans with its bootstrap interval; ``n_pairs`` is the
        number of doubly judged pairs.
    annotators : tuple of PairAgreement
        Every two humans who share a pair, by name.
    queries : DataFrame
        As `metrics.query_disputes`, of the humans.
    pairs : DataFrame
        As `metrics.pair_disputes`, of the humans, and ``grades``: who gave which.
    models : tuple of ModelAgreement
        Every model beside the humans.
    """

    stamp: Stamp
    position: int
    people: dict[str, int]
    alpha: Agreement
    annotators: tuple[PairAgreement, ...]
    queries: pd.DataFrame
    pairs: pd.DataFrame
    models: tuple[ModelAgreement, ...]


def read_agreement(project: Project, actor: Actor, *, seed: int = SEED) -> AgreementReport:
    """Return how far people agree now.

    Parameters
    ----------
    project, actor
        Where, and who.
    seed : int
        Of the resampling behind the interval of α.

    Raises
    ------
    NotAllowedError
        When the actor may not read it: nobody sees another's grade on a pair before having graded
        it, so annotators do not.
    """
    actor.require(Permission.READ_AGREEMENT)
    with project.board.held() as state:
        stamp, position = board_stamp(project), state.position
    grades = project.store.judgments.current_grades(position)
    humans = of_kind(grades, PersonKind.HUMAN)
    max_grade = project.settings.scale.max_grade
    sheet = judgment_sheet(humans, max_grade)
    return AgreementReport(
        stamp=stamp,
        position=position,
        people=dict(sorted(Counter(humans["annotator"].tolist()).items())),
        alpha=krippendorff_alpha(sheet, seed=seed, n_samples=RESAMPLES, confidence=CONFIDENCE),
        annotators=tuple(pairwise_agreement(sheet)),
        queries=query_disputes(humans, max_grade),
        pairs=_with_grades(pair_disputes(humans, max_grade), humans),
        models=models_agreement(project, grades),
    )


def _with_grades(pairs: pd.DataFrame, judgments: pd.DataFrame) -> pd.DataFrame:
    """Add who gave which grade, for instance ``Ada 3, Ben 0``, the highest first."""
    several = judgments[judgments.duplicated(_KEYS, keep=False)].sort_values(
        [*_KEYS, "grade", "annotator"], ascending=[True, True, False, True]
    )
    said = (several["annotator"] + " " + several["grade"].astype(str)).tolist()
    firsts = ~several.duplicated(_KEYS).to_numpy()
    bounds = [*np.flatnonzero(firsts).tolist(), len(said)]
    grades = [", ".join(said[start:end]) for start, end in pairwise(bounds)]
    return pairs.merge(several.loc[firsts, _KEYS].assign(grades=grades), on=_KEYS, how="left")
