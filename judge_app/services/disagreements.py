"""Pairs that people judge differently: which there are, and everything about one of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from judge_app.domain.errors import NotFoundError
from judge_app.domain.labels import label_frame, parse_label_rule
from judge_app.domain.model import Document, PairKey, Query, pair_name
from judge_app.domain.people import Actor, Permission, PersonKind
from judge_app.services.opinions import of_kind
from judge_app.services.project import Project
from judge_app.services.unnamed import letters
from judge_app.store import SaidWord
from metrics import pair_disputes

_KEYS = ["query_id", "doc_id"]


@dataclass(frozen=True, slots=True)
class DisputeWish:
    """Which disagreements somebody wants to see.

    Attributes
    ----------
    query_id : str or None
        Only this query's.
    person : str or None
        Only those in which this person or model has a part.
    least_spread : int
        The highest and the lowest grade are at least so far apart.
    with_models : bool
        Whether the grades of models count beside those of people.
    decided : bool or None
        Only pairs that a lead has decided, or only others; None for both.
    """

    query_id: str | None = None
    person: str | None = None
    least_spread: int = 1
    with_models: bool = False
    decided: bool | None = False


@dataclass(frozen=True, slots=True)
class Dispute:
    """Everything about one pair, for whoever settles it.

    Attributes
    ----------
    pair : tuple of (str, str)
        Ids of query and document.
    query : Query
        What was asked; only the id where the project has no such topic.
    document : Document or None
        None where the project does not hold it.
    words : tuple of SaidWord
        What people and models say of it now, in log order.
    decisions : tuple of SaidWord
        Each lead's current decision, in log order; the last one is the label.
    label : int or None
        The pair's label now.
    label_by_rule : int or None
        What the project's rule makes of the grades, without any decision.
    rule : str
        That rule.
    """

    pair: PairKey
    query: Query
    document: Document | None
    words: tuple[SaidWord, ...]
    decisions: tuple[SaidWord, ...]
    label: int | None
    label_by_rule: int | None
    rule: str

    @property
    def decision(self) -> SaidWord | None:
        """The decision that holds."""
        return self.decisions[-1] if self.decisions else None

    @property
    def position(self) -> int:
        """Place in the log of the last thing that was said of the pair; 0 for nothing."""
        return max((word.judgment_id for word in (*self.words, *self.decisions)), default=0)


def disagreements(project: Project, actor: Actor, wish: DisputeWish) -> pd.DataFrame:
    """Return the pairs that people judge differently, lowest agreement first.

    Returns
    -------
    DataFrame
        ``query_id, doc_id, n_judgments, lowest, highest, spread, mean_distance, is_decided``; the
        widest spread first, then the most judgments, then by the mean distance of two of them.

    Raises
    ------
    NotAllowedError
        When the actor may not settle disagreements: nobody else sees others' grades by pair.
    """
    actor.require(Permission.ADJUDICATE)
    grades = project.store.judgments.current_grades()
    opinions = of_kind(grades, PersonKind.HUMAN)
    if wish.with_models:
        opinions = pd.concat([opinions, of_kind(grades, PersonKind.MODEL)], ignore_index=True)
    pairs = pair_disputes(opinions, project.settings.scale.max_grade)
    pairs["spread"] = pairs["highest"] - pairs["lowest"]
    decided = set(_pairs_of(grades[grades["is_adjudication"]]))
    pairs["is_decided"] = [pair in decided for pair in _pairs_of(pairs)]
    kept = pairs[_wanted(pairs, opinions, wish)]
    order = np.lexsort(
        (
            kept["doc_id"],
            kept["query_id"],
            -kept["mean_distance"].to_numpy(),
            -kept["n_judgments"].to_numpy(),
            -kept["spread"].to_numpy(),
        )
    )
    columns = ["n_judgments", "lowest", "highest", "spread", "mean_distance", "is_decided"]
    return kept.iloc[order][[*_KEYS, *columns]].reset_index(drop=True)


def open_dispute(project: Project, actor: Actor, query_id: str, doc_id: str) -> Dispute:
    """Return everything about one pair.

    Raises
    ------
    NotAllowedError
        When the actor may not settle disagreements.
    NotFoundError
        When the pair is neither pooled nor judged.
    """
    actor.require(Permission.ADJUDICATE)
    said = project.store.team_log.on_pair(query_id, doc_id)
    if not said and not project.board.is_pooled(query_id, doc_id):
        pair = pair_name(query_id, doc_id)
        raise NotFoundError(f"{pair} is neither pooled nor judged", "Check both ids.")
    collection = project.store.collection
    words = tuple(word for word in said if not word.is_decision)
    decisions = tuple(word for word in said if word.is_decision)
    return Dispute(
        (query_id, doc_id),
        collection.query(query_id) or Query(query_id, query_id),
        collection.documents([doc_id]).get(doc_id),
        words,
        decisions,
        _label(project, said),
        _label(project, words),
        project.settings.label_rule,
    )


def shown_names(
    project: Project, query_id: str, doc_id: str, words: Iterable[SaidWord]
) -> dict[str, str]:
    """Return what hides the name of everybody who spoke of a pair.

    People become letters of this pair alone. Models keep their names: they are no persons.
    """
    words = tuple(words)
    people = [word.name for word in words if word.kind is PersonKind.HUMAN]
    hidden = letters(project, people, query_id, doc_id)
    return {word.name: hidden.get(word.name, word.name) for word in words}


def _wanted(pairs: pd.DataFrame, opinions: pd.DataFrame, wish: DisputeWish) -> pd.Series[bool]:
    kept = pairs["spread"] >= max(wish.least_spread, 1)
    if wish.query_id is not None:
        kept &= pairs["query_id"] == wish.query_id
    if wish.decided is not None:
        kept &= pairs["is_decided"] == wish.decided
    if wish.person is not None:
        theirs = set(_pairs_of(opinions[opinions["annotator"] == wish.person]))
        kept &= pd.Series([pair in theirs for pair in _pairs_of(pairs)], pairs.index, dtype=bool)
    return kept


def _pairs_of(frame: pd.DataFrame) -> list[PairKey]:
    return list(zip(frame["query_id"].tolist(), frame["doc_id"].tolist(), strict=True))


def _label(project: Project, said: Iterable[SaidWord]) -> int | None:
    graded = [word for word in said if word.grade is not None]
    frame = pd.DataFrame(
        {
            "query_id": "",
            "doc_id": "",
            "grade": [word.grade for word in graded],
            "person": [word.name for word in graded],
            "person_kind": [word.kind.value for word in graded],
            "is_adjudication": [word.is_decision for word in graded],
        }
    )
    labels = label_frame(
        frame.astype({"grade": "int64", "is_adjudication": bool}),
        parse_label_rule(project.settings.label_rule),
    )
    return int(labels["grade"].iloc[0]) if len(labels) else None
