"""The labels of a project, and the stamp that says what a number was computed from."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

import pandas as pd
import pyarrow as pa

from judge_app.domain.errors import NotFoundError
from judge_app.domain.labels import LabelRule, label_frame, parse_label_rule
from judge_app.domain.qrels import qrels_lines
from judge_app.services.project import Project


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a set of figures was computed from; figures with different stamps do not compare.

    Attributes
    ----------
    gain : str
        Gain variant.
    labels : str
        Label rule.
    scale : str
        Range of grades.
    n_judgments : int
        Current graded judgments that the label rule saw.
    n_labels : int
        Lines of the default qrels export.
    label_set : str
        sha256 of that export.
    pool_pairs : int
        Pairs in the pool.
    created_at : datetime
        UTC.
    """

    gain: str
    labels: str
    scale: str
    n_judgments: int
    n_labels: int
    label_set: str
    pool_pairs: int
    created_at: datetime

    def as_json(self) -> dict[str, str | int]:
        """Return the stamp as the command line and the API print it."""
        return {
            "gain": self.gain,
            "labels": self.labels,
            "scale": self.scale,
            "n_judgments": self.n_judgments,
            "n_labels": self.n_labels,
            "label_set": self.label_set,
            "pool_pairs": self.pool_pairs,
            "created_at": self.created_at.isoformat(timespec="seconds"),
        }


@dataclass(frozen=True, slots=True)
class Labelled:
    """The labels under one rule, ``query_id, doc_id, grade``, and their stamp."""

    frame: pd.DataFrame
    stamp: Stamp


def read_labels(
    project: Project,
    rule: str | None = None,
    *,
    up_to: int | None = None,
    pool_batch: int | None = None,
) -> Labelled:
    """Return the labels of all judged pairs.

    Parameters
    ----------
    project : Project
        Where.
    rule : str, optional
        As `parse_label_rule` reads it; the project's own when not given.
    up_to, pool_batch : int, optional
        Last judgment of the log and last batch of the pool that count: an earlier state.

    Raises
    ------
    BadInputError, NotFoundError
        When there is no such rule, or it names somebody unknown.
    """
    settings = project.settings
    parsed = parse_label_rule(rule or settings.label_rule)
    require_known(project, parsed)
    labels = label_frame(project.store.judgments.current_grades(up_to), parsed)
    stamp = Stamp(
        gain=settings.gain,
        labels=str(parsed),
        scale=str(settings.scale),
        n_judgments=int(labels["n_judgments"].sum()),
        n_labels=len(labels),
        label_set=hashlib.sha256(qrels_text(labels).encode()).hexdigest(),
        pool_pairs=project.store.pool.size(pool_batch),
        created_at=project.clock(),
    )
    return Labelled(labels[["query_id", "doc_id", "grade"]], stamp)


def require_known(project: Project, rule: LabelRule) -> None:
    """Refuse a rule that names somebody whom the project does not know.

    Raises
    ------
    NotFoundError
        When it does.
    """
    known = [person.name for person in project.store.people.all()]
    unknown = sorted(rule.persons - set(known))
    if unknown:
        raise NotFoundError(
            f"nobody called {unknown[0]!r} has judged here",
            f"Known names: {', '.join(known) or 'none'}.",
        )


def board_stamp(project: Project) -> Stamp:
    """Return the stamp of what the live board shows now."""
    settings = project.settings
    with project.board.held() as state:
        return Stamp(
            gain=settings.gain,
            labels=settings.label_rule,
            scale=str(settings.scale),
            n_judgments=state.n_judgments(),
            n_labels=state.scores.n_labels(),
            label_set=state.label_set(),
            pool_pairs=state.pool_progress(None)[1],
            created_at=project.clock(),
        )


def qrels_text(labels: pd.DataFrame) -> str:
    """Return labels as bare TREC qrels, in the byte order of their ids.

    Parameters
    ----------
    labels : DataFrame
        ``query_id, doc_id, grade``, already in that order.
    """
    columns = (labels["query_id"], labels["doc_id"], labels["grade"].astype("int64"))
    return qrels_lines(*map(pa.array, columns))[0].decode()
