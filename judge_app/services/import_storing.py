"""Write one checked file into the project."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from judge_app.domain.people import Actor, PersonKind
from judge_app.importing import Kind, Parsed
from judge_app.services.import_options import ImportOptions
from judge_app.services.import_reading import Progress, named
from judge_app.services.import_report import CheckedFile
from judge_app.services.project import Project
from judge_app.services.restored_pool import restore_pool
from judge_app.store import NewBatch, NewRun

# 96 bits of a file's hash: enough that no two files of a project ever share them.
_KEY_DIGITS = 24


@dataclass(frozen=True, slots=True)
class ReadyFile:
    """A file with everything done that can be done without the project.

    Attributes
    ----------
    checked : CheckedFile
        Read and checked.
    rows : DataFrame
        Its rows as the store takes them; judgments without the numbers of their persons, and
        with the ends of their keys (``key_end``) where line and grade are not all of it.
    """

    checked: CheckedFile
    rows: pd.DataFrame


def prepare(checked: CheckedFile) -> ReadyFile:
    """Make a file ready to be stored."""
    rows = checked.parsed.frame
    is_judged = checked.parsed.kind in {Kind.QRELS, Kind.JUDGMENTS}
    if is_judged and not _has_simple_keys(rows):
        rows = rows.assign(key_end=_column(_key_ends(rows)))
    return ReadyFile(checked, rows)


def store_file(
    project: Project,
    actor: Actor,
    ready: ReadyFile,
    options: ImportOptions,
    progress: Progress | None = None,
) -> int:
    """Store one file; return how many of its rows were new.

    Parameters
    ----------
    project, actor
        Where, and who.
    ready : ReadyFile
        From `prepare`.
    options : ImportOptions
        Whose judgments they are.
    progress : callable, optional
        Called with a run's name and the share of it that is stored, from any thread.
    """
    store, checked = project.store, ready.checked
    parsed = checked.parsed
    match parsed.kind:
        case Kind.TOPICS:
            return store.collection.add_queries(ready.rows)
        case Kind.DOCUMENTS:
            return store.collection.add_documents(ready.rows)
        case Kind.RUN:
            run = NewRun(
                checked.run_name or parsed.source,
                parsed.source,
                parsed.sha256,
                project.clock(),
                actor.person.name,
            )
            if checked.long_run is None:
                store.runs.add(run, ready.rows)
            else:
                parts = checked.long_run.parts(named(progress, parsed.source))
                store.runs.add_in_parts(run, parts, is_large=checked.long_run.held is None)
            return checked.n_storable
        case Kind.QRELS | Kind.JUDGMENTS:
            _add_to_pool(project, actor, checked)
            return _add_judgments(project, ready, options)


def file_key(parsed: Parsed) -> str:
    """Return how the keys of a file's judgments begin."""
    return parsed.sha256[:_KEY_DIGITS]


def annotators_of(parsed: Parsed, options: ImportOptions) -> list[str]:
    """Return whose judgments a file holds; empty for files without any.

    Qrels do not say; they count as judgments of the person named in the options, or of one named
    after the file.
    """
    if parsed.frame.empty:
        return []
    if parsed.kind is Kind.QRELS:
        return [options.annotator or PurePath(parsed.source).name]
    if parsed.kind is Kind.JUDGMENTS:
        return sorted(parsed.frame["annotator"].unique())
    return []


def kinds_of(parsed: Parsed, options: ImportOptions) -> list[tuple[str, PersonKind]]:
    """Return whose judgments a file holds, and what each is; a name may stand there as both.

    An exported log says it of everybody; other files are of one kind, as the options have it.
    """
    frame = parsed.frame
    if parsed.kind is not Kind.JUDGMENTS or "annotator_kind" not in frame:
        return [(name, options.annotator_kind) for name in annotators_of(parsed, options)]
    told = frame[["annotator", "annotator_kind"]].drop_duplicates()
    return [(name, PersonKind(word)) for name, word in told.itertuples(index=False)]


def _add_to_pool(project: Project, actor: Actor, checked: CheckedFile) -> None:
    pairs, pool = checked.not_judged, checked.parsed.pool
    if len(pairs) and pool is not None:
        restore_pool(project, actor, checked.parsed, pool)
    elif len(pairs):
        batch = NewBatch("imported", None, (), project.clock(), actor.person.name)
        project.store.pool.add(batch, pairs)


def _add_judgments(project: Project, ready: ReadyFile, options: ImportOptions) -> int:
    rows = ready.rows
    if rows.empty:
        return 0
    person_ids = _person_ids(project, ready, options)
    if "key_end" not in rows and isinstance(person_ids, int):
        start = f"{file_key(ready.checked.parsed)}:{person_ids}"
        rows = rows.assign(person_id=person_ids, key_start=_repeated(start, len(rows)))
        return project.store.judgments.append_imported(rows, project.clock())
    keys = _client_keys(ready, person_ids)
    rows = rows.assign(person_id=person_ids, client_key=_column(keys))
    if "position" in rows:
        places = pc.index_in(pa.array(rows["seen"]), value_set=pa.array(rows["position"]))
        rows = rows.assign(seen=_column(keys.take(places)))
    return project.store.judgments.append_imported(rows, project.clock())


def _person_ids(project: Project, ready: ReadyFile, options: ImportOptions) -> int | pd.Series[int]:
    """Return whose judgments the rows are: of one person all of them, or one number a row."""
    people, rows = project.store.people, ready.rows
    kinds = kinds_of(ready.checked.parsed, options)
    numbers = {name: people.ensure(name, kind, None).person_id for name, kind in kinds}
    if "annotator" not in rows:
        (number,) = numbers.values()
        return number
    return rows["annotator"].map(numbers).astype("int64")


def _has_simple_keys(rows: pd.DataFrame) -> bool:
    """Tell whether one person gave all grades, on a line each: the store makes such keys itself."""
    if "annotator" in rows or (rows.dtypes[["grade", "line"]] != "int64").any():
        return False
    return bool((np.diff(rows["line"].to_numpy()) > 0).all())


def _repeated(text: str, times: int) -> pd.Categorical[str]:
    return pd.Categorical.from_codes(np.zeros(times, dtype=np.int8), pd.Index([text]))


def _key_ends(rows: pd.DataFrame) -> pa.Array:
    """Return what tells the rows of one person in one file apart; a line may hold many rows."""
    parts = [_as_text(rows["line"]), _as_text(rows["grade"])]
    if rows["line"].duplicated().any():
        places = rows.groupby("line", dropna=False).cumcount()
        parts.append(_as_text(places.mask(places == 0).astype("Int64")))
    return _joined(parts)


def _client_keys(ready: ReadyFile, person_ids: int | pd.Series[int]) -> pa.Array:
    """Return a key for every row, the same ones for the same file."""
    file = file_key(ready.checked.parsed)
    if isinstance(person_ids, int):
        return _joined([f"{file}:{person_ids}", ready.rows["key_end"]])
    return _joined([file, _as_text(person_ids), ready.rows["key_end"]])


def _column(texts: pa.Array) -> Any:  # noqa: ANN401 - pandas names no type for it
    """Return texts row by row, whatever the numbers of the rows that they are put beside."""
    return texts.to_pandas().array


def _as_text(numbers: pd.Series[Any]) -> pa.Array:
    return pc.cast(pa.array(numbers), pa.large_string())


def _joined(parts: list[Any]) -> pa.Array:
    texts = [
        pa.scalar(part, pa.large_string()) if isinstance(part, str) else pa.array(part)
        for part in (*parts, ":")
    ]
    return pc.binary_join_element_wise(*texts, null_handling="replace")
