"""The facts about an export that go into a file beside it."""

from __future__ import annotations

import hashlib
import io
import zipfile
from dataclasses import replace
from importlib.metadata import version
from typing import Any

import pandas as pd

from judge_app.services.exporting.catalog import ENDINGS, QRELS, is_for_people
from judge_app.services.exporting.frames import Wanted
from judge_app.services.exporting.since import release_facts

LAYOUT = 2
"""Number of the layout of exports; another number means other columns."""

_CHUNK = 1 << 20


def facts_about(
    what: str,
    format_name: str,
    wanted: Wanted,
    frame: pd.DataFrame,
    content: bytes,
    *,
    n_escaped: int = 0,
) -> dict[str, Any]:
    """Return what a reader of an export has to know and the export itself does not say.

    Parameters
    ----------
    what, format_name : str
        The export.
    wanted : Wanted
        Of which state.
    frame : DataFrame
        Its rows.
    content : bytes
        Its bytes.
    n_escaped : int
        Cells that bear an apostrophe, so that no spreadsheet runs them.
    """
    names = wanted.pseudonyms
    stamp = wanted.labelled.stamp
    if names is not None:
        stamp = replace(stamp, labels=names.in_rule(stamp.labels))
    facts: dict[str, Any] = {
        "export": what,
        "format": format_name,
        "layout": LAYOUT,
        "rows": len(frame),
        "columns": list(frame.columns),
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        **({"files": _members(content)} if ENDINGS[format_name] == "zip" else {}),
        **({"escaped_cells": n_escaped} if is_for_people(what, format_name) else {}),
        "counts": _counts(what, frame),
        "gain": stamp.gain,
        "scale": wanted.state.scale.as_records(),
        "labels": stamp.labels,
        "settings": _settings(wanted),
        "release": release_facts(what, format_name, wanted),
        "pool": _pool(wanted),
        "blinding": _blinding(wanted),
        "versions": {name: version(name) for name in ("judgepool", "duckdb", "pyarrow")},
        "stamp": stamp.as_json(),
    }
    return facts


def _counts(what: str, frame: pd.DataFrame) -> dict[str, Any]:
    counts: dict[str, Any] = {
        "queries": int(frame["query_id"].nunique()),
        "documents": int(frame["doc_id"].nunique()),
        "pairs": len(frame[["query_id", "doc_id"]].dropna().drop_duplicates()),
    }
    if "grade" in frame:
        grades = frame["grade"].dropna().value_counts()
        counts["grades"] = {str(grade): int(grades[grade]) for grade in sorted(grades.index)}
    if what != QRELS and "grade" in frame:
        counts["without_grade"] = int(frame["grade"].isna().sum())
    if "annotator" in frame:
        counts["annotators"] = int(frame["annotator"].nunique())
    return counts


def _settings(wanted: Wanted) -> dict[str, Any]:
    """Say how the project is set up, beside scale and gain; a new one can be made like it."""
    settings, names = wanted.project.settings, wanted.pseudonyms
    rule = settings.label_rule if names is None else names.in_rule(settings.label_rule)
    return {
        "title": settings.title,
        "guidelines": settings.guidelines,
        "label_rule": rule,
        "wanted_judgments": settings.wanted_judgments,
        "show_effect": settings.show_effect,
        "show_finished": settings.show_finished,
        "queue_order": settings.queue_order,
        "queue_runs": list(settings.queue_runs),
        "gold_rate": settings.gold_rate,
        "repeat_rate": settings.repeat_rate,
        "warm_up": settings.warm_up,
    }


def _pool(wanted: Wanted) -> list[dict[str, Any]]:
    origin = wanted.project.store.exports.pool_origin(wanted.state.pool_batch)
    return [
        {"strategy": strategy, "depth": depth, "batches": batches, "pairs": pairs}
        for strategy, depth, batches, pairs in origin
    ]


def _blinding(wanted: Wanted) -> dict[str, Any]:
    """Say what annotators can see, and whether this export hides who they are."""
    settings = wanted.project.settings
    return {
        "annotators_see_systems_and_ranks": False,
        "annotators_see_grades_of_others": False,
        "annotators_see_effect_of_grades": settings.tells_effect,
        "annotators_see_unnamed_systems_of_finished_queries": settings.show_finished,
        "names_replaced": wanted.pseudonyms is not None,
    }


def _members(content: bytes) -> dict[str, dict[str, Any]]:
    found = {}
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        for member in packed.infolist():
            digest = hashlib.sha256()
            with packed.open(member) as file:
                while part := file.read(_CHUNK):
                    digest.update(part)
            found[member.filename] = {"bytes": member.file_size, "sha256": digest.hexdigest()}
    return found
