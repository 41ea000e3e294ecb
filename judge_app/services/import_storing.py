"""Write one checked file into the project."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

import pandas as pd

from judge_app.domain.model import Verdict
from judge_app.domain.people import Actor, PersonKind
from judge_app.importing import Kind, Parsed
from judge_app.services.import_options import ImportOptions
from judge_app.services.import_report import CheckedFile
from judge_app.services.project import Project
from judge_app.store import NewBatch, NewRun


@dataclass(frozen=True, slots=True)
class ReadyFile:
    """A file with everything done that can be done without the project.

    Attributes
    ----------
    checked : CheckedFile
        Read and checked.
    rows : DataFrame
        Its rows as the store takes them; judgments without the numbers of their persons.
    """

    checked: CheckedFile
    rows: pd.DataFrame


def prepare(checked: CheckedFile, options: ImportOptions) -> ReadyFile:
    """Make a file ready to be stored."""
    parsed = checked.parsed
    rows = parsed.frame
    if parsed.kind is Kind.QRELS:
        (name,) = annotators_of(parsed, options)
        rows = rows.assign(annotator=name, note="", verdict=Verdict.GRADED.value)
    return ReadyFile(checked, rows)


def store_file(project: Project, actor: Actor, ready: ReadyFile, options: ImportOptions) -> int:
    """Store one file; return how many of its rows were new.

    Parameters
    ----------
    project, actor
        Where, and who.
    ready : ReadyFile
        From `prepare`.
    options : ImportOptions
        Whose judgments they are.
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
                store.runs.add_in_parts(run, checked.long_run.parts())
            return checked.n_storable
        case Kind.QRELS | Kind.JUDGMENTS:
            _add_to_pool(project, actor, checked.not_judged)
            return _add_judgments(project, parsed, ready.rows, options.annotator_kind)


def annotators_of(parsed: Parsed, options: ImportOptions) -> list[str]:
    """Return whose judgments a file holds; empty for files without any.

    Qrels do not say; they count as judgments of the person named in the options, or of one named
    after the file.
    """
    if parsed.kind is Kind.QRELS:
        return [options.annotator or PurePath(parsed.source).name]
    if parsed.kind is Kind.JUDGMENTS:
        return sorted(parsed.frame["annotator"].unique())
    return []


def _add_to_pool(project: Project, actor: Actor, pairs: pd.DataFrame) -> None:
    if len(pairs):
        batch = NewBatch("imported", None, (), project.clock(), actor.person.name)
        project.store.pool.add(batch, pairs)


def _add_judgments(project: Project, parsed: Parsed, rows: pd.DataFrame, kind: PersonKind) -> int:
    people = project.store.people
    kinds = dict.fromkeys(rows["annotator"].unique(), kind)
    if "annotator_kind" in rows:
        kinds = {
            name: PersonKind(word)
            for name, word in zip(rows["annotator"], rows["annotator_kind"], strict=True)
        }
    numbers = {name: people.ensure(name, own, None).person_id for name, own in kinds.items()}
    person_ids = rows["annotator"].map(numbers).astype("int64")
    keys = _client_keys(parsed, rows, person_ids)
    rows = rows.assign(person_id=person_ids, client_key=keys)
    if "position" in rows:
        by_position = dict(zip(rows["position"], keys, strict=True))
        seen = [by_position.get(position) for position in rows["seen"]]
        rows = rows.assign(seen=pd.array(seen, dtype="str"))
    return project.store.judgments.append_imported(rows, project.clock())


def _client_keys(parsed: Parsed, rows: pd.DataFrame, person_ids: pd.Series[int]) -> list[str]:
    """Return a key for every row, the same ones for the same file; a line may hold many rows."""
    places = rows.groupby("line", dropna=False).cumcount()
    columns = (person_ids, rows["line"], rows["grade"], places)
    return [
        f"{parsed.sha256[:32]}:{person_id}:{line}:{grade}{f':{place}' if place else ''}"
        for person_id, line, grade, place in zip(*columns, strict=True)
    ]
