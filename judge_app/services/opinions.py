"""What everybody thinks of every pair, as agreement is measured on it."""

from __future__ import annotations

import pandas as pd

from judge_app.domain.labels import LabelRule, label_frame, parse_label_rule
from judge_app.domain.people import PersonKind
from judge_app.services.project import Project

HUMANS_LABEL = ""
"""Stands for the label of the humans where a person's name does; nobody's name is empty."""

_COLUMNS = ["query_id", "doc_id", "annotator", "grade"]


def of_kind(grades: pd.DataFrame, kind: PersonKind) -> pd.DataFrame:
    """Return what people of a kind think, one row per person and pair.

    Parameters
    ----------
    grades : DataFrame
        As `JudgmentReader.current_grades` returns them. Adjudications are decisions about others'
        grades, so that they are left out.
    kind : PersonKind
        Humans or models.

    Returns
    -------
    DataFrame
        ``query_id, doc_id, annotator, grade``.
    """
    is_wanted = ~grades["is_adjudication"] & (grades["person_kind"] == kind.value)
    return _opinions(grades[is_wanted])


def humans_labels(project: Project, grades: pd.DataFrame) -> pd.DataFrame:
    """Return the label that the humans' judgments make, as if one more person had given it.

    The project's rule joins them, but no model counts, whatever the rule says, and every human
    does. An adjudication, where there is one, is the label.

    Returns
    -------
    DataFrame
        ``query_id, doc_id, annotator, grade``, the annotator being `HUMANS_LABEL`.
    """
    rule = LabelRule(parse_label_rule(project.settings.label_rule).name)
    return label_frame(grades, rule).assign(annotator=HUMANS_LABEL)[_COLUMNS]


def _opinions(grades: pd.DataFrame) -> pd.DataFrame:
    return grades.rename(columns={"person": "annotator"})[_COLUMNS].reset_index(drop=True)
