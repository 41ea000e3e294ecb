"""What leaves a project: the same state always gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import pandas as pd

from judge_app.domain.errors import BadInputError
from judge_app.domain.people import Actor, Permission
from judge_app.domain.qrels import require_writable
from judge_app.services.labelling import Labelled, Stamp, qrels_text, read_labels
from judge_app.services.project import Project

_KEYS = ["query_id", "doc_id"]


@dataclass(frozen=True, slots=True)
class Exported:
    """The bytes of an export, the facts that go into a file beside it, and its stamp."""

    content: bytes
    facts: dict[str, Any]
    stamp: Stamp


def export(
    project: Project,
    actor: Actor,
    *,
    what: str = "qrels",
    format_name: str | None = None,
    labels: str | None = None,
) -> Exported:
    """Return an export.

    Parameters
    ----------
    project, actor
        Where, and who.
    what : {'qrels', 'judgments', 'unjudged', 'pool'}
        Labels; raw judgments of everybody; pooled pairs without a label; the pool with the runs
        and ranks that brought each pair.
    format_name : str, optional
        ``trec`` (the default, for qrels only), ``beir`` (qrels only), ``csv`` (the default of the
        others) or ``jsonl``.
    labels : str, optional
        Label rule; the project's own when not given.

    Raises
    ------
    NotAllowedError
        When the actor may not export.
    BadInputError
        When there is no such export, or an id does not fit the format.
    """
    actor.require(Permission.EXPORT)
    if what not in _FRAMES:
        raise BadInputError(f"there is no export {what!r}", f"Use one of: {', '.join(_FRAMES)}.")
    format_name = format_name or ("trec" if what == "qrels" else "csv")
    labelled = read_labels(project, labels)
    frame = _FRAMES[what](project, labelled)
    writer = _writers(what).get(format_name)
    if writer is None:
        known = ", ".join(_writers(what))
        raise BadInputError(f"{what} cannot be written as {format_name!r}", f"Use one of: {known}.")
    facts = {
        "export": what,
        "format": format_name,
        "rows": len(frame),
        "judgepool": version("judgepool"),
        "stamp": labelled.stamp.as_json(),
    }
    return Exported(writer(frame).encode(), facts, labelled.stamp)


def _judgments(project: Project, _: Labelled) -> pd.DataFrame:
    return project.store.judgments.readable()


def _unjudged(project: Project, labelled: Labelled) -> pd.DataFrame:
    pairs = project.store.pool.pairs()[_KEYS]
    marked = pairs.merge(labelled.frame[_KEYS], on=_KEYS, how="left", indicator=True)
    return marked.loc[marked["_merge"] == "left_only", _KEYS]


_FRAMES: dict[str, Callable[[Project, Labelled], pd.DataFrame]] = {
    "qrels": lambda _, labelled: labelled.frame,
    "judgments": _judgments,
    "unjudged": _unjudged,
    "pool": lambda project, _: project.store.pool.sources(),
}


def _trec(frame: pd.DataFrame) -> str:
    require_writable(frame["query_id"])
    require_writable(frame["doc_id"])
    return qrels_text(frame)


def _beir(frame: pd.DataFrame) -> str:
    names = {"query_id": "query-id", "doc_id": "corpus-id", "grade": "score"}
    return frame.rename(columns=names).to_csv(sep="\t", index=False, lineterminator="\n")


def _csv(frame: pd.DataFrame) -> str:
    return frame.to_csv(index=False, lineterminator="\n")


def _jsonl(frame: pd.DataFrame) -> str:
    return frame.to_json(orient="records", lines=True, force_ascii=False)


def _writers(what: str) -> dict[str, Callable[[pd.DataFrame], str]]:
    tables: dict[str, Callable[[pd.DataFrame], str]] = {"csv": _csv, "jsonl": _jsonl}
    return {"trec": _trec, "beir": _beir, **tables} if what == "qrels" else tables
