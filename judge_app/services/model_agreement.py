"""How far the judgments of models agree with those of humans, and where they do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from judge_app.domain.people import PersonKind
from judge_app.services.opinions import HUMANS_LABEL, humans_labels, of_kind
from judge_app.services.project import Project
from metrics import JudgmentSheet, PairAgreement, annotator_agreement, judgment_sheet

_KEYS = ["query_id", "doc_id"]


@dataclass(frozen=True, slots=True, eq=False)
class ModelAgreement:
    """A model beside the humans.

    Attributes
    ----------
    model : str
        Its name.
    n_judgments : int
        Its current grades.
    label : PairAgreement or None
        The model (first) and the label that the humans' judgments make, by the project's rule;
        None where no human has judged a pair of the model.
    humans, models : tuple of PairAgreement
        The model (first) and everybody of either kind with whom it shares a pair, by name.
    queries : DataFrame
        ``query_id, n_pairs, n_higher, n_lower, mean_difference``: pairs with a label of the
        humans, on how many of them the model's grade is above and below it, and the mean of model
        less label. The greatest differences first, too high or too low.
    """

    model: str
    n_judgments: int
    label: PairAgreement | None
    humans: tuple[PairAgreement, ...]
    models: tuple[PairAgreement, ...]
    queries: pd.DataFrame


def models_agreement(project: Project, grades: pd.DataFrame) -> tuple[ModelAgreement, ...]:
    """Compare every model with the humans and with the other models.

    Parameters
    ----------
    project : Project
        Where.
    grades : DataFrame
        As `JudgmentReader.current_grades` returns them.
    """
    models = of_kind(grades, PersonKind.MODEL)
    if models.empty:
        return ()
    humans = of_kind(grades, PersonKind.HUMAN)
    labels = humans_labels(project, grades)
    everybody = pd.concat([models, humans, labels], ignore_index=True)
    sheet = judgment_sheet(everybody, project.settings.scale.max_grade)
    human_names, model_names = (sorted(one["annotator"].unique()) for one in (humans, models))
    own = {name: models[models["annotator"] == name] for name in model_names}
    return tuple(
        ModelAgreement(
            model=model,
            n_judgments=len(own[model]),
            label=next(iter(_shared(sheet, model, [HUMANS_LABEL])), None),
            humans=_shared(sheet, model, human_names),
            models=_shared(sheet, model, model_names),
            queries=_by_query(own[model], labels),
        )
        for model in model_names
    )


def model_disputes(project: Project, query_id: str) -> Mapping[str, float]:
    """Return the documents of a query on which a model is at odds with somebody.

    Nothing of it tells a grade: it orders the queue, so that humans look first where models and
    humans, or two models, differ.

    Parameters
    ----------
    project : Project
        Where.
    query_id : str
        Query.

    Returns
    -------
    mapping of str to float
        The greatest distance, in grades, of a model from the humans' label or from another model,
        by document; documents without any are left out. Most disputed first, then by id.
    """
    grades = project.store.judgments.current_grades(query_id=query_id)
    models = of_kind(grades, PersonKind.MODEL)
    said = pd.concat([models, humans_labels(project, grades)], ignore_index=True)
    said = said[said["doc_id"].isin(models["doc_id"])]
    ends = said.groupby("doc_id")["grade"].agg(["min", "max"])
    apart = (ends["max"] - ends["min"]).astype("float64")
    apart = apart[apart > 0].sort_index().sort_values(ascending=False, kind="stable")
    return dict(zip(apart.index.tolist(), apart.tolist(), strict=True))


def _shared(sheet: JudgmentSheet, model: str, others: Sequence[str]) -> tuple[PairAgreement, ...]:
    """Compare a model with those of the others with whom it shares a pair."""
    compared = (
        annotator_agreement(sheet, model, other)
        for other in others
        if other != model and other in sheet.annotators
    )
    return tuple(one for one in compared if one.n_pairs)


def _by_query(own: pd.DataFrame, labels: pd.DataFrame) -> pd.DataFrame:
    both = own.merge(labels, on=_KEYS, suffixes=("", "_label"))
    both["difference"] = both["grade"] - both["grade_label"]
    both["higher"], both["lower"] = both["difference"] > 0, both["difference"] < 0
    queries = (
        both.groupby("query_id")
        .agg(
            n_pairs=("difference", "size"),
            n_higher=("higher", "sum"),
            n_lower=("lower", "sum"),
            mean_difference=("difference", "mean"),
        )
        .reset_index()
    )
    apart = queries["mean_difference"].abs().rename("apart")
    order = pd.concat([apart, queries[["n_pairs", "query_id"]]], axis=1).sort_values(
        ["apart", "n_pairs", "query_id"], ascending=[False, False, True]
    )
    return queries.loc[order.index].reset_index(drop=True)
