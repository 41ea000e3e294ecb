"""Write one checked file into the project."""

from __future__ import annotations

from pathlib import PurePath

import pandas as pd

from judge_app.domain.model import Verdict
from judge_app.domain.people import Actor, PersonKind
from judge_app.importing import Kind, Parsed
from judge_app.services.import_options import ImportOptions
from judge_app.services.project import Project
from judge_app.store import NewBatch, NewRun


def store_file(
    project: Project,
    actor: Actor,
    parsed: Parsed,
    not_judged: pd.DataFrame,
    run_name: str | None,
    options: ImportOptions,
) -> int:
    """Store one file; return how many of its rows were new.

    Parameters
    ----------
    project, actor
        Where, and who.
    parsed : Parsed
        Read and checked.
    not_judged : DataFrame
        ``query_id, doc_id`` of pairs that qrels call pooled and not judged.
    run_name : str or None
        Name of a run.
    options : ImportOptions
        Whose judgments they are.
    """
    store = project.store
    match parsed.kind:
        case Kind.TOPICS:
            return store.collection.add_queries(parsed.frame)
        case Kind.DOCUMENTS:
            return store.collection.add_documents(parsed.frame)
        case Kind.RUN:
            run = NewRun(
                run_name or parsed.source,
                parsed.source,
                parsed.sha256,
                project.clock(),
                actor.person.name,
            )
            store.runs.add(run, parsed.frame)
            return len(parsed.frame)
        case Kind.QRELS:
            _add_to_pool(project, actor, not_judged)
            (name,) = annotators_of(parsed, options)
            rows = parsed.frame.assign(annotator=name, note="", verdict=Verdict.GRADED.value)
            return _add_judgments(project, parsed, rows, options.annotator_kind)
        case Kind.JUDGMENTS:
            _add_to_pool(project, actor, not_judged)
            return _add_judgments(project, parsed, parsed.frame, options.annotator_kind)


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
    names = rows["annotator"].unique()
    numbers = {name: people.ensure(name, kind, None).person_id for name in names}
    person_ids = rows["annotator"].map(numbers).astype("int64")
    keys = [
        f"{parsed.sha256[:32]}:{person_id}:{line}:{grade}"
        for person_id, line, grade in zip(person_ids, rows["line"], rows["grade"], strict=True)
    ]
    return project.store.judgments.append_imported(
        rows.assign(person_id=person_ids, client_key=keys), project.clock()
    )
